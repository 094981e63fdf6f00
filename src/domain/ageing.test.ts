import { expect, test } from 'vitest'
import { ageingOf, expectedDay, expectedIn, usualDays } from './ageing.ts'
import { addDays, knownDay } from './day.ts'
import { clp } from './money.ts'

const TODAY = knownDay('2026-11-05')

test('an amount falls into the bucket of its days overdue, its limits included', () => {
  const days = [-1, 0, 1, 30, 31, 60, 61, 90, 91, 400]
  const open = days.map((late, index) => ({
    openClp: clp(10 ** index),
    dueDay: addDays(TODAY, -late),
  }))
  expect(ageingOf(open, TODAY)).toEqual({
    notDueClp: 11,
    days1To30Clp: 1_100,
    days31To60Clp: 110_000,
    days61To90Clp: 11_000_000,
    days91Clp: 1_100_000_000,
  })
})

test('the usual days are the median of the last twelve paid', () => {
  const paid = (days: number) => ({ issueDay: TODAY, paidDay: addDays(TODAY, days) })
  expect(usualDays([])).toBeNull()
  expect(usualDays([5].map(paid))).toBe(5)
  expect(usualDays([10, 2, 40].map(paid))).toBe(10)
  expect(usualDays([10, 3].map(paid))).toBe(7)
  expect(usualDays([-4].map(paid))).toBe(0)
  expect(
    usualDays(
      [...Array.from({ length: 12 }, () => 5), ...Array.from({ length: 30 }, () => 90)].map(paid),
    ),
  ).toBe(5)
})

test('a payment is expected when its client usually pays, else on the due day, and not in the past', () => {
  const one = { issueDay: knownDay('2026-11-01'), dueDay: knownDay('2026-11-30') }
  expect(expectedDay(one, null, TODAY)).toBe('2026-11-30')
  expect(expectedDay(one, 45, TODAY)).toBe('2026-12-16')
  expect(expectedDay(one, 2, TODAY)).toBe(TODAY)
})

test('expected payments are summed by month', () => {
  const at = (day: string, openClp: number) => ({ day: knownDay(day), openClp: clp(openClp) })
  const all = [
    at('2026-11-30', 1),
    at('2026-12-01', 10),
    at('2026-12-31', 100),
    at('2027-01-01', 1_000),
  ]
  expect(expectedIn(all, TODAY)).toEqual({ thisMonthClp: 1, nextMonthClp: 110 })
})
