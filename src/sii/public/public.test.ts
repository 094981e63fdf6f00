import { describe, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import type { WireRequest } from '../http/wire.ts'
import { createPublicSii, readAuthorised, readCaptcha, readTaxpayer } from './public.ts'

const RUT = rut('76192083-9')
const text = Buffer.from(`${'x'.repeat(36)}7319tail`).toString('base64')
const captcha = JSON.stringify({ codigorespuesta: 0, txtCaptcha: text })

const taxpayer = `<html><body><div><div>a</div><div>b</div><div>c</div><div>EMPRESA &Ntilde;U&Ntilde;OA SPA</div>
<div>RUT Contribuyente :</div><div>76.192.083-9</div>
<span>Contribuyente presenta Inicio de Actividades: SI</span><span>Fecha de Inicio de Actividades: 26-05-2008</span>
<table><tr><td>Giro</td><td>C&oacute;digo</td><td>Categor&iacute;a</td><td>Afecta IVA</td><td>Fecha</td></tr>
<tr><td>PROGRAMACI&Oacute;N</td><td>620100</td><td>Primera</td><td>Si</td><td>26-05-2008</td></tr>
<tr><td>ASESOR&Iacute;AS</td><td>702000</td><td>2</td><td>No</td></tr></table></div></body></html>`

const authorised = `<html><table><tr><td>Rut:</td><td>76192083-9</td></tr><tr><td>Raz&oacute;n Social:</td><td>EMPRESA UNO SPA</td></tr>
<tr><td>N&deg; Resoluci&oacute;n:</td><td>80</td></tr><tr><td>Fecha Resoluci&oacute;n:</td><td>22-08-2014</td></tr></table>
<table><tr><td>33</td><td>FACTURA ELECTRONICA</td><td>01-09-2014</td><td></td></tr>
<tr><td>52</td><td>GUIA</td><td>01-09-2014</td><td>31-12-2020</td></tr></table></html>`

function desk(pages: Record<string, string>) {
  const asked: WireRequest[] = []
  let nowMs = 0
  const sii = createPublicSii({
    nowMs: () => nowMs,
    wire: async (request) => {
      asked.push(request)
      const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
      const body = Buffer.from(pages[name] ?? '', 'latin1')
      return { kind: 'answered', status: 200, headers: {}, body }
    },
  })
  return { sii, asked, advance: (ms: number) => void (nowMs += ms) }
}

describe('a taxpayer', () => {
  test('is read after the page’s own answer to its captcha', async () => {
    const { sii, asked } = desk({ 'CViewCaptcha.cgi': captcha, getstc: taxpayer })
    expect(await sii.taxpayer(RUT)).toEqual({
      kind: 'ok',
      value: {
        rut: RUT,
        name: 'EMPRESA ÑUÑOA SPA',
        hasStarted: true,
        startedOn: '2008-05-26',
        activities: [
          { description: 'PROGRAMACIÓN', code: '620100', category: 1, hasIva: true },
          { description: 'ASESORÍAS', code: '702000', category: 2, hasIva: false },
        ],
      },
    })
    expect(Object.fromEntries(new URLSearchParams(asked[1]?.body ?? ''))).toEqual({
      RUT: '76192083',
      DV: '9',
      PRG: 'STC',
      OPC: 'NOR',
      txt_code: '7319',
      txt_captcha: text,
    })
    expect(asked[1]?.headers).not.toHaveProperty('cookie')
  })

  test('is asked once a day', async () => {
    const { sii, asked, advance } = desk({ 'CViewCaptcha.cgi': captcha, getstc: taxpayer })
    await sii.taxpayer(RUT)
    await sii.taxpayer(RUT)
    expect(asked).toHaveLength(2)
    advance(25 * 60 * 60 * 1000)
    await sii.taxpayer(RUT)
    expect(asked).toHaveLength(4)
  })

  test('that answers for somebody else is no answer', () => {
    expect(readTaxpayer(taxpayer, rut('77111222-6'))).toMatchObject({ kind: 'portalChanged' })
  })

  test('nobody knows is null', () => {
    const unknown = '<p>No existe informaci&oacute;n para el RUT</p>'
    expect(readTaxpayer(unknown, RUT)).toEqual({ kind: 'ok', value: null })
    const bare = '<h3>Situaci&oacute;n Tributaria de Terceros</h3>'
    expect(readTaxpayer(bare, RUT)).toEqual({ kind: 'ok', value: null })
    expect(readTaxpayer(`${bare}<p>Actividades`, RUT)).toBeNull()
    expect(readTaxpayer(`${bare}<p>76.192.083-9`, RUT)).toBeNull()
    const hidden = taxpayer.replace('EMPRESA &Ntilde;U&Ntilde;OA SPA', '**')
    expect(readTaxpayer(hidden, RUT)).toEqual({ kind: 'ok', value: null })
  })

  const failures: [string, Record<string, string>, string][] = [
    ['no captcha', { 'CViewCaptcha.cgi': '<html>' }, 'portalChanged'],
    ['a captcha too short', { 'CViewCaptcha.cgi': '{"txtCaptcha":"eA=="}' }, 'portalChanged'],
    ['the captcha refused', { 'CViewCaptcha.cgi': captcha, getstc: '<p>Captcha' }, 'portalChanged'],
    [
      'an alert',
      { 'CViewCaptcha.cgi': captcha, getstc: "<script>alert('No')</script>" },
      'unclear',
    ],
    ['a queue', { 'CViewCaptcha.cgi': captcha, getstc: '<p>Sala de espera' }, 'unavailable'],
  ]
  test.each(failures)('with %s is a failure', async (_, pages, kind) => {
    expect(await desk(pages).sii.taxpayer(RUT)).toMatchObject({ kind })
  })

  test('has a captcha whose text stands at its place', () => {
    expect(readCaptcha(captcha)).toEqual({ text, code: '7319' })
    expect(readCaptcha('x')).toBeNull()
  })
})

describe('an authorised issuer', () => {
  test('has its resolution and the documents it may issue, until when', async () => {
    const { sii } = desk({ ee_empresa_rut: authorised })
    expect(await sii.authorisedIssuer(RUT)).toEqual({
      kind: 'ok',
      value: {
        rut: RUT,
        name: 'EMPRESA UNO SPA',
        resolutionNumber: 80,
        resolutionDay: '2014-08-22',
        documents: [
          { tipoDte: 33, description: 'FACTURA ELECTRONICA', from: '2014-09-01', until: null },
          { tipoDte: 52, description: 'GUIA', from: '2014-09-01', until: '2020-12-31' },
        ],
      },
    })
  })

  test('that is none is null; anything else is a failure', async () => {
    const none = '<p>El RUT no corresponde a una empresa autorizada</p>'
    expect(readAuthorised(none, RUT)).toEqual({ kind: 'ok', value: null })
    expect(readAuthorised(authorised, rut('77111222-6'))).toMatchObject({ kind: 'portalChanged' })
    expect(readAuthorised('<p>x', RUT)).toBeNull()
    expect(await desk({ ee_empresa_rut: '<p>x' }).sii.authorisedIssuer(RUT)).toMatchObject({
      kind: 'portalChanged',
    })
  })
})
