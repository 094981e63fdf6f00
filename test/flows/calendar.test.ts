import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, chileInstant, day, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'
import { openHouse, seedRule, type House } from '../engine/house.ts'

let house: House

// The first minutes of 2026 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-01-01T03:05:00Z')
})
afterEach(() => house.close())

type Rule = 'EXACT' | 'FIRST_BUSINESS' | 'LAST_DAY' | 'LAST_BUSINESS'

async function rule(
  of: Rule,
  set: { day_of_month?: number; month_offset?: -1 | 0 | 1; first?: Day },
) {
  const first = set.first ?? day(2026, 1, 1)
  const { ruleId } = await seedRule(house, { nextDay: first })
  await house.db
    .updateTable('invoice_rule')
    .set({
      business_day_rule: of,
      day_of_month: set.day_of_month ?? null,
      month_offset: set.month_offset ?? 0,
    })
    .where('id', '=', ruleId)
    .execute()
  return ruleId
}

/** Every day just after midnight until that day has come; planned as it comes, never later. */
async function liveUntil(last: Day): Promise<void> {
  const needs = house.worker('w1')
  const actor = { worker: 'worker:w1', epoch: null }
  const failed = (_: number, error: unknown) => {
    throw error
  }
  for (let today = dayInChile(house.clock.now()); ; today = addDays(today, 1)) {
    await house.clock.advanceTo(Math.max(house.clock.now(), chileInstant(today, 0, 5)))
    await planDueRules(needs, actor, failed)
    if (today === last) return
  }
}

async function emissions(ruleId: number) {
  return house.db
    .selectFrom('document')
    .select(['emission_day', 'issue_day', 'service_month', 'next_try_at', 'reason'])
    .where('rule_id', '=', ruleId)
    .orderBy('emission_day')
    .execute()
}

const daysOf = async (ruleId: number) =>
  (await emissions(ruleId)).map(({ emission_day }) => emission_day.slice(2))

const listed = (...halfYears: string[]) => halfYears.flatMap((days) => days.split(' '))

test(
  'through 2026 and 2027 each rule issues once a month, on its day',
  { timeout: 240_000 },
  async () => {
    const rules = {
      thirtyFirst: await rule('EXACT', { day_of_month: 31 }),
      first: await rule('FIRST_BUSINESS', { month_offset: -1 }),
      lastBusiness: await rule('LAST_BUSINESS', { month_offset: 1 }),
      lastDay: await rule('LAST_DAY', {}),
    }
    await liveUntil(day(2027, 12, 31))
    const lastDays = listed(
      '26-01-31 26-02-28 26-03-31 26-04-30 26-05-31 26-06-30',
      '26-07-31 26-08-31 26-09-30 26-10-31 26-11-30 26-12-31',
      '27-01-31 27-02-28 27-03-31 27-04-30 27-05-31 27-06-30',
      '27-07-31 27-08-31 27-09-30 27-10-31 27-11-30 27-12-31',
    )
    expect(await daysOf(rules.thirtyFirst)).toEqual(lastDays)
    expect(await daysOf(rules.lastDay)).toEqual(lastDays)
    // New Year is a holiday on 1 January; 1 May too; All Saints' on 1 November 2027, a Monday.
    expect(await daysOf(rules.first)).toEqual(
      listed(
        '26-01-02 26-02-02 26-03-02 26-04-01 26-05-04 26-06-01',
        '26-07-01 26-08-03 26-09-01 26-10-01 26-11-02 26-12-01',
        '27-01-04 27-02-01 27-03-01 27-04-01 27-05-03 27-06-01',
        '27-07-01 27-08-02 27-09-01 27-10-01 27-11-02 27-12-01',
      ),
    )
    // 31 December is a holiday of banks alone.
    expect(await daysOf(rules.lastBusiness)).toEqual(
      listed(
        '26-01-30 26-02-27 26-03-31 26-04-30 26-05-29 26-06-30',
        '26-07-31 26-08-31 26-09-30 26-10-30 26-11-30 26-12-31',
        '27-01-29 27-02-26 27-03-31 27-04-30 27-05-31 27-06-30',
        '27-07-30 27-08-31 27-09-30 27-10-29 27-11-30 27-12-31',
      ),
    )
    const [january] = await emissions(rules.first)
    expect(january?.service_month).toBe('2025-12')
    expect((await emissions(rules.lastBusiness)).at(-1)?.service_month).toBe('2028-01')
    for (const ruleId of Object.values(rules)) {
      const made = await emissions(ruleId)
      expect(made.every(({ emission_day, issue_day }) => emission_day === issue_day)).toBe(true)
      for (const { emission_day, next_try_at } of made) {
        const opens = Date.parse(next_try_at ?? '')
        expect(opens).toBeGreaterThanOrEqual(chileInstant(knownDay(emission_day), 9, 0))
        expect(opens).toBeLessThan(chileInstant(knownDay(emission_day), 10, 0))
      }
    }
  },
)

test('on the days that have 23 and 25 hours documents leave at nine all the same', async () => {
  await house.clock.advanceTo('2026-04-01T12:00:00Z')
  const fifth = await rule('EXACT', { day_of_month: 5, first: day(2026, 4, 5) })
  await liveUntil(day(2026, 4, 5))
  // Clocks went back at midnight: nine is 13:00 UTC now.
  expect((await emissions(fifth))[0]?.next_try_at?.slice(0, 13)).toBe('2026-04-05T13')
  await house.clock.advanceTo('2026-09-04T12:00:00Z')
  const sixth = await rule('EXACT', { day_of_month: 6, first: day(2026, 9, 6) })
  await liveUntil(day(2026, 9, 6))
  // The day begins at one in the morning, for midnight does not exist: nine is 12:00 UTC.
  expect((await emissions(sixth))[0]).toMatchObject({ emission_day: '2026-09-06', reason: null })
  expect((await emissions(sixth))[0]?.next_try_at?.slice(0, 13)).toBe('2026-09-06T12')
})

test("the Fiestas Patrias hold up no exact day, and a month's last business day looks past them", async () => {
  await house.clock.advanceTo('2026-09-10T12:00:00Z')
  const exact = await rule('EXACT', { day_of_month: 18, first: day(2026, 9, 18) })
  await liveUntil(day(2026, 9, 19))
  expect(await daysOf(exact)).toEqual(['26-09-18'])
})

test('a holiday made after planning moves the day; one that moves it back into the past asks', async () => {
  await house.clock.advanceTo('2026-11-28T12:00:00Z')
  // On record from before All Saints' and the like were holidays: 1 January for the first business day.
  const first = await rule('FIRST_BUSINESS', { first: day(2027, 1, 1) })
  // And the 30th, a Saturday now, for the last business day of January 2027.
  const last = await rule('LAST_BUSINESS', { first: day(2027, 1, 30) })
  await liveUntil(day(2027, 1, 30))
  expect(await emissions(first)).toMatchObject([{ emission_day: '2027-01-04', reason: null }])
  expect(await emissions(last)).toMatchObject([{ emission_day: '2027-01-29', reason: 'missed' }])
})
