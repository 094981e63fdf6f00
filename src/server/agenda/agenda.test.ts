import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { insertFactura, type MadeFactura } from '../documents/test-documents.ts'
import { NOT_FOUND, RULES, startTestRules, type TestRules } from '../rules/test-rules.ts'
import { BENCH_START } from '../test-bench.ts'

let rules: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(async () => {
  const { db } = rules.bench.database
  await db.deleteFrom('document').execute()
  await db.deleteFrom('uf_value').execute()
  await rules.forget()
})

async function publishUf(days: Record<string, string>): Promise<void> {
  await rules.bench.database.db
    .insertInto('uf_value')
    .values(
      Object.entries(days).map(([day, value]) => ({
        day,
        value,
        source: 'test',
        fetched_at: BENCH_START,
      })),
    )
    .execute()
}

const ufLine = () =>
  rules.lineOf({ product_id: rules.known.uf, quantity: 1, price: '12.5', order: 1 })

async function thisMonth(user = rules.user) {
  const { body } = await user.call('GET', '/billing-scheduler/this-month/')
  return contract.readThisMonth.reply.parse(body)
}

async function attention() {
  const { body } = await rules.user.call('GET', '/attention/')
  return contract.listAttention.reply.parse(body).items
}

async function preview(rule: number, query = '') {
  const { body } = await rules.user.call('GET', `${RULES}${rule}/preview/${query}`)
  return contract.previewRule.reply.parse(body)
}

const documentOf = (made: MadeFactura) => insertFactura(rules, made)

