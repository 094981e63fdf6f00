import { request as ask } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { rut } from '#domain/rut.ts'
import { createSii, siiOrigins, type Sii } from '#sii/sii.ts'
import {
  ana,
  aseoDelSur,
  asesoriasPenaMunoz,
  rodrigo,
  softwareAraucaria,
} from '#simulators/world.ts'
import { visitPortal } from '../facturators/visit.ts'
import { startTestBench, type Caller, type TestBench } from '../test-bench.ts'
import { claimMonth } from './reading-store.ts'
import { readDueRegisters } from './test-registers.ts'
import { instantText } from '../clock.ts'
import { readNextMonth } from './worker.ts'

let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

async function companyOf(user: Caller, identifier: string): Promise<number> {
  const { body } = await user.call('GET', '/billing-sii/companies/')
  const companies = contract.listCompanies.reply.parse(body)
  return companies.find(({ company_info }) => company_info.identifier === identifier)?.id ?? 0
}

async function look(user: Caller, company: number) {
  const { body } = await user.call('GET', `/billing-sii/companies/${company}/analytics/`)
  return contract.readAnalytics.reply.parse(body)
}

const logins = () =>
  bench.simulator.admin.requests().filter(({ path }) => path.endsWith('CAutInicio.cgi')).length

/** The SII as it is, but for its registers. */
function siiWithRegisters(status: number, page: string): Sii {
  const headers = { 'content-type': 'text/html' }
  return createSii({
    origins: siiOrigins(bench.simulator.url),
    nowMs: () => bench.clock.now(),
    paceMs: 0,
    wire: async (request) =>
      isOfRegisters(request)
        ? { kind: 'answered', status, headers, body: Buffer.from(page) }
        : passOn(request),
  })
}

type Wire = NonNullable<Parameters<typeof createSii>[0]['wire']>

function isOfRegisters({ url }: Parameters<Wire>[0]): boolean {
  return url.includes('consdcvinternetui/services')
}

async function passOn({ url, method, headers: sent, body: form }: Parameters<Wire>[0]) {
  const { statusCode, headers, body } = await ask(url, { method, headers: sent, body: form })
  return { kind: 'answered', status: statusCode, headers, body: await body.bytes() } as const
}

/** Whoever issues for this person now. */
function issuing(user: Awaited<ReturnType<TestBench['connected']>>) {
  const { organisationId, facturatorId } = user
  const as = { organisationId, facturatorId, person: rut(ana.rut) }
  return visitPortal(bench.needs, as, { worker: 'issuing', patienceMs: 0 }, (session) =>
    session.profile(),
  )
}

test('a page instead of data costs nobody a good session and no log-in', async () => {
  const user = await bench.connected(ana)
  const company = await companyOf(user, asesoriasPenaMunoz.rut)
  await bench.clock.advance(10 * MINUTE_MS)
  await issuing(user)
  await look(user, company)
  const before = logins()
  const sii = siiWithRegisters(403, '<html><title>Request Rejected</title></html>')
  for (let tries = 0; tries < 3; tries += 1) {
    await readDueRegisters({ ...bench.needs, sii })
    const { reading } = (await look(user, company)).ours
    expect(reading).toMatchObject({ reason: 'portal' })
    expect((await issuing(user)).kind).toBe('ok')
    await bench.clock.advanceTo(Date.parse(reading.next_try_at ?? ''))
  }
  expect(logins()).toBe(before)
})

test('registers that ask for slowness are left alone, by all, and nobody stops issuing', async () => {
  const user = await bench.connected(ana)
  const other = await bench.connected(rodrigo)
  const company = await companyOf(user, asesoriasPenaMunoz.rut)
  await look(user, company)
  await look(other, await companyOf(other, aseoDelSur.rut))
  await readDueRegisters({ ...bench.needs, sii: siiWithRegisters(429, '<html>Too many</html>') })
  expect((await issuing(user)).kind).toBe('ok')
  expect(await readDueRegisters(bench.needs)).toBe(0)
  await bench.clock.advance(31 * MINUTE_MS)
  await readDueRegisters(bench.needs)
  expect((await look(user, company)).ours.missing_months).toEqual([])
})

test('two accounts of one person change hands twice an hour at most', async () => {
  const one = await bench.connected(ana)
  await bench.clock.advance(3 * MINUTE_MS)
  const two = await bench.connected(ana)
  await bench.clock.advance(31 * MINUTE_MS)
  const companies = [
    await companyOf(one, asesoriasPenaMunoz.rut),
    await companyOf(two, asesoriasPenaMunoz.rut),
  ]
  const missing = async () => {
    const looks = [await look(one, companies[0] ?? 0), await look(two, companies[1] ?? 0)]
    return looks.flatMap(({ ours }) => ours.missing_months).length
  }
  expect(await missing()).toBe(24)
  const before = logins()
  for (let minute = 0; minute < 70; minute += 1) {
    await readDueRegisters(bench.needs)
    await bench.clock.advance(MINUTE_MS)
  }
  expect(await missing()).toBe(0)
  expect(logins() - before).toBeLessThanOrEqual(3)
})

