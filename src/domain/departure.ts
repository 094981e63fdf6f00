import { addDays, chileInstant, compare, dayInChile, type Day } from './day.ts'
import { windowStart, type EmissionWindow } from './window.ts'

/** When a document that is ordered now is prepared, and the date it carries. */
export interface Departure {
  day: Day
  atMs: number
}

/** What decides when documents may leave: the hours of the day, and how long each can be stopped before. */
export interface EmissionHours {
  window: EmissionWindow
  undoWindowMs: number
}

/**
 * The first day whose date a document can carry that is ordered at `nowMs`: today, unless its undo window would end
 * after the closing hour (docs/decisions/0017). Before the company's own minute of the day it waits for that minute.
 */
export function nextDeparture(
  { window, undoWindowMs }: EmissionHours,
  nowMs: number,
  companyId: number,
): Departure {
  const today = dayInChile(nowMs)
  const atMs = Math.max(nowMs, windowStart(window, today, companyId))
  if (atMs + undoWindowMs < closingOf(window, today)) return { day: today, atMs }
  const tomorrow = addDays(today, 1)
  return { day: tomorrow, atMs: windowStart(window, tomorrow, companyId) }
}

/** As `nextDeparture`, of a document that keeps its own day where that one comes later. */
export function departureOf(
  hours: EmissionHours,
  ownDay: Day,
  nowMs: number,
  companyId: number,
): Departure {
  const next = nextDeparture(hours, nowMs, companyId)
  if (compare(ownDay, next.day) <= 0) return next
  return { day: ownDay, atMs: windowStart(hours.window, ownDay, companyId) }
}

/** The first instant of the day at which anything leaves. */
export function openingOf({ fromHour }: EmissionWindow, day: Day): number {
  return chileInstant(day, fromHour, 0)
}

/** The first instant of the day at which nothing leaves any more: the closing hour itself. */
export function closingOf({ toHour }: EmissionWindow, day: Day): number {
  return toHour === 24 ? chileInstant(addDays(day, 1), 0, 0) : chileInstant(day, toHour, 0)
}

export type DateVerdict =
  | { kind: 'leaves' }
  /** Its day or its hour has not come. */
  | { kind: 'early'; atMs: number }
  /** Its date can't be met any more: the day went by, or its closing hour. */
  | { kind: 'late' }

/**
 * Whether a document may leave at `nowMs` with the date it carries. A date that a person saw when they ordered it to be
 * issued at once is good at any hour (docs/decisions/0017), and through the day after, so that a night without the SII
 * changes nothing of what they confirmed.
 */
export function judgeDate(
  { issueDay, confirmedDay }: { issueDay: Day; confirmedDay: Day | null },
  window: EmissionWindow,
  nowMs: number,
): DateVerdict {
  const toItsDay = compare(issueDay, dayInChile(nowMs))
  const opensMs = openingOf(window, issueDay)
  if (toItsDay > 0) return { kind: 'early', atMs: opensMs }
  const isConfirmed = issueDay === confirmedDay
  if (isConfirmed && nowMs < closingOf(window, addDays(issueDay, 1))) return { kind: 'leaves' }
  if (toItsDay < 0 || nowMs >= closingOf(window, issueDay)) return { kind: 'late' }
  return nowMs < opensMs ? { kind: 'early', atMs: opensMs } : { kind: 'leaves' }
}
