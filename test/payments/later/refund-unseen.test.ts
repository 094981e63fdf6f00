import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { attention } from '#server/agenda/attention.ts'
import { TEST_PASSWORD, textOf } from '#server/test-app.ts'
import { untilLockWait } from '../../engine/lock-wait.ts'
import { payBy, REFUND_CALL } from '../checkouts.ts'
import { openStage, standing, TOTAL, type Stage } from '../stage.ts'

// A refund whose answer was lost at a provider that never says whether it made it.

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
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

async function pass(ms: number): Promise<void> {
  await stage.app.clock.advance(ms)
  await stage.deliver()
  await stage.poll()
  await signIn()
}

async function signIn(): Promise<void> {
  const { body } = await stage.app.call({
    path: '/auth/jwt/create/',
    body: { email: 'ana@folio.example', password: TEST_PASSWORD },
  })
  Object.assign(stage.ana, { access: textOf(body, 'access'), refresh: textOf(body, 'refresh') })
}

const db = () => stage.app.database.db

async function paymentId(): Promise<number> {
  const { id } = await db().selectFrom('payment').select('id').executeTakeFirstOrThrow()
  return id
}

const refund = async (amount: number) =>
  stage.ask('POST', `/documents/${stage.documentId}/payments/${await paymentId()}/refund/`, {
    amount,
  })

const noteByHand = async (amount: number) =>
  stage.ask('POST', `/documents/${stage.documentId}/refunds/`, {
    payment: await paymentId(),
    amount,
    day: '2026-11-05',
    note: '',
  })

const orders = async () =>
  (
    await db()
      .selectFrom('payment_refund_order')
      .select(['state', 'reason'])
      .orderBy('id')
      .execute()
  ).map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

const questions = () =>
  db().selectFrom('payment_question').select(['id', 'kind', 'about', 'answered_at']).execute()

async function answer(said: string) {
  const [question] = await questions()
  const path = `/documents/${stage.documentId}/payment-questions/${question?.id ?? 0}/answer/`
  return stage.ask('POST', path, { answer: said })
}

/** The owner orders it and its answer never comes, whether or not the provider got the order. */
async function loseRefund(
  provider: 'transbank' | 'khipu',
  amount: number,
  trouble: 'cutBefore' | 'cutAfter' = 'cutAfter',
): Promise<void> {
  const { webpay, khipu } = stage.simulators
  const { troubles } = provider === 'khipu' ? khipu : webpay
  troubles.set({ trouble, call: REFUND_CALL[provider], times: 1 })
  expect(await refund(amount)).toMatchObject({ status: 200 })
  troubles.set(null)
  for (let times = 0; times < 4; times += 1) await pass(15 * MINUTE_MS)
}

/** A payment by Webpay of which nothing more is said, or one by Khipu, which says nothing of parts. */
async function lostAt(provider: 'transbank' | 'khipu'): Promise<void> {
  await payBy(stage, provider, 'pays')
  if (provider === 'transbank') await pass(8 * DAY_MS)
  await loseRefund(provider, PART)
}

const MUST_ASK = ['transbank', 'khipu'] as const

test.each(MUST_ASK)(
  'a refund by %s that may have been made is asked about, and no other is made meanwhile',
  async (provider) => {
    await lostAt(provider)
    expect(await orders()).toEqual(['unseen'])
    expect(await standing(stage)).toMatchObject({
      attempts: [{ state: 'succeeded', questions: ['refundUnseen'] }],
      refunded: 0,
    })
    const asked = await stage.ask('GET', `/documents/${stage.documentId}/payment/`)
    expect(asked.body).toMatchObject({
      attempts: [
        {
          questions: [{ kind: 'refundUnseen', amount: PART }],
          refunds: [{ state: 'unseen', amount: PART }],
        },
      ],
    })
    const { items } = await attention(stage.needs, { organisationId: stage.ana.organisationId })
    expect(items.map(({ code }) => code)).toContain('refundUnseen')
    for (const another of [await refund(PART), await refund(TOTAL), await noteByHand(PART)]) {
      expect(another.status).toBe(409)
      expect(JSON.stringify(another.body)).toContain('whether the refund before this one was made')
    }
    expect(await orders()).toEqual(['unseen'])
    for (let times = 0; times < 3; times += 1) await pass(DAY_MS)
    expect(await questions()).toHaveLength(1)
  },
)

