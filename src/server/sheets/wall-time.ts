import { timeInChile, type Day } from '#domain/day.ts'
import type { WallTime } from './zip.ts'

/** When it is in Chile, as the files in an archive carry it; and that day for the archive's name. */
export function wallTime(nowMs: number): WallTime & { dayText: Day } {
  const { day, hour, minute } = timeInChile(nowMs)
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number)
  return { year, month, day: ofMonth, hour, minute, dayText: day }
}
