import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { attention } from '#server/agenda/attention.ts'
import { instantText } from '#server/clock.ts'
import { applyState } from '#server/payments/attempts/apply.ts'
import { openConnection } from '#server/payments/connections/store.ts'
import { NO_REFS, type PaymentState } from '#server/payments/providers/port.ts'
import type { PaymentProviders } from '#server/payments/providers/providers.ts'
import { REFUND_CALL } from './checkouts.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from './stage.ts'

let stage: Stage
/** While it is set, nothing but the payment that it names can be read by a name. */
let readable: ((paymentRef: string) => boolean) | null = null
/** The first payment, where a test names it. */
let first = ''
/** Whether Mercado Pago lists nothing. */
let isListAway = false
/** How long it takes to read a payment by its name. */
let slowMs = 0
beforeAll(async () => {
  stage = await openStage({ providers: withGaps })
})
afterAll(() => stage.close())
beforeEach(async () => {
  await stage.reset()
  redirectIn(await stage.begin('mercadoPago'))
})
afterEach(() => {
  readable = null
  isListAway = false
  slowMs = 0
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

function withGaps(providers: PaymentProviders): PaymentProviders {
  const { mercadoPago } = providers
  return {
    ...providers,
    mercadoPago: {
      ...mercadoPago,
      fetchState: async (connection, refs) => {
        const { paymentRef } = refs
        if (paymentRef !== null && slowMs > 0) await stage.app.clock.advance(slowMs)
        const isGap = paymentRef === null ? isListAway : readable !== null && !readable(paymentRef)
        if (isGap) return { kind: 'unavailable', cause: 'HTTP 500' }
        return mercadoPago.fetchState(connection, refs)
      },
    },
  }
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Pays the preference, again when it was paid before; what Mercado Pago calls the payment. */
function pay(): number {
  const { mercadoPago } = stage.simulators
  const id = mercadoPago.preferences()[0]?.id ?? ''
  const { payment } = mercadoPago.checkOut(id, { kind: 'approve' })
  if (payment === null) throw new Error('no payment')
  return payment.id
}

async function notified(): Promise<void> {
  await stage.deliver()
  await stage.poll()
}

async function passes(ms: number): Promise<void> {
  await stage.app.clock.advance(ms)
  await stage.poll()
}

const all = (table: 'payment' | 'provider_payment' | 'payment_question' | 'payment_refund_order') =>
  stage.app.database.db.selectFrom(table).selectAll().execute()

async function asked(): Promise<string[]> {
  const { db } = stage.app.database
  const { organisationId } = stage.ana
  const { items } = await attention({ db, clock: stage.app.clock }, { organisationId })
  return items.map(({ code }) => code).filter((code) => /^(?:payment|overpaid)/.test(code))
}

/** The lines of the ledger about the payments of this test, and how many mails told its owner of one. */
async function told() {
  const { db } = stage.app.database
  const ids = (await all('payment')).map(({ id }) => Number(Object(id)))
  const charges = await db
    .selectFrom('charge')
    .select(['payment_id', 'base_clp'])
    .where('kind', '=', 'payment')
    .where('payment_id', 'in', ids)
    .execute()
  const mails = await db.selectFrom('system_mail').select('template').execute()
  return {
    charged: charges.map(({ base_clp: base }) => base),
    mails: mails.filter(({ template }) => template === 'paymentReceived').length,
  }
}

/** The first payment and each later one as money: paid so often, on record once each. */
async function expectPaid(times: number): Promise<void> {
  expect(await standing(stage)).toEqual({
    attempts: [{ state: 'succeeded', questions: [], open: false }],
    paid: times * TOTAL,
    refunded: 0,
    payments: times,
  })
  expect(await told()).toEqual({ charged: Array(times).fill(TOTAL), mails: times })
}

test('a second payment of one checkout is money on record, charged, told and raised to refund', async () => {
  pay()
  await notified()
  await expectPaid(1)
  expect(await asked()).toEqual([])
  pay()
  await notified()
  await expectPaid(2)
  expect(await asked()).toEqual(['paymentTwice'])
  expect(await stage.ask('GET', `/documents/${stage.documentId}/payment/`)).toMatchObject({
    body: {
      state: 'overpaid',
      excess: TOTAL,
      attempts: [{ payments: [expect.any(Number), expect.any(Number)] }],
    },
  })
})

test('three payments whose notices are lost are found by the poller', async () => {
  const { notifier } = stage.simulators.mercadoPago
  notifier.setTrouble('drop')
  pay()
  await passes(60_000)
  await expectPaid(1)
  pay()
  pay()
  await notified()
  await passes(DAY_MS)
  await expectPaid(3)
})

test('a second payment that a process that died had still to read is read in a minute', async () => {
  pay()
  await notified()
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  pay()
  const claimed_until = instantText(stage.app.clock.now() + 30_000)
  await stage.app.database.db.updateTable('payment_attempt').set({ claimed_until }).execute()
  await passes(29_000)
  await expectPaid(1)
  await passes(1_000)
  await expectPaid(2)
})

test('payments that are listed together at the first reading are all recorded', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  pay()
  pay()
  await passes(60_000)
  await expectPaid(2)
})

test('payments that are read slowly are read within the claim, and the next poll goes on with the others', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  for (let times = 0; times < 6; times += 1) pay()
  // As long as a request may take.
  slowMs = 15_000
  await passes(60_000)
  // A claim takes a minute: the first is found with the list, and three more readings end before it does.
  await expectPaid(4)
  await passes(60_000)
  await expectPaid(6)
})

test('a payment that was given back before it was ever read is money that came and went', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  pay()
  await passes(60_000)
  await giveBackThere(pay())
  await passes(DAY_MS)
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, refunded: TOTAL, payments: 2 })
})

