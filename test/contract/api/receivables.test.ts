import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPaymentsOverview } from '#contract/payments-overview.ts'
import { readReceivables } from '#contract/receivables.ts'
import { addDays, knownDay, type Day } from '#domain/day.ts'
import { checkDigit } from '#domain/rut.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { insertOwed } from '../../payments/owed-documents.ts'
import { ANA, makeTenant, type Tenant } from '../../walls/tenants.ts'

const TODAY = knownDay('2026-11-05')
const AT = `${TODAY}T15:00:00Z`
const CLIENTS = ['76.086.428-5', '76.192.083-9', '77.777.777-7', '90.909.090-3', '96.969.696-7']

let app: TestApp
let ana: Tenant
let folio: number
beforeEach(async () => {
  app = await startTestApp(AT)
  ana = await makeTenant(app, ANA)
  folio = 5_000
  const { db } = app.database
  for (const table of [
    'payment_attempt',
    'payment_declaration',
    'payment',
    'receivable',
  ] as const) {
    await db.deleteFrom(table).execute()
  }
})
afterEach(() => app.close())

interface Owed {
  client: string
  /** Its own for each document unless given. */
  name?: string
  amount: number
  issueDay?: Day
  dueDay?: Day
}

/** Documents that are owed, the same number of them; their ids in order. */
async function owe(all: readonly Owed[]): Promise<number[]> {
  const { db } = app.database
  const facts = all.map(({ client, name, amount, issueDay = TODAY }) => {
    folio += 1
    return { folio, rut: client, name: name ?? `Cliente ${client} ${folio}`, amount, issueDay }
  })
  const at = { organisationId: ana.organisationId, companyId: ana.ids.company }
  const ids = await insertOwed(db, at, facts)
  for (const [n, { dueDay }] of all.entries()) {
    if (dueDay === undefined) continue
    const changed = { due_day: dueDay }
    await db
      .updateTable('receivable')
      .set(changed)
      .where('document_id', '=', ids[n] ?? 0)
      .execute()
  }
  return ids
}

async function pay(documentId: number, amount: number, day: Day): Promise<number> {
  const { db } = app.database
  const { rows } = await sql<{ id: number }>`
    insert into payment (organisation_id, company_id, day, amount_clp, way, source, recorded_at)
    values (${ana.organisationId}, ${ana.ids.company}, ${day}, ${amount}, 'transfer', 'person', now()) returning id`.execute(
    db,
  )
  const id = rows[0]?.id ?? 0
  await sql`insert into payment_share (organisation_id, payment_id, document_id, amount_clp)
    values (${ana.organisationId}, ${id}, ${documentId}, ${amount})`.execute(db)
  return id
}

async function undo(table: 'payment' | 'payment_refund', id: number): Promise<void> {
  await app.database.db
    .updateTable(table)
    .set({ undone_at: AT, undone_by: ana.userId })
    .where('id', '=', id)
    .execute()
}

/** Documents of a client that were paid in full so many days after their issue, the first of them last. */
async function paidAfter(client: string, days: readonly number[], name?: string): Promise<void> {
  for (const [n, late] of days.entries()) {
    const paidDay = addDays(TODAY, -100 - n)
    const [id = 0] = await owe([
      {
        client,
        amount: 1_000,
        issueDay: addDays(paidDay, -late),
        ...(name !== undefined && { name }),
      },
    ])
    await pay(id, 1_000, paidDay)
  }
}

async function read(query = '') {
  const { body } = await app.call({
    method: 'GET',
    path: `/payments/receivables/${query}`,
    token: ana.access,
  })
  return readReceivables.reply.parse(body)
}

test('who owes how much is listed by client and by how long it is overdue, with what is expected', async () => {
  const [client = ''] = CLIENTS
  const [id = 0] = await owe([{ client, amount: 148_750, dueDay: addDays(TODAY, -2) }])
  await pay(id, 48_750, TODAY)
  const sums = {
    not_due: 0,
    days_1_30: 100_000,
    days_31_60: 0,
    days_61_90: 0,
    days_91: 0,
    open: 100_000,
  }
  expect(await read()).toEqual({
    total: { ...sums, clients: 1 },
    clients: [
      {
        company: { id: ana.ids.company, identifier: '77.070.707-2', name: `${ANA.mark}-empresa` },
        client: { identifier: client, name: `Cliente ${client} 5001` },
        ...sums,
        documents: 1,
        last_document: id,
        usual_days: null,
      },
    ],
    expected: { this_month: 0, next_month: 0 },
    next: null,
  })
})

