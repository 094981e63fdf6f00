import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { attention } from '#server/agenda/attention.ts'
import { TEST_PASSWORD, textOf } from '#server/test-app.ts'
import { payBy } from '../checkouts.ts'
import { openStage, standing, TOTAL, type Stage } from '../stage.ts'

// A payment that its payer's bank took back after a dispute: the money is gone, and only a person can see that it is.

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

const DAY_MS = 24 * 60 * 60_000
const db = () => stage.app.database.db

async function pass(ms: number): Promise<void> {
  await stage.app.clock.advance(ms)
  await stage.deliver()
  await stage.poll()
  const { body } = await stage.app.call({
    path: '/auth/jwt/create/',
    body: { email: 'ana@folio.example', password: TEST_PASSWORD },
  })
  Object.assign(stage.ana, { access: textOf(body, 'access') })
}

/** Paid by Mercado Pago, disputed, and taken back two days later. */
async function takenBack(): Promise<void> {
  await payBy(stage, 'mercadoPago', 'pays')
  const { mercadoPago } = stage.simulators
  const id = mercadoPago.payments()[0]?.id ?? 0
  mercadoPago.changeLater(id, 'in_mediation')
  await pass(0)
  expect(await asked()).toEqual(['paymentDisputed'])
  await answer('lookedInto')
  mercadoPago.changeLater(id, 'charged_back')
  await pass(2 * DAY_MS)
}

const asked = async () => {
  const { items } = await attention(stage.needs, { organisationId: stage.ana.organisationId })
  return items.map(({ code }) => code).filter((code) => code.startsWith('payment'))
}

async function answer(said: string) {
  const { id } = await db()
    .selectFrom('payment_question')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const path = `/documents/${stage.documentId}/payment-questions/${id}/answer/`
  return stage.ask('POST', path, { answer: said, note: 'Contracargo' })
}

const reversed = () =>
  db().selectFrom('charge').select('base_clp').where('kind', '=', 'refund').execute()

test('a payment that a bank took back is noted as lost once, and undone like every other', async () => {
  await takenBack()
  expect(await asked()).toEqual(['paymentChargedBack'])
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: 0 })
  const before = await reversed()
  const lost = {
    state: 'due',
    open: TOTAL,
    refunds: [{ amount: TOTAL, note: 'Contracargo', recorded_by: 'ana@folio.example' }],
    attempts: [{ questions: [] }],
  }
  expect(await answer('moneyLost')).toMatchObject({ status: 200, body: lost })
  const { id } = await db()
    .selectFrom('payment_refund')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const undone = await stage.ask('POST', `/documents/${stage.documentId}/refunds/${id}/undo/`)
  expect(undone).toMatchObject({ status: 200, body: { state: 'paid', refunded: 0 } })
  expect(await answer('moneyLost')).toMatchObject({ status: 200, body: { refunded: 0 } })
  await pass(14 * DAY_MS)
  expect(await asked()).toEqual([])
  expect(await reversed()).toEqual(before)
})

test('what a provider says of lost money takes the place of its owner’s word, and reverses the fee', async () => {
  await takenBack()
  await answer('moneyLost')
  const [payment] = stage.simulators.mercadoPago.payments()
  stage.simulators.mercadoPago.refund(payment?.id ?? 0, TOTAL)
  for (let times = 0; times < 2; times += 1) await pass(7 * DAY_MS)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, refunded: TOTAL })
  expect(await reversed()).toContainEqual({ base_clp: TOTAL })
})

test('a payment that a bank took back is not refunded before its owner says what became of it', async () => {
  await takenBack()
  const { id } = await db().selectFrom('payment').select('id').executeTakeFirstOrThrow()
  const path = `/documents/${stage.documentId}/payments/${id}/refund/`
  expect(await stage.ask('POST', path, { amount: TOTAL })).toMatchObject({ status: 409 })
  const orders = await db().selectFrom('payment_refund_order').select('id').execute()
  expect(orders).toEqual([])
})

test('a payment that a bank took back and whose money is still there stays paid', async () => {
  await takenBack()
  expect(await answer('refunded')).toMatchObject({ status: 400 })
  expect(await answer('lookedInto')).toMatchObject({ status: 200, body: { refunded: 0 } })
  expect(await asked()).toEqual([])
})