test('a listed payment is no money before its own state is read', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  const first = pay()
  await passes(60_000)
  pay()
  readable = (paymentRef) => paymentRef === String(first)
  await passes(DAY_MS)
  await expectPaid(1)
  readable = null
  // Sooner than money that came is read otherwise.
  await passes(6 * HOUR_MS)
  await expectPaid(2)
})

test.each([
  ['a listed payment', () => (readable = (paymentRef: string) => paymentRef === first)],
  ['the list', () => (isListAway = true)],
])('%s that nobody could read for a week is its owner’s to look into', async (_what, break_) => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  first = String(pay())
  await passes(60_000)
  pay()
  break_()
  for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'succeeded', questions: ['unread'] }],
    paid: TOTAL,
    payments: 1,
  })
})

test.each([
  ['a listed payment', () => (readable = (paymentRef: string) => paymentRef === first)],
  ['the list', () => (isListAway = true)],
])(
  '%s that can be read after its owner was asked is money, and asked about no more',
  async (_what, break_) => {
    stage.simulators.mercadoPago.notifier.setTrouble('drop')
    first = String(pay())
    await passes(60_000)
    pay()
    break_()
    for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
    expect(await asked()).toEqual(['paymentUnread'])
    for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
    expect(await asked()).toEqual(['paymentUnread'])
    readable = null
    isListAway = false
    for (let days = 0; days < 14; days += 1) await passes(DAY_MS)
    await expectPaid(2)
  },
)

test('a payment that is read by its name answers the question about its checkout, whose list is not read', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  const id = pay()
  isListAway = true
  for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
  expect(await asked()).toEqual(['paymentUnread'])
  const { states, apply } = await readings([id])
  for (const state of states) await apply(state)
  await expectPaid(1)
})

test('a listed payment that is read after its owner was asked, and differs, is asked about as that alone', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  first = String(pay())
  await passes(60_000)
  const second = pay()
  const payment = stage.simulators.mercadoPago.payments().find(({ id }) => id === second)
  Object.assign(payment ?? {}, { amount: TOTAL - 1 })
  readable = (paymentRef) => paymentRef === first
  for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
  expect(await asked()).toEqual(['paymentUnread'])
  readable = null
  for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
  expect(await asked()).toEqual(['paymentMismatch'])
})

test('a list that can be read after its owner was asked, and names nothing new, is asked about no more', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  pay()
  await passes(60_000)
  isListAway = true
  for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
  expect(await asked()).toEqual(['paymentUnread'])
  isListAway = false
  for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
  await expectPaid(1)
})

test('a listed payment on record that nobody can read any more is not its owner’s to look into', async () => {
  first = String(pay())
  await notified()
  pay()
  await notified()
  readable = (paymentRef) => paymentRef === first
  for (let days = 0; days < 8; days += 1) await passes(DAY_MS)
  await expectPaid(2)
})

test('a list that cannot be read later is read again with its payment, and nobody is asked', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  pay()
  await passes(60_000)
  for (let days = 0; days < 10; days += 1) await passes(DAY_MS)
  isListAway = true
  for (let days = 0; days < 20; days += 1) await passes(DAY_MS)
  await expectPaid(1)
})

async function opened() {
  const attempt = await stage.app.database.db
    .selectFrom('payment_attempt')
    .selectAll()
    .executeTakeFirstOrThrow()
  const at = { organisationId: attempt.organisation_id, attemptId: attempt.id }
  const found = await openConnection(stage.needs, {
    organisationId: at.organisationId,
    connectionId: attempt.connection_id,
  })
  if (found === null) throw new Error('no connection')
  return { attempt, at, connection: found.connection }
}

