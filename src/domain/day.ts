import type { Brand } from './brand.ts'

/** A civil date 'YYYY-MM-DD' between 2000 and 2099: never an instant, so no time zone can move it. */
export type Day = Brand<string, 'Day'>
/** A civil month 'YYYY-MM', same years. */
export type Month = Brand<string, 'Month'>
/** 1 Monday … 7 Sunday, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const FIRST_YEAR = 2000
const LAST_YEAR = 2099

/** Reads 'YYYY-MM-DD'. Null for anything else, a day that doesn't exist, or a year outside 2000–2099. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return match ? dayOrNull(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

/** Reads 'DD/MM/YYYY', as people in Chile write it; leading zeros may be missing. Null as in `parseDay`. */
export function parseDayEs(text: string): Day | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  return match ? dayOrNull(Number(match[3]), Number(match[2]), Number(match[1])) : null
}

/** Reads 'YYYY-MM'. Null for anything else or a year outside 2000–2099. */
export function parseMonth(text: string): Month | null {
  const match = /^(\d{4})-(\d{2})$/.exec(text)
  return match ? monthOrNull(Number(match[1]), Number(match[2])) : null
}

/** For text we know to be right, such as a row's: throws where `parseDay` answers null. */
export function knownDay(text: string): Day {
  const parsed = parseDay(text)
  if (parsed === null) throw new RangeError(`Not a day: ${text}`)
  return parsed
}

/** As `knownDay`. */
export function knownMonth(text: string): Month {
  const parsed = parseMonth(text)
  if (parsed === null) throw new RangeError(`Not a month: ${text}`)
  return parsed
}

/** Months count from 1. Throws for a day that doesn't exist or a year outside 2000–2099. */
export function day(year: number, month: number, dayOfMonth: number): Day {
  const made = dayOrNull(year, month, dayOfMonth)
  if (made === null) throw new RangeError(`No such day: ${year}-${month}-${dayOfMonth}`)
  return made
}

/** Months count from 1. Throws outside 2000–2099. */
export function month(year: number, monthNumber: number): Month {
  const made = monthOrNull(year, monthNumber)
  if (made === null) throw new RangeError(`No such month: ${year}-${monthNumber}`)
  return made
}

export function yearOf(date: Day | Month): number {
  return Number(date.slice(0, 4))
}

/** 1 January … 12 December. */
export function monthNumberOf(date: Day | Month): number {
  return Number(date.slice(5, 7))
}

export function dayOfMonth(date: Day): number {
  return Number(date.slice(8, 10))
}

export function monthOf(date: Day): Month {
  return month(yearOf(date), monthNumberOf(date))
}

/** Throws when it leaves 2000–2099. */
export function addDays(date: Day, days: number): Day {
  return dayFromNumber(dayNumber(date) + days)
}

/** Throws when it leaves 2000–2099. Days have no such sum: what 31 January plus a month is, a schedule says. */
export function addMonths(from: Month, months: number): Month {
  const count = yearOf(from) * 12 + monthNumberOf(from) - 1 + months
  return month(Math.floor(count / 12), (count % 12) + 1)
}

export function firstDayOf(of: Month): Day {
  return day(yearOf(of), monthNumberOf(of), 1)
}

export function lastDayOf(of: Month): Day {
  return day(yearOf(of), monthNumberOf(of), lengthOfMonth(yearOf(of), monthNumberOf(of)))
}

/** Days from the first to the second: positive when the second is later, 0 for the same day. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from)
}

/** For `sort`: negative when the first is earlier. */
export function compare<T extends Day | Month>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function weekday(date: Day): Weekday {
  // Day number 0, 1 January 1970, was a Thursday.
  return (((dayNumber(date) + 3) % 7) + 1) as Weekday
}

/** 'DD/MM/YYYY'. Not Intl's es-CL, which writes hyphens. */
export function formatDay(date: Day): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

function dayOrNull(year: number, monthNumber: number, dayOfMonth: number): Day | null {
  const made = monthOrNull(year, monthNumber)
  if (made === null || !Number.isInteger(dayOfMonth)) return null
  if (dayOfMonth < 1 || dayOfMonth > lengthOfMonth(year, monthNumber)) return null
  return `${made}-${twoDigits(dayOfMonth)}` as Day
}

