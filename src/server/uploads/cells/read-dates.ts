import {
  addDays,
  addMonths,
  dayOfMonth,
  formatDay,
  monthOf,
  parseMonth,
  type Day,
  type Month,
} from '#domain/day.ts'
import { isDueBefore, MAX_DUE_DAYS } from '#domain/receivable.ts'
import { searchKey } from '#domain/search-text.ts'
import { dayOfParts, MONTHS, readDay, type DayRead } from '../../sheets/read-day.ts'
import { dayOfSerial } from '../../sheets/sheet.ts'
import type { Cell } from '../../sheets/table.ts'
import { commonFault, faultOf, NONE, valueOf, type CellRead } from './cell-read.ts'

/** Of one file: what its dates say about each other. */
export interface FileDates {
  today: Day
  /** Some date of the file has its month first: of those that both orders allow, nothing is known. */
  isMonthFirst: boolean
  known: Map<string, DayRead>
}

/** The day until which a document is to be paid: today or later, a year at most. */
export function readDueDay(cell: Cell, dates: FileDates): CellRead<Day> {
  const common = commonFault(cell)
  if (common !== null) return common
  if (typeof cell === 'number') return dayOfNumber(cell)
  const read = readDay(cell, { order: 'dayFirst', period: null, known: dates.known })
  if (read.kind === 'none') return NONE
  if (read.kind === 'fault') return faultOf(FAULTS[read.cause])
  if (read.order === 'open' && dates.isMonthFirst) {
    return faultOf('dateAmbiguous', {
      first: formatDay(read.day),
      second: formatDay(withOtherOrder(read.day)),
    })
  }
  const { today } = dates
  if (isDueBefore(read.day, today)) return faultOf('dueDayPast', { today: formatDay(today) })
  const last = addDays(today, MAX_DUE_DAYS)
  return read.day > last ? faultOf('dueDayTooFar', { last: formatDay(last) }) : valueOf(read.day)
}

/** Whether a cell can only be read with its month first. */
export function provesMonthFirst(cell: Cell, known: FileDates['known']): boolean {
  if (typeof cell !== 'string') return false
  const read = readDay(cell, { order: 'dayFirst', period: null, known })
  return read.kind === 'fault' && read.cause === 'dateOtherOrder'
}

const FAULTS = {
  dateUnreadable: 'dateUnreadable',
  dateOtherOrder: 'dateOtherOrder',
  yearMissing: 'dateWithoutYear',
  formula: 'formula',
} as const

/** A number becomes a date only by its format: without one it is offered and not taken. */
function dayOfNumber(value: number): CellRead<Day> {
  const day = dayOfSerial(value)
  return day === null ? faultOf('dateUnreadable') : faultOf('dateIsNumber', { day: formatDay(day) })
}

function withOtherOrder(day: Day): Day {
  const [year, month, date] = day.split('-')
  return dayOfParts(year, date, month) ?? day
}

const ISO_MONTH = /^(20\d{2})[-/](\d{1,2})$/
const MONTH_YEAR = /^(\d{1,2})[-/](20\d{2})$/
const NAMED_MONTH = /^([a-z]{3,10}) ?(?:de |del |[-/])? ?(20\d{2}|\d{2})$/
const MAX_MONTH_TEXT = 30
const MAX_MONTHS_AWAY = 12

/** The month that a service is of: within a year of today. */
export function readServiceMonth(cell: Cell, today: Day): CellRead<Month> {
  const common = commonFault(cell)
  if (common !== null) return common
  const month = monthOfCell(cell)
  if (month === 'day') return faultOf('monthIsDay')
  if (month === null) return faultOf('monthUnreadable')
  const now = monthOf(today)
  const isNear =
    month >= addMonths(now, -MAX_MONTHS_AWAY) && month <= addMonths(now, MAX_MONTHS_AWAY)
  return isNear ? valueOf(month) : faultOf('monthTooFar')
}

/** Excel makes a date of 'nov-26': only the first of a month is surely that month. */
function monthOfCell(cell: Cell): Month | 'day' | null {
  if (cell !== null && typeof cell === 'object') {
    if (cell.kind === 'formula') return null
    return dayOfMonth(cell.day) === 1 ? monthOf(cell.day) : 'day'
  }
  // With its hyphens, which a search leaves out.
  const text = String(cell).slice(0, MAX_MONTH_TEXT).trim().toLowerCase()
  const iso = ISO_MONTH.exec(text)
  if (iso !== null) return made(iso[1], iso[2])
  const numbers = MONTH_YEAR.exec(text)
  if (numbers !== null) return made(numbers[2], numbers[1])
  const named = NAMED_MONTH.exec(text.normalize('NFD').replaceAll(/[\p{M}.]/gu, ''))
  if (named === null) return null
  const name = searchKey(String(named[1])).slice(0, 3)
  const number = MONTHS.get(name)
  return number === undefined ? null : made(named[2], String(number))
}

function made(year = '', month = ''): Month | null {
  const whole = year.length === 2 ? `20${year}` : year
  return parseMonth(`${whole}-${month.padStart(2, '0')}`)
}
