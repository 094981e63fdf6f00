import { describe, expect, it } from 'vitest'
import { day, weekday } from './day.ts'
import { easterSunday } from './easter.ts'

describe('Easter Sunday', () => {
  it.each([
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2019-04-21',
    '2020-04-12',
    '2021-04-04',
    '2022-04-17',
    '2023-04-09',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2029-04-01',
    '2030-04-21',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
  ])('is %s', (expected) => {
    expect(easterSunday(Number(expected.slice(0, 4)))).toBe(expected)
  })

  it('is a Sunday between 22 March and 25 April in each of the hundred years', () => {
    for (let year = 2000; year <= 2099; year += 1) {
      const easter = easterSunday(year)
      expect(weekday(easter)).toBe(7)
      expect(easter >= day(year, 3, 22) && easter <= day(year, 4, 25)).toBe(true)
    }
  })
})
