import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  chileInstant,
  compare,
  day,
  dayInChile,
  dayOfMonth,
  daysBetween,
  firstDayOf,
  formatDay,
  lastDayOf,
  month,
  monthNumberOf,
  monthOf,
  parseDay,
  parseDayEs,
  parseMonth,
  timeInChile,
  weekday,
  yearOf,
} from './day.ts'

const FIRST = day(2000, 1, 1)
const anyDay = fc.integer({ min: 0, max: 36_524 }).map((n) => addDays(FIRST, n))
const anyMonth = fc.integer({ min: 0, max: 1199 }).map((n) => addMonths(month(2000, 1), n))

describe('reading a day', () => {
  it.each([
    ['2026-02-28'],
    ['2024-02-29'],
    ['2000-02-29'],
    ['2000-01-01'],
    ['2099-12-31'],
    ['2026-12-31'],
  ])('takes %s', (text) => {
    expect(parseDay(text)).toBe(text)
  })

  it.each([
    ['a day February lacks', '2026-02-29'],
    ['31 April', '2026-04-31'],
    ['day 0', '2026-01-00'],
    ['day 32', '2026-01-32'],
    ['month 0', '2026-00-10'],
    ['month 13', '2026-13-10'],
    ['the year before the range', '1999-12-31'],
    ['the year after the range', '2100-01-01'],
    ['a short month', '2026-1-10'],
    ['a time behind', '2026-01-10T00:00'],
    ['a line break behind', '2026-01-10\n'],
    ['a space before', ' 2026-01-10'],
    ['Chilean order', '10-01-2026'],
    ['slashes', '2026/01/10'],
    ['other digits', '２０２６-01-10'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(parseDay(text)).toBeNull()
  })

  it.each([
    ['01/02/2026', '2026-02-01'],
    ['1/2/2026', '2026-02-01'],
    ['29/02/2024', '2024-02-29'],
    ['31/12/2099', '2099-12-31'],
  ])('takes %s as people in Chile write it', (text, expected) => {
    expect(parseDayEs(text)).toBe(expected)
  })

  it.each([['29/02/2026'], ['02/13/2026'], ['01-02-2026'], ['01/02/26'], ['2026/02/01'], ['']])(
    'refuses %s as a Chilean date',
    (text) => {
      expect(parseDayEs(text)).toBeNull()
    },
  )

  it.each([
    ['2026-02', '2026-02'],
    ['2026-13', null],
    ['2026-00', null],
    ['2026-2', null],
    ['1999-12', null],
    ['2026-02-01', null],
  ])('reads the month %s as %s', (text, expected) => {
    expect(parseMonth(text)).toBe(expected)
  })

  it('reads back every day it writes, in both spellings', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        expect(parseDay(date)).toBe(date)
        expect(parseDayEs(formatDay(date))).toBe(date)
      }),
    )
  })
})

describe('making a day', () => {
  it('writes zeros in front', () => {
    expect(day(2026, 3, 7)).toBe('2026-03-07')
    expect(month(2026, 3)).toBe('2026-03')
  })

  it.each([
    [2026, 2, 29],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 1, 1.5],
    [2026.5, 1, 1],
    [1999, 12, 31],
    [2100, 1, 1],
    [Number.NaN, 1, 1],
  ])('throws for %d-%d-%d', (year, monthNumber, dayNumber) => {
    expect(() => day(year, monthNumber, dayNumber)).toThrow(RangeError)
  })

  it('throws for a month that does not exist', () => {
    expect(() => month(2026, 13)).toThrow(RangeError)
    expect(() => month(2026, 0)).toThrow(RangeError)
  })
})

