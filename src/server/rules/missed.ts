import type { Kysely } from 'kysely'
import { comingEmissions, type CatchUp, type MonthChange } from '#domain/course.ts'
import {
  addMonths,
  compare,
  dayInChile,
  firstDayOf,
  knownDay,
  monthOf,
  type Day,
  type Month,
} from '#domain/day.ts'
import type { MonthOffset } from '#domain/schedule.ts'
import { msOf } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { RuleDraft } from './draft.ts'
import { monthChanges } from './month-changes.ts'
import { plannedMonths } from './months.ts'
import { isComplete } from './plan-anew.ts'
import { lockRule, readDraft, type RuleAt, type StoredRule } from './store.ts'

/** Of a longer pause only the last ones are asked about. */
const MOST_MONTHS = 12

export interface MissedOfRule {
  companyId: number
  monthOffset: MonthOffset
  catchUp: CatchUp
  isPaused: boolean
  isComplete: boolean
  /** The emission days that went by while it was paused, with nothing planned for their months; oldest first. */
  days: Day[]
}

/** The rule locked until the transaction ends. Null: no such rule. */
export async function lockMissed(
  trx: Kysely<Schema>,
  at: RuleAt,
  today: Day,
): Promise<MissedOfRule | null> {
  const stored = await lockRule(trx, at)
  if (stored === null) return null
  const draft = await readDraft(trx, at)
  const { companyId, monthOffset, catchUp } = draft
  return {
    companyId,
    monthOffset,
    catchUp,
    isPaused: stored.isPaused,
    isComplete: isComplete(draft) && draft.clients.length > 0,
    days: await missedDays(trx, stored, draft, today),
  }
}

async function missedDays(
  trx: Kysely<Schema>,
  { at, startDay, schedule }: StoredRule,
  { endDay, mostEmissions }: Pick<RuleDraft, 'endDay' | 'mostEmissions'>,
  today: Day,
): Promise<Day[]> {
  const pausedOn = await pausedDay(trx, at)
  if (pausedOn === null) return []
  const planned = await plannedMonths(trx, at)
  const row = { organisation_id: at.organisationId, id: at.ruleId }
  const months = new Map<Month, MonthChange>((await monthChanges(trx, [row]))(row))
  for (const month of planned) months.set(month, { kind: 'skipped' })
  const oldest = firstDayOf(addMonths(monthOf(today), -MOST_MONTHS))
  const course = {
    schedule,
    from: [pausedOn, startDay, oldest].toSorted(compare).at(-1) ?? today,
    endDay: endDay === null ? null : knownDay(endDay),
    emissionsLeft: mostEmissions === null ? null : mostEmissions - planned.size,
    months,
  }
  const days = comingEmissions(course, MOST_MONTHS + 1).filter((day) => compare(day, today) < 0)
  return days.slice(-MOST_MONTHS)
}

async function pausedDay(trx: Kysely<Schema>, at: RuleAt): Promise<Day | null> {
  const row = await trx
    .selectFrom('invoice_rule')
    .select('paused_at')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .executeTakeFirst()
  return row?.paused_at == null ? null : dayInChile(msOf(row.paused_at))
}
