import Holidays from 'date-holidays'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, day, month, monthOf, parseDay, weekday, yearOf } from './day.ts'
import type { Day } from './day.ts'
import {
  firstBusinessDay,
  HOLIDAYS_VERSION,
  holidayName,
  holidaysOf,
  isBusinessDay,
  isHoliday,
  lastBusinessDay,
  nextBusinessDay,
} from './holidays.ts'

// Written by hand from the calendars of each year, weekday included, so that nothing here is computed.
const calendars: Record<number, string> = {
  2020: `mi 01-01, vi 04-10, sa 04-11, vi 05-01, ju 05-21, lu 06-29, ju 07-16, sa 08-15, vi 09-18,
    sa 09-19, lu 10-12, do 10-25, sa 10-31, do 11-01, ma 12-08, vi 12-25`,
  2021: `vi 01-01, vi 04-02, sa 04-03, sa 05-01, sa 05-15, do 05-16, vi 05-21, lu 06-21, lu 06-28,
    vi 07-16, do 07-18, do 08-15, vi 09-17, sa 09-18, do 09-19, lu 10-11, do 10-31, lu 11-01,
    do 11-21, mi 12-08, do 12-19, sa 12-25`,
  2022: `sa 01-01, vi 04-15, sa 04-16, do 05-01, sa 05-21, ma 06-21, lu 06-27, sa 07-16, lu 08-15,
    do 09-04, vi 09-16, do 09-18, lu 09-19, lu 10-10, lu 10-31, ma 11-01, ju 12-08, do 12-25`,
  2023: `do 01-01, lu 01-02, vi 04-07, sa 04-08, lu 05-01, do 05-07, do 05-21, mi 06-21, lu 06-26,
    do 07-16, ma 08-15, lu 09-18, ma 09-19, lu 10-09, vi 10-27, mi 11-01, vi 12-08, do 12-17,
    lu 12-25`,
  2024: `lu 01-01, vi 03-29, sa 03-30, mi 05-01, ma 05-21, ju 06-20, sa 06-29, ma 07-16, ju 08-15,
    mi 09-18, ju 09-19, vi 09-20, sa 10-12, do 10-27, ju 10-31, vi 11-01, do 12-08, mi 12-25`,
  2025: `mi 01-01, vi 04-18, sa 04-19, ju 05-01, mi 05-21, vi 06-20, do 06-29, mi 07-16, vi 08-15,
    ju 09-18, vi 09-19, do 10-12, vi 10-31, sa 11-01, do 11-16, lu 12-08, do 12-14, ju 12-25`,
  2026: `ju 01-01, vi 04-03, sa 04-04, vi 05-01, ju 05-21, do 06-21, lu 06-29, ju 07-16, sa 08-15,
    vi 09-18, sa 09-19, lu 10-12, sa 10-31, do 11-01, ma 12-08, vi 12-25`,
  2027: `vi 01-01, vi 03-26, sa 03-27, sa 05-01, vi 05-21, lu 06-21, lu 06-28, vi 07-16, do 08-15,
    vi 09-17, sa 09-18, do 09-19, lu 10-11, do 10-31, lu 11-01, mi 12-08, sa 12-25`,
  2028: `sa 01-01, vi 04-14, sa 04-15, lu 05-01, do 05-21, ma 06-20, lu 06-26, do 07-16, ma 08-15,
    lu 09-18, ma 09-19, lu 10-09, vi 10-27, mi 11-01, vi 12-08, lu 12-25`,
  2029: `lu 01-01, vi 03-30, sa 03-31, ma 05-01, lu 05-21, mi 06-20, lu 07-02, lu 07-16, mi 08-15,
    lu 09-17, ma 09-18, mi 09-19, lu 10-15, ju 11-01, vi 11-02, sa 12-08, ma 12-25`,
  2030: `ma 01-01, vi 04-19, sa 04-20, mi 05-01, ma 05-21, vi 06-21, sa 06-29, ma 07-16, ju 08-15,
    mi 09-18, ju 09-19, vi 09-20, sa 10-12, ju 10-31, vi 11-01, do 12-08, mi 12-25`,
}

const WEEKDAY_LETTERS = ['lu', 'ma', 'mi', 'ju', 'vi', 'sa', 'do']

function written(date: Day): string {
  return `${WEEKDAY_LETTERS[weekday(date) - 1]} ${date.slice(5)}`
}

const years = Object.keys(calendars).map(Number)
const anyDay = fc.integer({ min: 0, max: 36_000 }).map((n) => addDays(day(2001, 1, 1), n))
const anyMonth = fc.integer({ min: 0, max: 1190 }).map((n) => addMonths(month(2000, 2), n))

