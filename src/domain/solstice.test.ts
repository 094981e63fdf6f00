import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { juneSolsticeMs, winterSolstice } from './solstice.ts'

describe('the June solstice', () => {
  // Published times in UT, to the minute (US Naval Observatory's table of seasons).
  it.each([
    '2010-06-21T11:28Z',
    '2016-06-20T22:34Z',
    '2018-06-21T10:07Z',
    '2019-06-21T15:54Z',
    '2020-06-20T21:43Z',
    '2021-06-21T03:32Z',
    '2022-06-21T09:14Z',
    '2023-06-21T14:58Z',
    '2024-06-20T20:51Z',
    '2025-06-21T02:42Z',
    '2026-06-21T08:25Z',
    '2027-06-21T14:11Z',
    '2028-06-20T20:02Z',
    '2029-06-21T01:48Z',
  ])('is at %s', (published) => {
    const expectedMs = Temporal.Instant.from(published).epochMilliseconds
    const computedMs = juneSolsticeMs(Number(published.slice(0, 4)))
    expect(Math.abs(computedMs - expectedMs)).toBeLessThan(90_000)
  })

  it.each([
    ['2022-06-21'],
    ['2023-06-21'],
    ['2024-06-20'],
    ['2025-06-20'],
    ['2026-06-21'],
    ['2027-06-21'],
    ['2028-06-20'],
    ['2029-06-20'],
    ['2030-06-21'],
  ])('falls on %s in Chile', (expected) => {
    expect(winterSolstice(Number(expected.slice(0, 4)))).toBe(expected)
  })

  it('was still on the 20th in Chile in 2021, half an hour before midnight', () => {
    expect(winterSolstice(2021)).toBe('2021-06-20')
  })

  it('is never so near to a Chilean midnight that minutes of error could move the day', () => {
    for (let year = 2021; year <= 2099; year += 1) {
      const sinceMidnightMs = (juneSolsticeMs(year) - 4 * 3_600_000) % 86_400_000
      const nearestMs = Math.min(sinceMidnightMs, 86_400_000 - sinceMidnightMs)
      expect(nearestMs).toBeGreaterThan(5 * 60_000)
    }
  })
})