test('an amount falls into the bucket of its days overdue, its limits included', async () => {
  const days = [-1, 0, 1, 30, 31, 60, 61, 90, 91, 400]
  const [client = ''] = CLIENTS
  const ofDays = (late: number, n: number) => ({
    client,
    amount: 10 ** n,
    dueDay: addDays(TODAY, -late),
  })
  await owe(days.map(ofDays))
  const { total, clients } = await read()
  const sums = {
    not_due: 11,
    days_1_30: 1_100,
    days_31_60: 110_000,
    days_61_90: 11_000_000,
    days_91: 1_100_000_000,
    open: 1_111_111_111,
  }
  expect(total).toEqual({ ...sums, clients: 1 })
  // The client is named as on its newest document.
  expect(clients).toMatchObject([
    { ...sums, documents: 10, client: { name: expect.stringMatching(/5010$/) } },
  ])
})

test('clients of one generic RUT are told apart by the name and address of their documents', async () => {
  const client = '55.555.555-5'
  const [, , moved = 0] = await owe([
    { client, name: 'Acme Inc.', amount: 100 },
    { client, name: 'ACME INC. ', amount: 200 },
    { client, name: 'Acme Inc.', amount: 50 },
    { client, name: 'Bolt GmbH', amount: 10 },
  ])
  await app.database.db
    .updateTable('document')
    .set({ content: JSON.stringify({ recipient: { address: { street: 'Main 1' } } }) })
    .where('id', '=', moved)
    .execute()
  await paidAfter(client, [7], 'Acme Inc.')
  await paidAfter(client, [70], 'Bolt GmbH')
  const { clients, total } = await read()
  expect(total).toMatchObject({ clients: 3, open: 360 })
  expect(clients.map(({ open, usual_days: days }) => [open, days])).toEqual([
    [300, 7],
    [50, null],
    [10, 70],
  ])
  expect(new Set(clients.map(({ last_document: last }) => last)).size).toBe(3)
})

test('pages of clients have each of them once, the largest debt first, and the same totals', async () => {
  // Two of them owe as much as each other.
  await owe(CLIENTS.map((client, n) => ({ client, amount: [300, 500, 300, 100, 200][n] ?? 0 })))
  const whole = await read()
  expect(whole.clients.map(({ open }) => open)).toEqual([500, 300, 300, 200, 100])
  expect(whole).toMatchObject({ total: { open: 1_400, clients: 5 }, next: null })
  const seen: unknown[] = []
  for (let next: string | null = ''; next !== null;) {
    const page = await read(`?limit=2${next === '' ? '' : `&after=${next}`}`)
    expect(page.total).toEqual(whole.total)
    expect(page.expected).toEqual(whole.expected)
    expect(page.clients.length).toBeLessThanOrEqual(2)
    seen.push(...page.clients)
    next = page.next
  }
  expect(seen).toEqual(whole.clients)
})

test('fifty clients are a page unless another number is asked for', async () => {
  const rutOf = (body: number) => `${body}-${checkDigit(body)}`
  const owing = (_none: unknown, n: number) => ({ client: rutOf(76_000_001 + n), amount: n + 1 })
  await owe(Array.from({ length: 51 }, owing))
  const first = await read()
  expect(first.clients).toHaveLength(50)
  expect(first.total).toMatchObject({ clients: 51, open: 1_326 })
  const last = await read(`?after=${first.next ?? ''}`)
  expect(last.clients.map(({ open }) => open)).toEqual([1])
  expect(last.next).toBeNull()
})

test.each(['limit=0', 'limit=101', 'after=x', `after=${'x'.repeat(1_001)}`])(
  'a page of clients asked for by %s is refused',
  async (query) => {
    const path = `/payments/receivables/?${query}`
    expect(await app.call({ method: 'GET', path, token: ana.access })).toMatchObject({
      status: 400,
    })
  },
)

test.each([
  ['none paid', [], null],
  ['one', [5], 5],
  ['three', [10, 2, 40], 10],
  ['two, rounded half up', [10, 3], 7],
  ['one paid before its issue', [-4], 0],
  ['forty-two, of which the last twelve count', [...Array(12).fill(5), ...Array(30).fill(90)], 5],
] as const)('the days that a client usually takes, of %s', async (_what, days, usual) => {
  const [client = '', other = ''] = CLIENTS
  await owe([{ client, amount: 100 }])
  await paidAfter(client, days)
  // What others take says nothing of this client.
  await paidAfter(other, [70])
  expect((await read()).clients).toMatchObject([{ usual_days: usual }])
})

test('a client takes until the payment that made the rest nothing, whatever comes and goes after it', async () => {
  const [client = ''] = CLIENTS
  const issueDay = addDays(TODAY, -100)
  const [id = 0] = await owe([{ client, amount: 1_000, issueDay }])
  await owe([{ client, amount: 100 }])
  await pay(id, 400, addDays(issueDay, 3))
  await pay(id, 600, addDays(issueDay, 10))
  const twice = await pay(id, 1_000, addDays(issueDay, 40))
  expect((await read()).clients).toMatchObject([{ usual_days: 10 }])
  await giveBack(twice, id, 1_000)
  expect((await read()).clients).toMatchObject([{ usual_days: 10 }])
})

