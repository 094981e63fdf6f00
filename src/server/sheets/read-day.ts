import { parseDay, type Day } from '#domain/day.ts'
import { dayOfSerial } from './sheet.ts'
import type { Cell } from './table.ts'

/** `dateOtherOrder`: only the other order of day and month gives a day. */
export type DayFault = 'dateUnreadable' | 'dateOtherOrder' | 'yearMissing' | 'formula'

export interface DayOptions {
  order: 'dayFirst' | 'monthFirst'
  /** The days that the statement says it is about, for dates without a year. */
  period: { from: Day; to: Day } | null
  /** Texts of this statement that were read before: a day is on many of its lines. */
  known: Map<string, DayRead>
}

/** `proved`: only this order of day and month gives a day. `open`: the other one would give another day. */
export type DayRead =
  | { kind: 'day'; day: Day; order: 'proved' | 'open' | 'unneeded' }
  | { kind: 'none' }
  | { kind: 'fault'; cause: DayFault }

const MAX_DATE_LENGTH = 40
/** What banks write after a day. */
const TIME = String.raw`(?:[ T,]{1,3}\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?: ?[ap]\.? ?m\.?)?Z?)?$`
const ISO = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`, 'i')
const NUMBERS = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${TIME}`, 'i')
const WITH_NAME = new RegExp(
  String.raw`^(\d{1,2})(?: de |[-/. ])([a-z]{3,10})\.?(?: de | del |[-/. ])(\d{4}|\d{2})${TIME}`,
  'i',
)
const WITHOUT_YEAR = /^(\d{1,2})[-/.](\d{1,2})$/
const DIGITS = /^(20\d{2})(\d{2})(\d{2})$/

/** The first three letters of a month's name, in Spanish and English, and its number from 1. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  'ene jan,feb,mar,abr apr,may,jun,jul,ago aug,sep set,oct,nov,dic dec'
    .split(',')
    .flatMap((names, n) => names.split(' ').map((name) => [name, n + 1])),
)

/**
 * The day of a cell: an Excel date, a date as text in Chile's ways or ISO's, or a number that Excel shows as a date when
 * it is told to. An hour is left out. The year of two digits is of this century.
 */
export function readDay(cell: Cell, options: DayOptions): DayRead {
  if (cell === null) return { kind: 'none' }
  if (typeof cell === 'number') return dayOfNumber(cell)
  if (typeof cell === 'object') {
    if (cell.kind === 'formula') return { kind: 'fault', cause: 'formula' }
    return sure(cell.day)
  }
  const known = options.known.get(cell)
  if (known !== undefined) return known
  const text = cell.length > MAX_DATE_LENGTH ? '' : cell.replaceAll(/[\s\u00a0]+/g, ' ').trim()
  const read = dayOfText(text, options)
  options.known.set(cell, read)
  return read
}

function dayOfNumber(value: number): DayRead {
  const digits = DIGITS.exec(String(value))
  const day = digits === null ? dayOfSerial(value) : dayOfParts(digits[1], digits[2], digits[3])
  return day === null ? { kind: 'fault', cause: 'dateUnreadable' } : sure(day)
}

function dayOfText(text: string, options: DayOptions): DayRead {
  const iso = ISO.exec(text) ?? DIGITS.exec(text)
  if (iso !== null) return sure(dayOfParts(iso[1], iso[2], iso[3]))
  const numbers = NUMBERS.exec(text)
  if (numbers !== null) {
    const [, first, second, year = ''] = numbers
    return ordered(options.order, dayOfParts(year, second, first), dayOfParts(year, first, second))
  }
  const named = WITH_NAME.exec(text)
  if (named !== null) {
    const month = MONTHS.get(String(named[2]).slice(0, 3).toLowerCase())
    return sure(dayOfParts(named[3], String(month ?? 0), named[1]))
  }
  const short = WITHOUT_YEAR.exec(text)
  if (short !== null) return dayInPeriod(short[1], short[2], options)
  return { kind: 'fault', cause: 'dateUnreadable' }
}

function ordered(
  order: DayOptions['order'],
  dayFirst: Day | null,
  monthFirst: Day | null,
): DayRead {
  const [day, other] = order === 'dayFirst' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]
  if (day === null) {
    return { kind: 'fault', cause: other === null ? 'dateUnreadable' : 'dateOtherOrder' }
  }
  return {
    kind: 'day',
    day,
    order: other === null ? 'proved' : other === day ? 'unneeded' : 'open',
  }
}

/** The only year that puts it into the statement's period. */
function dayInPeriod(
  first: string | undefined,
  second: string | undefined,
  { order, period }: DayOptions,
): DayRead {
  if (period === null) return { kind: 'fault', cause: 'yearMissing' }
  const years = new Set([period.from.slice(0, 4), period.to.slice(0, 4)])
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first]
  const days = [...years]
    .flatMap((year) => dayOfParts(year, month, day) ?? [])
    .filter((one) => one >= period.from && one <= period.to)
  const [only, another] = days
  if (only === undefined || another !== undefined) return { kind: 'fault', cause: 'yearMissing' }
  return { kind: 'day', day: only, order: 'unneeded' }
}

function sure(day: Day | null): DayRead {
  if (day === null) return { kind: 'fault', cause: 'dateUnreadable' }
  return { kind: 'day', day, order: 'unneeded' }
}

/** Of the parts as they are written; a year of two digits is of this century. Null when there is no such day. */
export function dayOfParts(
  year: string | undefined = '',
  month: string | undefined = '',
  day: string | undefined = '',
): Day | null {
  const whole = year.length === 2 ? `20${year}` : year
  return parseDay(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}