describe("Chile's national holidays", () => {
  it.each(years)('of %d are those of its calendar', (year) => {
    const expected = (calendars[year] ?? '').split(/,\s*/)
    expect(holidaysOf(year).map((holiday) => written(holiday.day))).toEqual(expected)
  })

  it('carry the names of the official calendar', () => {
    expect(holidaysOf(2021).map((holiday) => `${holiday.day.slice(5)} ${holiday.name}`)).toEqual([
      '01-01 Año Nuevo',
      '04-02 Viernes Santo',
      '04-03 Sábado Santo',
      '05-01 Día Nacional del Trabajo',
      '05-15 Elecciones de convencionales, gobernadores, alcaldes y concejales',
      '05-16 Elecciones de convencionales, gobernadores, alcaldes y concejales',
      '05-21 Día de las Glorias Navales',
      '06-21 Día Nacional de los Pueblos Indígenas',
      '06-28 San Pedro y San Pablo',
      '07-16 Día de la Virgen del Carmen',
      '07-18 Elecciones primarias presidenciales',
      '08-15 Asunción de la Virgen',
      '09-17 Feriado adicional de Fiestas Patrias',
      '09-18 Independencia Nacional',
      '09-19 Día de las Glorias del Ejército',
      '10-11 Encuentro de Dos Mundos',
      '10-31 Día de las Iglesias Evangélicas y Protestantes',
      '11-01 Día de Todos los Santos',
      '11-21 Elecciones presidenciales y parlamentarias',
      '12-08 Inmaculada Concepción',
      '12-19 Segunda vuelta presidencial',
      '12-25 Navidad',
    ])
  })

  it.each([
    ['2023-01-02', 'Feriado adicional de Año Nuevo', 'Ley 20.983'],
    ['2021-06-21', 'Día Nacional de los Pueblos Indígenas', 'Ley 21.357'],
    ['2029-07-02', 'San Pedro y San Pablo', 'Ley 18.432; Ley 19.668'],
    ['2022-09-16', 'Feriado adicional de Fiestas Patrias', 'Ley 21.482'],
    ['2027-09-17', 'Feriado adicional de Fiestas Patrias', 'Ley 20.983'],
    [
      '2029-09-17',
      'Feriado adicional de Fiestas Patrias',
      'Ley 20.215 (Código del Trabajo, art. 35 ter)',
    ],
    [
      '2024-09-20',
      'Feriado adicional de Fiestas Patrias',
      'Ley 20.215 (Código del Trabajo, art. 35 ter)',
    ],
    ['2028-10-27', 'Día de las Iglesias Evangélicas y Protestantes', 'Ley 20.299'],
    ['2029-11-02', 'Día de las Iglesias Evangélicas y Protestantes', 'Ley 20.299'],
    [
      '2025-11-16',
      'Elecciones presidenciales y parlamentarias',
      'Ley 18.700, art. 180 (DFL 2 de 2017)',
    ],
  ])('have on %s %s by %s', (date, name, law) => {
    const holiday = holidaysOf(Number(date.slice(0, 4))).find((one) => one.day === date)
    expect(holiday).toMatchObject({ name, law })
  })

  it.each([
    ['the regional holiday of Arica', '2027-06-07'],
    ['the regional holiday of Chillán', '2027-08-20'],
    ["the banks' day off", '2027-12-31'],
    ['Easter Monday', '2027-03-29'],
    ['Maundy Thursday', '2027-03-25'],
    ['Christmas Eve', '2026-12-24'],
    ['29 June moved to Monday', '2027-06-29'],
    ['12 October moved to Monday', '2027-10-12'],
    ['31 October moved to Friday', '2028-10-31'],
    ['17 September before a Friday and Saturday', '2026-09-17'],
    ['20 September on a Monday', '2027-09-20'],
    ['2 January on a Tuesday', '2029-01-02'],
    ['the solstice of 2021, which its law moved', '2021-06-20'],
  ])('do not include %s', (_, text) => {
    const date = parseDay(text)
    expect(date !== null && isHoliday(date)).toBe(false)
    expect(date && holidayName(date)).toBeNull()
  })

  it('begin with their laws', () => {
    const namesOf = (year: number) => holidaysOf(year).map((holiday) => holiday.name)
    expect(namesOf(2006)).not.toContain('Día de la Virgen del Carmen')
    expect(namesOf(2007)).toContain('Día de la Virgen del Carmen')
    expect(namesOf(2007)).not.toContain('Día de las Iglesias Evangélicas y Protestantes')
    expect(namesOf(2008)).toContain('Día de las Iglesias Evangélicas y Protestantes')
    expect(namesOf(2020)).not.toContain('Día Nacional de los Pueblos Indígenas')
    // 1 January 2012 was a Sunday and 17 September 2010 a Friday, before Ley 20.983.
    expect(isHoliday(day(2012, 1, 2))).toBe(false)
    expect(isHoliday(day(2017, 1, 2))).toBe(true)
    expect(holidaysOf(2010).some((holiday) => holiday.day === day(2010, 9, 17))).toBe(false)
    expect(isHoliday(day(2001, 9, 17))).toBe(false)
    expect(isHoliday(day(2007, 9, 17))).toBe(true)
  })

  it('come in order, one a day, in their own year, in each of the hundred years', () => {
    for (let year = 2000; year <= 2099; year += 1) {
      const days = holidaysOf(year).map((holiday) => holiday.day)
      expect(days).toEqual([...new Set(days)].sort())
      expect(days.every((date) => yearOf(date) === year)).toBe(true)
    }
  })

  it('throw for a year that has no days', () => {
    expect(() => holidaysOf(1999)).toThrow(RangeError)
    expect(() => holidaysOf(2100)).toThrow(RangeError)
    expect(() => holidaysOf(2026.5)).toThrow(RangeError)
  })

  it('say which table they are', () => {
    expect(HOLIDAYS_VERSION).toMatch(/^\d{4}\.\d+$/)
  })

  // date-holidays has Easter Sunday instead of Holy Saturday and no election days: weekends both.
  it.each(years)('agree with another library on the working days of %d', (year) => {
    const theirs = new Holidays('CL', { languages: 'es' })
      .getHolidays(year)
      .filter((holiday) => holiday.type === 'public')
      .map((holiday) => parseDay(holiday.date.slice(0, 10)))
      .filter((date) => date !== null && weekday(date) <= 5)
    const ours = holidaysOf(year).map((holiday) => holiday.day)
    expect(ours.filter((date) => weekday(date) <= 5)).toEqual(theirs)
  })
})

