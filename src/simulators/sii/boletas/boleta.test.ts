import { expect, test } from 'vitest'
import { ana, antonia } from '../../world.ts'
import {
  boletaFields,
  confirmData,
  issueBoleta,
  issueConfirmed,
  LOA,
  presentData,
  scriptMap,
} from '../raw/boleta.ts'
import { NOON_MS, withSimulator } from '../test-portal.ts'

const ground = withSimulator()
const SEEDED = 11

test('four steps by raw requests issue one boleta, with folio and bar code', async () => {
  const browser = await ground().enter(antonia)
  const start = await browser.get(`${LOA}/TMBECN_ValidaTimbrajeContrib.cgi?modo=1`)
  expect(start.headers.get('content-type')).toBe('text/html; charset=iso-8859-1')
  expect(start.text).toContain('name="OptTipoRetencion" value="RETCONTRIBUYENTE"')
  expect(boletaFields(start.text)).toMatchObject({ rut_arrastre: '17171717', dv_arrastre: '5' })
  const form = scriptMap((await presentData(browser, antonia)).text, 'xml_values')
  expect(form).toMatchObject({
    razon_social: 'ANTONIA BELÉN RIQUELME SOTO',
    glosa_actividad: 'OTRAS ACTIVIDADES ESPECIALIZADAS DE DISEÑO',
    num_ult_boleta: String(SEEDED),
    iddir1: '300000001',
    porc_retencion: '15.25',
    dia_actual: '20',
  })
  const confirmed = await confirmData(browser, antonia)
  expect(scriptMap(confirmed.text, 'xml_values')).toMatchObject({
    Monto_Boleta: '100000',
    Monto_Retencion: '15250',
    Monto_Liquido: '84750',
    PorcentajeRetencion: '15.25',
    rut_destinatario: '92929292',
  })
  expect(Object.keys(boletaFields(confirmed.text)).toSorted()).toContain('CantidadFilas')
  expect(boletaFields(confirmed.text)).toMatchObject({ origen: 'SEPTIMO', CantidadFilas: '1' })
  const issued = await issueConfirmed(browser, confirmed.text)
  expect(issued.text).toContain('<title>BOLETA DE HONORARIOS ELECTRONICA</title>')
  const values = scriptMap(issued.text, 'xml_values')
  expect(values['folio']).toBe(String(SEEDED + 1))
  expect(values['cod_barras']).toMatch(/^17171717000012[0-9A-F]{6}$/)
  expect(issued.text).toContain(`name="txt_codigo_barra" value="${values['cod_barras']}"`)
  expect(ground().simulator.admin.boletas().at(-1)).toMatchObject({
    folio: SEEDED + 1,
    issuerRut: antonia.rut,
    receiverName: 'PANADERÍA "LA ESPIGA" SPA',
    grossClp: 100_000,
    retentionClp: 15_250,
    lines: [{ text: 'Diseño de envases', grossClp: 100_000 }],
    timesAsked: 1,
    warnings: [],
  })
})

test('nothing is remembered between the steps, and nothing issued before the last', async () => {
  const browser = await ground().enter(antonia)
  const { admin } = ground().simulator
  const before = admin.boletas()
  const confirmed = await confirmData(browser, antonia)
  expect(admin.boletas()).toEqual(before)
  const other = await ground().enter(antonia)
  expect((await issueConfirmed(other, confirmed.text)).text).toContain('cod_barras')
  const again = await issueConfirmed(other, confirmed.text)
  expect(scriptMap(again.text, 'xml_values')['folio']).toBe(String(SEEDED + 2))
  expect(admin.boletas().at(-1)?.timesAsked).toBe(2)
})

test('the rate is that of the year of issue, and whoever pays it is written down', async () => {
  ground().simulator.admin.setClock(Date.UTC(2026, 11, 28, 15))
  const browser = await ground().enter(antonia)
  const next = await confirmData(browser, antonia, {
    cbo_dia_boleta: '4',
    cbo_mes_boleta: '1',
    cbo_anio_boleta: '2027',
    OptTipoRetencion: 'RETCONTRIBUYENTE',
  })
  expect(scriptMap(next.text, 'xml_values')).toMatchObject({
    PorcentajeRetencion: '16.00',
    Monto_Retencion: '16000',
  })
  await issueConfirmed(browser, next.text)
  expect(ground().simulator.admin.boletas().at(-1)).toMatchObject({ withholder: 'issuer' })
})

