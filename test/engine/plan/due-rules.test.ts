import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import type { Schema } from '#server/db/schema.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'

let house: House

const TODAY = day(2026, 11, 30)
const TOMORROW = day(2026, 12, 1)
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

/** Another rule of the same company for the same client, with that difference. */
async function addRule(ruleId: number, change: Updateable<Schema['invoice_rule']>) {
  const rules = house.db.selectFrom('invoice_rule').selectAll().where('id', '=', ruleId)
  const { id: _id, ...rule } = await rules.executeTakeFirstOrThrow()
  const added = house.db
    .insertInto('invoice_rule')
    .values({ ...rule, ...change })
    .returning('id')
  const { id } = await added.executeTakeFirstOrThrow()
  const clients = house.db.selectFrom('rule_client').selectAll().where('rule_id', '=', ruleId)
  const client = await clients.executeTakeFirstOrThrow()
  await house.db
    .insertInto('rule_client')
    .values({ ...client, rule_id: id })
    .execute()
  return id
}

test('a rule that issues once is planned whatever another rule has issued', async () => {
  const { ruleId } = await seedRule(house, { nextDay: TODAY })
  expect(await plan()).toBe(1)
  await addRule(ruleId, { most_emissions: 1, next_emission_day: TODAY })
  expect(await plan()).toBe(1)
  expect(await documentsOf(house)).toHaveLength(2)
})

test('a rule that issues twice is over after its second month', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.db.updateTable('invoice_rule').set({ most_emissions: 2 }).execute()
  expect(await plan()).toBe(1)
  expect(await nextDay()).toBe('2026-12-30')
  await house.clock.advanceTo('2026-12-30T13:00:00Z')
  expect(await plan()).toBe(1)
  expect(await nextDay()).toBeNull()
})

test('two rules of one organisation are planned for the same month', async () => {
  const { ruleId } = await seedRule(house, { nextDay: TODAY })
  const other = await addRule(ruleId, {})
  expect(await plan()).toBe(2)
  const planned = (await documentsOf(house)).map(({ rule_id }) => rule_id)
  expect(new Set(planned)).toEqual(new Set([ruleId, other]))
})

/** No month of that rule can be written any more. */
async function breakRule(ruleId: number): Promise<void> {
  await sql`create function break_rule() returns trigger language plpgsql as
    'begin if new.rule_id = ${sql.lit(ruleId)} then raise ''broken''; end if; return new; end'`.execute(
    house.db,
  )
  await sql`create trigger breaks before insert on occurrence for each row execute function break_rule()`.execute(
    house.db,
  )
}

test('a broken rule does not stop an earlier one of its organisation', async () => {
  const { ruleId } = await seedRule(house, { nextDay: day(2026, 11, 29) })
  const broken = await addRule(ruleId, { day_of_month: 30, next_emission_day: TODAY })
  await breakRule(broken)
  expect(await plan()).toBe(1)
  expect(await documentsOf(house)).toMatchObject([{ rule_id: ruleId }])
})

test('a rule whose planning failed is planned again a quarter of an hour later', async () => {
  const { ruleId } = await seedRule(house, { nextDay: TODAY })
  await breakRule(ruleId)
  expect(await plan()).toBe(0)
  await sql`drop trigger breaks on occurrence`.execute(house.db)
  await house.clock.advance(15 * 60_000 - 1)
  expect(await plan()).toBe(0)
  await house.clock.advance(1)
  expect(await plan()).toBe(1)
})

test.each([
  ['ended on its own day asks about it', TODAY, { reason: 'missed', issue_day: null }],
  ['ends today issues what it missed', TOMORROW, { reason: null, issue_day: TOMORROW }],
])('a rule that catches up and %s', async (_, endDay, planned) => {
  await seedRule(house, { nextDay: TODAY })
  await house.db
    .updateTable('invoice_rule')
    .set({ catch_up: 'issue_today', end_day: endDay })
    .execute()
  await house.clock.advanceTo('2026-12-01T13:00:00Z')
  expect(await plan()).toBe(1)
  expect(await documentsOf(house)).toMatchObject([planned])
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
