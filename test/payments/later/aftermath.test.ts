import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { instantText } from '#server/clock.ts'
import { eraseEndedSecrets } from '#server/payments/connections/erase-ended.ts'
import { payBy } from '../checkouts.ts'
import { openStage, standing, TOTAL, type Stage } from '../stage.ts'

// What its merchant, or a payer's bank, does at Fintoc after a payment.

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

const fintoc = () => stage.simulators.fintoc
const session = () => fintoc().sessions()[0]?.id ?? ''

async function pass(ms: number): Promise<void> {
  await stage.app.clock.advance(ms)
  await stage.deliver()
  await stage.poll()
}

async function pay(): Promise<void> {
  await payBy(stage, 'fintoc', 'pays')
  // Its own notices are over.
  for (let times = 0; times < 3; times += 1) await pass(MINUTE_MS)
}

const listed = () =>
  fintoc()
    .served()
    .filter(({ call }) => call === 'refund.list').length

test('a refund made in the dashboard of Fintoc is on record once it is paid out, in parts and once each', async () => {
  await pay()
  const first = fintoc().refund(session(), PART)
  fintoc().moveRefund(first, 'in_progress')
  await pass(MINUTE_MS)
  expect(await standing(stage)).toMatchObject({ refunded: 0 })
  fintoc().moveRefund(first, 'succeeded')
  await pass(MINUTE_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: PART })
  fintoc().moveRefund(fintoc().refund(session()), 'succeeded')
  for (let times = 0; times < 3; times += 1) await pass(DAY_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: TOTAL })
})

test('a refund of the dashboard that failed gives nothing back', async () => {
  await pay()
  fintoc().moveRefund(fintoc().refund(session(), PART), 'failed')
  for (let times = 0; times < 3; times += 1) await pass(DAY_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: 0 })
})

test('a refund of Fintoc that nothing notified is found by reading, for ninety days', async () => {
  await pay()
  fintoc().notifier.setTrouble('drop')
  await pass(60 * DAY_MS)
  fintoc().moveRefund(fintoc().refund(session(), PART), 'succeeded')
  await pass(15 * DAY_MS)
  expect(await standing(stage)).toMatchObject({ refunded: PART })
  for (let times = 0; times < 3; times += 1) await pass(10 * DAY_MS)
  const before = listed()
  await pass(60 * DAY_MS)
  expect(listed()).toBe(before)
})

test('a notice of a refund whose list can’t be read is read again', async () => {
  await pay()
  fintoc().moveRefund(fintoc().refund(session(), PART), 'succeeded')
  fintoc().troubles.set({ trouble: 'serverError', call: 'refund.list' })
  await pass(MINUTE_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: 0 })
  fintoc().troubles.set(null)
  await pass(10 * MINUTE_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: PART })
})

test('a payment is on record although no refunds or disputes can be read', async () => {
  fintoc().troubles.set({ trouble: 'serverError', call: 'refund.list' })
  await pay()
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
})

test.each([
  ['that notices tell', null],
  ['that nothing notifies', 'drop'],
] as const)(
  'a refund that is ordered and one of the dashboard, %s, are each on record once',
  async (_how, trouble) => {
    await pay()
    fintoc().notifier.setTrouble(trouble)
    const { id } = await stage.app.database.db
      .selectFrom('payment')
      .select('id')
      .executeTakeFirstOrThrow()
    const path = `/documents/${stage.documentId}/payments/${id}/refund/`
    expect(await stage.ask('POST', path, { amount: PART })).toMatchObject({ status: 200 })
    const { refund_ref: ordered } = await stage.app.database.db
      .selectFrom('payment_refund_order')
      .select('refund_ref')
      .executeTakeFirstOrThrow()
    fintoc().moveRefund(fintoc().refund(session(), PART), 'succeeded')
    await pass(7 * 60 * MINUTE_MS)
    expect(await standing(stage)).toMatchObject({ refunded: PART })
    fintoc().moveRefund(ordered ?? '', 'succeeded')
    // Before the payment's own turn.
    await pass(4 * 60 * MINUTE_MS)
    expect(await standing(stage)).toMatchObject({ refunded: 2 * PART })
  },
)

test('a dispute at Fintoc is put before its owner, and takes no money back by itself', async () => {
  await pay()
  fintoc().dispute(session())
  await pass(MINUTE_MS)
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'succeeded', questions: ['disputed'] }],
    paid: TOTAL,
    refunded: 0,
  })
})

test.each([
  ['in_review', 'disputed'],
  ['lost', 'chargedBack'],
  ['expired', 'chargedBack'],
  ['won', null],
] as const)('a dispute that nothing notified and is %s is read as %s', async (status, question) => {
  await pay()
  fintoc().notifier.setTrouble('drop')
  fintoc().moveDispute(fintoc().dispute(session()), status)
  await pass(DAY_MS)
  expect(await standing(stage)).toMatchObject({
    attempts: [{ questions: question === null ? [] : [question] }],
  })
})

async function answered(): Promise<number> {
  const { id } = await stage.app.database.db
    .selectFrom('payment_question')
    .select('id')
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  const path = `/documents/${stage.documentId}/payment-questions/${id}/answer/`
  return (await stage.ask('POST', path)).status
}

const asked = async () => (await standing(stage)).attempts[0]?.questions

test('a dispute that was answered is not asked about again, read or not, and another one is', async () => {
  await pay()
  const first = fintoc().dispute(session())
  await pass(MINUTE_MS)
  expect(await answered()).toBe(200)
  fintoc().troubles.set({ trouble: 'serverError', call: 'dispute.list' })
  await pass(13 * 60 * MINUTE_MS)
  fintoc().troubles.set(null)
  fintoc().moveDispute(first, 'in_review')
  await pass(MINUTE_MS)
  await pass(13 * 60 * MINUTE_MS)
  expect(await asked()).toEqual([])
  fintoc().dispute(session())
  await pass(MINUTE_MS)
  expect(await asked()).toEqual(['disputed'])
})

/** The last: it takes the connection's keys. */
test('a payment of an ended connection that is followed for longer than a week keeps no keys', async () => {
  await pay()
  const { db } = stage.app.database
  const { clock, vault } = stage.app
  await db
    .updateTable('payment_connection')
    .set({ is_offered: false, ended_at: instantText(clock.now()), ended_by: stage.ana.userId })
    .where('provider', '=', 'fintoc')
    .execute()
  const erase = () => eraseEndedSecrets({ db, clock, vault })
  await pass(6 * DAY_MS)
  expect(await erase()).toBe(0)
  await pass(2 * DAY_MS)
  expect(await erase()).toBe(1)
  await pass(90 * DAY_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
})