const reversed = async () =>
  db()
    .selectFrom('charge')
    .select('base_clp')
    .where('kind', '=', 'refund')
    .where('payment_id', '=', await paymentId())
    .execute()

test.each(MUST_ASK)(
  'a refund by %s that its owner says was made is their word, on record once and undone like every other',
  async (provider) => {
    await lostAt(provider)
    for (let times = 0; times < 2; times += 1) {
      expect(await answer('refunded')).toMatchObject({
        status: 200,
        body: { refunded: PART, refunds: [{ amount: PART, recorded_by: 'ana@folio.example' }] },
      })
    }
    expect(await answer('notRefunded')).toMatchObject({ status: 409 })
    expect(await orders()).toEqual(['done'])
    expect(await reversed()).toEqual([])
    await pass(DAY_MS)
    expect(await standing(stage)).toMatchObject({ attempts: [{ questions: [] }], refunded: PART })
    const { id } = await db().selectFrom('payment_refund').select('id').executeTakeFirstOrThrow()
    const path = `/documents/${stage.documentId}/refunds/${id}/undo/`
    expect(await stage.ask('POST', path)).toMatchObject({ status: 200, body: { refunded: 0 } })
    expect(await noteByHand(PART)).toMatchObject({ status: 201 })
  },
)

test.each(MUST_ASK)(
  'a refund by %s that its owner says was not made can be ordered again',
  async (provider) => {
    await lostAt(provider)
    expect(await answer('notRefunded')).toMatchObject({ status: 200, body: { refunded: 0 } })
    expect(await answer('refunded')).toMatchObject({ status: 409 })
    expect(await orders()).toEqual(['refused: notGivenBack'])
    expect(await reversed()).toEqual([])
    expect(await refund(PART)).toMatchObject({ status: 200, body: { refunded: PART } })
    expect(await orders()).toEqual(['refused: notGivenBack', 'done'])
  },
)

test('a second refund that is lost of one payment is asked about again', async () => {
  await lostAt('khipu')
  await answer('notRefunded')
  await loseRefund('khipu', PART)
  expect(await orders()).toEqual(['refused: notGivenBack', 'unseen'])
  expect(await standing(stage)).toMatchObject({ attempts: [{ questions: ['refundUnseen'] }] })
})

test('a refund that may have been made is answered by whether it was, not as looked into', async () => {
  await lostAt('khipu')
  expect(await answer('lookedInto')).toMatchObject({ status: 400 })
  expect(await orders()).toEqual(['unseen'])
  expect(await standing(stage)).toMatchObject({ attempts: [{ questions: ['refundUnseen'] }] })
})

test('a refund that its owner says was made counts beside one before it', async () => {
  await payBy(stage, 'khipu', 'pays')
  expect(await refund(PART)).toMatchObject({ status: 200 })
  await loseRefund('khipu', PART)
  expect(await answer('refunded')).toMatchObject({ status: 200, body: { refunded: 2 * PART } })
})

test('a refund that its owner says was made counts beside what was given back by a transfer', async () => {
  await payBy(stage, 'khipu', 'pays')
  expect(await noteByHand(PART)).toMatchObject({ status: 201 })
  await loseRefund('khipu', PART)
  expect(await answer('refunded')).toMatchObject({ status: 200, body: { refunded: 2 * PART } })
})

test('a refund that its owner says was made adds nothing to the whole that the provider tells of since', async () => {
  await lostAt('khipu')
  const { khipu } = stage.simulators
  khipu.act(khipu.payments()[0]?.id ?? '', { kind: 'reverse' })
  for (let times = 0; times < 2; times += 1) await pass(13 * 60 * MINUTE_MS)
  expect(await standing(stage)).toMatchObject({ refunded: TOTAL })
  expect(await answer('refunded')).toMatchObject({ status: 200, body: { refunded: TOTAL } })
})

