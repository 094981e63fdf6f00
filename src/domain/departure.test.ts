import { describe, expect, it } from 'vitest'
import { chileInstant, day, type Day } from './day.ts'
import { closingOf, judgeDate, nextDeparture } from './departure.ts'
import { windowStart } from './window.ts'

const OFFICE = { fromHour: 9, toHour: 18 }
const ALWAYS = { fromHour: 0, toHour: 24 }
const HALF_AN_HOUR = 30 * 60_000
const COMPANY = 7
const TODAY = day(2026, 11, 23)
const TOMORROW = day(2026, 11, 24)

const at = (hour: number, minute: number, second = 0, on: Day = TODAY) =>
  chileInstant(on, hour, minute) + second * 1_000

describe('the next departure', () => {
  const hours = { window: OFFICE, undoWindowMs: HALF_AN_HOUR }
  const next = (nowMs: number) => nextDeparture(hours, nowMs, COMPANY)
  const tomorrow = { day: TOMORROW, atMs: windowStart(OFFICE, TOMORROW, COMPANY) }

  it("waits for the company's own minute before the hours begin", () => {
    expect(next(at(3, 0))).toEqual({ day: TODAY, atMs: windowStart(OFFICE, TODAY, COMPANY) })
  })

  it('is now while the undo window ends before the closing hour', () => {
    expect(next(at(17, 29, 59))).toEqual({ day: TODAY, atMs: at(17, 29, 59) })
  })

  it('is tomorrow once the undo window ends at the closing hour or after it', () => {
    expect(next(at(17, 30))).toEqual(tomorrow)
    expect(next(at(22, 47))).toEqual(tomorrow)
  })

  it('is tomorrow in Chile while it is the day after in UTC', () => {
    const now = Date.parse('2026-11-24T02:30:00Z')
    expect(nextDeparture(hours, now, COMPANY)).toEqual(tomorrow)
  })

  it('is the first day of the next year on the last evening of this one', () => {
    const now = at(22, 47, 0, day(2026, 12, 31))
    expect(next(now).day).toBe(day(2027, 1, 1))
  })

  it('of hours without an end is tomorrow when the undo window ends after midnight', () => {
    const always = { window: ALWAYS, undoWindowMs: HALF_AN_HOUR }
    expect(nextDeparture(always, at(23, 29, 59), COMPANY).day).toBe(TODAY)
    expect(nextDeparture(always, at(23, 30), COMPANY)).toEqual({
      day: TOMORROW,
      atMs: at(0, 0, 0, TOMORROW),
    })
  })
})

describe('the date a document carries', () => {
  const judge = (nowMs: number, issueDay: Day, confirmedDay: Day | null = null) =>
    judgeDate({ issueDay, confirmedDay }, OFFICE, nowMs)

  it('is good from the opening hour to the last second before the closing hour', () => {
    expect(judge(at(9, 0), TODAY)).toEqual({ kind: 'leaves' })
    expect(judge(at(17, 59, 59), TODAY)).toEqual({ kind: 'leaves' })
  })

  it('is late from the closing hour on', () => {
    expect(judge(at(18, 0), TODAY)).toEqual({ kind: 'late' })
    expect(judge(at(22, 47), TODAY)).toEqual({ kind: 'late' })
  })

  it('is late on the next day, in the morning too', () => {
    expect(judge(at(0, 5, 0, TOMORROW), TODAY)).toEqual({ kind: 'late' })
    expect(judge(at(10, 0, 0, TOMORROW), TODAY)).toEqual({ kind: 'late' })
  })

  it('is early before the opening hour, and before its day', () => {
    expect(judge(at(8, 59, 59), TODAY)).toEqual({ kind: 'early', atMs: at(9, 0) })
    expect(judge(at(12, 0), TOMORROW)).toEqual({ kind: 'early', atMs: at(9, 0, 0, TOMORROW) })
  })

  it('that a person saw is good at any hour, until the closing hour of the day after', () => {
    expect(judge(at(18, 0, 0, TOMORROW), TODAY, TODAY)).toEqual({ kind: 'late' })
    for (const now of [at(3, 0), at(22, 47), at(0, 5, 0, TOMORROW), at(17, 59, 59, TOMORROW)]) {
      expect(judge(now, TODAY, TODAY)).toEqual({ kind: 'leaves' })
    }
  })

  it('is not good because a person saw another one', () => {
    expect(judge(at(10, 0, 0, TOMORROW), TODAY, day(2026, 11, 22))).toEqual({ kind: 'late' })
  })

  it('that lies ahead waits for its day although a person saw it', () => {
    expect(judge(at(12, 0), TOMORROW, TOMORROW)).toMatchObject({ kind: 'early' })
  })

  it('of hours without an end is good until midnight', () => {
    const last = at(23, 59, 59)
    expect(judgeDate({ issueDay: TODAY, confirmedDay: null }, ALWAYS, last).kind).toBe('leaves')
    expect(judgeDate({ issueDay: TODAY, confirmedDay: null }, ALWAYS, last + 1_000).kind).toBe(
      'late',
    )
    expect(closingOf(ALWAYS, TODAY)).toBe(at(0, 0, 0, TOMORROW))
  })
})