describe('this month', () => {
  test('says what each month will issue, a row a client, and what it adds up to', async () => {
    await rules.created({
      clients: [rules.clientOf({}), rules.clientOf({ client: rules.known.otherClient })].map(
        (client, index) =>
          index === 0 ? client : { ...client, client_address_id: null, client_activity_id: null },
      ),
    })
    const { today, months } = await thisMonth()
    expect(today).toBe('2026-11-10')
    expect(months.map(({ month, rows }) => [month, rows.length])).toEqual([
      ['2026-11', 2],
      ['2026-12', 2],
    ])
    expect(months[0]?.rows[0]).toMatchObject({
      emission_date: '2026-11-20',
      service_month: '2026-11',
      state: 'forecast',
      neto: 30_000,
      iva: 5_700,
      total: 35_700,
      retencion: null,
      is_estimated: false,
    })
    expect(months[0]?.totals).toEqual({
      documents: 2,
      left_out: 0,
      issued: 0,
      neto: 60_000,
      iva: 11_400,
      retencion: 0,
      total: 71_400,
      is_estimated: false,
      unknown: 0,
    })
  })

  test('marks as estimated what rests on a UF yet to be published, and only that', async () => {
    await publishUf({ '2026-10-31': '39200.15', '2026-11-10': '39200.15' })
    await rules.created({ invoice_lines: [ufLine()], uf_rate_type: 'PREV_MONTH_CLOSE' })
    const [november, december] = (await thisMonth()).months
    expect(november?.rows[0]).toMatchObject({ neto: 490_002, is_estimated: false })
    expect(december?.rows[0]).toMatchObject({ neto: 490_002, is_estimated: true })
    expect([november?.totals.is_estimated, december?.totals.is_estimated]).toEqual([false, true])
  })

  test('without any UF it says nothing rather than zero', async () => {
    await rules.created({ invoice_lines: [ufLine()], uf_rate_type: 'PREV_MONTH_CLOSE' })
    const [november] = (await thisMonth()).months
    expect(november?.rows[0]).toMatchObject({ neto: null, total: null })
    expect(november?.totals).toMatchObject({ documents: 1, unknown: 1, total: 0 })
  })

  test('counts what is issued and what waits, never what was stopped or refused', async () => {
    await documentOf({ day: '2026-11-02', net: 100_000 })
    await documentOf({ day: '2026-11-10', net: 10_000, state: 'waiting' })
    await documentOf({ day: '2026-11-10', net: 7_000, state: 'skipped' })
    await documentOf({ day: '2026-11-10', net: 5_000, state: 'failed', reason: 'portalRefused' })
    const [november] = (await thisMonth()).months
    expect(november?.rows).toHaveLength(4)
    expect(november?.totals).toMatchObject({
      documents: 2,
      left_out: 2,
      issued: 1,
      neto: 110_000,
    })
  })

  test('names the rules that could not issue, and why', async () => {
    await rules.created({ clients: [rules.bareClient()] })
    const { not_ready: notReady } = await thisMonth()
    expect(notReady).toMatchObject([
      {
        company: { id: rules.known.company },
        next_emission_date: '2026-11-20',
        reasons: [{ code: 'recipientAddressMissing' }, {}],
      },
    ])
  })

  test('a client invoiced in two of the last three months is missed, unless this month has it', async () => {
    await documentOf({ day: '2026-09-15', net: 100_000 })
    await documentOf({ day: '2026-10-15', net: 120_000 })
    expect((await thisMonth()).missing_clients).toMatchObject([
      { months: 2, last_date: '2026-10-15', last_total: 142_800, paused_rule: null },
    ])
    const rule = await rules.created()
    expect((await thisMonth()).missing_clients).toEqual([])
    await rules.change(rule, { is_paused: true })
    expect((await thisMonth()).missing_clients).toMatchObject([{ paused_rule: { id: rule } }])
    await documentOf({ day: '2026-11-03', net: 100_000 })
    expect((await thisMonth()).missing_clients).toEqual([])
  })

  test('a client of a RUT that many share is missed although another one of it is not', async () => {
    const acme = { rut: '55555555-5', name: 'Acme Inc.' }
    const bolt = { rut: '55555555-5', name: 'Bolt GmbH' }
    const written = { ...acme, name: ' ACME INC.' }
    await documentOf({ day: '2026-09-15', net: 100_000, recipient: acme })
    await documentOf({ day: '2026-10-16', net: 100_000, recipient: bolt })
    expect((await thisMonth()).missing_clients).toEqual([])
    await documentOf({ day: '2026-10-15', net: 120_000, recipient: written })
    await documentOf({ day: '2026-11-03', net: 100_000, recipient: bolt })
    expect((await thisMonth()).missing_clients).toMatchObject([
      { recipient: { identifier: '55.555.555-5', name: ' ACME INC.' }, months: 2 },
    ])
    await documentOf({ day: '2026-11-09', net: 100_000, recipient: acme })
    expect((await thisMonth()).missing_clients).toEqual([])
  })

  test.each([
    ['refused', { state: 'failed', reason: 'portalRefused' }],
    ['stopped', { state: 'skipped', reason: 'skippedByUser' }],
    ['waiting for a datum', { state: 'needs_data', reason: 'recipientCityMissing' }],
  ] as const)('a client whose document of this month is %s is not missed', async (_, made) => {
    await documentOf({ day: '2026-09-15', net: 100_000 })
    await documentOf({ day: '2026-10-15', net: 120_000 })
    await documentOf({ day: '2026-11-10', net: 100_000, ...made })
    expect((await thisMonth()).missing_clients).toEqual([])
  })

  test('a client whose rule was left out of this month is not missed', async () => {
    await documentOf({ day: '2026-09-15', net: 100_000 })
    await documentOf({ day: '2026-10-15', net: 120_000 })
    const rule = await rules.created({
      clients: [rules.clientOf({}), rules.bareClient()],
    })
    const at = { organisation_id: rules.user.organisationId, rule_id: rule, period: '2026-11' }
    const { db } = rules.bench.database
    await db
      .insertInto('rule_month')
      .values({ ...at, is_skipped: true })
      .execute()
    expect((await thisMonth()).missing_clients).toEqual([])
    await db.deleteFrom('rule_month').execute()
    await rules.change(rule, { is_paused: true })
    expect((await thisMonth()).missing_clients).toHaveLength(1)
  })

  test('tells which rules somebody left out of a month, until they are put back', async () => {
    const rule = await rules.created()
    const { db } = rules.bench.database
    const { organisationId } = rules.user
    const at = { organisation_id: organisationId, rule_id: rule, period: '2026-11' }
    await db
      .insertInto('rule_month')
      .values({ ...at, is_skipped: true })
      .execute()
    const [november, december] = (await thisMonth()).months
    expect(november).toMatchObject({
      rows: [],
      left_out: [
        { rule: { id: rule }, company: { id: rules.known.company }, own_date: '2026-11-20' },
      ],
    })
    expect(december).toMatchObject({ rows: [{ rule: { id: rule } }], left_out: [] })
    await db.deleteFrom('rule_month').execute()
    expect((await thisMonth()).months[0]?.left_out).toEqual([])
  })

  test('a client whose rule begins next month is not missed, and one whose rule has ended is', async () => {
    await documentOf({ day: '2026-09-15', net: 100_000 })
    await documentOf({ day: '2026-10-15', net: 120_000 })
    const rule = await rules.created({ start_date: '2026-12-01' })
    expect((await thisMonth()).missing_clients).toEqual([])
    const { db } = rules.bench.database
    await db
      .updateTable('invoice_rule')
      .set({ next_emission_day: null })
      .where('id', '=', rule)
      .execute()
    expect((await thisMonth()).missing_clients).toMatchObject([{ paused_rule: null }])
  })

  test('one month does not make a client a regular one', async () => {
    await documentOf({ day: '2026-10-15', net: 120_000 })
    expect((await thisMonth()).missing_clients).toEqual([])
  })

  test('a paused rule promises nothing, and nobody sees the rules of another', async () => {
    const rule = await rules.created()
    await rules.change(rule, { is_paused: true })
    expect((await thisMonth()).months[0]?.rows).toEqual([])
    await rules.change(rule, { is_paused: false })
    expect((await thisMonth(rules.other)).months.map(({ rows }) => rows)).toEqual([[], []])
  })
})

