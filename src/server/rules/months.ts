import type { Kysely } from 'kysely'
import { comingEmissions, type MonthChange } from '#domain/course.ts'
import { addMonths, compare, firstDayOf, monthOf, type Day, type Month } from '#domain/day.ts'
import { emissionDay, type MonthOffset } from '#domain/schedule.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { madeDocuments, type ShownDocument } from './made-documents.ts'
import { lockSavedCourse, type SavedCourse } from './saved-course.ts'
import type { RuleAt } from './store.ts'

/** So many months, this one included, may be told apart from the others. */
const MONTHS_AHEAD = 12

/** One month of a rule. */
export interface RuleMonth {
  period: Month
  ownDay: Day
  change: MonthChange | null
  isPlanned: boolean
  /** The schedule has an emission in it: it isn't before the rule's start nor after its end. */
  isExpected: boolean
  /** What is made of it, one for each client. */
  documents: ShownDocument[]
}

export interface MonthsOfRule {
  companyId: number
  monthOffset: MonthOffset
  startDay: Day
  endDay: Day | null
  isPaused: boolean
  isComplete: boolean
  /** How many emissions it still has; null: as many as months come. */
  emissionsLeft: number | null
  months: RuleMonth[]
}

/** The rule's months from this one on, the rule locked until the transaction ends. Null: no such rule. */
export async function lockMonths(
  needs: { db: Kysely<Schema>; clock: Clock },
  at: RuleAt,
  today: Day,
): Promise<MonthsOfRule | null> {
  const saved = await lockSavedCourse(needs.db, at)
  if (saved === null) return null
  const { companyId, monthOffset, startDay, isPaused, planned } = saved
  const { schedule, endDay, emissionsLeft, months: changes } = saved.course
  const thisMonth = monthOf(today)
  const made = await madeDocuments(needs, at, thisMonth)
  const months = Array.from({ length: MONTHS_AHEAD }, (_, ahead) =>
    addMonths(thisMonth, ahead),
  ).map((period) => ({
    period,
    ownDay: emissionDay(schedule, period),
    change: changes.get(period) ?? null,
    isPlanned: planned.has(period),
    isExpected: planned.has(period) || isExpected(saved, period, today),
    documents: made.filter((document) => document.period === period),
  }))
  const isComplete = saved.isIssuable
  return { companyId, monthOffset, startDay, endDay, isPaused, isComplete, emissionsLeft, months }
}

/** Were nothing different in this month: what is planned already takes no emission of those still to come. */
function isExpected(
  { course, startDay, planned }: SavedCourse,
  period: Month,
  today: Day,
): boolean {
  const months = new Map<Month, MonthChange>(course.months)
  for (const month of planned) months.set(month, { kind: 'skipped' })
  months.delete(period)
  const first = firstDayOf(monthOf(today))
  const from = compare(startDay, first) > 0 ? startDay : first
  const days = comingEmissions({ ...course, from, months }, MONTHS_AHEAD)
  return days.some((day) => monthOf(day) === period)
}

/** Null: the month goes by the schedule again. */
export async function setMonthChange(
  trx: Kysely<Schema>,
  at: RuleAt,
  period: Month,
  change: MonthChange | null,
): Promise<void> {
  await trx
    .deleteFrom('rule_month')
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .where('period', '=', period)
    .execute()
  if (change === null) return
  await trx
    .insertInto('rule_month')
    .values({
      organisation_id: at.organisationId,
      rule_id: at.ruleId,
      period,
      is_skipped: change.kind === 'skipped',
      emission_day: change.kind === 'moved' ? change.day : null,
    })
    .execute()
}
