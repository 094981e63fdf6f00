import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { untilBlockedBy } from '../engine/lock-wait.ts'
import { end, payBy } from './checkouts.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from './stage.ts'

// A card payment is authorised while what it pays is paid in another way, or annulled.

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

const webpay = () => stage.simulators.webpay

async function authorise() {
  redirectIn(await stage.begin('transbank'))
  return end(stage, 'transbank', 'pays')
}

async function recordByHand(amount: number): Promise<void> {
  const { status } = await stage.ask('POST', `/documents/${stage.documentId}/payments/`, {
    day: '2026-11-05',
    amount,
    way: 'transfer',
    note: '',
  })
  expect(status).toBe(201)
}

async function undoPayments(): Promise<void> {
  await sql`update payment set undone_at = recorded_at, undone_by = recorded_by where source = 'person'`.execute(
    stage.app.database.db,
  )
}

async function shownAttempt(): Promise<unknown> {
  const { body } = await stage.app.call({ path: `/shared-documents/${stage.token}/` })
  return Object(body).payment.online.attempt
}

test('a card payment of what was paid by a transfer meanwhile is not settled', async () => {
  const back = await authorise()
  await payBy(stage, 'khipu', 'pays')
  await stage.deliver()
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
  await stage.app.clock.advance(30_000)
  if (back !== null) await stage.follow(back)
  expect(stage.counts().commits).toBe(0)
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'notOwed', open: false, questions: [] }, { state: 'succeeded' }],
    paid: TOTAL,
    payments: 1,
  })
  expect(await shownAttempt()).toEqual({
    provider: 'transbank',
    amount: TOTAL,
    state: 'notOwed',
  })
})

test('a card payment of more than is still open is not settled', async () => {
  const back = await authorise()
  await recordByHand(1)
  if (back !== null) await stage.follow(back)
  expect(stage.counts().commits).toBe(0)
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'notOwed' }], paid: 1 })
})

test('a card payment that was not settled stays so when it is owed again', async () => {
  const back = await authorise()
  await recordByHand(TOTAL)
  if (back !== null) await stage.follow(back)
  await undoPayments()
  if (back !== null) await stage.follow(back)
  await stage.app.clock.advance(60 * 60_000)
  await stage.poll()
  expect(stage.counts().commits).toBe(0)
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'notOwed' }], paid: 0 })
})

test('a card payment waits for an annulment that is being recorded, and is not settled', async () => {
  const back = await authorise()
  if (back === null) throw new Error('leads nowhere')
  const { db } = stage.app.database
  const followed = await db.transaction().execute(async (trx) => {
    await sql`update receivable set is_annulled = true`.execute(trx)
    const following = stage.follow(back)
    await untilBlockedBy(db, trx)
    return { following }
  })
  await followed.following
  await sql`update receivable set is_annulled = false`.execute(db)
  expect(stage.counts().commits).toBe(0)
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'notOwed' }], paid: 0 })
})

test('a card payment whose commit had its effect is money, though something else paid it since', async () => {
  const back = await authorise()
  webpay().troubles.set({ trouble: 'cutAfter' })
  if (back !== null) await stage.follow(back)
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'pending' }] })
  await recordByHand(TOTAL)
  webpay().troubles.set(null)
  await stage.app.clock.advance(60_000)
  await stage.poll()
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'succeeded' }],
    paid: 2 * TOTAL,
  })
})

test('a payment that its provider never took is told apart from a refused one', async () => {
  webpay().troubles.set({ trouble: 'rateLimited' })
  expect((await stage.begin('transbank')).status).toBe(503)
  expect(await shownAttempt()).toMatchObject({ state: 'notStarted' })
  webpay().troubles.set(null)
  await payBy(stage, 'transbank', 'isRefused')
  expect(await shownAttempt()).toMatchObject({ state: 'failed' })
})
