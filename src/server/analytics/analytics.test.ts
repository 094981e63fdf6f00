import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { addMonths, month } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { ana, antonia, aseoDelSur, asesoriasPenaMunoz, rodrigo } from '#simulators/world.ts'
import { instantText } from '../clock.ts'
import { withLease } from '../facturators/lease.ts'
import { at, startTestBench, type TestBench } from '../test-bench.ts'
import { companyOf, look, readDueRegisters } from './test-registers.ts'

let bench: TestBench
// 10 November 2026, 12:00 in Chile.
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOW = month(2026, 11)

async function connectedAs(person: { rut: string; clave: string }, companyRut: string) {
  const user = await bench.connected(person)
  return { user, company: await companyOf(user, companyRut) }
}

const withAna = () => connectedAs(ana, asesoriasPenaMunoz.rut)
const read = () => readDueRegisters(bench.needs)

/** How often the registers were asked for anything. */
function asked(method = ''): number {
  return bench.simulator.admin
    .requests()
    .filter(({ path }) => path.includes('/facadeService/') && path.endsWith(method)).length
}

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)

describe('the first look', () => {
  test('answers at once that nothing is read yet, and is why it is', async () => {
    const { user, company } = await withAna()
    const before = asked()
    const first = await look(user, company)
    expect(asked()).toBe(before)
    expect(first).toMatchObject({
      general: {
        summary: {
          avg_monthly_sales: 0,
          avg_monthly_purchases: 0,
          total_months: 0,
          net_flow: 0,
        },
      },
      temporal: [],
      sales: { top_clients: [], documents: [] },
      ours: { reading: { state: 'reading', reason: null }, read_from: null },
    })
    expect(first.ours.missing_months).toHaveLength(12)
    await read()
    const then = await look(user, company)
    expect(then.ours).toMatchObject({ reading: { state: 'idle' }, missing_months: [] })
    expect(then.general.summary.total_months).toBe(11)
    expect(then.temporal.map(({ month_name }) => month_name)).toMatchObject({
      0: 'diciembre de 2025',
      11: 'noviembre de 2026',
    })
  })
})

