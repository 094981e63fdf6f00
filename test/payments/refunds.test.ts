import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import { instantText } from '#server/clock.ts'
import { untilSo } from '../setup/until-so.ts'
import { end, payBy, REFUND_CALL } from './checkouts.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

const PART = 48_750

async function paymentId(): Promise<number> {
  const { id } = await stage.app.database.db
    .selectFrom('payment')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

async function refund(amount: number) {
  const path = `/documents/${stage.documentId}/payments/${await paymentId()}/refund/`
  return stage.ask('POST', path, { amount })
}

const orders = async () =>
  (
    await stage.app.database.db
      .selectFrom('payment_refund_order')
      .select(['state', 'reason'])
      .orderBy('id')
      .execute()
  ).map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

/** What is due of refunds and attempts, for so long. */
async function pass(ms: number): Promise<void> {
  await stage.app.clock.advance(ms)
  await stage.deliver()
  await stage.poll()
}

const HOUR_MS = 60 * 60_000

test.each(['transbank', 'khipu', 'mercadoPago'] as const)(
  'the whole of a payment by %s is given back, and stays so whatever is read later',
  async (provider) => {
    await payBy(stage, provider, 'pays')
    expect(await refund(TOTAL)).toMatchObject({
      status: 200,
      body: {
        state: 'due',
        open: TOTAL,
        refunded: TOTAL,
        refunds: [{ amount: TOTAL, recorded_by: null }],
      },
    })
    expect(await orders()).toEqual(['done'])
    for (let times = 0; times < 3; times += 1) await pass(9 * HOUR_MS)
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: TOTAL })
  },
)

test.each(['transbank', 'khipu', 'mercadoPago'] as const)(
  'a part of a payment by %s is given back, then the rest, and never more',
  async (provider: ProviderName) => {
    await payBy(stage, provider, 'pays')
    expect(await refund(PART)).toMatchObject({ status: 200, body: { refunded: PART } })
    expect(await refund(TOTAL - PART + 1)).toMatchObject({ status: 400 })
    await pass(9 * HOUR_MS)
    expect(await standing(stage)).toMatchObject({ refunded: PART })
  },
)

test('two parts of a payment by khipu, which says nothing of parts, are both on record', async () => {
  await payBy(stage, 'khipu', 'pays')
  expect(await refund(PART)).toMatchObject({ status: 200, body: { refunded: PART } })
  expect(await refund(PART)).toMatchObject({ status: 200, body: { refunded: 2 * PART } })
})

test('a refund that Fintoc took is followed until it is done', async () => {
  await payBy(stage, 'fintoc', 'pays')
  expect(await refund(TOTAL)).toMatchObject({ status: 200, body: { refunded: 0 } })
  expect(await orders()).toEqual(['pending'])
  expect(await refund(TOTAL)).toMatchObject({ status: 409 })
  const { refund_ref: ref } = await stage.app.database.db
    .selectFrom('payment_refund_order')
    .select('refund_ref')
    .executeTakeFirstOrThrow()
  await pass(2 * 60_000)
  expect(await orders()).toEqual(['pending'])
  stage.simulators.fintoc.moveRefund(ref ?? '', 'succeeded')
  await pass(10 * 60_000)
  expect(await orders()).toEqual(['done'])
  expect(await standing(stage)).toMatchObject({ refunded: TOTAL })
})

test('a refund that failed at Fintoc gives nothing back', async () => {
  await payBy(stage, 'fintoc', 'pays')
  await refund(TOTAL)
  const { refund_ref: ref } = await stage.app.database.db
    .selectFrom('payment_refund_order')
    .select('refund_ref')
    .executeTakeFirstOrThrow()
  stage.simulators.fintoc.moveRefund(ref ?? '', 'failed')
  await pass(10 * 60_000)
  expect((await orders())[0]).toMatch(/^refused/)
  expect(await standing(stage)).toMatchObject({ refunded: 0 })
  expect(await refund(TOTAL)).toMatchObject({ status: 200 })
})