describe('the preview', () => {
  test('is the very document, with the arithmetic of its UF written out', async () => {
    await publishUf({ '2026-10-31': '39200.15' })
    const rule = await rules.created({
      invoice_lines: [ufLine()],
      uf_rate_type: 'PREV_MONTH_CLOSE',
      month_offset: -1,
    })
    const { emissions } = await preview(rule, '?emissions=2')
    expect(
      emissions.map(({ emission_date, service_month }) => [emission_date, service_month]),
    ).toEqual([
      ['2026-11-20', '2026-10'],
      ['2026-12-20', '2026-11'],
    ])
    const [first, second] = emissions.flatMap(({ documents }) => documents)
    expect(first).toMatchObject({
      neto: 490_002,
      iva: 93_100,
      total: 583_102,
      is_estimated: false,
      reason: null,
      lines: [
        {
          arithmetic: '12,5 UF × $39.200,15 = $490.002',
          uf: { day: '2026-10-31', value: '39200.15', is_estimated: false },
        },
      ],
      content: { lines: [{ amount: 490_002 }] },
    })
    expect(second).toMatchObject({ is_estimated: true, lines: [{ uf: { is_estimated: true } }] })
  })

  test('says what is missing instead of a document', async () => {
    const rule = await rules.created({ clients: [rules.bareClient()] })
    const [emission] = (await preview(rule)).emissions
    expect(emission?.documents).toMatchObject([
      { reason: 'recipientAddressMissing', content: null, lines: [] },
    ])
  })

  test("another's rule is not there", async () => {
    const rule = await rules.created()
    expect(await rules.other.call('GET', `${RULES}${rule}/preview/`)).toEqual(NOT_FOUND)
  })
})

describe('what asks for attention', () => {
  test('is one item a problem, whatever it holds up, and closes itself when mended', async () => {
    await rules.created({ clients: [rules.bareClient()] })
    await rules.created({ name: 'Otra', clients: [rules.bareClient()] })
    const items = await attention()
    expect(items.map(({ code, rule_count }) => [code, rule_count])).toEqual([
      ['recipientAddressMissing', 2],
      ['recipientGiroMissing', 2],
    ])
    expect(items[0]?.subject).toMatchObject({ kind: 'client', id: rules.known.otherClient })
    await rules.bench.database.db.deleteFrom('rule_client').execute()
    expect((await attention()).map(({ code }) => code)).toEqual(['noClients', 'noClients'])
  })

  test.each([
    [18, 'later'],
    [17, 'week'],
    [13, 'threeDays'],
    [11, 'tomorrow'],
    [10, 'now'],
  ])('an emission on the %ith is %s', async (day_of_month, urgency) => {
    await rules.created({ day_of_month, clients: [rules.bareClient()] })
    expect((await attention())[0]).toMatchObject({ urgency })
  })

  test('a refused clave is one item however many rules and documents wait for it', async () => {
    const rule = await rules.created()
    await rules.created({ name: 'Otra' })
    await rules.bench.database.db
      .updateTable('facturator')
      .set({ clave_state: 'rejected' })
      .execute()
    await documentOf({
      day: '2026-11-10',
      net: 1_000,
      state: 'needs_data',
      rule,
      reason: 'claveRejected',
    })
    expect(await attention()).toMatchObject([
      {
        code: 'claveRejected',
        urgency: 'now',
        subject: { kind: 'facturator' },
        rule_count: 2,
        document_count: 1,
      },
    ])
  })

  test('an amount a third above the last one is told a week before it would be stopped', async () => {
    const rule = await rules.created({ day_of_month: 17 })
    await documentOf({ day: '2026-10-17', net: 30_000, rule })
    expect(await attention()).toEqual([])
    await rules.change(rule, { invoice_lines: [rules.lineOf({ price: 20_000 })] })
    expect(await attention()).toMatchObject([
      { code: 'amountDiffers', urgency: 'week', amounts: { before: 30_000, now: 40_000 } },
    ])
  })

  test('a UF late for an emission in three days is told', async () => {
    await publishUf({ '2026-11-09': '39200' })
    await rules.created({
      day_of_month: 13,
      invoice_lines: [ufLine()],
      uf_rate_type: 'DAY_OF',
    })
    expect(await attention()).toMatchObject([
      { code: 'ufMissing', subject: { kind: 'uf', id: '2026-11-13' }, urgency: 'threeDays' },
    ])
    await publishUf({ '2026-11-13': '39210' })
    expect(await attention()).toEqual([])
  })

  test('what is open this month is asked a week ahead, and counted once filled in', async () => {
    const rule = await rules.created({
      day_of_month: 13,
      invoice_lines: [rules.lineOf({ quantity: null, quantity_is_fixed: false })],
    })
    expect(await attention()).toMatchObject([
      { code: 'linesToComplete', subject: { kind: 'rule', id: rule }, urgency: 'threeDays' },
    ])
    expect((await thisMonth()).months[0]?.rows[0]).toMatchObject({ neto: null })
    await rules.bench.database.db
      .insertInto('monthly_value')
      .values({
        organisation_id: rules.user.organisationId,
        rule_id: rule,
        period: '2026-11',
        client_id: rules.known.client,
        position: 1,
        product_id: rules.known.pesos,
        quantity: '4',
        saved_at: BENCH_START,
      })
      .execute()
    expect(await attention()).toEqual([])
    const { months } = await thisMonth()
    expect(months.map(({ rows }) => rows[0]?.neto)).toEqual([60_000, null])
    const [november] = (await preview(rule, '?emissions=1')).emissions
    expect(november?.documents[0]?.lines[0]?.arithmetic).toBe('4 × $15.000 = $60.000')
  })

  test('asks once about what the SII said of many documents, in whatever numbers', async () => {
    const refused = { state: 'failed', reason: 'portalRefused', net: 5_000 } as const
    await documentOf({
      ...refused,
      day: '2026-11-06',
      reasonText: 'Folio 12 no autorizado el 06-11-2026',
    })
    await documentOf({
      ...refused,
      day: '2026-11-09',
      reasonText: 'FOLIO 7 NO AUTORIZADO EL 09-11-2026.',
    })
    await documentOf({ ...refused, day: '2026-11-10', reasonText: 'Debe ingresar Ciudad' })
    const items = await attention()
    expect(items.map(({ key, document_count, due }) => [key, document_count, due])).toEqual([
      ['portalRefused:folio # no autorizado el fecha', 2, '2026-11-06'],
      ['portalRefused:debe ingresar ciudad', 1, '2026-11-10'],
    ])
    expect(items[0]?.detail).toBe('Folio 12 no autorizado el 06-11-2026')
  })
})

