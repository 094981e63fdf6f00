import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { knownDay } from '#domain/day.ts'
import { insertFactura } from '#server/documents/test-documents.ts'
import { moveDueDay } from '#server/payments/due-day.ts'
import { followDocuments } from '#server/payments/follow.ts'
import { paymentDetailOf } from '#server/payments/present.ts'
import { recordPayment, recordRefund } from '#server/payments/record.ts'
import { startTestRules, type TestRules } from '#server/rules/test-rules.ts'

let rules: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(async () => {
  const { db } = rules.bench.database
  for (const table of ['payment', 'receivable', 'document'] as const) {
    await db.deleteFrom(table).execute()
  }
})

async function thisMonth(user = rules.user) {
  const { body } = await user.call('GET', '/billing-scheduler/this-month/')
  return contract.readThisMonth.reply.parse(body)
}

const needs = () => ({ db: rules.bench.database.db, clock: rules.bench.clock })
const by = (documentId: number) => ({ ...rules.user, documentId })

/** A document of that day whose payment is followed; with a due day of its own where one is given. */
async function followed(day: string, net: number, dueDay?: string): Promise<number> {
  const id = await insertFactura(rules, { day, net })
  await followDocuments(needs(), rules.user, [id])
  if (dueDay !== undefined) await moveDueDay(needs(), by(id), knownDay(dueDay))
  return id
}

function paid(document: number, amountClp: number): Promise<number> {
  const money = { day: knownDay('2026-11-08'), amountClp, note: '', way: 'transfer' } as const
  return recordPayment(needs(), by(document), money, { declarationId: null, sendsReceipt: false })
}

async function refunded(document: number, amountClp: number): Promise<void> {
  const paymentId = await paid(document, amountClp)
  const refund = { day: knownDay('2026-11-09'), amountClp, note: '', paymentId }
  await recordRefund(needs(), by(document), refund)
}

test('a month without followed payments says nothing of them', async () => {
  await insertFactura(rules, { day: '2026-11-02', net: 100_000 })
  const [november, december] = (await thisMonth()).months
  expect(november?.rows).toMatchObject([{ payment: null }])
  expect([november?.payments, december?.payments]).toEqual([null, null])
})

test('each document says how its payment stands, as its own page does, and the month what came and what is to come', async () => {
  const due = await followed('2026-11-02', 100_000)
  const dueToday = await followed('2026-11-03', 20_000, '2026-11-10')
  const overdue = await followed('2026-11-04', 3_000, '2026-11-09')
  const partly = await followed('2026-11-05', 200_000, '2026-11-09')
  await paid(partly, 38_000)
  const tooMuch = await followed('2026-11-06', 10_000)
  await paid(tooMuch, 12_000)
  const givenBack = await followed('2026-11-07', 50_000)
  await refunded(givenBack, 59_500)
  const annulled = await followed('2026-11-08', 70_000)
  await paid(annulled, 5_000)
  await rules.bench.database.db
    .updateTable('document')
    .set({ state: 'annulled' })
    .where('id', '=', annulled)
    .execute()
  const unfollowed = await insertFactura(rules, { day: '2026-11-09', net: 1_000 })
  await followed('2026-10-30', 900_000)
  await followed('2026-12-01', 1_000)

  const [november, december] = (await thisMonth()).months
  const states = november?.rows.map(({ document, payment }) => [document, payment?.state ?? null])
  expect(states).toEqual([
    [due, 'due'],
    [dueToday, 'due'],
    [overdue, 'overdue'],
    [partly, 'partly_paid'],
    [tooMuch, 'overpaid'],
    [givenBack, 'due'],
    [annulled, 'overpaid'],
    [unfollowed, null],
  ])
  for (const { document, payment } of november?.rows ?? []) {
    if (payment === null) continue
    expect(await paymentDetailOf(needs(), by(document ?? 0))).toMatchObject(payment)
  }
  expect(november?.payments).toEqual({
    received: 38_000 + 12_000 + 5_000,
    open: 119_000 + 23_800 + 3_570 + 200_000 + 59_500,
    overdue: 3_570 + 200_000,
  })
  expect(december?.payments).toEqual({ received: 0, open: 1_190, overdue: 0 })
  expect((await thisMonth(rules.other)).months.map(({ payments }) => payments)).toEqual([
    null,
    null,
  ])
})
