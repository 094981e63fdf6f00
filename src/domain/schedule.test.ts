import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  compare,
  day,
  dayOfMonth,
  lastDayOf,
  month,
  monthOf,
  parseDay,
} from './day.ts'
import type { Day } from './day.ts'
import { isBusinessDay, nextBusinessDay } from './holidays.ts'
import { emissionDay, nextEmissions, serviceMonth } from './schedule.ts'
import type { MonthOffset, Schedule } from './schedule.ts'

const LAST_DAY: Schedule = { rule: 'LAST_DAY' }
const FIRST_BUSINESS: Schedule = { rule: 'FIRST_BUSINESS' }
const LAST_BUSINESS: Schedule = { rule: 'LAST_BUSINESS' }
const exact = (dayOfMonth: number): Schedule => ({ rule: 'EXACT', dayOfMonth })

const anySchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.integer({ min: 1, max: 31 }).map(exact),
  fc.constantFrom(LAST_DAY, FIRST_BUSINESS, LAST_BUSINESS),
)
// Leaves room for ten years of emissions before 2099 ends.
const anyDay = fc.integer({ min: 0, max: 32_000 }).map((n) => addDays(day(2000, 2, 1), n))
const anyMonth = fc.integer({ min: 1, max: 1198 }).map((n) => addMonths(month(2000, 1), n))

describe('the emission day', () => {
  it.each([
    ['the 5th', exact(5), '2026-11', '2026-11-05'],
    ['the 5th though a Saturday', exact(5), '2026-09', '2026-09-05'],
    ['the 18th though Independence Day', exact(18), '2026-09', '2026-09-18'],
    ['the 28th of February', exact(28), '2026-02', '2026-02-28'],
    ['the 29th in a common year', exact(29), '2026-02', '2026-02-28'],
    ['the 29th in a leap year', exact(29), '2028-02', '2028-02-29'],
    ['the 30th of February', exact(30), '2028-02', '2028-02-29'],
    ['the 31st in April', exact(31), '2026-04', '2026-04-30'],
    ['the 31st in May', exact(31), '2026-05', '2026-05-31'],
    ['the last day', LAST_DAY, '2026-02', '2026-02-28'],
    ['the last day though a Sunday', LAST_DAY, '2026-05', '2026-05-31'],
    ['the first business day', FIRST_BUSINESS, '2026-11', '2026-11-02'],
    ['the first business day after New Year', FIRST_BUSINESS, '2027-01', '2027-01-04'],
    ['the first business day after two holidays', FIRST_BUSINESS, '2029-11', '2029-11-05'],
    ['the last business day', LAST_BUSINESS, '2026-11', '2026-11-30'],
    ['the last business day before Good Friday', LAST_BUSINESS, '2024-03', '2024-03-28'],
    ['the last business day in September', LAST_BUSINESS, '2028-09', '2028-09-29'],
    ['the last business day of the year', LAST_BUSINESS, '2027-12', '2027-12-31'],
  ])('is %s', (_, schedule, text, expected) => {
    const of = month(Number(text.slice(0, 4)), Number(text.slice(5)))
    expect(emissionDay(schedule, of)).toBe(expected)
  })

  it.each([0, 32, -1, 1.5, Number.NaN])('throws for the day of the month %d', (wanted) => {
    expect(() => emissionDay(exact(wanted), month(2026, 1))).toThrow(RangeError)
  })

  it('is always in its month', () => {
    fc.assert(
      fc.property(anySchedule, anyMonth, (schedule, of) => {
        expect(monthOf(emissionDay(schedule, of))).toBe(of)
      }),
    )
  })

  it('is the day asked for whenever the month has it, else its last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), anyMonth, (wanted, of) => {
        const date = emissionDay(exact(wanted), of)
        expect(dayOfMonth(date) === wanted || date === lastDayOf(of)).toBe(true)
        expect(dayOfMonth(date)).toBeLessThanOrEqual(wanted)
      }),
    )
  })

  it('is a business day under the business rules, the outermost of the month', () => {
    fc.assert(
      fc.property(anyMonth, (of) => {
        const first = emissionDay(FIRST_BUSINESS, of)
        const last = emissionDay(LAST_BUSINESS, of)
        expect(isBusinessDay(first) && isBusinessDay(last)).toBe(true)
        expect(nextBusinessDay(emissionDay(LAST_BUSINESS, addMonths(of, -1)))).toBe(first)
        expect(monthOf(nextBusinessDay(last))).toBe(addMonths(of, 1))
      }),
    )
  })
})

