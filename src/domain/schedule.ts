import {
  addDays,
  addMonths,
  compare,
  dayOfMonth,
  firstDayOf,
  lastDayOf,
  month,
  monthNumberOf,
  monthOf,
  yearOf,
} from './day.ts'
import type { Day, Month } from './day.ts'
import { firstBusinessDay, lastBusinessDay } from './holidays.ts'

/** When in a month a rule issues. `dayOfMonth` is 1–31; the API and the screen take 1–28. */
export type Schedule =
  | { rule: 'EXACT'; dayOfMonth: number }
  | { rule: 'FIRST_BUSINESS' | 'LAST_DAY' | 'LAST_BUSINESS' }

/** What the service month is counted from: the emission's month plus −1, 0 or 1. */
export type MonthOffset = -1 | 0 | 1

/** Ten years: more than any screen or forecast shows. */
const MOST_EMISSIONS = 120

/**
 * The one day of this month on which the rule issues. EXACT is that very day, weekend or not;
 * 29–31 become the last day of a shorter month. It depends on nothing but the rule and the month, so
 * it never drifts: 31 January, 28 February, 31 March. Throws when `dayOfMonth` isn't 1–31.
 */
export function emissionDay(schedule: Schedule, of: Month): Day {
  switch (schedule.rule) {
    case 'EXACT':
      return exactDay(schedule.dayOfMonth, of)
    case 'FIRST_BUSINESS':
      return firstBusinessDay(of)
    case 'LAST_DAY':
      return lastDayOf(of)
    case 'LAST_BUSINESS':
      return lastBusinessDay(of)
  }
}

/**
 * The next `count` emission days, at most 120, one a month; the first may be `from` itself.
 * Throws for another count, and past the year 2099.
 */
export function nextEmissions(schedule: Schedule, from: Day, count: number): Day[] {
  if (!Number.isInteger(count) || count < 0 || count > MOST_EMISSIONS) {
    throw new RangeError(`Emissions asked for: ${count}, not 0 to ${MOST_EMISSIONS}`)
  }
  const thisMonth = monthOf(from)
  const isThisMonthOver = compare(emissionDay(schedule, thisMonth), from) < 0
  const first = isThisMonthOver ? addMonths(thisMonth, 1) : thisMonth
  return Array.from({ length: count }, (_, index) => emissionDay(schedule, addMonths(first, index)))
}

/** The month that mes, Mes, año and the lines speak of. The offset never moves the issue date. */
export function serviceMonth(emission: Day | Month, monthOffset: MonthOffset): Month {
  return addMonths(month(yearOf(emission), monthNumberOf(emission)), monthOffset)
}

function exactDay(wanted: number, of: Month): Day {
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 31) {
    throw new RangeError(`No such day of the month: ${wanted}`)
  }
  const last = dayOfMonth(lastDayOf(of))
  return addDays(firstDayOf(of), Math.min(wanted, last) - 1)
}
