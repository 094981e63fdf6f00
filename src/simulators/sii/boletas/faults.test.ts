import { expect, test } from 'vitest'
import { antonia, world } from '../../world.ts'
import type { FaultKind } from '../../world-trouble.ts'
import { faultKinds, isFaultKind } from '../../world-trouble.ts'
import type { RawBrowser } from '../raw/browser.ts'
import { confirmData, issueConfirmed, monthReport, presentData, scriptMap } from '../raw/boleta.ts'
import { withSimulator } from '../test-portal.ts'

const ground = withSimulator()
const SEEDED = world.boletas?.length ?? 0
const CGI = 'TMBECN_BoletaHonorariosElectronica.cgi'

/** Everything up to the final step, so that a fault strikes only that. */
async function ready(): Promise<{ browser: RawBrowser; issue: () => Promise<string> }> {
  const browser = await ground().enter(antonia)
  const confirmed = await confirmData(browser, antonia)
  const issue = () =>
    issueConfirmed(browser, confirmed.text).then(
      (seen) => `${seen.status} ${seen.text}`,
      () => 'connection lost',
    )
  return { browser, issue }
}

const ISSUED = /cod_barras/
const LOST = /^connection lost$/

/** What is seen, how many boletas there are then, and how many arrivals were noted. */
const expectations: Record<
  Exclude<FaultKind, 'hang-request' | 'hang-answer' | 'slow-answer'>,
  [seen: RegExp, stored: number, noted: number]
> = {
  'drop-request': [LOST, 0, 1],
  'drop-answer': [LOST, 1, 1],
  'cut-answer': [LOST, 1, 1],
  'error-before': [/^503 /, 0, 1],
  'error-after': [/^503 /, 1, 1],
  'html-before': [/^200 [^]*Error inesperado/, 0, 1],
  'html-after': [/^200 [^]*Error inesperado/, 1, 1],
  'slow-commit': [LOST, 0, 0],
  'late-arrival': [LOST, 0, 0],
  'list-lag': [ISSUED, 1, 1],
  'expire-before': [/IngresoRutClave/, 0, 1],
  'expire-after': [ISSUED, 1, 1],
  maintenance: [/Sitio en mantenci/, 0, 1],
  // Nothing tells the second from the first: there are two boletas then.
  'duplicate-first': [ISSUED, 2, 2],
  'duplicate-second': [ISSUED, 2, 2],
}

const kinds = Object.entries(expectations).flatMap(([kind, [seen, stored, noted]]) =>
  isFaultKind(kind) ? [{ kind, seen, stored, noted }] : [],
)

test.each(kinds)('$kind at the last step stores $stored', async ({ kind, seen, stored, noted }) => {
  const { issue } = await ready()
  const { admin } = ground().simulator
  admin.faults.add({ kind, cgi: CGI })
  expect(await issue()).toMatch(seen)
  expect(admin.boletas()).toHaveLength(SEEDED + stored)
  expect(admin.faults.struck()).toEqual([{ kind, cgi: CGI }])
  expect(admin.sends().map(({ tipoDte, content }) => [tipoDte, content])).toEqual(
    Array.from({ length: noted }, () => [null, '92929292-8 100000 2026-11-20 Diseño de envases']),
  )
})

test.each(['hang-request', 'hang-answer', 'slow-answer'] as const)(
  '%s leaves the asker waiting',
  async (kind) => {
    const { issue } = await ready()
    const { admin } = ground().simulator
    admin.faults.add({ kind, cgi: CGI })
    const answer = issue()
    while (admin.faults.struck().length === 0) await new Promise((go) => setImmediate(go))
    expect(admin.boletas()).toHaveLength(SEEDED + (kind === 'hang-answer' ? 1 : 0))
    if (kind === 'slow-answer') admin.release()
    else await ground().simulator.close()
    expect(await answer).toMatch(kind === 'slow-answer' ? ISSUED : LOST)
  },
)

test('no kind of fault is left out here', () => {
  const tested = [...kinds.map(({ kind }) => kind), 'hang-request', 'hang-answer', 'slow-answer']
  expect(tested.toSorted()).toEqual(Object.keys(faultKinds).toSorted())
})

test('the number of the last boleta tells whether a lost one was issued', async () => {
  const { browser, issue } = await ready()
  const lastFolio = async () =>
    scriptMap((await presentData(browser, antonia)).text, 'xml_values')['num_ult_boleta']
  const before = await lastFolio()
  const { admin } = ground().simulator
  admin.faults.add({ kind: 'drop-request', cgi: CGI })
  await issue()
  expect(await lastFolio()).toBe(before)
  admin.faults.add({ kind: 'drop-answer', cgi: CGI })
  await issue()
  expect(Number(await lastFolio())).toBe(Number(before) + 1)
  admin.faults.add({ kind: 'error-after', cgi: 'TMBCOC_InformeMensualBhe.cgi', status: 500 })
  expect((await monthReport(browser, antonia, '2026-11')).status).toBe(500)
})

test('over HTTP the admin lists, issues and annuls boletas', async () => {
  const { simulator } = ground()
  const say = (path: string, body?: unknown) =>
    fetch(`${simulator.url}/_admin/${path}`, {
      method: body ? 'POST' : 'GET',
      body: body ? JSON.stringify(body) : null,
    })
  const boleta = {
    issuerRut: antonia.rut,
    receiverRut: '92929292-8',
    text: 'Diseño',
    grossClp: 50_000,
    withholder: 'recipient',
  }
  const issued = await (await say('boletas', boleta)).json()
  expect(issued).toMatchObject({ folio: 12, retentionClp: 7625 })
  const annulment = { issuerRut: antonia.rut, folio: 12, cause: 3 }
  expect((await say('boletas/annul', annulment)).status).toBe(204)
  expect((await say('boletas/annul', { ...annulment, folio: 99 })).status).toBe(400)
  expect(await (await say('boletas')).json()).toHaveLength(SEEDED + 1)
  expect(simulator.admin.boletas().at(-1)).toMatchObject({ annulledFor: 3 })
})