test('the lookup fills in what the SII knows, in the inputs or in the script', async () => {
  const browser = await ground().enter(antonia)
  const asked = { txt_rut_destinatario: '92929292', txt_dv_destinatario: '8' }
  const shown = (await presentData(browser, antonia, asked)).text
  expect(boletaFields(shown)).toMatchObject({
    txt_nombres_destinatario: 'PANADERÍA "LA ESPIGA" SPA',
    txt_domicilio_destinatario: 'CALLE ARTURO PRAT 77',
  })
  expect(shown).toContain('<option value="5302" selected>VINA DEL MAR')
  ground().simulator.admin.setVariants({ boletaReceiver: 'values' })
  const { text } = await presentData(browser, antonia, asked)
  expect(scriptMap(text, 'xml_values')).toMatchObject({
    txt_nombres_destinatario: 'PANADERÍA "LA ESPIGA" SPA',
  })
  const last = await presentData(browser, antonia, { modo: '2' })
  expect(scriptMap(last.text, 'xml_values')['txt_rut_destinatario']).toBe('65656565')
})

const refusals: [changed: Record<string, string>, reason: string][] = [
  [{ txt_rut_destinatario: '17171717', txt_dv_destinatario: '5' }, 'a sí mismo'],
  [{ txt_dv_destinatario: '1' }, 'RUT del destinatario no es válido'],
  [{ txt_domicilio_destinatario: '' }, 'domicilio del destinatario'],
  [{ cod_region: '13' }, 'la región y la comuna'],
  [{ cbo_comuna: '13119' }, 'la región y la comuna'],
  [{ cbo_domicilio: '1' }, 'seleccionar su domicilio'],
  [{ cbo_mes_boleta: '8', cbo_dia_boleta: '19' }, 'tres meses'],
  [{ cbo_dia_boleta: '31' }, 'fecha de la boleta no es válida'],
  [{ valor_prestacion_1: '100.000' }, 'valor de la prestación'],
  [{ valor_prestacion_1: '0' }, 'valor de la prestación'],
  [{ desc_prestacion_1: '' }, 'descripción de la prestación'],
  [{ desc_prestacion_1: 'x'.repeat(61) }, 'excede 60 caracteres'],
  [{ desc_prestacion_3: 'Tercera', valor_prestacion_3: '1' }, 'descripción de la prestación'],
  [{ desc_prestacion_5: 'Quinta', valor_prestacion_5: '1' }, 'máximo de prestaciones es 4'],
  [{ OptTipoRetencion: '' }, 'tipo de retención'],
  [{ rut_arrastre: '15151515', dv_arrastre: '0' }, 'contribuyente autentificado'],
]

test.each(refusals)(
  '%o is refused, with the form again or with a text',
  async (changed, reason) => {
    const browser = await ground().enter(antonia)
    const again = await confirmData(browser, antonia, changed)
    expect(again.status).toBe(200)
    expect(again.text).toContain('name="cmdAceptar"')
    expect(again.text).toContain(reason)
    ground().simulator.admin.setVariants({ boletaRefusal: 'text' })
    const told = await confirmData(browser, antonia, changed)
    expect(told.text).toContain('INFORMACION AL CONTRIBUYENTE')
    expect(told.text).toContain(reason)
  },
)

test('a name that is missing comes from the RUT; a boleta may go without receiver', async () => {
  const browser = await ground().enter(antonia)
  await issueBoleta(browser, antonia, { txt_nombres_destinatario: '' })
  const { admin } = ground().simulator
  expect(admin.boletas().at(-1)?.receiverName).toBe('PANADERÍA "LA ESPIGA" SPA')
  const unknown = { txt_rut_destinatario: '76767676', txt_dv_destinatario: 'K' }
  const nameless = await confirmData(browser, antonia, { ...unknown, txt_nombres_destinatario: '' })
  expect(nameless.text).toContain('Debe ingresar el nombre del destinatario')
  await issueBoleta(browser, antonia, { sin_destinatario: 'SI', txt_rut_destinatario: '' })
  expect(admin.boletas().at(-1)).toMatchObject({ receiverRut: '', grossClp: 100_000 })
})