describe('business days', () => {
  it.each([
    ['2026-01', '2026-01-02', '2026-01-30'],
    ['2023-01', '2023-01-03', '2023-01-31'],
    ['2026-03', '2026-03-02', '2026-03-31'],
    ['2024-03', '2024-03-01', '2024-03-28'],
    ['2026-05', '2026-05-04', '2026-05-29'],
    ['2029-03', '2029-03-01', '2029-03-29'],
    ['2024-09', '2024-09-02', '2024-09-30'],
    ['2025-06', '2025-06-02', '2025-06-30'],
    ['2028-10', '2028-10-02', '2028-10-31'],
    ['2024-10', '2024-10-01', '2024-10-30'],
    ['2022-10', '2022-10-03', '2022-10-28'],
    ['2022-11', '2022-11-02', '2022-11-30'],
    ['2029-11', '2029-11-05', '2029-11-30'],
    ['2024-11', '2024-11-04', '2024-11-29'],
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2029-07', '2029-07-03', '2029-07-31'],
  ])('of %s go from %s to %s', (text, first, last) => {
    const of = month(Number(text.slice(0, 4)), Number(text.slice(5)))
    expect(firstBusinessDay(of)).toBe(first)
    expect(lastBusinessDay(of)).toBe(last)
  })

  it.each([
    ['an ordinary Monday', '2026-11-23', '2026-11-24'],
    ['a Friday', '2026-11-20', '2026-11-23'],
    ['the Wednesday before Fiestas Patrias 2024', '2024-09-17', '2024-09-23'],
    ['the eve of Good Friday', '2026-04-02', '2026-04-06'],
    ['the last of the year', '2026-12-31', '2027-01-04'],
  ])('follow %s: after %s comes %s', (_, text, expected) => {
    const date = parseDay(text)
    expect(date && nextBusinessDay(date)).toBe(expected)
  })

  it('include the last of December, when only banks close', () => {
    expect(isBusinessDay(day(2026, 12, 31))).toBe(true)
  })

  it('are exactly the days from Monday to Friday that are no holiday', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const named = holidaysOf(yearOf(date)).some((holiday) => holiday.day === date)
        expect(isHoliday(date)).toBe(named)
        expect(holidayName(date) !== null).toBe(named)
        expect(isBusinessDay(date)).toBe(weekday(date) < 6 && !named)
      }),
    )
  })

  it('have nothing between one and the next', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const next = nextBusinessDay(date)
        expect(isBusinessDay(next)).toBe(true)
        expect(next > date).toBe(true)
        for (let d = addDays(date, 1); d < next; d = addDays(d, 1)) {
          expect(isBusinessDay(d)).toBe(false)
        }
      }),
    )
  })

  it('begin and end every month inside it, with none before the first or after the last', () => {
    fc.assert(
      fc.property(anyMonth, (of) => {
        const first = firstBusinessDay(of)
        const last = lastBusinessDay(of)
        expect([monthOf(first), monthOf(last)]).toEqual([of, of])
        expect(isBusinessDay(first) && isBusinessDay(last)).toBe(true)
        expect(monthOf(nextBusinessDay(last))).toBe(addMonths(of, 1))
        expect(nextBusinessDay(lastBusinessDay(addMonths(of, -1)))).toBe(first)
      }),
    )
  })
})
