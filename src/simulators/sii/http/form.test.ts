import { expect, test } from 'vitest'
import { ana, asesoriasPenaMunoz, rodrigo } from '../../world.ts'
import { fieldsOf } from '../raw/browser.ts'
import { formFields, issue, preview, proposeXml } from '../raw/walk.ts'
import { PORTAL, withSimulator } from '../test-portal.ts'
import type { RawBrowser, Seen } from '../raw/browser.ts'

const ground = withSimulator()

async function lookUp(browser: RawBrowser, rut: string, dv: string): Promise<Seen> {
  return browser.post(`${PORTAL}/mipeGenFacEx.cgi?`, {
    ...formFields(),
    EFXP_RUT_RECEP: rut,
    EFXP_DV_RECEP: dv,
  })
}

test('addresses, activities and date stand in literals, the inputs for them empty', async () => {
  const browser = await ground().enter(rodrigo, '77171717-9')
  const { text } = await browser.get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`)
  expect(text).toContain(
    `var emisorDir = [["CALLE MANUEL MONTT 850","TEMUCO","TEMUCO","77171711"," "],["PASAJE O'HIGGINS 12, VILLA LOS AVELLANOS","PADRE LAS CASAS","","77171712"," "]];`,
  )
  expect(text).toContain('var emisorActEco = [["812100","LIMPIEZA GENERAL DE EDIFICIOS"],["702000"')
  expect(text).toContain('var arrFecha = ["2026","11","20"];')
  expect(fieldsOf(text, 'VIEW_EFXP')).toMatchObject({
    EFXP_RZN_SOC: 'SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA',
    EFXP_DIR_ORIGEN: '',
    EFXP_ACTECO: '',
    EFXP_FCH_EMIS: '',
  })
  expect(text).toContain('value="SERVICIOS DE ASEO &#209;ANCUPIL')
})

test('the lookup fills what the SII knows of a receiver', async () => {
  const browser = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const known = fieldsOf((await lookUp(browser, '92929292', '8')).text, 'VIEW_EFXP')
  expect(known).toMatchObject({
    EFXP_RUT_RECEP: '92929292',
    EFXP_DV_RECEP: '8',
    EFXP_RZN_SOC_RECEP: 'PANADERÍA "LA ESPIGA" SPA',
    EFXP_DIR_RECEP: 'CALLE ARTURO PRAT 77',
    EFXP_CMNA_RECEP: 'VIÑA DEL MAR',
    EFXP_CIUDAD_RECEP: '',
  })
  const person = fieldsOf((await lookUp(browser, '10101010', '4')).text, 'VIEW_EFXP')
  expect(person).toMatchObject({ EFXP_RZN_SOC_RECEP: 'JOSÉ IGNACIO PÉREZ ÓRDENES' })
  expect(person['EFXP_GIRO_RECEP']).toBe('')
  const unknown = fieldsOf((await lookUp(browser, '76767676', 'K')).text, 'VIEW_EFXP')
  expect(unknown).toMatchObject({ EFXP_RUT_RECEP: '76767676', EFXP_RZN_SOC_RECEP: '' })
  expect((await lookUp(browser, '76767676', '1')).text).toContain('Rut Receptor incorrecto')
})

test('several addresses are selects with unclosed options, or selects that only the script fills', async () => {
  const { enter, simulator } = ground()
  const browser = await enter(ana, asesoriasPenaMunoz.rut)
  const written = (await lookUp(browser, '93939393', '5')).text
  expect(written).toContain(
    '<select name="EFXP_DIR_RECEP" onchange="modDir()"><option value="AV. APOQUINDO 4501 OF. 1203">',
  )
  expect(written).toContain('<option value="VENTA DE ART&#205;CULOS DENTALES">')
  simulator.admin.setVariants({ receiverShape: 'script' })
  const scripted = (await lookUp(browser, '93939393', '5')).text
  expect(scripted).toContain('<select name="EFXP_DIR_RECEP" onchange="modDir()"></select>')
  expect(scripted).toContain('["1 NORTE 1145","TALCA","TALCA",""," "]')
})

test('an accepted preview holds 243 fields, normalised, without a folio', async () => {
  const browser = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const { text } = await preview(browser, { EFXP_NMB_01: '  Diseño  ' })
  expect(text).toContain('REVISI&Oacute;N DE DOCUMENTO TRIBUTARIO ELECTR&Oacute;NICO')
  const fields = fieldsOf(text, 'PreViewDTE')
  expect(Object.keys(fields)).toHaveLength(243)
  expect(fields).toMatchObject({ EFXP_NMB_01: 'Diseño', EFXP_MNT_TOTAL: '1190', EFXP_FOLIO: '' })
  expect(text).toContain('value="Dise&#241;o"')
})

const refusals: [changed: Record<string, string>, reason: string][] = [
  [{ EFXP_CIUDAD_ORIGEN: ' ' }, 'Debe ingresar Ciudad del contribuyente emisor'],
  [{ EFXP_GIRO_RECEP: '' }, 'Debe ingresar el campo : Giro del contribuyente receptor'],
  [{ EFXP_FCH_EMIS: '' }, 'Debe ingresar el campo : Fecha emision'],
  [{ EFXP_FCH_EMIS: '20-11-2026' }, 'Fecha emision incorrecta'],
  [{ EFXP_FMA_PAGO: '0' }, 'Debe Seleccionar Forma de Pago'],
  [{ EFXP_TIPOVENTA_SELECT: '0' }, 'Debe Seleccionar Tipo de Venta'],
  [{ EFXP_IVA: '0' }, 'Valor IVA debe ser mayor a 0'],
  [{ EFXP_DV_RECEP: '4' }, 'Rut Receptor incorrecto'],
  [{ EFXP_ACTECO: '999999' }, 'Debe Seleccionar Actividad Economica del contribuyente emisor'],
  [{ CANT_DET: '11' }, 'El maximo de lineas de detalle es 10'],
  [{ CANT_DET: '2' }, 'Debe ingresar el campo : Nombre del producto, linea 2'],
  [{ EFXP_PRC_01: '1000.5' }, 'Precio incorrecto, linea 1'],
  [{ EFXP_GIRO_RECEP: 'X'.repeat(41) }, 'El campo EFXP_GIRO_RECEP excede el largo maximo de 40'],
]

test.each(refusals)('a form with %o is refused', async (changed, reason) => {
  const browser = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const { status, text } = await preview(browser, changed)
  expect(status).toBe(200)
  expect(text).toContain('<TITLE>Redireccionando</TITLE>')
  expect(text).toContain(`alert('${reason}\\n'); window.history.go(-1);`)
})

test('UTF-8 where windows-1252 is expected is stored as what it looks like', async () => {
  const browser = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const seen = await browser.post(
    `${PORTAL}/mipeDisplayPreView.cgi`,
    formFields({ EFXP_NMB_01: 'Diseño' }),
    { utf8: true },
  )
  expect(fieldsOf(seen.text, 'PreViewDTE')['EFXP_NMB_01']).toBe('DiseÃ±o')
})

test('the preview PDF takes exactly the fields of its frame, from the frame only', async () => {
  const browser = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const shown = fieldsOf((await preview(browser)).text, 'PreViewDTE')
  const frame = await browser.get('/www1/Portal001/PreViewFrame.html')
  const body = fieldsOf(frame.text, 'VIEW')
  expect(Object.keys(body)).toHaveLength(239)
  for (const name of Object.keys(body)) if (name !== 'EFXP_FOLIO') body[name] = shown[name] ?? ''
  const referer = 'https://www1.sii.cl/Portal001/PreViewFrame.html'
  const pdf = await browser.post(`${PORTAL}/mipePreView.cgi`, body, { headers: { referer } })
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.text.slice(0, 4)).toBe('%PDF')
  const elsewhere = await browser.post(`${PORTAL}/mipePreView.cgi`, body)
  expect(elsewhere.text).toContain('Error al contribuyente')
  const more = await browser.post(
    `${PORTAL}/mipePreView.cgi`,
    { ...body, btnSign: 'Firmar' },
    { headers: { referer } },
  )
  expect(more.text).toContain('Error al contribuyente')
})

test('the XML stands raw in its textarea, its entities untouched', async () => {
  const browser = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const form = await proposeXml(browser)
  expect(form['txtPlainText']).toContain('<RznSocRecep>COMERCIALIZADORA ÑUBLE &amp; CÍA. LTDA.')
  expect(form['txtPlainText']).toMatch(/^<\?xml version="1.0" encoding="ISO-8859-1"\?>\n<DTE/)
})

test('the portal takes amounts as sent; the ledger notes what does not add up', async () => {
  const { enter, simulator } = ground()
  const browser = await enter(ana, asesoriasPenaMunoz.rut)
  await issue(browser, ana, { EFXP_IVA: '191' })
  expect(simulator.admin.ledger().at(-1)?.warnings).toEqual(['IVA 191, 19 % is 190', 'total 1190'])
})

test('choosing another company between preview and signing mixes the two', async () => {
  const { enter } = ground()
  const browser = await enter(rodrigo, '77171717-9')
  const shown = await preview(browser, { EFXP_ACTECO: '812100', EFXP_RZN_SOC: 'ASEO' })
  await browser.post(`${PORTAL}/mipeSelEmpresa.cgi`, { RUT_EMP: '77272727-5' })
  const proposed = await browser.post(
    `${PORTAL}/mipeGenXMLFirma.cgi`,
    fieldsOf(shown.text, 'PreViewDTE'),
  )
  expect(proposed.text).toContain('<RUTEmisor>77272727-5</RUTEmisor>')
  expect(proposed.text).toContain('<RznSoc>ASEO</RznSoc>')
})
