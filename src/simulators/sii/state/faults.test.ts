import { expect, test } from 'vitest'
import { ana, asesoriasPenaMunoz, world } from '../../world.ts'
import type { RawBrowser } from '../raw/browser.ts'
import { createRawBrowser } from '../raw/browser.ts'
import { choose, logIn, proposeXml, sendXml, sign } from '../raw/walk.ts'
import { NOON_MS, PORTAL, withSimulator } from '../test-portal.ts'
import type { FaultKind } from '../../world-trouble.ts'
import { faultKinds, isFaultKind } from '../../world-trouble.ts'

const ground = withSimulator()
const SEEDED = world.facturas.length

/** Everything up to the final step, so that a fault strikes only that. */
async function ready(): Promise<{ browser: RawBrowser; send: () => Promise<string> }> {
  const browser = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const form = await proposeXml(browser)
  const signed = await sign(browser, ana, form['txtPlainText'] ?? '')
  const send = () =>
    sendXml(browser, form, signed.text).then(
      (seen) => `${seen.status} ${seen.text}`,
      () => 'connection lost',
    )
  return { browser, send }
}

interface Expected {
  seen: RegExp
  stored: number
}

const ISSUED = /DOCUMENTO ENVIADO EXITOSAMENTE/
const LOST = /^connection lost$/

const expectations: Record<
  Exclude<FaultKind, 'hang-request' | 'hang-answer' | 'slow-answer'>,
  Expected
> = {
  'drop-request': { seen: LOST, stored: 0 },
  'drop-answer': { seen: LOST, stored: 1 },
  'cut-answer': { seen: LOST, stored: 1 },
  'error-before': { seen: /^503 /, stored: 0 },
  'error-after': { seen: /^503 /, stored: 1 },
  'html-before': { seen: /^200 [^]*Error inesperado/, stored: 0 },
  'html-after': { seen: /^200 [^]*Error inesperado/, stored: 1 },
  'slow-commit': { seen: LOST, stored: 0 },
  'late-arrival': { seen: LOST, stored: 0 },
  'list-lag': { seen: ISSUED, stored: 1 },
  'expire-before': { seen: /IngresoRutClave/, stored: 0 },
  'expire-after': { seen: ISSUED, stored: 1 },
  maintenance: { seen: /Sitio en mantenci/, stored: 0 },
  'duplicate-first': { seen: ISSUED, stored: 1 },
  'duplicate-second': { seen: /repetido/, stored: 1 },
}

const kinds = Object.entries(expectations).flatMap(([kind, expected]) =>
  isFaultKind(kind) ? [{ kind, ...expected }] : [],
)

test.each(kinds)('$kind at the final step stores $stored', async ({ kind, seen, stored }) => {
  const { send } = await ready()
  const { admin } = ground().simulator
  admin.faults.add({ kind, cgi: 'mipeSendXML.cgi' })
  expect(await send()).toMatch(seen)
  expect(admin.ledger()).toHaveLength(SEEDED + stored)
  expect(admin.faults.struck()).toEqual([{ kind, cgi: 'mipeSendXML.cgi' }])
  expect(admin.sends().length).toBe(
    kind.startsWith('duplicate') ? 2 : ['slow-commit', 'late-arrival'].includes(kind) ? 0 : 1,
  )
})

test.each(['hang-request', 'hang-answer', 'slow-answer'] as const)(
  '%s leaves the asker waiting until it gives up',
  async (kind) => {
    const { send } = await ready()
    const { admin } = ground().simulator
    admin.faults.add({ kind, cgi: 'mipeSendXML.cgi' })
    const answer = send()
    while (admin.faults.struck().length === 0) await new Promise((go) => setImmediate(go))
    expect(admin.ledger()).toHaveLength(SEEDED + (kind === 'hang-answer' ? 1 : 0))
    if (kind === 'slow-answer') admin.release()
    else await ground().simulator.close()
    expect(await answer).toMatch(kind === 'slow-answer' ? ISSUED : LOST)
  },
)

test('no kind of fault is left out here', () => {
  const tested = [...kinds.map(({ kind }) => kind), 'hang-request', 'hang-answer', 'slow-answer']
  expect(tested.toSorted()).toEqual(Object.keys(faultKinds).toSorted())
})

