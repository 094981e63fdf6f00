import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { instantText } from '../clock.ts'
import { startTestBench, type Caller, type TestBench } from '../test-bench.ts'
import { companyOf, look, readDueRegisters } from './test-registers.ts'

let bench: TestBench
let user: Caller
let company: number
// 10 November 2026, 12:00 in Chile.
beforeEach(async () => {
  bench = await startTestBench()
  user = await bench.connected(ana)
  company = await companyOf(user, asesoriasPenaMunoz.rut)
})
afterEach(() => bench.close())

const MINUTE_MS = 60_000
const NOVEMBER = '?months_back=1'

const read = () => readDueRegisters(bench.needs)
const askAgain = () => user.call('POST', `/billing-sii/companies/${company}/analytics/read-again/`)

describe('the averages', () => {
  test('are of the months that have ended; what is under way counts in the flow', async () => {
    await look(user, company, '?months_back=3')
    await read()
    const { general, temporal, ours } = await look(user, company, '?months_back=3')
    const of = (key: 'sales' | 'purchases') => temporal.map((one) => one[key].amount)
    const [september = 0, october = 0, november = 0] = of('sales')
    const bought = of('purchases')
    expect(november).toBeGreaterThan(0)
    expect(ours.month_in_course).toBe('2026-11')
    expect(general.summary).toEqual({
      avg_monthly_sales: Math.round((september + october) / 2),
      avg_monthly_purchases: Math.round(((bought[0] ?? 0) + (bought[1] ?? 0)) / 2),
      total_months: 2,
      net_flow: september + october + november - bought.reduce((sum, amount) => sum + amount, 0),
    })
  })

  test('are of this month where nothing else was read, and of a month alone', async () => {
    await look(user, company, '?months_back=2')
    await read()
    const now = await look(user, company, NOVEMBER)
    expect(now.general.summary).toMatchObject({
      avg_monthly_sales: now.temporal[0]?.sales.amount,
      total_months: 1,
    })
    expect(now.ours.month_in_course).toBe('2026-11')
    const october = await look(user, company, '?year=2026&month=10')
    expect(october.general.summary).toMatchObject({
      avg_monthly_sales: october.temporal[0]?.sales.amount,
      total_months: 1,
    })
    expect(october.ours.month_in_course).toBeNull()
  })
})

describe('the answer', () => {
  test('is without documents for who wants the figures alone', async () => {
    await look(user, company, NOVEMBER)
    await read()
    const whole = await look(user, company, NOVEMBER)
    const figures = await look(user, company, `${NOVEMBER}&documents=0`)
    expect(whole.sales.documents.length).toBeGreaterThan(0)
    expect(whole.ours.more_documents).toEqual({ sales: 0, purchases: 0 })
    expect(figures).toEqual({
      ...whole,
      sales: { ...whole.sales, documents: [] },
      purchases: { ...whole.purchases, documents: [] },
      ours: {
        ...whole.ours,
        more_documents: {
          sales: whole.sales.documents.length,
          purchases: whole.purchases.documents.length,
        },
      },
    })
    expect(await look(user, company, `${NOVEMBER}&documents=1`)).toEqual(whole)
    const path = `/billing-sii/companies/${company}/analytics/?documents=maybe`
    expect((await user.call('GET', path)).status).toBe(400)
  })

  test('comes with its documents some times an hour, and without them as often as a page looks', async () => {
    const path = `/billing-sii/companies/${company}/analytics/`
    const account = `organisation:${user.organisationId}`
    for (let tries = 0; tries < 120; tries += 1) {
      await bench.needs.limits.consume('registerDocumentsAccount', account)
    }
    expect((await user.call('GET', path)).status).toBe(429)
    expect((await user.call('GET', `${path}?documents=0`)).status).toBe(200)
  })

  test('ranks nobody of whom there is a nota alone', async () => {
    await look(user, company, NOVEMBER)
    await read()
    const before = await look(user, company, NOVEMBER)
    const row = {
      organisation_id: user.organisationId,
      company_id: company,
      month: '2026-11',
      side: 'sales',
      counterpart_rut: '11111111-1',
      counterpart_name: 'SOLO UNA NOTA',
      issue_day: '2026-11-02',
      documents: 1,
    } as const
    const { db } = bench.needs
    await db
      .deleteFrom('register_entry')
      .where('side', '=', 'sales')
      .where('counterpart_rut', '!=', before.sales.top_clients[0]?.recipient__identifier ?? '')
      .execute()
    await db
      .insertInto('register_entry')
      .values({ ...row, position: 9_001, tipo_dte: 61, folio: 1, total_clp: -5_000 })
      .execute()
    const nota = await look(user, company, NOVEMBER)
    expect(nota.sales.top_clients).toHaveLength(1)
    expect(nota.ours.distinct_clients).toBe(1)
    await db
      .insertInto('register_entry')
      .values({ ...row, position: 9_002, tipo_dte: 33, folio: 2, total_clp: 1_000 })
      .execute()
    const both = await look(user, company, NOVEMBER)
    expect(both.sales.top_clients).toHaveLength(2)
    expect(both.sales.top_clients[1]).toMatchObject({ count: 2, total: -4_000 })
    expect(both.ours.distinct_clients).toBe(2)
  })
})