describe('the figures', () => {
  test('are the register’s own, month by month, notas de crédito subtracted', async () => {
    const { user, company } = await withAna()
    await look(user, company, '?months_back=6')
    await read()
    const analysis = await look(user, company, '?months_back=6')
    await bench.clock.advance(3 * MINUTE_MS)
    const login = await bench.needs.sii.login({ rut: rut(ana.rut), clave: ana.clave })
    if (login.kind !== 'ok') throw new Error(login.kind)
    const totalOf = async (back: number, side: 'sales' | 'purchases') => {
      const of = { company: rut(asesoriasPenaMunoz.rut), month: addMonths(NOW, -back), side }
      const totals = await login.value.registers.summary(of)
      if (totals.kind !== 'ok') throw new Error(totals.kind)
      return sum(totals.value.map(({ sign, totalClp }) => (sign ?? 0) * totalClp))
    }
    for (const [index, { sales, purchases }] of analysis.temporal.entries()) {
      expect(sales.amount).toBe(await totalOf(5 - index, 'sales'))
      expect(purchases.amount).toBe(await totalOf(5 - index, 'purchases'))
    }
    const { sales, purchases, general, temporal } = analysis
    const notas = sales.documents.filter(({ tipo_dte }) => tipo_dte === 61)
    expect(notas.length).toBeGreaterThan(0)
    expect(notas.every(({ total_amount }) => total_amount < 0)).toBe(true)
    const sold = sum(sales.documents.map(({ total_amount }) => total_amount))
    const bought = sum(purchases.documents.map(({ total_amount }) => total_amount))
    expect(general.summary.net_flow).toBe(sold - bought)
    expect(sum(temporal.map((one) => one.sales.amount))).toBe(sold)
  })

  test('name the ten largest, and how many there truly are', async () => {
    const { user, company } = await withAna()
    await look(user, company)
    await read()
    const { sales, ours, temporal } = await look(user, company)
    const parties = Map.groupBy(sales.documents, (one) => one.recipient__identifier)
    const expected = [...parties]
      .map(([identifier, documents]) => ({
        recipient__identifier: identifier,
        recipient__name: documents[0]?.recipient__name,
        count: documents.length,
        total: sum(documents.map(({ total_amount }) => total_amount)),
      }))
      .toSorted((a, b) => b.total - a.total)
    expect(sales.top_clients).toEqual(expected.slice(0, 10))
    expect(ours.distinct_clients).toBe(parties.size)
    expect(sales.top_clients.length).toBeLessThanOrEqual(ours.distinct_clients)
    const october = sales.documents.filter(
      ({ issue_date, total_amount }) => issue_date.startsWith('2026-10') && total_amount > 0,
    )
    const clients = new Set(october.map((one) => one.recipient__identifier))
    expect(temporal[10]?.sales.unique_clients).toBe(clients.size)
  })

  test('have a shop’s sales as one sum a month, of nobody', async () => {
    const { user, company } = await connectedAs(rodrigo, aseoDelSur.rut)
    await look(user, company, '?year=2026&month=10')
    await read()
    const { sales, ours } = await look(user, company, '?year=2026&month=10')
    const shop = sales.documents.filter(({ folio }) => folio === null)
    expect(shop).toMatchObject([
      { tipo_dte: 39, issue_date: '2026-10-31', recipient__name: '', recipient__identifier: '' },
    ])
    expect(sales.top_clients.map((one) => one.recipient__identifier)).not.toContain('')
    expect(ours.months).toMatchObject([{ month: '2026-10', is_whole: false }])
  })

  test('of somebody without company are their boletas de honorarios, annulled ones left out', async () => {
    const { user, company } = await connectedAs(antonia, antonia.rut)
    expect(company).toBeGreaterThan(0)
    await look(user, company)
    await read()
    const { sales, general } = await look(user, company)
    const amounts = sales.documents.map(({ total_amount }) => total_amount)
    // The world's nine that stand, gross.
    expect(amounts.toSorted((a, b) => a - b)).toEqual([
      75_000, 120_000, 280_000, 340_000, 365_000, 420_000, 550_000, 610_000, 900_000,
    ])
    expect(sales.documents.every(({ tipo_dte }) => tipo_dte === null)).toBe(true)
    expect(general.summary.net_flow).toBe(sum(amounts))
  })

  test('are the same, as sums alone, where the SII tells no single documents', async () => {
    const { user, company } = await withAna()
    await look(user, company, '?months_back=2')
    await read()
    const whole = await look(user, company, '?months_back=2')
    const { scenarios } = bench.simulator.admin
    scenarios.set({ name: 'register-token' })
    scenarios.set({ name: 'my-documents-error' })
    await bench.clock.advance(7 * HOUR_MS)
    await look(user, company, '?months_back=2')
    for (let tries = 0; tries < 6; tries += 1) {
      await read()
      await bench.clock.advance(40 * MINUTE_MS)
    }
    const sums = await look(user, company, '?months_back=2')
    expect(sums.ours.read_from).not.toBe(whole.ours.read_from)
    expect(sums.general).toEqual(whole.general)
    expect(sums.sales.documents.every(({ folio }) => folio === null)).toBe(true)
    expect(sums.ours.months.every(({ is_whole }) => !is_whole)).toBe(true)
  })
})

