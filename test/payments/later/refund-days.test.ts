import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { payBy } from '../checkouts.ts'
import { openStage, TOTAL, type Stage } from '../stage.ts'

// Of which day a refund is that was made at the provider's own site.

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
const PART = 48_750

async function pass(days: number): Promise<void> {
  await stage.app.clock.advance(days * DAY_MS)
  await stage.deliver()
  await stage.poll()
}

/** After how many days its money came and went back. */
async function days(): Promise<{ paid: string | undefined; refunded: (string | undefined)[] }> {
  const { db } = stage.app.database
  const payment = await db.selectFrom('payment').select('day').executeTakeFirst()
  const refunds = await db.selectFrom('payment_refund').select('day').orderBy('id').execute()
  return { paid: payment?.day, refunded: refunds.map(({ day }) => day) }
}

const today = (ms = stage.app.clock.now()) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'America/Santiago' }).format(ms)

test('a refund of which Mercado Pago says the day is of the day on which it was made', async () => {
  await payBy(stage, 'mercadoPago', 'pays')
  const paid = today()
  const { mercadoPago } = stage.simulators
  const id = mercadoPago.payments()[0]?.id ?? 0
  mercadoPago.notifier.setTrouble('drop')
  await pass(2)
  const made = today()
  mercadoPago.refund(id, PART)
  await pass(9)
  expect(await days()).toEqual({ paid, refunded: [made] })
  const again = today()
  mercadoPago.refund(id, TOTAL - PART)
  await pass(20)
  expect(await days()).toEqual({ paid, refunded: [made, again] })
})

test('a refund of Fintoc is of the day on which it was paid out', async () => {
  await payBy(stage, 'fintoc', 'pays')
  const paid = today()
  const { fintoc } = stage.simulators
  fintoc.notifier.setTrouble('drop')
  await pass(1)
  const ref = fintoc.refund(fintoc.sessions()[0]?.id ?? '', PART)
  await stage.app.clock.advance(2 * DAY_MS)
  fintoc.moveRefund(ref, 'succeeded')
  const paidOut = today()
  await pass(8)
  expect(await days()).toEqual({ paid, refunded: [paidOut] })
})

test('a refund of which Transbank says no day is of the day on which it was read', async () => {
  await payBy(stage, 'transbank', 'pays')
  const paid = today()
  await pass(1)
  const { webpay } = stage.simulators
  webpay.annulInPortal(webpay.transactions()[0]?.token ?? '', PART)
  await pass(2)
  expect(await days()).toEqual({ paid, refunded: [today()] })
})
