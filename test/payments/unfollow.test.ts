import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payBy } from './checkouts.ts'
import { makeOther } from './payers.ts'
import { openStage, redirectIn, standing, type Stage } from './stage.ts'

// When a document that somebody began to pay online may stop being followed.

let stage: Stage
let other: number
beforeAll(async () => {
  stage = await openStage()
  other = await makeOther(stage, { folio: 1043, amountClp: 100_000 })
})
afterAll(() => stage.close())
beforeEach(async () => {
  await stage.ask('POST', '/payments/follow/', { documents: [stage.documentId, other] })
  await stage.reset()
})

const unfollow = () => stage.ask('DELETE', `/documents/${stage.documentId}/payment/`)
const isOffered = async () =>
  Object((await stage.ask('GET', `/documents/${stage.documentId}/payment/`)).body).can_unfollow

async function expectKept(): Promise<void> {
  expect(await isOffered()).toBe(false)
  expect(await unfollow()).toMatchObject({ status: 409 })
  expect((await standing(stage)).attempts).toHaveLength(1)
}

test('a document whose only attempt was refused by Webpay stops being followed', async () => {
  await payBy(stage, 'transbank', 'isRefused')
  expect(await isOffered()).toBe(true)
  expect(await unfollow()).toMatchObject({ status: 204 })
  const attempts = stage.app.database.db.selectFrom('payment_attempt').select('id')
  expect(await attempts.execute()).toEqual([])
})

test('a document whose attempt its provider never took stops being followed', async () => {
  stage.simulators.khipu.troubles.set({ trouble: 'rateLimited' })
  expect(await stage.begin('khipu')).toMatchObject({ status: 503 })
  stage.simulators.khipu.troubles.set(null)
  expect(await isOffered()).toBe(true)
  expect(await unfollow()).toMatchObject({ status: 204 })
})

test('a document whose payer is at Webpay stays followed', async () => {
  redirectIn(await stage.begin('transbank'))
  await expectKept()
})

test('a document whose payer went back from Webpay stays followed', async () => {
  await payBy(stage, 'transbank', 'givesUp')
  await expectKept()
})

test('a document that was refused where it may still be paid stays followed', async () => {
  await payBy(stage, 'khipu', 'isRefused')
  await expectKept()
})

test('a document whose refused attempt asks its owner something stays followed', async () => {
  await payBy(stage, 'transbank', 'isRefused')
  await sql`insert into payment_question (organisation_id, attempt_id, kind, payment_ref, about, asked_at)
    select organisation_id, id, 'unread', 'x', '{}', now() from payment_attempt`.execute(
    stage.app.database.db,
  )
  await expectKept()
})

test('a document that was refused together with another one stays followed', async () => {
  await payBy(stage, 'transbank', 'isRefused')
  await sql`insert into payment_attempt_share (organisation_id, attempt_id, document_id, provider, amount_clp, is_open)
    select organisation_id, id, ${other}, provider, 100000, false from payment_attempt`.execute(
    stage.app.database.db,
  )
  await expectKept()
})