describe('reckoning', () => {
  it('agrees with Temporal on every day of the hundred years', () => {
    let expected = Temporal.PlainDate.from('2000-01-01')
    for (let n = 0; n <= 36_524; n += 1) {
      const date = addDays(FIRST, n)
      if (date !== expected.toString() || weekday(date) !== expected.dayOfWeek) {
        expect.fail(`${date} is not ${expected.toString()}, weekday ${expected.dayOfWeek}`)
      }
      expected = expected.add({ days: 1 })
    }
  })

  it('agrees with Temporal on first and last days of every month', () => {
    fc.assert(
      fc.property(anyMonth, (of) => {
        const expected = Temporal.PlainYearMonth.from(of)
        expect(firstDayOf(of)).toBe(`${of}-01`)
        expect(lastDayOf(of)).toBe(`${of}-${expected.daysInMonth}`)
      }),
    )
  })

  it('counts the days it added', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to)
        expect(Math.sign(daysBetween(from, to))).toBe(compare(to, from))
      }),
    )
  })

  it('adds months across years in both directions', () => {
    expect(addMonths(month(2026, 1), -1)).toBe('2025-12')
    expect(addMonths(month(2026, 12), 1)).toBe('2027-01')
    expect(addMonths(month(2026, 5), -29)).toBe('2023-12')
    expect(addMonths(month(2026, 5), 0)).toBe('2026-05')
  })

  it('throws at both ends of its years', () => {
    expect(() => addDays(day(2099, 12, 31), 1)).toThrow(RangeError)
    expect(() => addDays(day(2000, 1, 1), -1)).toThrow(RangeError)
    expect(() => addMonths(month(2099, 12), 1)).toThrow(RangeError)
  })

  it('takes a day apart', () => {
    const date = day(2026, 11, 21)
    expect([yearOf(date), monthNumberOf(date), dayOfMonth(date)]).toEqual([2026, 11, 21])
    expect(monthOf(date)).toBe('2026-11')
    expect([yearOf(month(2026, 11)), monthNumberOf(month(2026, 11))]).toEqual([2026, 11])
  })

  it('sorts days and months by time', () => {
    const days = [day(2026, 10, 2), day(2025, 12, 31), day(2026, 9, 30)]
    expect(days.sort(compare)).toEqual(['2025-12-31', '2026-09-30', '2026-10-02'])
    expect(compare(day(2026, 1, 1), day(2026, 1, 1))).toBe(0)
  })

  it('writes a day with slashes, not the hyphens of es-CL', () => {
    expect(formatDay(day(2026, 3, 7))).toBe('07/03/2026')
  })
})

describe('Chilean clocks', () => {
  const at = (utc: string) => Temporal.Instant.from(utc).epochMilliseconds

  it.each([
    ['summer evening, already tomorrow in UTC', '2026-01-11T02:59:59Z', '2026-01-10', 23, 59],
    ['summer midnight', '2026-01-11T03:00:00Z', '2026-01-11', 0, 0],
    ['winter evening', '2026-07-11T03:59:00Z', '2026-07-10', 23, 59],
    ['winter midnight', '2026-07-11T04:00:00Z', '2026-07-11', 0, 0],
    ['the last second before the jump of 2026', '2026-09-06T03:59:59Z', '2026-09-05', 23, 59],
    ['the first second after it', '2026-09-06T04:00:00Z', '2026-09-06', 1, 0],
    ['23:30 for the first time in April 2026', '2026-04-05T02:30:00Z', '2026-04-04', 23, 30],
    ['23:30 for the second time', '2026-04-05T03:30:00Z', '2026-04-04', 23, 30],
    ['the postponed jump of 2022', '2022-09-11T04:00:00Z', '2022-09-11', 1, 0],
    ['the week before it, still in winter', '2022-09-04T04:00:00Z', '2022-09-04', 0, 0],
    ['new year', '2027-01-01T03:00:00Z', '2027-01-01', 0, 0],
  ])('show %s', (_, utc, date, hour, minute) => {
    expect(timeInChile(at(utc))).toEqual({ day: date, hour, minute })
    expect(dayInChile(at(utc))).toBe(date)
  })

  it('have no midnight on the day of the jump: its first instant is 01:00', () => {
    const jump = chileInstant(day(2026, 9, 6), 0, 0)
    expect(jump).toBe(at('2026-09-06T04:00:00Z'))
    expect(jump).toBe(chileInstant(day(2026, 9, 6), 1, 0))
    expect(chileInstant(day(2026, 9, 6), 0, 30)).toBe(at('2026-09-06T04:30:00Z'))
  })

  it('mean the first 23:30 on the night that has two', () => {
    expect(chileInstant(day(2026, 4, 4), 23, 30)).toBe(at('2026-04-05T02:30:00Z'))
  })

  it('agree with Temporal about any minute of any day', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(23), fc.nat(59), (date, hour, minute) => {
        const expected = Temporal.PlainDateTime.from(date)
          .with({ hour, minute })
          .toZonedDateTime('America/Santiago', { disambiguation: 'compatible' })
        expect(chileInstant(date, hour, minute)).toBe(expected.epochMilliseconds)
      }),
      {
        numRuns: 300,
        examples: [
          [day(2000, 1, 1), 0, 0],
          [day(2099, 12, 31), 23, 59],
        ],
      },
    )
  })

  it('show the time that an instant was made from, save the skipped hour', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 23 }), fc.nat(59), (date, hour, minute) => {
        expect(timeInChile(chileInstant(date, hour, minute))).toEqual({ day: date, hour, minute })
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    [24, 0],
    [-1, 0],
    [9, 60],
    [9.5, 0],
  ])('throw for %d:%d', (hour, minute) => {
    expect(() => chileInstant(day(2026, 1, 1), hour, minute)).toThrow(RangeError)
  })
})
