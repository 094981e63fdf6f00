import { expect, test } from 'vitest'
import {
  comingEmissions,
  emissionsToPlan,
  takenAs,
  type Course,
  type MonthChange,
} from './course.ts'
import { day, month, type Day, type Month } from './day.ts'

const course = (changed: Partial<Course> = {}): Course => ({
  schedule: { rule: 'EXACT', dayOfMonth: 31 },
  from: day(2026, 12, 1),
  endDay: null,
  emissionsLeft: null,
  months: new Map(),
  ...changed,
})

const months = (...changes: [Month, MonthChange][]) => new Map(changes)

test('one a month, each anchored to the rule and not to the one before', () => {
  expect(comingEmissions(course(), 4)).toEqual([
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
  ])
})

test('a month left out is left out, and the next is where it was', () => {
  const skipped = months([month(2027, 1), { kind: 'skipped' }])
  expect(comingEmissions(course({ months: skipped }), 2)).toEqual(['2026-12-31', '2027-02-28'])
})

test('a month moved to another day moves no other', () => {
  const moved = months([month(2027, 1), { kind: 'moved', day: day(2027, 1, 5) }])
  expect(comingEmissions(course({ months: moved }), 3)).toEqual([
    '2026-12-31',
    '2027-01-05',
    '2027-02-28',
  ])
})

test('a moved day already behind is not planned again', () => {
  const moved = months([month(2026, 12), { kind: 'moved', day: day(2026, 12, 5) }])
  const from = day(2026, 12, 6)
  expect(comingEmissions(course({ from, months: moved }), 1)).toEqual(['2027-01-31'])
})

test('it ends with its last day, or with its last emission', () => {
  expect(comingEmissions(course({ endDay: day(2027, 1, 31) }), 9)).toHaveLength(2)
  expect(comingEmissions(course({ endDay: day(2027, 1, 30) }), 9)).toHaveLength(1)
  expect(comingEmissions(course({ emissionsLeft: 3 }), 9)).toHaveLength(3)
  expect(comingEmissions(course({ emissionsLeft: 0 }), 9)).toEqual([])
})

test('an end between a moved day and its own day lets the moved one be', () => {
  const moved = months([month(2027, 1), { kind: 'moved', day: day(2027, 1, 5) }])
  const ends = course({ endDay: day(2027, 1, 10), months: moved })
  expect(comingEmissions(ends, 9)).toEqual(['2026-12-31', '2027-01-05'])
})

test.each([
  ['2026-12-10', 'notify', true, 'onItsDay'],
  ['2026-12-09', 'notify', true, 'asked'],
  ['2026-12-09', 'issue_today', true, 'today'],
  ['2026-12-09', 'issue_today', false, 'asked'],
  ['2026-12-09', 'skip', true, 'left'],
  ['2026-12-10', 'skip', true, 'onItsDay'],
] as const)('%s, %s, the newest %s: %s', (text, catchUp, isNewest, taken) => {
  const [year = 0, of = 0, date = 0] = text.split('-').map(Number)
  expect(takenAs(day(year, of, date), day(2026, 12, 10), catchUp, isNewest)).toBe(taken)
})

test('planning takes days from today, the start and the month after the last planned one on, whichever is last', () => {
  const of = course({})
  const days = (today: Day, startDay: Day, lastPlanned: Month | null) =>
    emissionsToPlan(of, { today, startDay, lastPlanned }, 2)
  const early = day(2026, 1, 1)
  expect(days(day(2026, 11, 30), early, null)).toEqual(['2026-11-30', '2026-12-31'])
  expect(days(day(2026, 12, 1), early, null)).toEqual(['2026-12-31', '2027-01-31'])
  expect(days(early, day(2026, 12, 1), null)).toEqual(['2026-12-31', '2027-01-31'])
  expect(days(day(2026, 11, 30), early, month(2026, 11))).toEqual(['2026-12-31', '2027-01-31'])
  expect(days(day(2027, 3, 1), early, month(2026, 11))).toEqual(['2027-03-31', '2027-04-30'])
})
