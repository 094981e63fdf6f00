import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'
import { documentsOf, openHouse, seedRule, type House } from './house.ts'

let house: House

const TODAY = day(2026, 11, 30)
const worker = { worker: 'w1', epoch: null }

// 30 November 2026, 10:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

const failures: unknown[] = []

async function plan(): Promise<number> {
  return planDueRules(house, worker, (_, error) => failures.push(error))
}

async function occurrences(): Promise<number> {
  return (await house.db.selectFrom('occurrence').select('id').execute()).length
}

async function nextDay(): Promise<string | null> {
  const rule = await house.db
    .selectFrom('invoice_rule')
    .select('next_emission_day')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return rule.next_emission_day
}

test.each([
  ['paused', { is_paused: true }],
  ['deleted', { deleted_at: '2026-11-29T12:00:00Z' }],
])('the month of a %s rule is not planned', async (_, change) => {
  await seedRule(house, { nextDay: TODAY })
  await house.db.updateTable('invoice_rule').set(change).execute()
  expect(await plan()).toBe(0)
  expect(await occurrences()).toBe(0)
})

test('the month of a rule without clients is left for when it has one', async () => {
  await seedRule(house, { nextDay: TODAY })
  const kept = await house.db.deleteFrom('rule_client').returningAll().execute()
  expect(await plan()).toBe(0)
  await house.db.insertInto('rule_client').values(kept).execute()
  expect(await plan()).toBe(1)
})

test('a rule that issues once is planned whatever another rule has issued', async () => {
  const { ruleId } = await seedRule(house, { nextDay: TODAY })
  const { id: _id, ...same } = await house.db
    .selectFrom('invoice_rule')
    .selectAll()
    .where('id', '=', ruleId)
    .executeTakeFirstOrThrow()
  expect(await plan()).toBe(1)
  const once = { ...same, most_emissions: 1 }
  const copy = await house.db
    .insertInto('invoice_rule')
    .values(once)
    .returning('id')
    .executeTakeFirstOrThrow()
  const [client] = await house.db.selectFrom('rule_client').selectAll().execute()
  if (client === undefined) throw new Error('the rule has no client')
  await house.db
    .insertInto('rule_client')
    .values({ ...client, rule_id: copy.id })
    .execute()
  expect(await plan()).toBe(1)
  expect(await documentsOf(house)).toHaveLength(2)
})

test('a rule that nobody planned for twelve months goes on with the month after them', async () => {
  await seedRule(house, { nextDay: day(2025, 12, 30), dayOfMonth: 30 })
  expect(await plan()).toBe(12)
  expect(await nextDay()).toBe('2026-12-30')
})

test('a rule that nobody planned for years is asked about the last twelve months', async () => {
  await seedRule(house, { nextDay: day(2024, 1, 30), dayOfMonth: 30 })
  expect(await plan()).toBe(12)
  const [oldest] = await documentsOf(house)
  expect(oldest?.emission_day).toBe('2025-12-30')
})

test('a rule that is being edited is planned after its edit, and keeps the day that it got', async () => {
  const { ruleId } = await seedRule(house, { nextDay: TODAY })
  await house.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('invoice_rule')
      .set({ next_emission_day: '2026-12-15', day_of_month: 15 })
      .where('id', '=', ruleId)
      .execute()
    expect(await plan()).toBe(0)
  })
  expect(await plan()).toBe(0)
  expect(await nextDay()).toBe('2026-12-15')
})