/** As its owner does at Mercado Pago's own site. */
async function giveBackThere(id: number): Promise<void> {
  const { connection } = await opened()
  const order = { refundId: `site-${id}`, amountClp: clp(TOTAL), paidClp: clp(TOTAL) }
  const refs = { ...NO_REFS, paymentRef: String(id) }
  const { kind } = await stage.providers.mercadoPago.refund(connection, refs, order)
  if (kind !== 'done') throw new Error(kind)
}

/** What Mercado Pago says of these payments, and a way to apply it as any number of readers would. */
async function readings(ids: readonly number[]) {
  const { attempt, at, connection } = await opened()
  const provider = stage.providers.mercadoPago
  const states: PaymentState[] = []
  for (const id of ids) {
    const refs = { providerRef: null, paymentRef: String(id), buyOrder: attempt.order_id }
    const state = await provider.fetchState(connection, refs)
    if (state.kind !== 'found') throw new Error(state.kind)
    states.push(state)
  }
  const apply = (state: PaymentState) =>
    applyState(stage.needs, at, { connection, provider }, state)
  return { states, apply }
}

test('states of three payments applied at once, in any order and a hundred times are three payments', async () => {
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  const { states, apply } = await readings([pay(), pay(), pay()])
  await Promise.all([...states, ...states.toReversed(), ...states].map(apply))
  for (let times = 0; times < 100; times += 1) {
    for (const state of states) await apply(state)
  }
  await expectPaid(3)
})

test('a payment whose name comes later is the same money', async () => {
  const { states, apply } = await readings([pay()])
  const [state] = states
  if (state === undefined) throw new Error('no state')
  await apply({ ...state, refs: { ...state.refs, paymentRef: null, providerRef: 'checkout' } })
  await apply(state)
  await expectPaid(1)
})

test.each([
  ['a transfer', 'transfer', 'transfer', 100],
  ['a credit card', 'creditCard', 'card', 290],
  ['a debit card', 'debitCard', 'card', 290],
  ['a prepaid card', 'prepaidCard', 'card', 290],
  ['something else', 'other', 'card', 290],
  ['nobody says what', null, 'card', 290],
] as const)(
  'a payment by Mercado Pago with %s is recorded and charged as it was paid',
  async (_what, kind, way, points) => {
    stage.simulators.mercadoPago.notifier.setTrouble('drop')
    const { states, apply } = await readings([pay()])
    const [state] = states
    if (state === undefined) throw new Error('no state')
    await apply({ ...state, method: { ...state.method, kind } })
    const paid = await stage.app.database.db
      .selectFrom('payment')
      .innerJoin('charge', 'charge.payment_id', 'payment.id')
      .select(['payment.way', 'charge.basis_points'])
      .execute()
    expect(paid).toEqual([{ way, basis_points: points }])
  },
)

test('notices and polls of two payments at once are two payments', async () => {
  pay()
  pay()
  await stage.deliver()
  await Promise.all([stage.poll(), stage.poll(), stage.poll()])
  await passes(DAY_MS)
  await expectPaid(2)
})

test('a second payment that differs from what was asked for is a question about it, and no money', async () => {
  pay()
  await notified()
  const second = pay()
  const payment = stage.simulators.mercadoPago.payments().find(({ id }) => id === second)
  Object.assign(payment ?? {}, { amount: TOTAL - 1 })
  await notified()
  await passes(DAY_MS)
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'succeeded', questions: ['mismatch'] }],
    paid: TOTAL,
    payments: 1,
  })
  expect(await all('payment_question')).toMatchObject([
    { payment_ref: String(second), about: { differs: ['amount'] } },
  ])
})

test('a right payment after one that differs is money, and the question stays', async () => {
  const wrong = pay()
  const payment = stage.simulators.mercadoPago.payments().find(({ id }) => id === wrong)
  Object.assign(payment ?? {}, { amount: TOTAL - 1 })
  await notified()
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'mismatch' }], payments: 0 })
  pay()
  await notified()
  await passes(DAY_MS)
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'succeeded', questions: ['mismatch'] }],
    paid: TOTAL,
    payments: 1,
  })
})

test('questions of one attempt stand side by side, and are answered one by one, for good', async () => {
  const disputed = pay()
  await notified()
  const wrong = pay()
  const payment = stage.simulators.mercadoPago.payments().find(({ id }) => id === wrong)
  Object.assign(payment ?? {}, { amount: TOTAL - 1 })
  await notified()
  stage.simulators.mercadoPago.changeLater(disputed, 'in_mediation')
  await notified()
  expect((await asked()).toSorted()).toEqual(['paymentDisputed', 'paymentMismatch'])
  const questions = await stage.app.database.db
    .selectFrom('payment_question')
    .select(['id', 'kind'])
    .where('kind', '=', 'mismatch')
    .executeTakeFirstOrThrow()
  const path = `/documents/${stage.documentId}/payment-questions/${questions.id}/answer/`
  expect(await stage.ask('POST', path)).toMatchObject({
    status: 200,
    body: { attempts: [{ questions: [{ kind: 'disputed' }] }] },
  })
  expect(await asked()).toEqual(['paymentDisputed'])
  await passes(DAY_MS)
  expect(await asked()).toEqual(['paymentDisputed'])
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
})