test.each(['transbank', 'mercadoPago'] as const)(
  'a refund by %s whose answer was lost is found out, and done once',
  async (provider) => {
    await payBy(stage, provider, 'pays')
    const { troubles } =
      provider === 'transbank' ? stage.simulators.webpay : stage.simulators.mercadoPago
    troubles.set({ trouble: 'cutAfter', call: REFUND_CALL[provider], times: 1 })
    expect(await refund(TOTAL)).toMatchObject({ status: 200 })
    expect(await orders()).toEqual(['asked'])
    troubles.set(null)
    await pass(2 * 60_000)
    expect(await orders()).toEqual(['done'])
    expect(await standing(stage)).toMatchObject({ refunded: TOTAL })
  },
)

test('a refund by Webpay that never arrived is given up, not repeated', async () => {
  await payBy(stage, 'transbank', 'pays')
  stage.simulators.webpay.troubles.set({ trouble: 'cutBefore', call: 'refund', times: 1 })
  expect(await refund(TOTAL)).toMatchObject({ status: 200 })
  for (let times = 0; times < 8; times += 1) await pass(15 * 60_000)
  expect((await orders())[0]).toMatch(/^refused/)
  expect(await standing(stage)).toMatchObject({ refunded: 0 })
})

test('what the provider can’t give back is said in words, and nothing is on record as given back', async () => {
  await payBy(stage, 'transbank', 'pays')
  const [transaction] = stage.simulators.webpay.transactions()
  Object.assign(transaction ?? {}, { committedAtMs: stage.app.clock.now() - 91 * 24 * HOUR_MS })
  const { body, status } = await refund(TOTAL)
  expect(status).toBe(409)
  expect(JSON.stringify(body)).toContain('could not make the refund')
  expect((await orders())[0]).toBe('refused: other')
  expect(await standing(stage)).toMatchObject({ refunded: 0 })
})

test('a refund made at the provider’s own site is on record once', async () => {
  await payBy(stage, 'khipu', 'pays')
  const id = stage.simulators.khipu.payments()[0]?.id ?? ''
  stage.simulators.khipu.act(id, { kind: 'reverse' })
  for (let times = 0; times < 3; times += 1) await pass(13 * HOUR_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: TOTAL })
})

async function noteByHand(amount: number) {
  const body = { payment: await paymentId(), amount, day: '2026-11-05', note: '' }
  return stage.ask('POST', `/documents/${stage.documentId}/refunds/`, body)
}

test.each([
  ['the whole', TOTAL],
  ['a part', PART],
])('what the provider gave back and a person noted counts once: %s', async (_what, noted) => {
  await payBy(stage, 'khipu', 'pays')
  expect(await noteByHand(noted)).toMatchObject({ status: 201 })
  stage.simulators.khipu.act(stage.simulators.khipu.payments()[0]?.id ?? '', { kind: 'reverse' })
  for (let times = 0; times < 2; times += 1) await pass(13 * HOUR_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: TOTAL })
  expect(await refunds()).toMatchObject({ person: [], provider: expect.any(Array) })
  expect(await feeLeft()).toBe(0)
})

/** The amounts that stand, by whose word. */
async function refunds() {
  const rows = await stage.app.database.db
    .selectFrom('payment_refund')
    .select(['source', 'amount_clp'])
    .where('undone_at', 'is', null)
    .orderBy('amount_clp')
    .execute()
  const of = (source: string) =>
    rows.flatMap((row) => (row.source === source ? [row.amount_clp] : []))
  return { person: of('person'), provider: of('provider') }
}

/** What is charged of the payment, less what was reversed. */
async function feeLeft(): Promise<number> {
  const lines = await stage.app.database.db
    .selectFrom('charge')
    .select('net_clp')
    .where('payment_id', '=', await paymentId())
    .execute()
  return lines.reduce((sum, { net_clp: net }) => sum + (net ?? 0), 0)
}

/** As if its answer or the order itself had been lost. */
async function loseRefund(amount: number, trouble: 'cutBefore' | 'cutAfter'): Promise<void> {
  const { troubles } = stage.simulators.webpay
  troubles.set({ trouble, call: 'refund', times: 1 })
  expect(await refund(amount)).toMatchObject({ status: 200 })
  expect(await orders()).toEqual(['asked'])
  troubles.set(null)
}

const annulInPortal = (amount: number) => {
  const { webpay } = stage.simulators
  webpay.annulInPortal(webpay.transactions()[0]?.token ?? '', amount)
}

