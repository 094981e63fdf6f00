import { describe, expect, test } from 'vitest'
import { addDays, chileInstant, day } from './day.ts'
import { isReminderTime, reminderDays, stepOn } from './reminders.ts'

describe('the days on which a due day is reminded of', () => {
  test('a due day in the middle of a week has all four steps', () => {
    // A Wednesday; 15 days later is a Thursday.
    expect(reminderDays(day(2026, 11, 11))).toEqual([
      { step: 'before', day: '2026-11-09' },
      { step: 'dueDay', day: '2026-11-11' },
      { step: 'after7', day: '2026-11-18' },
      { step: 'after15', day: '2026-11-26' },
    ])
  })

  test('a step on a weekend or a holiday moves to the next business day', () => {
    // 8 December, a Tuesday, is a holiday; three days before it is a Saturday.
    expect(reminderDays(day(2026, 12, 8))).toEqual([
      { step: 'before', day: '2026-12-07' },
      { step: 'dueDay', day: '2026-12-09' },
      { step: 'after7', day: '2026-12-15' },
      { step: 'after15', day: '2026-12-23' },
    ])
  })

  test('the step before is left out where days off bring it to the due day', () => {
    // A Monday: three days before is Friday the 25th, a holiday.
    expect(reminderDays(day(2026, 12, 28)).map(({ step }) => step)).toEqual([
      'dueDay',
      'after7',
      'after15',
    ])
  })

  test('no day has two steps of one due day', () => {
    let due = day(2026, 1, 1)
    for (let count = 0; count < 730; count += 1) {
      const days = reminderDays(due).map((planned) => planned.day)
      expect(new Set(days).size).toBe(days.length)
      due = addDays(due, 1)
    }
  })

  test('a day without a step has none', () => {
    expect(stepOn(day(2026, 11, 11), day(2026, 11, 12))).toBeNull()
    expect(stepOn(day(2026, 11, 11), day(2026, 11, 18))).toBe('after7')
  })
})

test.each([
  ['at nine of a business day', 9, 0, 27, true],
  ['a minute before nine', 8, 59, 27, false],
  ['a minute before eighteen', 17, 59, 27, true],
  ['at eighteen', 18, 0, 27, false],
  ['on a Saturday', 12, 0, 28, false],
] as const)('%s reminders leave or stay', (_when, hour, minute, dayOfMonth, leaves) => {
  expect(isReminderTime(chileInstant(day(2026, 11, dayOfMonth), hour, minute))).toBe(leaves)
})

test('on a holiday no reminder leaves', () => {
  expect(isReminderTime(chileInstant(day(2026, 12, 8), 12, 0))).toBe(false)
})
