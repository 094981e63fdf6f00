import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { attention } from '#server/agenda/attention.ts'
import { TEST_PASSWORD, textOf } from '#server/test-app.ts'
import { end } from './checkouts.ts'
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

test('money of another attempt than was asked for is nobody’s until a person looked', async () => {
  redirectIn(await stage.begin('khipu'))
  const [payment] = stage.simulators.khipu.payments()
  Object.assign(payment?.request ?? {}, { custom: 'another' })
  const back = end(stage, 'khipu', 'pays')
  if (back !== null) await stage.follow(back)
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'mismatch', questions: ['mismatch'], open: false }],
    paid: 0,
    payments: 0,
  })
  const { about } = await stage.app.database.db
    .selectFrom('payment_question')
    .select('about')
    .executeTakeFirstOrThrow()
  expect(about).toMatchObject({ differs: ['attempt'] })
})

test('of money that differs its owner is asked to look into it, until it is answered', async () => {
  redirectIn(await stage.begin('khipu'))
  const [payment] = stage.simulators.khipu.payments()
  Object.assign(payment?.request ?? {}, { amount: 100 })
  const back = end(stage, 'khipu', 'pays')
  if (back !== null) await stage.follow(back)
  expect(await questions()).toEqual(['paymentMismatch'])
  const { id } = await stage.app.database.db
    .selectFrom('payment_question')
    .select('id')
    .executeTakeFirstOrThrow()
  const path = `/documents/${stage.documentId}/payment-questions/${id}/answer/`
  expect(await stage.ask('POST', path)).toMatchObject({
    status: 200,
    body: { attempts: [{ state: 'mismatch', questions: [] }] },
  })
  expect(await questions()).toEqual([])
})

test('a payment that its company marked as paid at Khipu is no money, its owner is asked and its payer did not cancel', async () => {
  redirectIn(await stage.begin('khipu'))
  const { khipu } = stage.simulators
  khipu.act(khipu.payments()[0]?.id ?? '', { kind: 'markPaid' })
  await stage.app.clock.advance(60_000)
  await stage.poll()
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'mismatch', questions: ['markedPaid'], open: false }],
    paid: 0,
    payments: 0,
  })
  expect(await questions()).toEqual(['paymentMarkedPaid'])
  const { body } = await stage.app.call({ path: `/shared-documents/${stage.token}/` })
  expect(body).toMatchObject({ payment: { online: { attempt: { state: 'mismatch' } } } })
})

test('a refused try after a paid one takes nothing back', async () => {
  redirectIn(await stage.begin('mercadoPago'))
  const { mercadoPago } = stage.simulators
  const id = mercadoPago.preferences()[0]?.id ?? ''
  mercadoPago.notifier.setTrouble('drop')
  mercadoPago.checkOut(id, { kind: 'approve' })
  await stage.app.clock.advance(60_000)
  mercadoPago.checkOut(id, { kind: 'reject' })
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'succeeded' }], paid: TOTAL })
})

test('a payment that its payer disputes stays money, and is told', async () => {
  redirectIn(await stage.begin('mercadoPago'))
  const { mercadoPago } = stage.simulators
  const id = mercadoPago.preferences()[0]?.id ?? ''
  const { payment } = mercadoPago.checkOut(id, { kind: 'approve' })
  await stage.deliver()
  await stage.poll()
  mercadoPago.changeLater(payment?.id ?? 0, 'in_mediation')
  await stage.deliver()
  await stage.poll()
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'succeeded', questions: ['disputed'] }],
    paid: TOTAL,
  })
})

async function answerAll(): Promise<void> {
  const asked = await stage.app.database.db
    .selectFrom('payment_question')
    .select('id')
    .where('answered_at', 'is', null)
    .execute()
  for (const { id } of asked) {
    const path = `/documents/${stage.documentId}/payment-questions/${id}/answer/`
    expect((await stage.ask('POST', path)).status).toBe(200)
  }
}

async function passHours(hours: number): Promise<void> {
  await stage.app.clock.advance(hours * 60 * 60_000)
  await stage.deliver()
  await stage.poll()
  const { body } = await stage.app.call({
    path: '/auth/jwt/create/',
    body: { email: 'ana@folio.example', password: TEST_PASSWORD },
  })
  Object.assign(stage.ana, { access: textOf(body, 'access') })
}

test('money that differs otherwise than was answered is asked about again, and each once', async () => {
  redirectIn(await stage.begin('khipu'))
  const [payment] = stage.simulators.khipu.payments()
  const differsBy = (amount: number) => Object.assign(payment?.request ?? {}, { amount })
  differsBy(100)
  const back = end(stage, 'khipu', 'pays')
  if (back !== null) await stage.follow(back)
  await answerAll()
  for (let times = 0; times < 2; times += 1) await passHours(7)
  expect(await questions()).toEqual([])
  differsBy(200)
  await passHours(20)
  expect(await questions()).toEqual(['paymentMismatch'])
  differsBy(300)
  await passHours(20)
  expect(await questions()).toEqual(['paymentMismatch'])
  await answerAll()
  await passHours(30)
  expect(await questions()).toEqual([])
})