describe('the state of the reading', () => {
  test('is a wait with its end while the SII has asked for a pause', async () => {
    await look(user, company, NOVEMBER)
    const untilMs = bench.clock.now() + 30 * MINUTE_MS
    await bench.needs.db
      .updateTable('portal_person')
      .set({ paused_until: instantText(untilMs), pause_reason: 'waitingRoom' })
      .execute()
    await read()
    await bench.clock.advance(3 * MINUTE_MS)
    const { reading } = (await look(user, company, NOVEMBER)).ours
    expect(reading).toMatchObject({ state: 'waiting', reason: null })
    expect(Date.parse(reading.next_try_at ?? '')).toBeGreaterThanOrEqual(untilMs)
    await bench.clock.advanceTo(Date.parse(reading.next_try_at ?? ''))
    expect((await look(user, company, NOVEMBER)).ours.reading.state).toBe('reading')
    await read()
    expect((await look(user, company, NOVEMBER)).ours.reading.state).toBe('idle')
  })

  test('is a reading while a month is in hand, whose next try is pushed forward meanwhile', async () => {
    await look(user, company, NOVEMBER)
    const nowMs = bench.clock.now()
    await bench.needs.db
      .updateTable('register_reading')
      .set({ taken_at: instantText(nowMs), next_try_at: instantText(nowMs + 5 * MINUTE_MS) })
      .execute()
    expect((await look(user, company, NOVEMBER)).ours.reading.state).toBe('reading')
  })
})

describe('what was given up', () => {
  async function giveUp(): Promise<void> {
    const { db } = bench.needs
    await db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
    await db
      .updateTable('portal_person')
      .set({ session_organisation_id: null, session_secret_id: null, session_epoch: null })
      .execute()
    await bench.clock.advance(3 * MINUTE_MS)
    await look(user, company, NOVEMBER)
    await read()
  }

  test('for a refused clave is begun by the first look after another is saved, not before', async () => {
    await giveUp()
    const stopped = { state: 'stopped', reason: 'clave', next_try_at: null }
    expect((await look(user, company, NOVEMBER)).ours.reading).toEqual(stopped)
    await bench.clock.advance(10 * MINUTE_MS)
    expect((await look(user, company, NOVEMBER)).ours.reading).toEqual(stopped)
    await bench.needs.db.updateTable('facturator').set({ clave_state: 'valid' }).execute()
    expect((await look(user, company, NOVEMBER)).ours.reading.state).toBe('reading')
    await read()
    expect((await look(user, company, NOVEMBER)).ours.missing_months).toEqual([])
  })

  test('or waits is tried at a person’s wish at once, however lately it failed', async () => {
    bench.simulator.admin.scenarios.set({ name: 'register-error' })
    await look(user, company, NOVEMBER)
    await read()
    expect((await look(user, company, NOVEMBER)).ours.reading.reason).toBe('portal')
    bench.simulator.admin.scenarios.clear({ name: 'register-error' })
    expect((await askAgain()).status).toBe(204)
    await read()
    const { ours } = await look(user, company, NOVEMBER)
    expect(ours).toMatchObject({ missing_months: [], reading: { state: 'idle' } })
  })
})