test('a hiccup at the first month makes no year of sums', async () => {
  const user = await bench.connected(ana)
  const company = await companyOf(user, asesoriasPenaMunoz.rut)
  const whole = async () => (await look(user, company)).ours.months.map((one) => one.is_whole)
  const { scenarios } = bench.simulator.admin
  scenarios.set({ name: 'register-error' })
  await look(user, company)
  await readDueRegisters(bench.needs)
  await bench.clock.advance(3 * MINUTE_MS)
  await readDueRegisters(bench.needs)
  scenarios.clear({ name: 'register-error' })
  await bench.clock.advance(9 * MINUTE_MS)
  await readDueRegisters(bench.needs)
  expect((await whole()).filter((one) => !one)).toHaveLength(1)
  await bench.clock.advance(25 * HOUR_MS)
  await look(user, company)
  await readDueRegisters(bench.needs)
  expect(await whole()).not.toContain(false)
})

/** A factura of that user's company, as the queue would have it. */
async function insertQueued(
  user: Caller,
  company: number,
  made: { state: 'queued' | 'uncertain'; reason: string | null; nextTryMs: number | null },
): Promise<void> {
  const now = instantText(bench.clock.now())
  await bench.database.db
    .insertInto('document')
    .values({
      organisation_id: user.organisationId,
      key: `test:${made.state}:${made.reason}`,
      kind: 'factura',
      company_id: company,
      person_rut: ana.rut,
      recipient_rut: '93939393-5',
      recipient_name: 'Cliente',
      emission_day: '2026-11-10',
      issue_day: '2026-11-10',
      service_month: '2026-11',
      state: made.state,
      reason: made.reason,
      content: '{}',
      content_digest: Buffer.alloc(32),
      next_try_at: made.nextTryMs === null ? null : instantText(made.nextTryMs),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

test('a document in doubt and those behind it stop no reading of the registers', async () => {
  const user = await bench.connected(ana)
  const company = await companyOf(user, asesoriasPenaMunoz.rut)
  await look(user, company)
  const now = bench.clock.now()
  await insertQueued(user, company, {
    state: 'uncertain',
    reason: 'notFoundTwice',
    nextTryMs: null,
  })
  await insertQueued(user, company, {
    state: 'queued',
    reason: 'behindUncertain',
    nextTryMs: now - HOUR_MS,
  })
  await readDueRegisters(bench.needs)
  expect((await look(user, company)).ours.missing_months).toEqual([])
})

test.each([
  ['a document in doubt that is about to be looked for', 'uncertain'],
  ['a queued document whose turn has come', 'queued'],
] as const)('%s comes before the registers', async (_, state) => {
  const user = await bench.connected(ana)
  const company = await companyOf(user, asesoriasPenaMunoz.rut)
  await look(user, company)
  await insertQueued(user, company, { state, reason: null, nextTryMs: bench.clock.now() })
  expect(await readDueRegisters(bench.needs)).toBe(0)
})

test('of two processes one begins, and nobody else before it has ended', async () => {
  const user = await bench.connected(rodrigo)
  for (const { rut: company } of [aseoDelSur, softwareAraucaria]) {
    await look(user, await companyOf(user, company))
  }
  for (let turn = 0; turn < 10; turn += 1) {
    const claims = [claimMonth(bench.needs, 6_500), claimMonth(bench.needs, 6_500)]
    const claimed = await Promise.all(claims)
    expect(claimed.filter((one) => one !== null)).toHaveLength(1)
    await bench.clock.advance(MINUTE_MS)
    expect(await claimMonth(bench.needs, 6_500)).toBeNull()
    await bench.clock.advance(10 * MINUTE_MS)
  }
})

test.each([
  ['before', true],
  ['amid', false],
])(
  'who stops %s a month leaves the person’s session free, and the month to be read',
  async (_, isStopped) => {
    const user = await bench.connected(ana)
    const company = await companyOf(user, asesoriasPenaMunoz.rut)
    await look(user, company)
    const stop = new AbortController()
    if (isStopped) stop.abort()
    const sii = createSii({
      origins: siiOrigins(bench.simulator.url),
      nowMs: () => bench.clock.now(),
      paceMs: 0,
      wire: (request) => {
        if (!isOfRegisters(request)) return passOn(request)
        stop.abort()
        return new Promise(() => undefined)
      },
    })
    const reader = {
      ...bench.needs,
      sii,
      worker: 'reader',
      registerSpacingMs: 0,
      onReadingFailure: (error: unknown) => {
        throw error
      },
    }
    expect(await readNextMonth(reader, stop.signal)).toBe(true)
    expect((await issuing(user)).kind).toBe('ok')
    expect((await look(user, company)).ours.reading).toMatchObject({
      state: 'reading',
      reason: null,
    })
    await readDueRegisters(bench.needs)
    expect((await look(user, company)).ours.missing_months).toEqual([])
  },
)
