import type { Kysely } from 'kysely'
import { comingEmissions, type CatchUp, type MonthChange } from '#domain/course.ts'
import {
  addMonths,
  compare,
  dayInChile,
  firstDayOf,
  monthOf,
  type Day,
  type Month,
} from '#domain/day.ts'
import type { MonthOffset } from '#domain/schedule.ts'
import { msOf } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { stoppedByPause, type MadeDocument } from './made-documents.ts'
import { lockSavedCourse, type SavedCourse } from './saved-course.ts'
import type { RuleAt } from './store.ts'

/** Of a longer pause only the last ones are asked about. */
const MOST_MONTHS = 12

export interface MissedOfRule {
  companyId: number
  monthOffset: MonthOffset
  catchUp: CatchUp
  isPaused: boolean
  isComplete: boolean
  /**
   * The emission days that went by while it was paused: with nothing planned for their months, or whose documents the
   * pause stopped; oldest first.
   */
  days: Day[]
  /** All that this pause stopped. */
  stopped: MadeDocument[]
}

/** The rule locked until the transaction ends. Null: no such rule. */
export async function lockMissed(
  trx: Kysely<Schema>,
  at: RuleAt,
  today: Day,
): Promise<MissedOfRule | null> {
  const saved = await lockSavedCourse(trx, at)
  if (saved === null) return null
  const { companyId, monthOffset, catchUp, isPaused, pausedAt } = saved
  const known = { companyId, monthOffset, catchUp, isPaused, isComplete: saved.isIssuable }
  if (pausedAt === null) return { ...known, days: [], stopped: [] }
  const stopped = await stoppedByPause(trx, at, pausedAt)
  const late = stopped.filter(({ emissionDay }) => compare(emissionDay, today) < 0)
  const days = new Set([
    ...missedDays(saved, dayInChile(msOf(pausedAt)), today),
    ...late.map(({ ownDay }) => ownDay),
  ])
  return { ...known, days: [...days].toSorted(compare).slice(-MOST_MONTHS), stopped }
}

function missedDays({ course, startDay, planned }: SavedCourse, pausedOn: Day, today: Day): Day[] {
  const months = new Map<Month, MonthChange>(course.months)
  for (const month of planned) months.set(month, { kind: 'skipped' })
  const oldest = firstDayOf(addMonths(monthOf(today), -MOST_MONTHS))
  const from = [pausedOn, startDay, oldest].toSorted(compare).at(-1) ?? today
  const days = comingEmissions({ ...course, from, months }, MOST_MONTHS + 1)
  return days.filter((day) => compare(day, today) < 0)
}