describe('a month is read again', () => {
  test('when it is old and somebody looks: this one and the one before, and nothing twice', async () => {
    const { user, company } = await withAna()
    await look(user, company)
    await read()
    const first = await look(user, company)
    const before = asked('getResumen')
    await read()
    expect(asked('getResumen')).toBe(before)
    await bench.clock.advance(7 * HOUR_MS)
    await read()
    expect(asked('getResumen')).toBe(before)
    expect((await look(user, company)).ours.reading.state).toBe('reading')
    await read()
    const again = await look(user, company)
    expect(again.general).toEqual(first.general)
    expect(again.sales).toEqual(first.sales)
    const changed = again.ours.months.filter(
      ({ read_at }, at) => read_at !== first.ours.months[at]?.read_at,
    )
    expect(changed.map((one) => one.month)).toEqual(['2026-10', '2026-11'])
  })

  test('on asking, but not twice in a minute', async () => {
    const { user, company } = await withAna()
    const again = `/billing-sii/companies/${company}/analytics/read-again/`
    await look(user, company, '?months_back=1')
    await read()
    const before = asked('getResumen')
    expect((await user.call('POST', again)).status).toBe(204)
    await read()
    expect(asked('getResumen')).toBe(before)
    await bench.clock.advance(2 * MINUTE_MS)
    expect((await user.call('POST', again)).status).toBe(204)
    await read()
    expect(asked('getResumen')).toBe(before + 4)
  })

  test('a log-in for it is on record as made to read sales and purchases', async () => {
    const { user, company } = await withAna()
    const { db } = bench.needs
    const none = { session_organisation_id: null, session_secret_id: null, session_epoch: null }
    await db.updateTable('portal_person').set(none).execute()
    await bench.clock.advance(3 * MINUTE_MS)
    await look(user, company, '?months_back=1')
    await read()
    const { body } = await user.call('GET', '/audit-events/?about=secrets')
    const [{ text } = { text: '' }] = contract.listAuditEvents.reply.parse(body).events
    expect(text).toBe('Usamos tu clave del SII para leer tus ventas y compras.')
  })

  test('what was issued since is in it, and once', async () => {
    const { user, company } = await withAna()
    await look(user, company, '?months_back=1')
    await read()
    const before = await look(user, company, '?months_back=1')
    bench.simulator.admin.issueByHand({
      issuerRut: asesoriasPenaMunoz.rut,
      sentByRut: ana.rut,
      receiverRut: '90909090-3',
      lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
    })
    await bench.clock.advance(7 * HOUR_MS)
    await look(user, company, '?months_back=1')
    await read()
    const after = await look(user, company, '?months_back=1')
    expect(after.sales.documents).toHaveLength(before.sales.documents.length + 1)
    expect(after.temporal[0]?.sales.amount).toBe((before.temporal[0]?.sales.amount ?? 0) + 119_000)
  })
})

describe('the reading gives way', () => {
  test('to whoever uses the person’s session', async () => {
    const { user, company } = await withAna()
    await look(user, company, '?months_back=1')
    const before = asked()
    await withLease(bench.needs, { person: rut(ana.rut), worker: 'issuing' }, read)
    expect(asked()).toBe(before)
    const { ours } = await look(user, company, '?months_back=1')
    expect(ours.reading).toMatchObject({ state: 'reading', reason: null })
    await bench.clock.advance(MINUTE_MS)
    await read()
    expect((await look(user, company, '?months_back=1')).ours.missing_months).toEqual([])
  })

  test('to a person’s documents that are due', async () => {
    const { user, company } = await withAna()
    await look(user, company, '?months_back=1')
    await bench.needs.db
      .insertInto('document')
      .values({
        organisation_id: user.organisationId,
        key: 'by:hand',
        kind: 'factura',
        company_id: company,
        person_rut: ana.rut,
        recipient_rut: '90909090-3',
        recipient_name: 'CLIENTE',
        emission_day: '2026-11-10',
        service_month: '2026-11',
        state: 'planned',
        created_at: instantText(bench.clock.now()),
        updated_at: instantText(bench.clock.now()),
      })
      .execute()
    await bench.needs.db
      .updateTable('document')
      .set({
        state: 'queued',
        content: '{}',
        content_digest: Buffer.alloc(32),
        next_try_at: instantText(bench.clock.now()),
      })
      .where('organisation_id', '=', user.organisationId)
      .execute()
    expect(await read()).toBe(0)
    await bench.needs.db.deleteFrom('document').execute()
    expect(await read()).toBeGreaterThan(0)
  })

  test('and begins one month every so many seconds, whoever reads', async () => {
    const { user, company } = await withAna()
    await look(user, company)
    const { readNextMonth } = await import('./worker.ts')
    const reader = {
      ...bench.needs,
      worker: 'reader',
      registerSpacingMs: 6_000,
      onReadingFailure: (error: unknown) => {
        throw error
      },
    }
    expect(await readNextMonth(reader)).toBe(true)
    expect(await readNextMonth({ ...reader, worker: 'other' })).toBe(false)
    await bench.clock.advance(6_000)
    expect(await readNextMonth({ ...reader, worker: 'other' })).toBe(true)
  })
})

