import { describe, expect, test } from 'vitest'
import { chileInstant, day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import type { LoginOutcome } from '../interface/portal.ts'
import type { WireRequest } from '../http/wire.ts'
import { createSii } from './client.ts'

const person = rut('11111111-1')
const NOW = chileInstant(day(2026, 11, 20), 9, 0)

const loginPage = `<title>SII - Autenticaci&oacute;n</title>
  <form id="myform" method="post" action="/cgi_AUT2000/CAutInicio.cgi" onsubmit="return ejecuta_opcion();">
  <input type="hidden" name="rut" value=""><input type="hidden" name="dv" value="">
  <input type="hidden" name="referencia" value="http://www.sii.cl"><input type="hidden" name="411" id="code" value="7">
  <input type="hidden" name="nuevo" value="x"><input name="rutcntr"><input type="password" name="clave"></form>`
const home = `<script>var DatosCntrNow = {"contribuyente":{"rut":"11111111","dv":"1","nombres":"ANA"},
  "direcciones":[]}; var DatosActeco = [];</script>`
const token = { 'set-cookie': ['TOKEN=abc; Domain=.sii.cl; Path=/', 'CSESSIONID=abc; Path=/'] }

interface Reply {
  body?: string
  status?: number
  headers?: Record<string, string | string[]>
}

/** Logs in against pages given by the last part of their path. */
async function enter(pages: Record<string, Reply>, clave = 'canario1') {
  const asked: WireRequest[] = []
  const sii = createSii({
    nowMs: () => NOW,
    paceMs: 0,
    wire: async (request) => {
      asked.push(request)
      const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
      const known: Record<string, Reply> = { 'IngresoRutClave.html': { body: loginPage }, ...pages }
      const { status = 200, headers = {}, body = '' } = known[name] ?? { status: 404 }
      return { kind: 'answered', status, headers, body: Buffer.from(body, 'latin1') }
    },
  })
  const outcome: LoginOutcome = await sii.login({ rut: person, clave })
  const paths = asked.map(
    ({ method, url }) => `${method} ${new URL(url).pathname.split('/').at(-1)}`,
  )
  return { outcome, asked, paths }
}

describe('the clave is posted', () => {
  test('as the page’s own script would, with the page’s own fields', async () => {
    const { outcome, asked, paths } = await enter({
      'CAutInicio.cgi': { headers: token },
      'siihome.cgi': { body: home },
    })
    expect(outcome.kind).toBe('ok')
    expect(paths).toEqual(['GET IngresoRutClave.html', 'POST CAutInicio.cgi', 'GET siihome.cgi'])
    expect(Object.fromEntries(new URLSearchParams(asked[1]?.body ?? ''))).toEqual({
      rut: '11111111',
      dv: '1',
      referencia: 'https://misiir.sii.cl/cgi_misii/siihome.cgi',
      '411': '',
      nuevo: 'x',
      rutcntr: '11111111-1',
      clave: 'canario1',
    })
    expect(asked[1]?.headers).toMatchObject({
      origin: 'https://zeusr.sii.cl',
      referer: expect.stringContaining('IngresoRutClave.html?https://misiir'),
    })
  })

  test('and the session gets the mark of being alive for two hours', async () => {
    const { asked } = await enter({
      'CAutInicio.cgi': { headers: token },
      'siihome.cgi': { body: home },
    })
    const cookies = asked[2]?.headers['cookie'] ?? ''
    expect(cookies).toContain('TOKEN=abc')
    expect(decodeURIComponent(cookies)).toContain('locexp=Fri, 20 Nov 2026 14:00:00 GMT')
  })
})

const message = (sentence: string, reason: number) =>
  `<p>Estimado:</p><p>${sentence}</p><p>El c&oacute;digo de este mensaje es 01.01.217.500.720.${reason}</p>`

describe('an answer without a session', () => {
  const answers: [string, Reply, string, string][] = [
    [
      'wrong clave',
      { body: message('La Clave Tributaria ingresada no es correcta.', 20) },
      'invalidCredentials',
      'La Clave Tributaria ingresada no es correcta.',
    ],
    ['the code alone', { body: message('Otro texto', 20) }, 'invalidCredentials', 'Otro texto'],
    [
      'too many sessions',
      { body: message('Usted ha superado el m&aacute;ximo de sesiones autenticadas', 27) },
      'tooManySessions',
      'Usted ha superado el máximo de sesiones autenticadas',
    ],
    [
      'too many sessions in an alert',
      {
        body: `<script>alert('Usted ha superado el m\\u00e1ximo de sesiones autenticadas')</script>`,
      },
      'tooManySessions',
      'Usted ha superado el máximo de sesiones autenticadas',
    ],
    [
      'a blocked clave',
      { body: message('Su clave se encuentra bloqueada', 31) },
      'accountBlocked',
      'Su clave se encuentra bloqueada',
    ],
    [
      'another message',
      { body: message('El RUT no tiene clave', 44) },
      'loginRejected',
      'El RUT no tiene clave',
    ],
  ]
  test.each(answers)('with %s', async (_, reply, kind, text) => {
    const { outcome, paths } = await enter({ 'CAutInicio.cgi': reply })
    expect(outcome).toEqual({ kind, text })
    expect(paths).toHaveLength(2)
  })

  test('that leads to the help page on too many logins is throttled', async () => {
    const location = 'https://www.sii.cl/ayudas/servicios_online/1943.html'
    const { outcome } = await enter({ 'CAutInicio.cgi': { status: 302, headers: { location } } })
    expect(outcome.kind).toBe('loginThrottled')
  })

  test('that leads to a page with a message is read there', async () => {
    const { outcome } = await enter({
      'CAutInicio.cgi': { status: 302, headers: { location: '/cgi_AUT2000/error.cgi' } },
      'error.cgi': { body: message('La Clave Tributaria ingresada no es correcta.', 20) },
    })
    expect(outcome.kind).toBe('invalidCredentials')
  })

  test.each([
    ['nothing', { body: '' }],
    ['a server’s error', { status: 503, body: 'x' }],
    ['a refusal of the front', { status: 403, body: 'Request Rejected' }],
    ['a request that the firewall blocked', { body: '<p>Su solicitud fue bloqueada</p>' }],
    [
      'an apology with a code of another kind',
      { body: '<title>Error</title><p>Servicio no disponible</p><p>CODIGO: 02.35.209.-1.148.10' },
    ],
    ['a sentence without its code', { body: '<p>No es posible ingresar' }],
  ])('with %s says nothing about the clave', async (_, reply) => {
    const { outcome } = await enter({ 'CAutInicio.cgi': reply })
    expect(outcome.kind).toBe('unavailable')
  })

  test('never repeats the clave it quotes', async () => {
    const { outcome } = await enter({
      'CAutInicio.cgi': { body: message('clave canario1 rara', 44) },
    })
    expect(outcome).toEqual({ kind: 'loginRejected', text: 'clave ••• rara' })
  })
})

describe('after a right clave', () => {
  const choose = `<h1>ESCOJA COMO DESEA INGRESAR</h1><a href="/cgi_AUT2000/empresa.cgi">Continuar como empresa</a>
    <a href="https://misiir.sii.cl/cgi_misii/siihome.cgi">Continuar</a>`

  test('the choice is made as oneself, wherever it is shown', async () => {
    const direct = await enter({
      'CAutInicio.cgi': { headers: token, body: choose },
      'siihome.cgi': { body: home },
    })
    expect(direct.outcome.kind).toBe('ok')
    expect(direct.paths.at(-1)).toBe('GET siihome.cgi')
  })

  test('another page in the way is handed back in its words and the session ended', async () => {
    const { outcome, paths } = await enter({
      'CAutInicio.cgi': { headers: token },
      'siihome.cgi': { body: '<p>Debe cambiar su clave</p>' },
    })
    expect(outcome).toEqual({ kind: 'interstitial', text: 'Debe cambiar su clave' })
    expect(paths).toContain('GET autTermino.cgi')
  })

  test('a closed home page does not undo the login', async () => {
    for (const reply of [{ status: 500 }, { body: 'Sitio en mantenci\u00f3n' }]) {
      const { outcome } = await enter({
        'CAutInicio.cgi': { headers: token },
        'siihome.cgi': reply,
      })
      expect(outcome.kind).toBe('ok')
    }
  })

  test('a home page that apologises with status 200 does not undo the login', async () => {
    const { outcome } = await enter({
      'CAutInicio.cgi': { headers: token },
      'siihome.cgi': { body: '<title>Error</title><p>CODIGO: 02.35.209.-1.148.10' },
    })
    expect(outcome.kind).toBe('ok')
  })

  test('a page that asks nothing of the person is trouble, not a notice, and says what the clave met', async () => {
    for (const body of ['<h1>Novedades</h1>', '<div id="app"></div><script src="a.js"></script>']) {
      const { outcome, paths } = await enter({
        'CAutInicio.cgi': { headers: token },
        'siihome.cgi': { body },
      })
      expect(outcome).toMatchObject({
        kind: 'unavailable',
        cause: 'unknownPage',
        isClaveSent: true,
      })
      expect(paths).toContain('GET autTermino.cgi')
    }
  })

  test('a home page of somebody else is no login', async () => {
    const { outcome } = await enter({
      'CAutInicio.cgi': { headers: token },
      'siihome.cgi': { body: home.replace('"11111111","dv":"1"', '"22222222","dv":"2"') },
    })
    expect(outcome.kind).toBe('unavailable')
  })

  test('a login page again is no login', async () => {
    const { outcome } = await enter({
      'CAutInicio.cgi': { headers: token },
      'siihome.cgi': { body: loginPage },
    })
    expect(outcome.kind).toBe('unavailable')
  })

  test('redirects in a ring end', async () => {
    const { outcome, paths } = await enter({
      'CAutInicio.cgi': { headers: token, body: `<script>location.replace('/ring.cgi')</script>` },
      'ring.cgi': { body: `<script>location.replace('/ring.cgi')</script>` },
    })
    expect(outcome.kind).not.toBe('ok')
    expect(paths.length).toBeLessThan(12)
  })
})
