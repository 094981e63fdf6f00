import type { Day } from './day.ts'
import { addDays, chileInstant, timeInChile } from './day.ts'

/** The hours of Chile in which documents leave by themselves (9 to 18); `to` is not in it. */
export interface EmissionWindow {
  fromHour: number
  toHour: number
}

/** Spread over the window's first hour, so that companies don't all knock at its first minute. */
const SPREAD_MINUTES = 60

/** When a company's documents of that day may start. The same company always starts at the same minute. */
export function windowStart(window: EmissionWindow, day: Day, companyId: number): number {
  const spread = isWholeDay(window) ? 0 : (companyId * 37) % SPREAD_MINUTES
  return chileInstant(day, window.fromHour, 0) + spread * 60_000
}

/** The first instant from `atMs` on that lies in a window: itself, this day's opening or the next day's. */
export function nextInWindow(window: EmissionWindow, atMs: number): number {
  const { day, hour } = timeInChile(atMs)
  if (isWholeDay(window)) return atMs
  if (hour < window.fromHour) return chileInstant(day, window.fromHour, 0)
  return hour < window.toHour ? atMs : chileInstant(addDays(day, 1), window.fromHour, 0)
}

/** When a window last opened, at that instant or before it; a window of whole days never closes. */
export function lastOpening(window: EmissionWindow, atMs: number): number {
  if (isWholeDay(window)) return Number.NEGATIVE_INFINITY
  const { day, hour } = timeInChile(atMs)
  return chileInstant(hour < window.fromHour ? addDays(day, -1) : day, window.fromHour, 0)
}

function isWholeDay({ fromHour, toHour }: EmissionWindow): boolean {
  return fromHour === 0 && toHour === 24
}
