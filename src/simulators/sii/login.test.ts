import { expect, test } from 'vitest'
import { ana, antonia, rodrigo } from '../world.ts'
import { createRawBrowser } from './raw/browser.ts'
import { choose, logIn } from './raw/walk.ts'
import { NOON_MS, PORTAL, withSimulator } from './test-portal.ts'

const ground = withSimulator()
const LOGIN_PAGE = '/zeusr/AUT2000/InicioAutenticacion/IngresoRutClave.html'

test('the login page carries the destination raw in its query and the form of the real one', async () => {
  const { browser } = ground()
  const seen = await browser.get(`${LOGIN_PAGE}?https://misiir.sii.cl/cgi_misii/siihome.cgi`)
  expect(seen.text).toContain('Autenticaci&oacute;n')
  expect(seen.text).toContain('id="myform" method="post" action="/cgi_AUT2000/CAutInicio.cgi"')
  expect(seen.text).toContain(
    'name="referencia" id="referencia" value="https://misiir.sii.cl/cgi_misii/siihome.cgi"',
  )
  expect([...browser.cookies.keys()]).toEqual(['TS01a2b3c4', 'dtCookie'])
})

test('a good login sets every cookie of the session and sends the browser on by script', async () => {
  const { browser } = ground()
  const seen = await logIn(browser, ana)
  expect(seen.text).toContain("location.replace('https://misiir.sii.cl/cgi_misii/siihome.cgi')")
  const names = ['rut', 'rutm', 'dv', 'dvm', 'clave', 'mac', 'exp', 'sec', 'lms']
  expect([...browser.cookies.keys()]).toEqual([
    'TOKEN',
    'CSESSIONID',
    ...names.map((name) => `NETSCAPE_LIVEWIRE.${name}`),
    'RUT_NS',
    'DV_NS',
  ])
  expect(browser.cookies.get('TOKEN')).toBe(browser.cookies.get('CSESSIONID'))
  expect(browser.cookies.get('NETSCAPE_LIVEWIRE.rut')).toBe('15151515')
})

test('the other variant of a good login is a redirect', async () => {
  const { browser, simulator } = ground()
  simulator.admin.setVariants({ loginSuccess: 'redirect' })
  const seen = await logIn(browser, ana)
  expect([seen.status, seen.headers.get('location')]).toEqual([
    302,
    'https://misiir.sii.cl/cgi_misii/siihome.cgi',
  ])
})

test('a wrong clave says so in the line before its code, and sets no session cookie', async () => {
  const { browser } = ground()
  const seen = await logIn(browser, ana, 'mala1234')
  expect(seen.status).toBe(200)
  expect(seen.text).toMatch(
    /La Clave Tributaria ingresada no es correcta<\/p>\n<p>El c&oacute;digo de este mensaje es 01\.01\.203\.500\.720\.20/,
  )
  expect(browser.cookies.has('TOKEN')).toBe(false)
})

test('five wrong claves in a row block it, and the good one is refused then', async () => {
  const { browser } = ground()
  for (let time = 0; time < 5; time += 1) await logIn(browser, ana, 'mala1234')
  expect((await logIn(browser, ana)).text).toContain('bloqueada')
})

test('sessions that nobody closes pile up until the next is refused; logout frees one', async () => {
  const { simulator } = ground()
  const browsers = Array.from({ length: 6 }, () => createRawBrowser(simulator.url))
  const [first, ...others] = browsers
  const last = others.at(-1)
  if (!first || !last) throw new Error('no browsers')
  for (const one of [first, ...others.slice(0, -1)]) await logIn(one, ana)
  expect((await logIn(last, ana)).text).toContain('ximo de sesiones autenticadas')
  await first.get('/zeusr/cgi_AUT2000/autTermino.cgi')
  expect((await logIn(last, ana)).text).toContain('location.replace')
})

test('the thirteenth login within an hour lands on the help page', async () => {
  const { browser, simulator } = ground()
  simulator.admin.setLimits({ openSessions: 100 })
  for (let time = 0; time < 12; time += 1) await logIn(browser, ana)
  const seen = await logIn(browser, ana)
  expect(seen.headers.get('location')).toContain('servicios_online/1943')
})

test('who does not look like a browser is turned away at the login', async () => {
  const seen = await fetch(`${ground().simulator.url}${LOGIN_PAGE}`, {
    headers: { 'user-agent': 'node' },
  })
  expect(await seen.text()).toContain('Request Rejected')
})

test('after two hours a protected page is the login page, with status 200', async () => {
  const { enter, simulator } = ground()
  const browser = await enter(ana, ana.companies[0])
  simulator.admin.setClock(NOON_MS + 2 * 60 * 60 * 1000)
  const seen = await browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?NUM_PAG=1`)
  expect([seen.status, seen.text.includes('IngresoRutClave')]).toEqual([200, true])
})

test('Mi SII describes the person: a natural person has no razonSocial', async () => {
  const browser = await ground().enter(antonia)
  const { text } = await browser.get('/misiir/cgi_misii/siihome.cgi')
  const literal = /var DatosCntrNow = (\{.*\});/.exec(text)?.[1] ?? '{}'
  expect(JSON.parse(literal)).toMatchObject({
    contribuyente: { rut: '17171717', dv: '5', nombres: 'ANTONIA BELÉN', razonSocial: null },
  })
  const activities = /var DatosActeco = (\[.*\]);/.exec(text)?.[1] ?? '[]'
  expect(JSON.parse(activities)).toMatchObject([{ codigo: '741009', categoriaTributaria: '2' }])
})

test('the chooser has three shapes: several companies, none, exactly one', async () => {
  const { enter } = ground()
  const several = await (await enter(rodrigo)).get(`${PORTAL}/mipeSelEmpresa.cgi`)
  expect(several.text).toContain(
    '<option value="77171717-9">SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA 77171717-9\n<option value="77272727-5">',
  )
  expect(several.text).not.toContain('</option>')
  const none = await (await enter(antonia)).get(`${PORTAL}/mipeSelEmpresa.cgi`)
  expect(none.text).toContain('<optgroup label="Seleccione una opci&oacute;n">\n</optgroup>')
  const oneBrowser = await enter(ana)
  const one = await oneBrowser.get(`${PORTAL}/mipeSelEmpresa.cgi`)
  expect(one.text).toContain('<TITLE>Facturacion Electronica - Launcher</TITLE>')
  expect((await oneBrowser.get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`)).text).toContain(
    'Rut 77070707-2',
  )
})

test('a company the person may not use brings the chooser back', async () => {
  const browser = await ground().enter(rodrigo)
  const seen = await choose(browser, '77070707-2')
  expect(seen.text).toContain('name="fPrmEmpPOP"')
})

test('without a company the lists refuse with their code', async () => {
  const browser = await ground().enter(rodrigo)
  const seen = await browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?NUM_PAG=1`)
  expect(seen.text).toContain('no ha seleccionado una Empresa.')
  expect(seen.text).toContain('CODIGO: 02.35.209.-1.148.10')
})

test('the chosen company belongs to the session, not to the person', async () => {
  const { enter } = ground()
  const first = await enter(rodrigo, '77171717-9')
  const second = await enter(rodrigo, '77272727-5')
  const form = `${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`
  expect((await first.get(form)).text).toContain('Rut 77171717-9')
  expect((await second.get(form)).text).toContain('Rut 77272727-5')
})
