import { describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import type { Reply } from '../http/test-browser.ts'
import { browserBefore, postedTo } from '../http/test-browser.ts'
import { createBoletas } from './boletas.ts'
import {
  boleta,
  confirmPage,
  dataPage,
  issuedPage,
  issuedRow,
  PERSON,
  RECIPIENT,
  reportPage,
  startPage,
} from './test-boletas.ts'

const steps: Record<string, Reply> = {
  'TMBECN_ValidaTimbrajeContrib.cgi': startPage,
  'TMBECN_PresentaDatosBoleta.cgi': dataPage,
  'TMBECN_ConfirmaTimbrajeContrib.cgi': confirmPage,
  'TMBECN_BoletaHonorariosElectronica.cgi': issuedPage,
}

function open(changes: Record<string, Reply> = {}) {
  const pages = { ...steps, ...changes }
  const { browser, asked, names } = browserBefore((_, name) => {
    const reply = pages[name]
    return reply === undefined ? { status: 404 } : reply
  })
  return { boletas: createBoletas(browser, PERSON, 1000), asked, names, browser }
}

async function issue(changes: Record<string, Reply> = {}, checkpoint = () => true) {
  const desk = open(changes)
  const preview = await desk.boletas.preview(boleta())
  if (preview.kind !== 'ok') throw new Error(JSON.stringify(preview))
  return { ...desk, preview: preview.value, sent: await preview.value.send(checkpoint) }
}

describe('a boleta', () => {
  test('goes from preview to number in four steps', async () => {
    const { preview, sent, names } = await issue()
    expect(preview).toMatchObject({
      seen: {
        recipient: RECIPIENT,
        grossClp: 100_000,
        retentionClp: 15_250,
        liquidoClp: 84_750,
        rateBasisPoints: 1525,
      },
      lastFolio: 340,
    })
    expect(sent).toMatchObject({ kind: 'issued', folio: 341, code: '111111110003410A1B2C' })
    expect(names()).toEqual(Object.keys(steps))
  })

  test('posts what each page holds, with ours over it', async () => {
    const { asked } = await issue()
    expect(postedTo(asked, 'TMBECN_PresentaDatosBoleta.cgi')).toEqual({
      paso: '1',
      rut_arrastre: '11111111',
      dv_arrastre: '1',
      sin_destinatario: 'NO',
      OptTipoRetencion: 'RETRECEPTOR',
    })
    const data = postedTo(asked, 'TMBECN_ConfirmaTimbrajeContrib.cgi')
    expect(data).toMatchObject({
      tiempo: '1763640000',
      dia_actual: '20',
      cbo_domicilio: '100000001',
      cbo_dia_boleta: '20',
      cbo_mes_boleta: '11',
      cbo_anio_boleta: '2026',
      txt_rut_destinatario: '76192083',
      txt_dv_destinatario: '9',
      txt_nombres_destinatario: 'CLIENTE UNO SPA',
      cod_region: '13',
      cbo_comuna: '15103',
      txt_comuna_destinatario: 'PROVIDENCIA',
      valor_prestacion_1: '100000',
      desc_prestacion_2: '',
      valor_prestacion_4: '',
    })
    expect(data).not.toHaveProperty('x')
    expect(data).not.toHaveProperty('desc_prestacion_')
    expect(postedTo(asked, 'TMBECN_BoletaHonorariosElectronica.cgi')).toMatchObject({
      origen: 'SEPTIMO',
      tiempo: '1763640000',
      valor_prestacion_1: '100000',
    })
  })

  test('is written in the old charset', async () => {
    const { asked } = await issue()
    const confirm = asked.find(({ url }) => url.includes('ConfirmaTimbraje'))
    expect(confirm?.body).toContain('desc_prestacion_1=Dise%F1o')
  })

  test('takes the form’s own spelling of a day, else two digits', async () => {
    const { boletas, asked } = open()
    await boletas.preview(boleta({ issueDate: day(2026, 2, 5) }))
    const data = postedTo(asked, 'TMBECN_ConfirmaTimbrajeContrib.cgi')
    expect(data).toMatchObject({ cbo_dia_boleta: '5', cbo_mes_boleta: '02' })
  })

  test('cuts a line at a word where the form has no room for it', async () => {
    const { boletas, asked } = open()
    const description = 'Asesoría en diseño de interiores para la oficina de Temuco y sucursal'
    await boletas.preview(boleta({ lines: [{ description, grossClp: clp(100_000) }] }))
    const body = asked.find(({ url }) => url.includes('ConfirmaTimbraje'))?.body ?? ''
    const line = decodeURIComponent(
      /desc_prestacion_1=([^&]*)/.exec(body)?.[1]?.replace(/%[89A-F]./g, 'x') ?? '',
    )
    expect(line.replaceAll('+', ' ')).toBe('Asesorxa en disexo de interiores para la oficina de')
  })

  test('takes the address chosen, and none that is gone', async () => {
    const { boletas, asked } = open()
    const issuer = { ...boleta().issuer, addressId: '100000002' }
    await boletas.preview(boleta({ issuer }))
    expect(postedTo(asked, 'TMBECN_ConfirmaTimbrajeContrib.cgi')).toMatchObject({
      cbo_domicilio: '100000002',
    })
    const gone = await boletas.preview(boleta({ issuer: { ...issuer, addressId: '9' } }))
    expect(gone.kind).toBe('validationRejected')
  })

  test('tells who withholds in every step', async () => {
    const { boletas, asked } = open()
    await boletas.preview(boleta({ withholder: 'issuer' }))
    for (const name of ['TMBECN_PresentaDatosBoleta.cgi', 'TMBECN_ConfirmaTimbrajeContrib.cgi']) {
      expect(postedTo(asked, name)).toMatchObject({ OptTipoRetencion: 'RETCONTRIBUYENTE' })
    }
  })
})

describe('a boleta is never started', () => {
  test('for another person, with no lines or more than four, or when it does not add up', async () => {
    const { boletas } = open()
    const line = { description: 'x', grossClp: clp(20_000) }
    const other = { ...boleta().issuer, rut: RECIPIENT }
    await expect(boletas.preview(boleta({ issuer: other }))).rejects.toThrow(/another person/)
    await expect(boletas.preview(boleta({ lines: [] }))).rejects.toThrow(/1 to 4/)
    await expect(
      boletas.preview(boleta({ lines: [line, line, line, line, line] })),
    ).rejects.toThrow(/1 to 4/)
    await expect(boletas.preview(boleta({ lines: [line] }))).rejects.toThrow(/add up/)
  })

  test('to oneself: only the page’s script would stop it', async () => {
    const { boletas, asked } = open()
    const recipient = { ...boleta().recipient, rut: PERSON }
    expect(await boletas.preview(boleta({ recipient }))).toMatchObject({
      kind: 'validationRejected',
    })
    expect(asked).toEqual([])
  })
})

describe('before the last step', () => {
  const form = (text: string) => startPage.replace('</body>', `<p>${text}</p></body>`)
  const refusals: [string, string, string, string][] = [
    [
      'TMBECN_ValidaTimbrajeContrib.cgi',
      '<p>El contribuyente no registra actividades de segunda categor&iacute;a</p>',
      'boletasNotEnabled',
      'El contribuyente no registra actividades de segunda categoría',
    ],
    [
      'TMBECN_ValidaTimbrajeContrib.cgi',
      '<p>Usted no est&aacute; autorizado a emitir boletas</p>',
      'boletasNotEnabled',
      'Usted no está autorizado a emitir boletas',
    ],
    [
      'TMBECN_ConfirmaTimbrajeContrib.cgi',
      dataPage.replace(
        '</body>',
        '<p>La fecha est&aacute; fuera de plazo</p><p>Bienvenida</p></body>',
      ),
      'validationRejected',
      'La fecha está fuera de plazo',
    ],
    [
      'TMBECN_ConfirmaTimbrajeContrib.cgi',
      '<p>Rut del destinatario no existe</p>',
      'validationRejected',
      'Rut del destinatario no existe',
    ],
    [
      'TMBECN_ConfirmaTimbrajeContrib.cgi',
      '<p>Ha ocurrido un error, intente m&aacute;s tarde</p>',
      'unavailable',
      'Ha ocurrido un error, intente más tarde',
    ],
    ['TMBECN_PresentaDatosBoleta.cgi', form('Debe elegir'), 'validationRejected', 'Debe elegir'],
    [
      'TMBECN_PresentaDatosBoleta.cgi',
      '<title>SII - Autenticaci&oacute;n</title>',
      'sessionExpired',
      '',
    ],
    ['TMBECN_ConfirmaTimbrajeContrib.cgi', '<p>Sitio en mantenci&oacute;n</p>', 'unavailable', ''],
    ['TMBECN_ConfirmaTimbrajeContrib.cgi', dataPage, 'validationRejected', ''],
    ['TMBECN_ConfirmaTimbrajeContrib.cgi', startPage, 'unavailable', ''],
    ['TMBECN_PresentaDatosBoleta.cgi', startPage, 'unavailable', ''],
    [
      'TMBECN_PresentaDatosBoleta.cgi',
      '<form name="formulario"><input type="text" name="txt_rut_destinatario"></form>',
      'portalChanged',
      'iddir',
    ],
    ['TMBECN_ConfirmaTimbrajeContrib.cgi', '<h1>Novedades del servicio</h1>', 'unavailable', ''],
  ]
  test.each(refusals)('%s answering %s is %s', async (name, page, kind, text) => {
    const { boletas } = open({ [name]: page })
    const answer = await boletas.preview(boleta())
    expect(answer).toMatchObject(text === '' ? { kind } : { kind, text })
  })

  const changed: [string, string, string][] = [
    ['Monto_Retencion', '"15250"', '"x"'],
    ['Monto_Liquido', '"84750"', '"84751"'],
    ['Monto_Boleta', `formatMiles("100000", ".")`, `formatMiles("1x", ".")`],
    [
      'rut_arrastre',
      `xml_values['rut_arrastre'] = "11111111"`,
      `xml_values['rut_arrastre'] = "22222222"`,
    ],
    ['rut_destinatario', '"76.192.083"', '"77.111.222"'],
    ['OptTipoRetencion', 'RETRECEPTOR', 'RETCONTRIBUYENTE'],
    [
      'valor_prestacion_1',
      'name="valor_prestacion_1" value="100000"',
      'name="valor_prestacion_1" value="10000"',
    ],
    ['cbo_dia_boleta', 'name="cbo_dia_boleta" value="20"', 'name="cbo_dia_boleta" value="19"'],
  ]
  test.each(changed)('a confirmation with another %s goes no further', async (what, from, to) => {
    const page = confirmPage.replace(from, to)
    expect(page).not.toBe(confirmPage)
    const { boletas } = open({ 'TMBECN_ConfirmaTimbrajeContrib.cgi': page })
    expect(await boletas.preview(boleta())).toEqual({ kind: 'portalChanged', text: what })
  })

  test('a confirmation with the SII’s own retention is shown, not judged', async () => {
    const page = confirmPage.replace('"15250"', '"14500"').replace('"84750"', '"85500"')
    const { boletas } = open({ 'TMBECN_ConfirmaTimbrajeContrib.cgi': page })
    expect(await boletas.preview(boleta())).toMatchObject({
      kind: 'ok',
      value: { seen: { retentionClp: 14_500 } },
    })
  })

  test('somebody else’s session is noticed', async () => {
    const page = startPage.replace('"11111111"', '"22222222"')
    const { boletas } = open({ 'TMBECN_ValidaTimbrajeContrib.cgi': page })
    expect(await boletas.preview(boleta())).toMatchObject({ kind: 'portalChanged' })
  })
})

describe('the last step', () => {
  test('takes a connection of its own, once, and only past the checkpoint', async () => {
    const { asked, preview } = await issue()
    expect(asked.map(({ freshConnection }) => freshConnection)).toEqual([false, false, false, true])
    await expect(preview.send(() => true)).rejects.toThrow(/second time/)
    const stopped = await issue({}, () => false)
    expect(stopped.sent).toEqual({ kind: 'notSent' })
    expect(stopped.asked).toHaveLength(3)
  })

  test('whose answer is lost is uncertain, and nothing is asked again', async () => {
    const { sent, asked } = await issue({ 'TMBECN_BoletaHonorariosElectronica.cgi': null })
    expect(sent).toEqual({ kind: 'uncertain', cause: 'connectionLost', page: null })
    expect(asked).toHaveLength(4)
  })

  const barCodeAlone = issuedPage.replace(`xml_values['folio'] = "341";`, '')
  const row = issuedRow(341, { codigobarras: '111111110003410A1B2C' })
  test('with a bar code alone finds its number in the month’s report', async () => {
    const { sent } = await issue({
      'TMBECN_BoletaHonorariosElectronica.cgi': barCodeAlone,
      'TMBCOC_InformeMensualBhe.cgi': reportPage([issuedRow(340), row]),
    })
    expect(sent).toMatchObject({ kind: 'issued', folio: 341, code: '111111110003410A1B2C' })
  })

  const unclear: [string, Reply, string][] = [
    ['no report', { status: 500 }, 'unrecognisedPage'],
    ['a report without it', reportPage([issuedRow(340)]), 'unrecognisedPage'],
    ['another amount beside it', reportPage([{ ...row, totalhonorarios: '1' }]), 'mismatch'],
  ]
  test.each(unclear)('with a bar code alone and %s is uncertain', async (_, report, cause) => {
    const { sent } = await issue({
      'TMBECN_BoletaHonorariosElectronica.cgi': barCodeAlone,
      'TMBCOC_InformeMensualBhe.cgi': report,
    })
    expect(sent).toMatchObject({ kind: 'uncertain', cause })
    expect(sent.kind === 'uncertain' ? sent.page : '').toContain('111111110003410A1B2C')
  })
})

describe('what the SII knows beforehand', () => {
  test('is the issuer’s addresses, last number and rate', async () => {
    const { boletas, names } = open()
    expect(await boletas.issuer()).toEqual({
      kind: 'ok',
      value: {
        name: 'ANA PÉREZ',
        activity: 'DISEÑO',
        addresses: [
          { id: '100000001', text: '' },
          { id: '100000002', text: '' },
        ],
        lastFolio: 340,
        rateBasisPoints: 1525,
      },
    })
    expect(names()).toHaveLength(2)
  })

  test('is a recipient as far as the form comes back with one', async () => {
    const filled = dataPage.replace(
      '<input type="button" name="cmdAceptar"',
      `<input name="txt_nombres_destinatario" value="CLIENTE UNO SPA"><input name="txt_domicilio_destinatario" value="AV 1">
       <input name="cbo_comuna" value="15103"><input type="button" name="cmdAceptar"`,
    )
    let posts = 0
    const { browser } = browserBefore((_, name) => {
      if (name !== 'TMBECN_PresentaDatosBoleta.cgi') return startPage
      posts += 1
      return posts === 1 ? dataPage : filled
    })
    const boletas = createBoletas(browser, PERSON, 1000)
    expect(await boletas.recipient(RECIPIENT)).toEqual({
      kind: 'ok',
      value: { name: 'CLIENTE UNO SPA', street: 'AV 1', communeCode: 15103, commune: '' },
    })
    expect(await open().boletas.recipient(RECIPIENT)).toEqual({ kind: 'ok', value: null })
  })
})

describe('the PDF of a boleta', () => {
  test('is asked by bar code and recognised by its bytes', async () => {
    const { boletas, asked } = open({ 'TMBCOT_ConsultaBoletaPdf.cgi': '%PDF-1.4 x' })
    const pdf = await boletas.pdf('111111110003410A1B2C', 'received')
    expect(pdf).toMatchObject({ kind: 'ok' })
    expect(asked[0]?.url).toContain(
      'txt_codigobarras=111111110003410A1B2C&veroriginal=si&origen=RECIBIDOS',
    )
  })

  test('that does not exist is not found; anything else is a failure', async () => {
    const missing = '<h1>INFORMACION AL CONTRIBUYENTE</h1><p>No existe la boleta de honorarios</p>'
    const { boletas } = open({ 'TMBCOT_ConsultaBoletaPdf.cgi': missing })
    expect(await boletas.pdf('111111110003410A1B2C', 'issued')).toMatchObject({ kind: 'notFound' })
    const login = open({ 'TMBCOT_ConsultaBoletaPdf.cgi': '<title>Autenticaci&oacute;n</title>' })
    expect(await login.boletas.pdf('111111110003410A1B2C', 'issued')).toEqual({
      kind: 'sessionExpired',
    })
    await expect(boletas.pdf('341&x=1', 'issued')).rejects.toThrow(/bar code/)
  })
})