test('a lost order is not taken for what its owner had annulled in the portal and noted by hand', async () => {
  await payBy(stage, 'transbank', 'pays')
  annulInPortal(PART)
  expect(await noteByHand(PART)).toMatchObject({ status: 201 })
  await loseRefund(PART, 'cutBefore')
  for (let times = 0; times < 8; times += 1) await pass(15 * 60_000)
  expect((await orders())[0]).toMatch(/^refused/)
  await pass(13 * HOUR_MS)
  expect(await standing(stage)).toMatchObject({ refunded: PART })
})

test('a refund that a person noted is the provider’s as far as it gave that back, and theirs beyond', async () => {
  await payBy(stage, 'transbank', 'pays')
  const fee = await feeLeft()
  expect(await noteByHand(TOTAL)).toMatchObject({ status: 201 })
  annulInPortal(PART)
  for (let times = 0; times < 3; times += 1) await pass(13 * HOUR_MS)
  expect(await refunds()).toEqual({ person: [TOTAL - PART], provider: [PART] })
  expect(await standing(stage)).toMatchObject({ refunded: TOTAL })
  expect(await feeLeft()).toBe(fee - Math.round((fee * PART) / TOTAL))
  annulInPortal(TOTAL - PART)
  for (let times = 0; times < 3; times += 1) await pass(25 * HOUR_MS)
  expect(await refunds()).toMatchObject({ person: [] })
  expect(await standing(stage)).toMatchObject({ refunded: TOTAL })
  expect(await feeLeft()).toBe(0)
})

test('a provider’s refund replaces the one of its amount among several that a person noted', async () => {
  await payBy(stage, 'transbank', 'pays')
  for (const amount of [30_000, PART]) {
    expect(await noteByHand(amount)).toMatchObject({ status: 201 })
  }
  annulInPortal(PART)
  await pass(13 * HOUR_MS)
  expect(await refunds()).toEqual({ person: [30_000], provider: [PART] })
})

test('a provider’s refund beyond an order that is done replaces the one that a person noted', async () => {
  await payBy(stage, 'transbank', 'pays')
  expect(await refund(30_000)).toMatchObject({ status: 200 })
  expect(await noteByHand(PART)).toMatchObject({ status: 201 })
  annulInPortal(PART)
  await pass(13 * HOUR_MS)
  expect(await refunds()).toEqual({ person: [], provider: [30_000, PART] })
})

test('an order counts beside what was read from the portal and what was noted by hand', async () => {
  await payBy(stage, 'transbank', 'pays')
  annulInPortal(PART)
  // Before the session asks the password again.
  const poll_at = instantText(stage.app.clock.now())
  await stage.app.database.db.updateTable('payment_attempt').set({ poll_at }).execute()
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ refunded: PART })
  expect(await noteByHand(PART)).toMatchObject({ status: 201 })
  expect(await refund(PART)).toMatchObject({ status: 200, body: { refunded: 3 * PART } })
  await pass(13 * HOUR_MS)
  expect(await refunds()).toEqual({ person: [PART], provider: [PART, PART] })
})

test('a lost order is not taken for what was annulled in the portal and nobody noted', async () => {
  await payBy(stage, 'transbank', 'pays')
  annulInPortal(PART)
  await loseRefund(PART, 'cutBefore')
  for (let times = 0; times < 8; times += 1) await pass(15 * 60_000)
  expect((await orders())[0]).toMatch(/^refused/)
  expect(await standing(stage)).toMatchObject({ refunded: PART })
})

test.each([
  ['in the portal', true, 2 * PART],
  ['by a transfer', false, 2 * PART],
])(
  'an order whose answer was lost is found out beside what was given back %s and noted by hand',
  async (_how, isAtProvider, refunded) => {
    await payBy(stage, 'transbank', 'pays')
    if (isAtProvider) annulInPortal(PART)
    expect(await noteByHand(PART)).toMatchObject({ status: 201 })
    await loseRefund(PART, 'cutAfter')
    await pass(2 * 60_000)
    expect(await orders()).toEqual(['done'])
    await pass(13 * HOUR_MS)
    expect(await standing(stage)).toMatchObject({ refunded })
  },
)

