import { expect, test } from 'vitest'
import type { World } from '../../world.ts'
import { ana, antonia, world } from '../../world.ts'
import { issueBoleta, LOA, monthReport, scriptMap } from '../raw/boleta.ts'
import { withSimulator } from '../test-portal.ts'

/** More than two pages in October, besides the characters' own. */
const busyWorld: World = {
  ...world,
  boletas: [
    ...(world.boletas ?? []),
    ...Array.from({ length: 203 }, (_, at) => ({
      issuerRut: '13131313-6',
      receiverRut: '92929292-8',
      monthsAgo: 1,
      dayOfMonth: 1 + (at % 25),
      text: 'Clase',
      grossClp: 10_000 + at,
      withholder: 'recipient' as const,
      annulledFor: null,
    })),
  ],
}

const ground = withSimulator(busyWorld)
const rodrigo = world.people.find((one) => one.key === 'rodrigo') ?? ana

function folios(text: string): string[] {
  const rows = scriptMap(text, 'arr_informe_mensual')
  return Object.keys(rows)
    .filter((name) => name.startsWith('nroboleta_'))
    .map((name) => rows[name] ?? '')
}

test("a month of Antonia's boletas, one of them annulled", async () => {
  const browser = await ground().enter(antonia)
  const { text } = await monthReport(browser, antonia, '2026-10')
  expect(scriptMap(text, 'xml_values')).toMatchObject({
    total_boletas: '2',
    anio_consulta: '2026',
    mes_consulta: '10',
    porcentaje_retencion: '15.25',
    suma_honorarios: '900000',
    suma_retencion_receptor: '137250',
    suma_liquido: '762750',
    nombre_contribuyente: 'ANTONIA BELÉN RIQUELME SOTO',
  })
  expect(scriptMap(text, 'arr_informe_mensual')).toMatchObject({
    nroboleta_1: '10',
    fecha_boleta_1: '09/10/2026',
    nombrereceptor_1: 'CLÍNICA DENTAL SONRISAS LIMITADA',
    rutreceptor_1: '93939393',
    totalhonorarios_1: '900000',
    honorariosliquidos_1: '762750',
    estado_1: 'N',
    fechaanulacion_1: '',
    estado_2: 'S',
    fechaanulacion_2: '18/10/2026',
  })
  expect(text).toMatch(/arr_informe_mensual\['totalhonorarios_1'\] = formatMiles\(/)
})

test('an empty month is a report of its own, not an error', async () => {
  const browser = await ground().enter(antonia)
  const { text } = await monthReport(browser, antonia, '2025-01')
  expect(scriptMap(text, 'xml_values')).toMatchObject({ anio_consulta: '2025', total_boletas: '0' })
  expect(folios(text)).toEqual([])
})

test('what others issued to a person is in their received report', async () => {
  const browser = await ground().enter(ana)
  const { text } = await monthReport(browser, ana, '2026-10', { received: true })
  expect(scriptMap(text, 'arr_informe_mensual')).toMatchObject({
    rutemisor_1: '11212121',
    nombre_emisor_1: 'MARCELA INÉS GODOY BÓRQUEZ',
    totalhonorarios_1: '60000',
  })
  const issued = await monthReport(browser, ana, '2026-10')
  expect(scriptMap(issued.text, 'xml_values')['total_boletas']).toBe('0')
})

test('a page has a hundred rows; the second pages follow from zero or from one', async () => {
  const browser = await ground().enter(rodrigo)
  const page = async (number: number) =>
    folios((await monthReport(browser, rodrigo, '2026-10', { page: number })).text)
  const pages = [await page(0), await page(1), await page(2)]
  expect(pages.map((rows) => rows.length)).toEqual([100, 100, 3])
  expect(new Set(pages.flat()).size).toBe(203)
  expect(await page(3)).toEqual(pages[2])
  const { admin } = ground().simulator
  admin.setVariants({ beyondLastPage: 'empty', boletaPages: 'from-one' })
  expect(await page(1)).toEqual(pages[0])
  expect(await page(3)).toEqual(pages[2])
  expect(await page(4)).toEqual([])
})

test('the page must be asked for, GET works too, and only for oneself', async () => {
  const browser = await ground().enter(antonia)
  const query =
    'rut_arrastre=17171717&dv_arrastre=5&cbmesinformemensual=10&cbanoinformemensual=2026'
  const report = `${LOA}/TMBCOC_InformeMensualBhe.cgi?${query}`
  expect((await browser.get(report)).text).toContain('TMB020a')
  const seen = await browser.get(`${report}&pagina_solicitada=0`)
  expect(scriptMap(seen.text, 'xml_values')['anio_consulta']).toBe('2026')
  const others = await monthReport(browser, ana, '2026-10')
  expect(others.text).not.toContain('anio_consulta')
  const menu = await browser.get(`${LOA}/TMBCOC_MenuConsultasContrib.cgi?dummy=1`)
  expect(menu.status).toBe(200)
})

test('the annual report has seven figures and a sum for each month, empty without boletas', async () => {
  const browser = await ground().enter(antonia)
  const query = 'rut_arrastre=17171717&dv_arrastre=5&cbanoinformeanual=2026'
  const { text } = await browser.get(`${LOA}/TMBCOC_InformeAnualBhe.cgi?${query}`)
  expect(scriptMap(text, 'xml_values')).toMatchObject({
    anio_consulta: '2026',
    ene1: '',
    sumene: '',
    oct1: '900000',
    oct2: '137250',
    oct3: '0',
    oct4: '10',
    oct5: '11',
    oct6: '1',
    oct7: '1',
    sumoct: '762750',
    sep3: '11438',
  })
  const received = await browser.get(`${LOA}/TMBCOC_InformeAnualBheRec.cgi?${query}`)
  expect(scriptMap(received.text, 'xml_values')['oct1']).toBe('')
})

test('the PDF comes by bar code to issuer and receiver, and names it', async () => {
  const antoniasBrowser = await ground().enter(antonia)
  const boleta = ground()
    .simulator.admin.boletas()
    .find((one) => one.receiverRut === ana.rut && one.issuerRut === antonia.rut)
  const address = `${LOA}/TMBCOT_ConsultaBoletaPdf.cgi?txt_codigobarras=${boleta?.barCode}&veroriginal=si&enviar=si`
  const own = await antoniasBrowser.get(`${address}&origen=PROPIOS`)
  expect(own.headers.get('content-type')).toBe('application/pdf')
  expect(own.text.slice(0, 5)).toBe('%PDF-')
  expect(own.text).toContain(`(${boleta?.barCode})`)
  const anasBrowser = await ground().enter(ana)
  expect((await anasBrowser.get(`${address}&origen=RECIBIDOS`)).text.slice(0, 5)).toBe('%PDF-')
  const refused = await anasBrowser.get(`${address}&origen=PROPIOS`)
  expect(refused.text).toContain('No existe la boleta de honorarios')
  expect((await antoniasBrowser.get(`${address}&origen=PROPIOS`)).bytes).toEqual(own.bytes)
})

test('an issued boleta is in the report at once, or later when the list lags', async () => {
  const browser = await ground().enter(antonia)
  const count = async () => folios((await monthReport(browser, antonia, '2026-11')).text).length
  await issueBoleta(browser, antonia)
  expect(await count()).toBe(1)
  const { admin } = ground().simulator
  admin.faults.add({
    kind: 'list-lag',
    cgi: 'TMBECN_BoletaHonorariosElectronica.cgi',
    delayMs: 60_000,
  })
  await issueBoleta(browser, antonia)
  expect(await count()).toBe(1)
  admin.setClock(admin.now() + 60_000)
  expect(await count()).toBe(2)
})