test('money that was undone and documents paid in part say nothing of how long a client takes', async () => {
  const [client = ''] = CLIENTS
  const issueDay = addDays(TODAY, -100)
  const [first = 0, second = 0] = await owe([
    { client, amount: 100, issueDay },
    { client, amount: 100, issueDay },
  ])
  await pay(first, 99, addDays(issueDay, 20))
  const undone = await pay(second, 100, addDays(issueDay, 30))
  await undo('payment', undone)
  expect((await read()).clients).toMatchObject([{ open: 101, usual_days: null }])
})

test.each([
  ['the due day where nothing was paid yet', [], '2026-11-10', '2026-11-30', [100, 0]],
  ['the due day of the next month', [], '2026-11-10', '2026-12-01', [0, 100]],
  ['the due day after the next month', [], '2026-11-10', '2027-01-01', [0, 0]],
  ['no day where the due day is over', [], '2026-08-01', '2026-08-30', [0, 0]],
  ['no day where the usual days are over, too', [2], '2026-08-01', '2026-08-30', [0, 0]],
  ['the usual days after its issue', [30], '2026-11-01', '2026-11-10', [0, 100]],
  ['the due day where the usual days are over', [2], '2026-10-01', '2026-12-31', [0, 100]],
] as const)('a payment is expected on %s', async (_what, days, issueDay, dueDay, expected) => {
  const [client = ''] = CLIENTS
  await paidAfter(client, days)
  await owe([{ client, amount: 100, issueDay: knownDay(issueDay), dueDay: knownDay(dueDay) }])
  const { expected: found } = await read()
  expect([found.this_month, found.next_month]).toEqual(expected)
})

async function overview() {
  const { body } = await app.call({
    method: 'GET',
    path: '/payments/overview/',
    token: ana.access,
  })
  return readPaymentsOverview.reply.parse(body)
}

test('the overview says what is owed and overdue, and which payments were recorded last', async () => {
  expect(await overview()).toEqual({ open: 0, overdue: 0, clients: 0, latest: [] })
  const [first = '', second = ''] = CLIENTS
  const [late = 0, dueToday = 0, paid = 0, other = 0] = await owe([
    { client: first, amount: 148_750, dueDay: addDays(TODAY, -1) },
    { client: first, amount: 500, dueDay: TODAY },
    { client: second, amount: 1_000 },
    { client: second, amount: 2_000 },
  ])
  await pay(dueToday, 100, TODAY)
  const partial = await pay(late, 48_750, addDays(TODAY, -1))
  await undo('payment', await pay(paid, 1_000, TODAY))
  const whole = await payTogether({ [paid]: 1_000, [other]: 2_000 })
  await giveBack(whole, paid, 300)
  await undo('payment_refund', await giveBack(whole, paid, 200))
  const newest = await pay(late, 10_000, TODAY)

  const company = { id: ana.ids.company, identifier: '77.070.707-2', name: `${ANA.mark}-empresa` }
  const documentOf = (id: number, folioOf: number, client: string) => ({
    id,
    document_type: 33,
    folio: folioOf,
    recipient: `Cliente ${client} ${folioOf}`,
  })
  const one = { company, documents: 1, refunded: 0 }
  const ofLate = documentOf(late, 5_001, first)
  expect(await overview()).toEqual({
    open: 90_000 + 400 + 300,
    overdue: 90_000,
    clients: 2,
    latest: [
      { ...one, id: newest, day: TODAY, amount: 10_000, document: ofLate },
      {
        ...one,
        id: whole,
        day: TODAY,
        amount: 3_000,
        refunded: 300,
        document: documentOf(paid, 5_003, second),
        documents: 2,
      },
      { ...one, id: partial, day: addDays(TODAY, -1), amount: 48_750, document: ofLate },
    ],
  })
})

/** One payment of several documents, with what it pays of each. */
async function payTogether(shares: Record<number, number>): Promise<number> {
  const { db } = app.database
  const amount = Object.values(shares).reduce((sum, share) => sum + share)
  const id = await db
    .insertInto('payment')
    .values({
      organisation_id: ana.organisationId,
      company_id: ana.ids.company,
      day: TODAY,
      amount_clp: amount,
      way: 'card',
      source: 'provider',
      recorded_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_share')
    .values(
      Object.entries(shares).map(([document, share]) => ({
        organisation_id: ana.organisationId,
        payment_id: id.id,
        document_id: Number(document),
        amount_clp: share,
      })),
    )
    .execute()
  return id.id
}

async function giveBack(payment: number, document: number, amount: number): Promise<number> {
  const { id } = await app.database.db
    .insertInto('payment_refund')
    .values({
      organisation_id: ana.organisationId,
      payment_id: payment,
      document_id: document,
      day: TODAY,
      amount_clp: amount,
      source: 'person',
      recorded_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