test('an order that never arrived is given up beside what was given back by a transfer', async () => {
  await payBy(stage, 'transbank', 'pays')
  expect(await noteByHand(PART)).toMatchObject({ status: 201 })
  await loseRefund(PART, 'cutBefore')
  for (let times = 0; times < 8; times += 1) await pass(15 * 60_000)
  expect((await orders())[0]).toMatch(/^refused/)
  expect(await standing(stage)).toMatchObject({ refunded: PART })
})

test('a part annulled in the portal of Transbank is on record once', async () => {
  await payBy(stage, 'transbank', 'pays')
  annulInPortal(PART)
  for (let times = 0; times < 3; times += 1) await pass(13 * HOUR_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: PART })
})

test('what is ordered counts beside what was given back by hand before', async () => {
  await payBy(stage, 'mercadoPago', 'pays')
  expect(await noteByHand(PART)).toMatchObject({ status: 201 })
  expect(await refund(PART)).toMatchObject({ status: 200, body: { refunded: 2 * PART } })
  await pass(9 * HOUR_MS)
  expect(await standing(stage)).toMatchObject({ refunded: 2 * PART })
})

test('nothing is noted by hand while its provider gives it back', async () => {
  await payBy(stage, 'fintoc', 'pays')
  await refund(TOTAL)
  expect(await orders()).toEqual(['pending'])
  expect(await noteByHand(TOTAL)).toMatchObject({ status: 409 })
  expect(await standing(stage)).toMatchObject({ refunded: 0 })
})

test('every member hears of a refund that is ordered, and it is on record who did', async () => {
  await payBy(stage, 'khipu', 'pays')
  await refund(PART)
  const { db } = stage.app.database
  const mails = await db
    .selectFrom('system_mail')
    .select('data')
    .where('template', '=', 'paymentRefund')
    .execute()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).toContain('$48.750')
  const events = await db
    .selectFrom('audit_event')
    .select('user_id')
    .where('kind', '=', 'refundOrdered')
    .execute()
  expect(events).toEqual([{ user_id: stage.ana.userId }])
})

async function refundMails(): Promise<number> {
  const rows = await stage.app.database.db
    .selectFrom('system_mail')
    .select('id')
    .where('template', '=', 'paymentRefund')
    .execute()
  return rows.length
}

test('nobody is mailed of a refund that its provider refused', async () => {
  await payBy(stage, 'transbank', 'pays')
  const [transaction] = stage.simulators.webpay.transactions()
  Object.assign(transaction ?? {}, { committedAtMs: stage.app.clock.now() - 91 * 24 * HOUR_MS })
  expect(await refund(TOTAL)).toMatchObject({ status: 409 })
  expect(await refundMails()).toBe(0)
})

test('a refund whose answer was lost is mailed once its provider says that it was made', async () => {
  await payBy(stage, 'transbank', 'pays')
  await loseRefund(TOTAL, 'cutAfter')
  expect(await refundMails()).toBe(0)
  await pass(2 * 60_000)
  expect(await orders()).toEqual(['done'])
  expect(await refundMails()).toBe(1)
})

test('a refund that its provider took is mailed once, and not again when it is done', async () => {
  await payBy(stage, 'fintoc', 'pays')
  await refund(TOTAL)
  expect(await refundMails()).toBe(1)
  const { refund_ref: ref } = await stage.app.database.db
    .selectFrom('payment_refund_order')
    .select('refund_ref')
    .executeTakeFirstOrThrow()
  stage.simulators.fintoc.moveRefund(ref ?? '', 'succeeded')
  await pass(10 * 60_000)
  expect(await orders()).toEqual(['done'])
  expect(await refundMails()).toBe(1)
})

test('a refund asks the password again when it was given long ago', async () => {
  await payBy(stage, 'khipu', 'pays')
  await stage.app.clock.advance(31 * 60_000)
  expect(await refundAs(await freshAccess())).toMatchObject({
    status: 403,
    body: { code: 'password_required' },
  })
  expect(await orders()).toEqual([])
})

async function freshAccess(): Promise<string> {
  const { body } = await stage.app.call({
    path: '/auth/jwt/refresh/',
    body: { refresh: stage.ana.refresh },
  })
  return String(Object(body).access)
}

