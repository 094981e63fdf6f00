import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, nowMs } from './clock.ts'

const NOON = Date.parse('2026-11-05T15:00:00Z')
const HOUR = 60 * 60_000
const answer = (date?: string) => ({ headers: new Headers(date === undefined ? {} : { date }) })
const answerAt = (ms: number) => answer(new Date(ms).toUTCString())

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
})
afterEach(() => {
  noteServerTime(answerAt(Date.now()))
  vi.useRealTimers()
})

test.each([-9 * HOUR, -6_000, 6_000, 3 * HOUR, 40 * 24 * HOUR])(
  'a computer whose clock is off by %i ms goes by the server’s',
  (offMs) => {
    noteServerTime(answerAt(NOON - offMs))
    expect(nowMs()).toBe(NOON - offMs)
    vi.advanceTimersByTime(HOUR)
    expect(nowMs()).toBe(NOON - offMs + HOUR)
  },
)

test('a clock that is right within seconds is left alone', () => {
  noteServerTime(answerAt(NOON - 4_000))
  expect(nowMs()).toBe(NOON)
})

test('a clock that was put right is believed again', () => {
  noteServerTime(answerAt(NOON + 3 * HOUR))
  vi.setSystemTime(NOON + 3 * HOUR)
  noteServerTime(answerAt(NOON + 3 * HOUR))
  expect(nowMs()).toBe(NOON + 3 * HOUR)
})

test.each([undefined, '', 'mañana'])('an answer that says no time changes nothing: %j', (date) => {
  noteServerTime(answer(date))
  expect(nowMs()).toBe(NOON)
})
