import { expect, test } from 'vitest'
import { month, type Month } from '#domain/day.ts'
import { isStale, periodOf } from './period.ts'

const NOW = month(2026, 11)

test('a period is so many months with this one the last, twelve when nothing is said', () => {
  expect(periodOf({ months_back: 3 }, NOW)).toEqual({
    kind: 'ok',
    months: ['2026-09', '2026-10', '2026-11'],
  })
  const usual = periodOf({}, NOW)
  expect(usual.kind === 'ok' && [usual.months.length, usual.months[0]]).toEqual([12, '2025-12'])
})

test('months_back wins over year and month, whole or half', () => {
  const three = periodOf({ months_back: 3 }, NOW)
  expect(periodOf({ months_back: 3, year: 2024, month: 2 }, NOW)).toEqual(three)
  expect(periodOf({ months_back: 3, year: 2024 }, NOW)).toEqual(three)
})

test('year and month are one month, from six years ago to this one', () => {
  expect(periodOf({ year: 2026, month: 2 }, NOW)).toEqual({ kind: 'ok', months: ['2026-02'] })
  expect(periodOf({ year: 2020, month: 11 }, NOW)).toEqual({ kind: 'ok', months: ['2020-11'] })
  const reach = { kind: 'outOfReach', first: '2020-11', last: '2026-11' }
  expect(periodOf({ year: 2020, month: 10 }, NOW)).toEqual(reach)
  expect(periodOf({ year: 2026, month: 12 }, NOW)).toEqual(reach)
  expect(periodOf({ year: 2017, month: 4 }, month(2018, 1))).toMatchObject({ first: '2017-05' })
})

test('a year or a month alone is no period', () => {
  expect(periodOf({ year: 2026 }, NOW)).toEqual({ kind: 'alone', missing: 'month' })
  expect(periodOf({ month: 3 }, NOW)).toEqual({ kind: 'alone', missing: 'year' })
})

const HOUR_MS = 3_600_000
const cases: [Month, number, boolean][] = [
  [month(2026, 11), 5, false],
  [month(2026, 11), 7, true],
  [month(2026, 10), 7, true],
  [month(2026, 9), 7, false],
  [month(2026, 8), 73, true],
  [month(2026, 7), 73, false],
  [month(2025, 11), 31 * 24, true],
]
test.each(cases)('%s read %d hours ago is stale: %s', (of, hours, stale) => {
  const nowMs = Date.parse('2026-11-10T15:00:00Z')
  const readAtMs = nowMs - hours * HOUR_MS
  expect(isStale({ month: of, readAtMs, isRough: false }, { thisMonth: NOW, nowMs })).toBe(stale)
})

test('a month had as sums alone is read again the next day', () => {
  const nowMs = Date.parse('2026-11-10T15:00:00Z')
  const readAtMs = nowMs - 25 * HOUR_MS
  const of = { month: month(2025, 11), readAtMs, isRough: true }
  expect(isStale(of, { thisMonth: NOW, nowMs })).toBe(true)
})