describe('issuing stopped', () => {
  const STOPS = '/billing-scheduler/stops/'
  const stops = async (method: 'GET' | 'PUT' | 'DELETE', path = STOPS) => {
    const { body } = await rules.user.call(method, path)
    return contract.readStops.reply.parse(body)
  }

  test('of one company: is told with who did it, in the agenda and once in the inbox', async () => {
    const rule = await rules.created({ day_of_month: 25 })
    const { company } = rules.known
    const stopped = await stops('PUT', `${STOPS}${company}/`)
    expect(stopped).toMatchObject({
      everything: null,
      companies: [{ company: { id: company }, stopped_by: { id: rules.user.userId } }],
      by_operator: false,
      waiting: 0,
    })
    expect(await attention()).toMatchObject([
      { code: 'issuingStopped', urgency: 'now', subject: { kind: 'company', id: company } },
    ])
    const [previewed] = (await preview(rule)).emissions
    expect(previewed?.documents).toMatchObject([{ reason: 'issuingStopped' }])
    const ahead = await thisMonth()
    expect(ahead.stops).toMatchObject([{ code: 'issuingStopped', company: { id: company } }])
    expect(ahead.months[0]?.rows).toMatchObject([{ stop: 'issuingStopped', reason: null }])
    expect(await stops('DELETE', `${STOPS}${company}/`)).toMatchObject({ companies: [] })
    expect(await attention()).toEqual([])
    expect((await thisMonth()).months[0]?.rows).toMatchObject([{ stop: null, reason: null }])
  })

  test('of everything: holds documents of every company under one item', async () => {
    await documentOf({
      day: '2026-11-10',
      net: 100_000,
      state: 'waiting',
      reason: 'issuingStopped',
    })
    await documentOf({
      day: '2026-11-10',
      net: 200_000,
      state: 'waiting',
      reason: 'issuingStopped',
    })
    await stops('PUT')
    expect(await stops('PUT')).toMatchObject({ companies: [], waiting: 2 })
    expect(await attention()).toMatchObject([
      { code: 'issuingStopped', subject: { kind: 'facturator' }, document_count: 2 },
    ])
    expect(await stops('DELETE')).toMatchObject({ everything: null })
    expect(await stops('GET')).toMatchObject({ everything: null })
  })
})