test('a slow commit happens after its connection died, even when the session was closed', async () => {
  const { browser, send } = await ready()
  const { admin } = ground().simulator
  admin.faults.add({ kind: 'slow-commit', cgi: 'mipeSendXML.cgi' })
  await send()
  await browser.get('/zeusr/cgi_AUT2000/autTermino.cgi')
  expect(admin.release()).toBe(1)
  expect(admin.ledger()).toHaveLength(SEEDED + 1)
})

test('a late arrival finds the door closed once its session is', async () => {
  const { browser, send } = await ready()
  const { admin } = ground().simulator
  admin.faults.add({ kind: 'late-arrival', cgi: 'mipeSendXML.cgi' })
  await send()
  await browser.get('/zeusr/cgi_AUT2000/autTermino.cgi')
  admin.release()
  expect(admin.ledger()).toHaveLength(SEEDED)
})

test('with list lag an issued document shows up only later', async () => {
  const { browser, send } = await ready()
  const { admin } = ground().simulator
  admin.faults.add({ kind: 'list-lag', cgi: 'mipeSendXML.cgi', delayMs: 60_000 })
  await send()
  const list = () => browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?FEC_DESDE=2026-11-20`)
  expect((await list()).text).toContain('No existen documentos')
  admin.setClock(NOON_MS + 60_000)
  expect((await list()).text).toContain('<td>1190</td>')
})

test('a fault waits for its CGI, method, person and turn', async () => {
  const { enter, simulator } = ground()
  const browser = await enter(ana, asesoriasPenaMunoz.rut)
  simulator.admin.faults.add({
    kind: 'error-before',
    cgi: 'mipeGenFacEx.cgi',
    method: 'GET',
    rut: ana.rut,
    skip: 1,
    status: 500,
  })
  const statuses: number[] = []
  for (let time = 0; time < 3; time += 1) {
    statuses.push((await browser.get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`)).status)
  }
  expect(statuses).toEqual([200, 500, 200])
})

test('the log of requests shows which of them overlapped', async () => {
  const { browser } = await ready()
  const { admin } = ground().simulator
  const before = admin.requests().length
  admin.faults.add({ kind: 'slow-answer', cgi: 'mipeAdminDocsEmi.cgi' })
  const slow = browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi`)
  while (admin.faults.struck().length === 0) await new Promise((go) => setImmediate(go))
  await browser.get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`)
  admin.release()
  await slow
  const [first, second] = admin.requests().slice(before)
  expect(first?.endedAs).toBeGreaterThan(second?.endedAs ?? Number.NaN)
  expect(first?.startedAs).toBeLessThan(second?.startedAs ?? Number.NaN)
})

test('scenarios bend the final step', async () => {
  const { admin } = ground().simulator
  const { send } = await ready()
  admin.scenarios.set({ name: 'signature-not-recognized', rut: ana.rut, times: 1 })
  expect(await send()).toContain('Firma no reconocida')
  admin.scenarios.set({ name: 'send-form-back', rut: asesoriasPenaMunoz.rut, times: 1 })
  expect(await send()).toContain('name="frmSign"')
  admin.scenarios.set({ name: 'send-unknown-page', times: 1 })
  expect(await send()).not.toMatch(ISSUED)
  expect(admin.ledger()).toHaveLength(SEEDED + 1)
})

test('over HTTP the admin sets and clears scenarios, faults, variants and the clock', async () => {
  const { simulator } = ground()
  const say = (method: string, path: string, body?: unknown) =>
    fetch(`${simulator.url}/_admin/${path}`, { method, body: body ? JSON.stringify(body) : null })
  expect((await say('POST', 'scenarios', { name: 'wrong-clave', rut: ana.rut })).status).toBe(204)
  expect((await say('POST', 'scenarios', { name: 'nonsense' })).status).toBe(400)
  const browser = createRawBrowser(simulator.url)
  expect((await logIn(browser, ana)).text).toContain('no es correcta')
  await say('DELETE', 'scenarios?name=wrong-clave')
  await say('POST', 'faults', { kind: 'maintenance', cgi: 'mipeSelEmpresa.cgi' })
  await logIn(browser, ana)
  expect((await choose(browser, asesoriasPenaMunoz.rut)).text).toContain('Sitio en mantenci')
  await say('POST', 'variants', { emptyList: 'table' })
  await say('POST', 'clock', { now: '2026-12-01T12:00:00-03:00' })
  expect(simulator.admin.variants().emptyList).toBe('table')
  expect(simulator.admin.now()).toBe(Date.UTC(2026, 11, 1, 15))
  const ledger: unknown = await (await say('GET', 'ledger')).json()
  expect(ledger).toHaveLength(SEEDED)
})