test('a dispute is asked about again once it ended and is opened again', async () => {
  redirectIn(await stage.begin('mercadoPago'))
  const { mercadoPago } = stage.simulators
  const { payment } = mercadoPago.checkOut(mercadoPago.preferences()[0]?.id ?? '', {
    kind: 'approve',
  })
  await passHours(0)
  let hours = 7
  const becomes = async (status: string) => {
    Object.assign(mercadoPago.payments().find(({ id }) => id === payment?.id) ?? {}, { status })
    // The older a payment is, the longer it isn't read.
    hours *= 2
    await passHours(hours)
    return questions()
  }
  expect(await becomes('in_mediation')).toEqual(['paymentDisputed'])
  await answerAll()
  expect(await becomes('in_mediation')).toEqual([])
  expect(await becomes('approved')).toEqual([])
  expect(await becomes('in_mediation')).toEqual(['paymentDisputed'])
  await answerAll()
  expect(await becomes('charged_back')).toEqual(['paymentChargedBack'])
  await answerAll()
  expect(await becomes('charged_back')).toEqual([])
})

test('a question that was only looked into records no refund', async () => {
  redirectIn(await stage.begin('khipu'))
  Object.assign(stage.simulators.khipu.payments()[0]?.request ?? {}, { amount: 100 })
  const back = end(stage, 'khipu', 'pays')
  if (back !== null) await stage.follow(back)
  const { id } = await stage.app.database.db
    .selectFrom('payment_question')
    .select('id')
    .executeTakeFirstOrThrow()
  const path = `/documents/${stage.documentId}/payment-questions/${id}/answer/`
  expect(await stage.ask('POST', path, { answer: 'refunded' })).toMatchObject({ status: 400 })
  expect(await questions()).toEqual(['paymentMismatch'])
})

test('an attempt that nobody could read for a week is a person’s to look into', async () => {
  redirectIn(await stage.begin('khipu'))
  stage.simulators.khipu.troubles.set({ trouble: 'serverError' })
  for (let days = 0; days < 8; days += 1) {
    await stage.app.clock.advance(24 * 60 * 60_000)
    await stage.poll()
  }
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'expired', questions: ['unread'], open: false }],
  })
  const { poll_at: next } = await stage.app.database.db
    .selectFrom('payment_attempt')
    .select('poll_at')
    .executeTakeFirstOrThrow()
  expect(next).toBeNull()
})

/** Khipu's bank has it in hand still. */
function isVerified(): string {
  const [payment] = stage.simulators.khipu.payments()
  const verifyingSinceMs = stage.app.clock.now()
  Object.assign(payment ?? {}, { status: 'verifying', verifyingSinceMs })
  return payment?.id ?? ''
}

/** So that its owner is asked how it ended. */
async function verifyForAWeek(): Promise<void> {
  redirectIn(await stage.begin('khipu'))
  for (let days = 0; days < 7; days += 1) {
    await stage.app.clock.advance(24 * 60 * 60_000)
    isVerified()
    await stage.poll()
  }
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'expired', questions: ['unread'] }],
  })
}

const asked = () =>
  stage.app.database.db
    .selectFrom('payment_question')
    .select(['kind', 'answered_at', 'answered_by'])
    .execute()

test('a payment that comes after its owner was asked how it ended answers the question', async () => {
  await verifyForAWeek()
  expect(await questions()).toEqual(['paymentUnread'])
  await stage.app.clock.advance(24 * 60 * 60_000)
  stage.simulators.khipu.act(isVerified(), { kind: 'settle' })
  await stage.deliver()
  await stage.poll()
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'succeeded', questions: [] }],
    paid: TOTAL,
    payments: 1,
  })
  expect(await questions()).toEqual([])
  expect(await asked()).toEqual([
    { kind: 'unread', answered_at: expect.any(String), answered_by: null },
  ])
})

test('a payment that comes under a name learnt later answers the question about its checkout', async () => {
  await verifyForAWeek()
  // As if the answer to its making had been lost, so that it was asked about by our own name.
  await sql`update payment_question set payment_ref =
    (select order_id from payment_attempt where payment_attempt.id = attempt_id)`.execute(
    stage.app.database.db,
  )
  stage.simulators.khipu.act(isVerified(), { kind: 'settle' })
  await stage.deliver()
  await stage.poll()
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'succeeded', questions: [] }],
    paid: TOTAL,
  })
})

test('money that differs from what was asked for takes the place of the question how it ended', async () => {
  await verifyForAWeek()
  const id = isVerified()
  Object.assign(stage.simulators.khipu.payments()[0]?.request ?? {}, { amount: 100 })
  stage.simulators.khipu.act(id, { kind: 'settle' })
  await stage.deliver()
  await stage.poll()
  expect(await questions()).toEqual(['paymentMismatch'])
})

async function questions(): Promise<string[]> {
  const { db } = stage.app.database
  const { organisationId } = stage.ana
  const { items } = await attention({ db, clock: stage.app.clock }, { organisationId })
  return items.map(({ code }) => code).filter((code) => code.startsWith('payment'))
}