function monthOrNull(year: number, monthNumber: number): Month | null {
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR) return null
  if (!Number.isInteger(monthNumber) || monthNumber < 1 || monthNumber > 12) return null
  return `${year}-${twoDigits(monthNumber)}` as Month
}

function lengthOfMonth(year: number, monthNumber: number): number {
  // From 2000 to 2099 every fourth year is a leap year: 2000 is one by the rule of 400.
  if (monthNumber === 2) return year % 4 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(monthNumber) ? 30 : 31
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

const MS_PER_DAY = 86_400_000

/** Days since 1 January 1970. */
function dayNumber(date: Day): number {
  return Date.UTC(yearOf(date), monthNumberOf(date) - 1, dayOfMonth(date)) / MS_PER_DAY
}

/** Inverse of `dayNumber`, by Howard Hinnant's civil_from_days: eras of 400 years that begin on 1 March. */
function dayFromNumber(number: number): Day {
  const sinceMarchOfYear0 = number + 719_468
  const era = Math.floor(sinceMarchOfYear0 / 146_097)
  const dayOfEra = sinceMarchOfYear0 - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const monthNumber = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (monthNumber <= 2 ? 1 : 0)
  return day(year, monthNumber, dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1)
}

/** What clocks in mainland Chile show. */
export interface ChileTime {
  day: Day
  hour: number
  minute: number
}

const MS_PER_MINUTE = 60_000

const chileClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Santiago',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
})

/** The day it is in mainland Chile (America/Santiago) at that instant, in ms since 1970 UTC. */
export function dayInChile(instantMs: number): Day {
  return timeInChile(instantMs).day
}

/** The wall clock in mainland Chile at that instant, in ms since 1970 UTC. Throws outside 2000–2099. */
export function timeInChile(instantMs: number): ChileTime {
  const shown = chileClockAt(instantMs)
  return {
    day: day(shown.year, shown.month, shown.day),
    hour: shown.hour,
    minute: shown.minute,
  }
}

/**
 * The instant, in ms since 1970 UTC, at which clocks in mainland Chile show this time.
 * A time skipped in September becomes the same distance after the jump (00:00 → 01:00, the day's first
 * instant); of a time that comes twice in April, the first. Throws for an hour or minute that isn't one.
 */
export function chileInstant(date: Day, hour: number, minute: number): number {
  if (!isWithin(hour, 23) || !isWithin(minute, 59)) {
    throw new RangeError(`No such time: ${hour}:${minute}`)
  }
  const asUtcMs = dayNumber(date) * MS_PER_DAY + (hour * 60 + minute) * MS_PER_MINUTE
  const before = asUtcMs - offsetMs(asUtcMs - MS_PER_DAY)
  const after = asUtcMs - offsetMs(asUtcMs + MS_PER_DAY)
  const shown = [before, after].filter((instant) => instant + offsetMs(instant) === asUtcMs)
  return shown.length > 0 ? Math.min(...shown) : before
}

/** Chile's clock minus UTC: −3 or −4 hours. It changes between two whole hours of UTC only. */
function offsetMs(instantMs: number): number {
  const hourMs = Math.floor(instantMs / MS_PER_HOUR) * MS_PER_HOUR
  const known = offsetsMs.get(hourMs)
  if (known !== undefined) return known
  const { year, month, day, hour, minute } = chileClockAt(hourMs)
  const made = Date.UTC(year, month - 1, day, hour, minute) - hourMs
  if (offsetsMs.size >= MOST_OFFSETS) offsetsMs.clear()
  offsetsMs.set(hourMs, made)
  return made
}

/** By the hour: asking the calendar costs more than all that is done with the answer. */
const offsetsMs = new Map<number, number>()
const MOST_OFFSETS = 1_000
const MS_PER_HOUR = 3_600_000

function chileClockAt(instantMs: number) {
  const parts = chileClock.formatToParts(instantMs)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
  }
}

function isWithin(value: number, highest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= highest
}