async function refundAs(token: string) {
  const path = `/documents/${stage.documentId}/payments/${await paymentId()}/refund/`
  return stage.app.call({ method: 'POST', path, body: { amount: TOTAL }, token })
}

test('refunds at providers that never answer leave most readers to others', async () => {
  const providers = ['khipu', 'fintoc', 'mercadoPago'] as const
  for (const provider of providers) redirectIn(await stage.begin(provider))
  for (const provider of providers) {
    const back = end(stage, provider, 'pays')
    if (back !== null) await stage.follow(back)
  }
  await stage.deliver()
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ payments: 3 })
  await orderLostRefunds()
  const simulated = providers.map((provider) => stage.simulators[provider].troubles)
  for (const troubles of simulated) troubles.set({ trouble: 'slow' })
  const held = () => simulated.reduce((sum, troubles) => sum + troubles.held(), 0)
  const polled = stage.poll()
  await untilSo('two calls that are held', () => held() === 2)
  for (let looks = 0; looks < 50; looks += 1) await standing(stage)
  expect(held()).toBe(2)
  for (const troubles of simulated) {
    troubles.set(null)
    troubles.release()
  }
  await polled
})

test('refunds of one connection that never answers leave a reader to those of others', async () => {
  redirectIn(await stage.begin('khipu'))
  await stage.app.clock.advance(51 * 60_000)
  for (const provider of ['khipu', 'mercadoPago'] as const) {
    redirectIn(await stage.begin(provider))
  }
  end(stage, 'khipu', 'pays', 0)
  end(stage, 'khipu', 'pays', 1)
  end(stage, 'mercadoPago', 'pays')
  await stage.deliver()
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ payments: 3 })
  await orderLostRefunds()
  const silent = [stage.simulators.khipu.troubles, stage.simulators.mercadoPago.troubles]
  for (const troubles of silent) troubles.set({ trouble: 'slow' })
  const held = () => silent.map((troubles) => troubles.held())
  const polled = stage.poll()
  for (let looks = 0; looks < 500 && held().includes(0); looks += 1) await standing(stage)
  expect(held()).toEqual([1, 1])
  for (const troubles of silent) {
    troubles.set(null)
    troubles.release()
  }
  await polled
})

/** As if the answers to a refund of each payment had been lost. */
async function orderLostRefunds(): Promise<void> {
  await sql`insert into payment_refund_order (organisation_id, attempt_id, payment_id, document_id, amount_clp, refund_id,
      before_clp, state, ordered_by, ordered_at, poll_at)
    select share.organisation_id, share.attempt_id, paid.payment_id, share.document_id, share.amount_clp,
      rpad(translate(share.attempt_id::text, '0123456789', 'abcdefghij'), 26, 'a'), 0, 'asked', 1,
      ${instantText(stage.app.clock.now())}::timestamptz, ${instantText(stage.app.clock.now())}::timestamptz
    from payment_attempt_share share
    join provider_payment paid on paid.attempt_id = share.attempt_id`.execute(stage.app.database.db)
}

test('a payment of a connection that was removed is given back by hand, and nothing is ordered', async () => {
  await payBy(stage, 'khipu', 'pays')
  const shown = async () => {
    const { body } = await stage.ask('GET', `/documents/${stage.documentId}/payment/`)
    return Object(body).attempts[0].is_disconnected
  }
  expect(await shown()).toBe(false)
  const { db } = stage.app.database
  const connection = () => db.updateTable('payment_connection').where('provider', '=', 'khipu')
  const { secret_id } = await db
    .selectFrom('payment_connection')
    .select('secret_id')
    .where('provider', '=', 'khipu')
    .executeTakeFirstOrThrow()
  const ended_at = instantText(stage.app.clock.now())
  await connection()
    .set({ secret_id: null, is_offered: false, ended_at, ended_by: stage.ana.userId })
    .execute()
  try {
    expect(await shown()).toBe(true)
    expect(await refund(TOTAL)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/removed the connection|Quitaste la conexión/) },
    })
    expect(await orders()).toEqual([])
  } finally {
    await connection()
      .set({ secret_id, is_offered: true, ended_at: null, ended_by: null })
      .execute()
  }
})
