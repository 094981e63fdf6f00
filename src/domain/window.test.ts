import { expect, test } from 'vitest'
import { chileInstant, day, timeInChile } from './day.ts'
import { lastOpening, nextInWindow, windowStart } from './window.ts'

const office = { fromHour: 9, toHour: 18 }
const always = { fromHour: 0, toHour: 24 }
const aDay = day(2026, 11, 30)

test('documents start from nine, each company at a minute of its own that never changes', () => {
  const starts = [1, 2, 3].map((company) => windowStart(office, aDay, company))
  expect(new Set(starts).size).toBe(3)
  expect(starts).toEqual([1, 2, 3].map((company) => windowStart(office, aDay, company)))
  for (const start of starts) expect(timeInChile(start)).toMatchObject({ day: aDay, hour: 9 })
})

test('on the September day without a midnight a whole-day window opens at its first instant', () => {
  const jump = day(2026, 9, 6)
  expect(timeInChile(windowStart(always, jump, 5))).toEqual({ day: jump, hour: 1, minute: 0 })
})

test('before nine waits for nine, inside stays, from eighteen waits for the next day', () => {
  const at = (hour: number, minute = 0) => chileInstant(aDay, hour, minute)
  expect(nextInWindow(office, at(3))).toBe(at(9))
  expect(nextInWindow(office, at(9))).toBe(at(9))
  expect(nextInWindow(office, at(17, 59))).toBe(at(17, 59))
  expect(nextInWindow(office, at(18))).toBe(chileInstant(day(2026, 12, 1), 9, 0))
  expect(nextInWindow(always, at(3))).toBe(at(3))
})

test('the last opening is of the day before until nine, then of the day itself, also after eighteen', () => {
  const at = (hour: number) => chileInstant(aDay, hour, 0)
  expect(lastOpening(office, at(8))).toBe(chileInstant(day(2026, 11, 29), 9, 0))
  expect([9, 12, 20].map((hour) => lastOpening(office, at(hour)))).toEqual([at(9), at(9), at(9)])
  expect(lastOpening(always, at(3))).toBe(Number.NEGATIVE_INFINITY)
})
