import { describe, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { Page, Visit } from '../http/http.ts'
import { readSent } from './sent.ts'

const sent = { company: rut('76192083-9'), tipoDte: 33, folio: 22, totalClp: clp(357_000) }

const success = `<p>Empresa: 76.192.083-9</p><p>DOCUMENTO ENVIADO EXITOSAMENTE</p>
  <p>FACTURA ELECTRONICA N&deg; 22</p>
  <a href="/cgi-bin/Portal001/mipeDisplayPDF.cgi?DHDR_CODIGO=99000001" target="_blank">Ver Documento</a>`

function page(text: string, changes: Partial<Page> = {}): Visit {
  const url = 'https://www1.sii.cl/cgi-bin/Portal001/mipeSendXML.cgi'
  const bytes = Buffer.from(text)
  return {
    kind: 'page',
    page: { url, status: 200, contentType: 'text/html', bytes, text, movedTo: null, ...changes },
  }
}

const read = (text: string, changes: Partial<Page> = {}) =>
  readSent(page(text, changes), sent, 'pw')

const alertPage = (text: string) => `<HTML><HEAD><TITLE>Redireccionando</TITLE><script>
  function redirec(){ alert('${text}\\n'); window.history.go(-1); }</script></HEAD>
  <body onLoad="redirec()"></body></HTML>`

describe('issued', () => {
  test('when the page says so and folio and company agree', () => {
    expect(read(success)).toMatchObject({ kind: 'issued', folio: 22, code: '99000001' })
  })

  const others: [string, string][] = [
    ['another ordinal sign', success.replace('&deg;', 'º')],
    ['accents', success.replace('ELECTRONICA', 'ELECTR&Oacute;NICA')],
    ['no link', success.replace(/<a[^]*a>/, '')],
    ['its total', `${success}<p>TOTAL: $ 357.000</p>`],
    ['an address with a number', `${success}<p>CALLE UNO N° 100</p>`],
  ]
  test.each(others)('with %s', (_, text) => {
    expect(read(text).kind).toBe('issued')
  })
})

describe('a page of success that does not agree is uncertain', () => {
  const others: [string, string][] = [
    ['another folio', success.replace('22', '21')],
    ['no folio', success.replace('N&deg; 22', '')],
    ['another company', success.replace('76.192.083-9', '77.111.222-6')],
    ['no company', success.replace('Empresa: 76.192.083-9', '')],
    ['two companies', `${success}<p>Empresa: 77.111.222-6</p>`],
    ['another type', success.replace('FACTURA ELEC', 'FACTURA EXENTA ELEC')],
    ['another total', `${success}<p>Total $ 356.999</p>`],
    ['an alert that refuses it', `${success}<script>alert('Firma no reconocida')</script>`],
    ['two folios', `${success}<p>FACTURA ELECTRONICA N° 21</p>`],
  ]
  test.each(others)('%s', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'uncertain', cause: 'mismatch' })
  })
})

describe('refused', () => {
  test('by the one sentence of the portal', () => {
    expect(read(alertPage('Firma no reconocida'))).toEqual({
      kind: 'refused',
      text: 'Firma no reconocida',
    })
  })

  test('by its signing page again', () => {
    const again = '<form name="frmSign"><textarea name="txtPlainText"></textarea></form><p>Firmar'
    expect(read(again)).toMatchObject({ kind: 'refused' })
  })
})

describe('uncertain', () => {
  const unknown: [string, string][] = [
    ['an empty page', ''],
    ['a word of success without its sentence', '<p>DOCUMENTO ENVIADO</p>'],
    ['several alerts', "<script>alert('Firma no reconocida');alert('Otra')</script>"],
    ['an alert commented out', "<script>//alert('Firma no reconocida')</script>"],
    ['an alert on a long page', `${alertPage('Firma no reconocida')}${'<p>x</p>'.repeat(2000)}`],
    ['a repetition', alertPage('Documento rechazado por estar repetido')],
    ['a folio already used', alertPage('Folio no valido')],
    ['trouble after issuing', alertPage('Error al enviar el correo al receptor')],
    ['a sentence nobody knows', alertPage('Documento no procesado')],
    [
      'the signing page with such a sentence',
      `<form name="frmSign"></form>${alertPage('Folio usado')}`,
    ],
    [
      'the signing page with an apology',
      '<form name="frmSign"></form><p>Servicio no disponible, intente m&aacute;s tarde',
    ],
  ]
  test.each(unknown)('%s', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'uncertain', cause: 'unrecognisedPage' })
  })

  test('a refusal or a success that came as a server’s error', () => {
    for (const text of [success, alertPage('Firma no reconocida')]) {
      expect(read(text, { status: 500 })).toMatchObject({ kind: 'uncertain', cause: 'serverError' })
    }
    expect(read(success, { status: 404 })).toMatchObject({ cause: 'unrecognisedPage' })
  })

  test('the login page in any of its disguises', () => {
    const title = '<title>SII - Autenticaci&oacute;n</title>'
    const script = `<script>location.replace('https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html')</script>`
    const url = 'https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html'
    for (const visit of [
      read(title),
      read(script),
      read('', { status: 302, movedTo: { kind: 'inside', url } }),
      read('<p>Su sesi&oacute;n ha expirado</p>'),
    ]) {
      expect(visit).toMatchObject({ kind: 'uncertain', cause: 'loginPage' })
    }
  })

  test('a lost connection and a time-out', () => {
    const failed = (cause: 'network' | 'timeout') =>
      readSent({ kind: 'failed', cause, code: 'X' }, sent, 'pw')
    expect(failed('network')).toEqual({ kind: 'uncertain', cause: 'connectionLost', page: null })
    expect(failed('timeout')).toEqual({ kind: 'uncertain', cause: 'timeout', page: null })
  })
})

test('the text kept shows neither fields nor the password', () => {
  const text = `${success}<input name="clave" value="pw"><textarea>pw</textarea><p>clave=pw</p>`
  const outcome = read(text)
  expect(outcome.kind === 'issued' ? outcome.page : '').toContain('clave=•••')
  expect(JSON.stringify(outcome)).not.toContain('pw')
})
