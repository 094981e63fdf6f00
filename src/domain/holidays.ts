import { addDays, compare, firstDayOf, lastDayOf, weekday, yearOf } from './day.ts'
import type { Day, Month } from './day.ts'
import { ruledHolidays } from './holiday-rules.ts'
import type { Holiday } from './holiday-rules.ts'
import { oneOffHolidays } from './one-off-holidays.ts'

export type { Holiday } from './holiday-rules.ts'

/** Raised with every change of the rules or of the one-off laws: a stored date can say which it used. */
export const HOLIDAYS_VERSION = '2026.1'

/** Monday to Friday and not a national holiday. Regional and bank-only days are business days. */
export function isBusinessDay(date: Day): boolean {
  return weekday(date) <= 5 && !isHoliday(date)
}

export function firstBusinessDay(of: Month): Day {
  return businessDayFrom(firstDayOf(of), 1)
}

export function lastBusinessDay(of: Month): Day {
  return businessDayFrom(lastDayOf(of), -1)
}

/** The first business day after this one: never the day itself. */
export function nextBusinessDay(date: Day): Day {
  return businessDayFrom(addDays(date, 1), 1)
}

export function isHoliday(date: Day): boolean {
  return holidayOn(date) !== null
}

/** Null on days that aren't a national holiday. */
export function holidayName(date: Day): string | null {
  return holidayOn(date)?.name ?? null
}

/**
 * Chile's national holidays of a year, in order, one a day. Rules apply from the year their law did.
 * Complete from 2020; before 2007 the old Corpus Christi is missing, before 2020 election days are.
 * Years to come follow today's laws. Throws outside 2000–2099.
 */
export function holidaysOf(year: number): readonly Holiday[] {
  return [...yearTable(year).values()]
}

const yearTables = new Map<number, ReadonlyMap<Day, Holiday>>()

function holidayOn(date: Day): Holiday | null {
  return yearTable(yearOf(date)).get(date) ?? null
}

/** Computed once a year asked for; the years are at most the hundred that a `Day` has. */
function yearTable(year: number): ReadonlyMap<Day, Holiday> {
  const known = yearTables.get(year)
  if (known) return known
  const holidays = [...ruledHolidays(year), ...oneOffHolidays.filter((h) => yearOf(h.day) === year)]
  const table = new Map(
    holidays.sort((a, b) => compare(a.day, b.day)).map((holiday) => [holiday.day, holiday]),
  )
  yearTables.set(year, table)
  return table
}

/** Longer than any run of days off: a loop's limit, never reached. */
const LONGEST_BREAK_DAYS = 15

function businessDayFrom(start: Day, step: 1 | -1): Day {
  let date = start
  for (let tried = 0; tried < LONGEST_BREAK_DAYS; tried += 1) {
    if (isBusinessDay(date)) return date
    date = addDays(date, step)
  }
  throw new Error(`No business day within ${LONGEST_BREAK_DAYS} days of ${start}`)
}
