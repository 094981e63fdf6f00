import { afterEach, expect, test } from 'vitest'
import { knownDay, type Day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { renewIssueDays } from '#server/documents/plan/recompute-days.ts'
import { documentsOf, openHouse, seedRule, type House, type SeededRule } from '../engine/house.ts'
import { checkTrails } from '../engine/invariants.ts'

let house: House
afterEach(async () => {
  await checkTrails(house)
  await house.close()
})

// 1 May 2026 is a Friday and a holiday; 31 October 2025 was one too. What stands here as stored was reckoned
// by somebody who did not know that.
const MAY_DAY = knownDay('2026-05-01')
const AFTER_MAY_DAY = '2026-05-04'

async function set(change: {
  business_day_rule: 'FIRST_BUSINESS' | 'LAST_BUSINESS'
  start_day?: string
}): Promise<void> {
  await house.db.updateTable('invoice_rule').set(change).execute()
}

async function forgetCalendar(version = '0'): Promise<void> {
  await house.db.updateTable('calendar').set({ holidays_version: version }).execute()
}

async function nextDay(): Promise<string | null> {
  const rule = await house.db.selectFrom('invoice_rule').selectAll().executeTakeFirstOrThrow()
  return rule.next_emission_day
}

const days = async () =>
  (await documentsOf(house)).map(({ emission_day, issue_day, state, reason }) => ({
    emission_day,
    issue_day,
    state,
    reason,
  }))

/** Planned in the first minutes of 1 May, for that very day. */
const plannedForMayDay = () => plannedFor(MAY_DAY)

/** Planned in the first minutes of that day, for it; its rule goes by business days. */
async function plannedFor(of: Day): Promise<SeededRule> {
  house = await openHouse(`${of}T04:05:00Z`)
  const rule = await seedRule(house, { nextDay: of })
  await house.settle(house.worker('w1'))
  expect(await days()).toMatchObject([{ issue_day: of, state: 'planned' }])
  await set({ business_day_rule: 'FIRST_BUSINESS' })
  await forgetCalendar()
  return rule
}

test('a rule that waited for a day that became a holiday waits for the one after, and issues then', async () => {
  house = await openHouse('2026-04-29T15:00:00Z')
  await seedRule(house, { nextDay: MAY_DAY })
  await set({ business_day_rule: 'FIRST_BUSINESS', start_day: '2026-04-01' })
  await house.settle(house.worker('w1'))
  expect(await nextDay()).toBe(AFTER_MAY_DAY)
  await house.clock.advanceTo('2026-05-04T14:00:00Z')
  await house.live(house.worker('w1'), 60, 10)
  expect(await days()).toEqual([
    { emission_day: AFTER_MAY_DAY, issue_day: AFTER_MAY_DAY, state: 'issued', reason: null },
  ])
  expect(await nextDay()).toBe('2026-06-01')
})

test('one whose last business day came earlier is issued on it, not found missed the day after', async () => {
  house = await openHouse('2025-10-28T15:00:00Z')
  await seedRule(house, { nextDay: knownDay('2025-10-31') })
  await set({ business_day_rule: 'LAST_BUSINESS', start_day: '2025-10-01' })
  await house.settle(house.worker('w1'))
  expect(await nextDay()).toBe('2025-10-30')
  await house.clock.advanceTo('2025-10-30T13:00:00Z')
  await house.settle(house.worker('w1'))
  expect(await days()).toMatchObject([{ issue_day: '2025-10-30', state: 'waiting', reason: null }])
})

test('what was planned for the new holiday and not yet frozen moves to the next business day', async () => {
  await plannedForMayDay()
  await house.settle(house.worker('w1'))
  expect(await days()).toMatchObject([
    { emission_day: AFTER_MAY_DAY, issue_day: AFTER_MAY_DAY, state: 'planned' },
  ])
  const occurrence = await house.db.selectFrom('occurrence').selectAll().execute()
  expect(occurrence).toMatchObject([{ emission_day: AFTER_MAY_DAY, period: '2026-05' }])
  await house.live(house.worker('w1'), 60 * 24 * 3, 360)
  expect(await days()).toMatchObject([{ state: 'planned' }])
  await house.clock.advanceTo('2026-05-04T14:00:00Z')
  await house.live(house.worker('w1'), 60, 10)
  expect(await days()).toMatchObject([{ issue_day: AFTER_MAY_DAY, state: 'issued' }])
})

test('a document stays on its day when a holiday before it is taken away', async () => {
  const today = knownDay('2026-05-05')
  await plannedFor(today)
  await house.settle(house.worker('w1'))
  expect(await days()).toEqual([
    { emission_day: today, issue_day: today, state: 'planned', reason: null },
  ])
})

test('what is frozen already keeps its day: its undo window is open', async () => {
  await plannedForMayDay()
  await forgetCalendar('2026.1')
  await house.clock.advanceTo('2026-05-01T14:00:00Z')
  await house.settle(house.worker('w1'))
  await forgetCalendar()
  await house.settle(house.worker('w1'))
  expect(await days()).toMatchObject([{ issue_day: MAY_DAY, state: 'waiting' }])
})

test('a month that a person put on that day stays on it', async () => {
  const { organisationId, ruleId } = await plannedForMayDay()
  await house.db
    .insertInto('rule_month')
    .values({
      organisation_id: organisationId,
      rule_id: ruleId,
      period: '2026-05',
      is_skipped: false,
      emission_day: MAY_DAY,
    })
    .execute()
  await house.settle(house.worker('w1'))
  expect(await days()).toMatchObject([{ issue_day: MAY_DAY, state: 'planned' }])
})

test('so does a document that a person asked to be issued that day', async () => {
  await plannedForMayDay()
  const [document] = await documentsOf(house)
  const at = { organisationId: document?.organisation_id ?? 0, id: document?.id ?? 0 }
  await house.db.updateTable('document').set({ issue_day: null }).execute()
  await documentActions(house).issueNow(at, { worker: 'user:1', epoch: null })
  await house.db.updateTable('document').set({ next_try_at: '2026-05-01T16:00:00Z' }).execute()
  await house.settle(house.worker('w1'))
  expect(await days()).toMatchObject([{ issue_day: MAY_DAY, state: 'planned' }])
})

test('days are reckoned once for each version, and never back by a process that knows less', async () => {
  await plannedForMayDay()
  await forgetCalendar('2026.9')
  const worker = { ...house.worker('w1'), db: house.db }
  const actor = { worker: 'w1', epoch: null }
  expect(await renewIssueDays(worker, actor, '2026.8')).toBe(0)
  expect(await renewIssueDays(worker, actor, '2026.9')).toBe(0)
  expect(await days()).toMatchObject([{ issue_day: MAY_DAY }])
  expect(await renewIssueDays(worker, actor, '2026.10')).toBe(1)
  expect(await renewIssueDays(worker, actor, '2026.10')).toBe(0)
  expect(await days()).toMatchObject([{ issue_day: AFTER_MAY_DAY }])
})