async function refund(paymentId: number, amount: number) {
  const path = `/documents/${stage.documentId}/payments/${paymentId}/refund/`
  return stage.ask('POST', path, { amount })
}

test('a refund of the second payment goes to it alone, and settles the excess', async () => {
  const own = pay()
  await notified()
  const second = pay()
  await notified()
  const { payment_id: paymentId } = await stage.app.database.db
    .selectFrom('provider_payment')
    .select('payment_id')
    .where('payment_ref', '=', String(second))
    .executeTakeFirstOrThrow()
  expect(await refund(paymentId, TOTAL)).toMatchObject({
    status: 200,
    body: { state: 'paid', excess: 0, refunded: TOTAL },
  })
  const refundedThere = () =>
    stage.simulators.mercadoPago
      .payments()
      .filter(({ id, refunds }) => [own, second].includes(id) && refunds.length > 0)
      .map(({ id }) => id)
  expect(refundedThere()).toEqual([second])
  expect(await asked()).toEqual([])
  expect(await refund(paymentId, 1)).toMatchObject({ status: 400 })
  for (let times = 0; times < 3; times += 1) await passes(DAY_MS)
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, refunded: TOTAL })
  const refunds = await stage.app.database.db.selectFrom('payment_refund').selectAll().execute()
  expect(refunds).toMatchObject([{ payment_id: paymentId, amount_clp: TOTAL }])
})

test('each payment of a checkout has its refund under way beside the other’s', async () => {
  pay()
  pay()
  await notified()
  await passes(10_000)
  const { troubles } = stage.simulators.mercadoPago
  troubles.set({ trouble: 'cutAfter', call: REFUND_CALL.mercadoPago, times: 2 })
  for (const { payment_id: id } of await stage.app.database.db
    .selectFrom('provider_payment')
    .select('payment_id')
    .execute()) {
    expect(await refund(id, TOTAL)).toMatchObject({ status: 200 })
    expect(await refund(id, TOTAL)).toMatchObject({ status: 409 })
  }
  troubles.set(null)
  for (let times = 0; times < 3; times += 1) await passes(10 * 60_000)
  const orders = await all('payment_refund_order')
  expect(orders).toMatchObject([{ state: 'done' }, { state: 'done' }])
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, refunded: 2 * TOTAL })
})

test('a refund that was noted by hand and read many times at once reverses the fee once', async () => {
  const id = pay()
  await notified()
  const { payment_id: paymentId } = await stage.app.database.db
    .selectFrom('provider_payment')
    .select('payment_id')
    .executeTakeFirstOrThrow()
  const noted = { payment: paymentId, amount: TOTAL, day: '2026-11-05', note: '' }
  const path = `/documents/${stage.documentId}/refunds/`
  expect(await stage.ask('POST', path, noted)).toMatchObject({ status: 201 })
  stage.simulators.mercadoPago.notifier.setTrouble('drop')
  await giveBackThere(id)
  const { states, apply } = await readings([id])
  await Promise.all([...states, ...states, ...states, ...states, ...states].map(apply))
  const { db } = stage.app.database
  const rows = await db
    .selectFrom('payment_refund')
    .select(['source', 'amount_clp', 'undone_at', 'undone_by'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { source: 'person', amount_clp: TOTAL, undone_at: expect.any(String), undone_by: null },
    { source: 'provider', amount_clp: TOTAL, undone_at: null, undone_by: null },
  ])
  const lines = await db
    .selectFrom('charge')
    .select('net_clp')
    .where('payment_id', '=', paymentId)
    .execute()
  expect(lines).toHaveLength(2)
  expect(lines.reduce((sum, { net_clp: net }) => sum + (net ?? 0), 0)).toBe(0)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: TOTAL })
})

test('a refund of the second payment at the provider’s own site counts against it', async () => {
  pay()
  await notified()
  const second = pay()
  await notified()
  await giveBackThere(second)
  await notified()
  await passes(DAY_MS)
  const [given, ...others] = await stage.app.database.db
    .selectFrom('payment_refund as refund')
    .innerJoin('provider_payment as paid', 'paid.payment_id', 'refund.payment_id')
    .select(['paid.payment_ref', 'refund.amount_clp'])
    .execute()
  expect(others).toEqual([])
  expect(given).toEqual({ payment_ref: String(second), amount_clp: TOTAL })
})