describe('the next emissions', () => {
  const from = (text: string): Day => parseDay(text) ?? expect.fail(text)

  it.each([
    [
      'do not drift after a short month',
      exact(31),
      '2026-01-15',
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    ['keep the last day', LAST_DAY, '2028-01-31', ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['begin on the day itself', exact(21), '2026-11-21', ['2026-11-21', '2026-12-21']],
    ['begin next month on the day after', exact(21), '2026-11-22', ['2026-12-21', '2027-01-21']],
    [
      'follow the business days',
      FIRST_BUSINESS,
      '2026-12-02',
      ['2027-01-04', '2027-02-01', '2027-03-01'],
    ],
    [
      'move to the next month once its last business day is over',
      LAST_BUSINESS,
      '2026-05-30',
      ['2026-06-30', '2026-07-31'],
    ],
    ['may be none', LAST_DAY, '2026-11-21', []],
  ])('%s', (_, schedule, start, expected) => {
    expect(nextEmissions(schedule, from(start), expected.length)).toEqual(expected)
  })

  it.each([121, -1, 1.5, Number.NaN])('cannot be %d', (count) => {
    expect(() => nextEmissions(LAST_DAY, day(2026, 1, 1), count)).toThrow(RangeError)
  })

  it('are as many as asked for, from none to ten years of them', () => {
    const lengths = [0, 120].map((count) => nextEmissions(LAST_DAY, day(2026, 1, 1), count).length)
    expect(lengths).toEqual([0, 120])
  })

  it('are exactly one in each month, in order, none before the day asked from', () => {
    fc.assert(
      fc.property(
        anySchedule,
        anyDay,
        fc.integer({ min: 1, max: 120 }),
        (schedule, start, count) => {
          const days = nextEmissions(schedule, start, count)
          const first = monthOf(days[0] ?? expect.fail('none'))
          expect(days.map(monthOf)).toEqual(days.map((_, index) => addMonths(first, index)))
          expect(days).toHaveLength(count)
          expect(compare(days[0] ?? start, start)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('skip none: the one before the first is before the day asked from', () => {
    fc.assert(
      fc.property(anySchedule, anyDay, (schedule, start) => {
        const [first = start] = nextEmissions(schedule, start, 1)
        const before = emissionDay(schedule, addMonths(monthOf(first), -1))
        expect(compare(before, start)).toBe(-1)
      }),
    )
  })

  it('are the same whenever one asks: the rule decides, never the previous run', () => {
    fc.assert(
      fc.property(anySchedule, anyDay, (schedule, start) => {
        const days = nextEmissions(schedule, start, 15)
        for (const [index, date] of days.entries()) {
          expect(nextEmissions(schedule, date, 15 - index)).toEqual(days.slice(index))
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('the service month', () => {
  it.each([
    ['2026-01-15', -1, '2025-12'],
    ['2026-01-31', 0, '2026-01'],
    ['2026-12-31', 1, '2027-01'],
    ['2026-03-31', -1, '2026-02'],
  ] satisfies [string, MonthOffset, string][])(
    'of an emission on %s with offset %d is %s',
    (text, offset, expected) => {
      const emission = parseDay(text) ?? expect.fail(text)
      expect(serviceMonth(emission, offset)).toBe(expected)
      expect(serviceMonth(monthOf(emission), offset)).toBe(expected)
    },
  )
})
