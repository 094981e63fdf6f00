import { describe, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { visitOf } from '../http/test-browser.ts'
import { readSentBoleta } from './sent.ts'
import { boleta, confirmPage, dataPage, issuedPage } from './test-boletas.ts'

const seen = {
  recipient: boleta().recipient.rut,
  grossClp: clp(100_000),
  retentionClp: clp(15_250),
  liquidoClp: clp(84_750),
  rateBasisPoints: 1525,
}
const sent = { content: boleta(), seen, lastFolio: 340 }
const read = (text: string, changes = {}) => readSentBoleta(visitOf(text, changes), sent)

const withValue = (name: string, value: string) =>
  issuedPage.replace('</script>', `xml_values['${name}'] = "${value}";</script>`)

describe('issued', () => {
  const others: [string, string][] = [
    ['number and bar code', issuedPage],
    ['no amounts', issuedPage.replace(/xml_values\['Monto_\w+'\] = [^;]+;/g, '')],
    ['our RUTs', withValue('rut_destinatario', '76.192.083-9')],
    ['a number with a dot', issuedPage.replace('"341"', '"1.341"')],
  ]
  test.each(others)('with %s', (_, page) => {
    expect(read(page)).toMatchObject({ kind: 'issued' })
  })

  test('without a bar code has no code', () => {
    const page = `<script>xml_values['folio'] = "341";</script>`
    expect(read(page)).toMatchObject({ kind: 'issued', folio: 341, code: null })
  })

  test('with a bar code alone still lacks its number', () => {
    const page = issuedPage.replace('"341"', '""')
    expect(read(page)).toMatchObject({ kind: 'numberless', barCode: '111111110003410A1B2C' })
  })
})

describe('a page with a number that is not ours is uncertain', () => {
  const others: [string, string][] = [
    ['the number before', issuedPage.replace('"341"', '"340"')],
    ['no number at all', issuedPage.replace('"341"', '"x"')],
    ['another gross', issuedPage.replace('"100000"', '"100001"')],
    ['another retention', issuedPage.replace('"15250"', '"14500"')],
    ['another recipient', withValue('rut_destinatario', '77111222')],
    ['another issuer', withValue('rut_arrastre', '22222222')],
    ['two bar codes', issuedPage.replace('value="11111111', 'value="22222222')],
  ]
  test.each(others)('%s', (_, page) => {
    expect(read(page)).toMatchObject({ kind: 'uncertain', cause: 'mismatch' })
  })
})

describe('everything else is uncertain', () => {
  const pages: [string, string, string][] = [
    ['nothing', '', 'unrecognisedPage'],
    ['the confirmation again', confirmPage, 'unrecognisedPage'],
    [
      'the confirmation again with an old number',
      confirmPage.replace('</script>', `xml_values['folio'] = "341";</script>`),
      'unrecognisedPage',
    ],
    ['the data form again', dataPage, 'unrecognisedPage'],
    ['an error in words', '<p>Debe ingresar el RUT</p>', 'unrecognisedPage'],
    ['an alert', "<script>alert('No se puede emitir')</script>", 'unrecognisedPage'],
    ['the login page', '<title>SII - Autenticaci&oacute;n</title>', 'loginPage'],
    ['maintenance', '<p>Sitio en mantenci&oacute;n</p>', 'unrecognisedPage'],
  ]
  test.each(pages)('%s', (_, page, cause) => {
    expect(read(page)).toMatchObject({ kind: 'uncertain', cause })
  })

  test('a success that came as an error', () => {
    expect(read(issuedPage, { status: 502 })).toMatchObject({ cause: 'serverError' })
    expect(read(issuedPage, { status: 404 })).toMatchObject({ cause: 'unrecognisedPage' })
  })

  test('a time-out and a lost connection', () => {
    const failed = (cause: 'network' | 'timeout') =>
      readSentBoleta({ kind: 'failed', cause, code: 'X' }, sent)
    expect(failed('timeout')).toMatchObject({ kind: 'uncertain', cause: 'timeout' })
    expect(failed('network')).toMatchObject({ kind: 'uncertain', cause: 'connectionLost' })
  })
})

describe('refused', () => {
  const sentences = [
    'El contribuyente no registra actividades de segunda categor&iacute;a',
    'Usted no est&aacute; autorizado a emitir boletas de honorarios',
    'La boleta no ha sido emitida',
  ]
  test.each(sentences)('only by a sentence no boleta can follow: %s', (sentence) => {
    expect(read(`<p>${sentence}</p>`)).toMatchObject({ kind: 'refused' })
  })

  test('not when the page carries a number all the same', () => {
    const page = issuedPage.replace('<form', '<p>La boleta no ha sido emitida</p><form')
    expect(read(page)).toMatchObject({ kind: 'uncertain', cause: 'mismatch' })
  })
})

test('the evidence has what the page carries', () => {
  const outcome = read(issuedPage)
  expect(outcome.kind === 'issued' ? outcome.page : '').toContain('cod_barras=111111110003410A1B2C')
})