test('two answers at once about a refund are not both believed', async () => {
  await lostAt('khipu')
  const answers = await db()
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('payment_attempt').select('id').forUpdate().execute()
      const both = Promise.all([answer('notRefunded'), answer('refunded')])
      await untilLockWait(db(), 2)
      return { both }
    })
  const statuses = (await answers.both).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
  const refunded = (await orders())[0] === 'done' ? PART : 0
  expect(await standing(stage)).toMatchObject({ refunded })
})

test.each([
  ['the whole at Khipu', 'khipu', TOTAL],
  ['a part at Webpay within seven days', 'transbank', PART],
] as const)(
  'a refund of %s that never arrived ends without a question',
  async (_what, provider, amount) => {
    await payBy(stage, provider, 'pays')
    await loseRefund(provider, amount, 'cutBefore')
    expect(await orders()).toEqual(['refused: other'])
    expect(await questions()).toEqual([])
    expect(await refund(amount)).toMatchObject({ status: 200, body: { refunded: amount } })
  },
)

/** Fintoc took it, and then says nothing of it. */
async function silentAtFintoc(amount = TOTAL): Promise<void> {
  await payBy(stage, 'fintoc', 'pays')
  expect(await refund(amount)).toMatchObject({ status: 200 })
  expect(await orders()).toEqual(['pending'])
  stage.simulators.fintoc.troubles.set({ trouble: 'serverError', call: 'refund.get' })
}

test('a refund of which its provider says nothing for three days is asked about', async () => {
  await silentAtFintoc()
  for (let times = 0; times < 3; times += 1) await pass(DAY_MS)
  expect(await orders()).toEqual(['pending'])
  expect(await noteByHand(PART)).toMatchObject({ status: 409 })
  await pass(DAY_MS)
  expect(await orders()).toEqual(['unseen'])
  const { items } = await attention(stage.needs, { organisationId: stage.ana.organisationId })
  expect(items.map(({ code }) => code)).toContain('refundUnseen')
  expect(await answer('notRefunded')).toMatchObject({ status: 200, body: { refunded: 0 } })
  expect(await noteByHand(TOTAL)).toMatchObject({ status: 201 })
})

test('a refund of which its provider says something in between is not given up', async () => {
  await silentAtFintoc()
  const { troubles } = stage.simulators.fintoc
  for (let times = 0; times < 3; times += 1) await pass(DAY_MS)
  troubles.set(null)
  await pass(DAY_MS)
  troubles.set({ trouble: 'serverError', call: 'refund.get' })
  for (let times = 0; times < 3; times += 1) await pass(DAY_MS)
  expect(await orders()).toEqual(['pending'])
  expect(await questions()).toEqual([])
  troubles.set(null)
})

/** A part of which Fintoc says nothing for so long that its owner is asked; what tells of it after all. */
async function unseenAtFintoc(): Promise<() => Promise<void>> {
  await silentAtFintoc(PART)
  for (let times = 0; times < 4; times += 1) await pass(DAY_MS)
  expect(await orders()).toEqual(['unseen'])
  const { refund_ref: ref } = await db()
    .selectFrom('payment_refund_order')
    .select('refund_ref')
    .executeTakeFirstOrThrow()
  return async () => {
    stage.simulators.fintoc.moveRefund(ref ?? '', 'succeeded')
    for (let times = 0; times < 3; times += 1) await pass(4 * DAY_MS)
    stage.simulators.fintoc.troubles.set(null)
  }
}

test('a refund that its owner says was made is its provider’s once that tells of it, with its charge', async () => {
  const tell = await unseenAtFintoc()
  expect(await answer('refunded')).toMatchObject({ status: 200, body: { refunded: PART } })
  expect(await reversed()).toEqual([])
  await tell()
  expect(await standing(stage)).toMatchObject({ refunded: PART })
  expect(await reversed()).toEqual([{ base_clp: PART }])
})

test('a refund that its owner says was made adds nothing to a part that the provider tells of since', async () => {
  const tell = await unseenAtFintoc()
  await tell()
  expect(await standing(stage)).toMatchObject({ refunded: PART })
  expect(await answer('refunded')).toMatchObject({ status: 200, body: { refunded: PART } })
})