test('four lines, one to the last; UTF-8 in a latin1 form is stored as what it looks like', async () => {
  const browser = await ground().enter(antonia)
  const lines = Object.fromEntries(
    [1, 2, 3, 4].flatMap((at) => [
      [`desc_prestacion_${at}`, `Línea ${at}`],
      [`valor_prestacion_${at}`, String(at * 1000)],
    ]),
  )
  await issueBoleta(browser, antonia, lines)
  const { admin } = ground().simulator
  expect(admin.boletas().at(-1)).toMatchObject({ grossClp: 10_000, retentionClp: 1525 })
  const confirmed = await confirmData(browser, antonia)
  await browser.post(
    `${LOA}/TMBECN_BoletaHonorariosElectronica.cgi`,
    boletaFields(confirmed.text),
    { utf8: true },
  )
  expect(admin.boletas().at(-1)?.lines[0]?.text).toBe('DiseÃ±o de envases')
})

test('a commune whose name and code differ is taken, and noted', async () => {
  const browser = await ground().enter(antonia)
  await issueBoleta(browser, antonia, { txt_comuna_destinatario: 'Viña del Mar' })
  expect(ground().simulator.admin.boletas().at(-1)?.warnings).toEqual([])
  await confirmData(browser, antonia)
  const seen = await confirmData(browser, antonia, { txt_comuna_destinatario: 'QUILPUE' })
  expect(seen.text).toContain('cmdconfirmar')
})

test('the SII mails a boleta when asked to', async () => {
  const browser = await ground().enter(antonia)
  const issued = scriptMap((await issueBoleta(browser, antonia)).text, 'xml_values')
  const asked = await browser.post(`${LOA}/TMBECN_PresentaDatosEnvio.cgi`, {
    origen: 'SEPTIMO',
    txt_codigo_barra: issued['cod_barras'] ?? '',
  })
  const sent = await browser.post(`${LOA}/TMBECN_EnviarBoleta.cgi`, {
    ...boletaFields(asked.text),
    txt_email: 'pan@espiga.example',
    OptMandaEmailOrigen: 'SI',
  })
  expect(sent.text).toContain('El correo electrónico ha sido enviado exitosamente.')
  expect(ground().simulator.admin.boletas().at(-1)?.mailedTo).toEqual([
    'pan@espiga.example',
    'antonia@folio.example',
  ])
})

test('an annulment takes three steps, a cause, and cannot be repeated', async () => {
  const browser = await ground().enter(antonia)
  const { admin } = ground().simulator
  const start = boletaFields((await browser.get(`${LOA}/TMBANU_PrevalidaAnulacion.cgi`)).text)
  const confirm = (changed: Record<string, string>) =>
    browser.post(`${LOA}/TMBANU_ConfirmarAnulacion.cgi`, { ...start, ...changed })
  const third = { Txt_BoletaAnular: '3', OptCausaAnulacion: '2' }
  expect((await confirm({ ...third, OptCausaAnulacion: '' })).text).toContain('la causa')
  expect((await confirm({ ...third, Txt_BoletaAnular: '99' })).text).toContain(
    'No existe la boleta',
  )
  const shown = await confirm(third)
  expect(shown.text).toContain('name="ConfirmarAnulacion"')
  expect(admin.boletas().find((one) => one.folio === 3)?.annulledAtMs).toBeNull()
  const accept = () =>
    browser.post(`${LOA}/TMBANU_RecepcionAnulacion.cgi`, boletaFields(shown.text))
  const done = await accept()
  expect(done.text).toContain('Paso 3 de 3')
  expect(scriptMap(done.text, 'xml_values')['Monto_Boleta']).toBe('550000')
  expect(admin.boletas().find((one) => one.folio === 3)).toMatchObject({
    annulledAtMs: NOON_MS,
    annulledFor: 2,
  })
  expect((await accept()).text).toContain('ya se encuentra anulada')
})

test("only the person's own boletas are within reach, and only with a session", async () => {
  const stranger = await ground().enter(ana)
  const foreign = await presentData(stranger, antonia)
  expect(foreign.text).toContain('no corresponde al contribuyente autentificado')
  const nobody = ground().browser
  expect((await presentData(nobody, antonia)).text).toContain('IngresoRutClave')
})