describe('what goes wrong', () => {
  test('a refused clave is never tried; it says so, and goes on when asked after it is mended', async () => {
    const { user, company } = await withAna()
    const { db } = bench.needs
    await db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
    await db
      .updateTable('portal_person')
      .set({ session_organisation_id: null, session_secret_id: null, session_epoch: null })
      .execute()
    await bench.clock.advance(3 * MINUTE_MS)
    const logins = () =>
      bench.simulator.admin.requests().filter(({ path }) => path.includes('CAutInicio')).length
    await look(user, company, '?months_back=1')
    const before = logins()
    await read()
    await bench.clock.advance(2 * MINUTE_MS)
    await look(user, company, '?months_back=1')
    await read()
    expect(logins()).toBe(before)
    const { ours } = await look(user, company, '?months_back=1')
    expect(ours.reading).toEqual({ state: 'stopped', reason: 'clave', next_try_at: null })
    await db.updateTable('facturator').set({ clave_state: 'valid' }).execute()
    await user.call('POST', `/billing-sii/companies/${company}/analytics/read-again/`)
    await read()
    expect((await look(user, company, '?months_back=1')).ours.reading.state).toBe('idle')
  })

  test('an SII that fails is asked less and less often, and given up after five times', async () => {
    const { user, company } = await withAna()
    bench.simulator.admin.scenarios.set({ name: 'register-error' })
    await look(user, company, '?months_back=1')
    const waits: (string | null)[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      await read()
      const { reading } = (await look(user, company, '?months_back=1')).ours
      waits.push(reading.next_try_at)
      const untilMs = Date.parse(reading.next_try_at ?? instantText(bench.clock.now()))
      await bench.clock.advanceTo(Math.max(untilMs, bench.clock.now()))
    }
    expect(waits.at(-1)).toBeNull()
    const total = Date.parse(waits[3] ?? '') - Date.parse('2026-11-10T15:00:00Z')
    expect(Math.round(total / MINUTE_MS)).toBe(170)
    const asks = asked('getResumen')
    await look(user, company, '?months_back=1')
    await read()
    expect(asked('getResumen')).toBe(asks)
    // Whoever looks an hour later is the beginning of another five.
    bench.simulator.admin.scenarios.clear({ name: 'register-error' })
    await bench.clock.advance(2 * HOUR_MS)
    await look(user, company, '?months_back=1')
    await read()
    expect((await look(user, company, '?months_back=1')).ours.missing_months).toEqual([])
  })

  test('a query that is no period is refused in the fields it is about', async () => {
    const { user, company } = await withAna()
    const refusal = async (query: string) => {
      const path = `/billing-sii/companies/${company}/analytics/${query}`
      const { status, body } = await user.call('GET', path)
      return [status, typeof body === 'object' && body !== null ? Object.keys(body) : []]
    }
    expect(await refusal('?year=2026')).toEqual([400, ['month']])
    expect(await refusal('?month=3')).toEqual([400, ['year']])
    expect(await refusal('?months_back=25')).toEqual([400, ['months_back']])
    expect(await refusal('?months_back=doce')).toEqual([400, ['months_back']])
    expect(await refusal('?year=2026&month=12')).toEqual([400, ['month']])
    expect((await look(user, company, '?months_back=1&year=2020')).ours.months).toHaveLength(1)
  })

  test('another’s company is as absent as nobody’s', async () => {
    const { company } = await withAna()
    const other = await bench.newUser()
    const of = (id: number) => other.call('GET', `/billing-sii/companies/${id}/analytics/`)
    expect(await of(company)).toEqual(await of(999_999))
    expect(at(await of(company), 'status')).toBe(404)
  })
})
