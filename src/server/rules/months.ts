import type { Kysely } from 'kysely'
import { comingEmissions, type MonthChange } from '#domain/course.ts'
import {
  addMonths,
  compare,
  firstDayOf,
  knownDay,
  knownMonth,
  monthOf,
  type Day,
  type Month,
} from '#domain/day.ts'
import { emissionDay, type MonthOffset } from '#domain/schedule.ts'
import type { Schema } from '../db/schema.ts'
import { monthChanges } from './month-changes.ts'
import { isComplete } from './plan-anew.ts'
import { lockRule, readDraft, type RuleAt } from './store.ts'

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
  trx: Kysely<Schema>,
  at: RuleAt,
  today: Day,
): Promise<MonthsOfRule | null> {
  const stored = await lockRule(trx, at)
  if (stored === null) return null
  const draft = await readDraft(trx, at)
  const planned = await plannedMonths(trx, at)
  const row = { organisation_id: at.organisationId, id: at.ruleId }
  const rule = {
    companyId: draft.companyId,
    monthOffset: draft.monthOffset,
    startDay: stored.startDay,
    endDay: draft.endDay === null ? null : knownDay(draft.endDay),
    isPaused: stored.isPaused,
    isComplete: isComplete(draft) && draft.clients.length > 0,
    emissionsLeft: draft.mostEmissions === null ? null : draft.mostEmissions - planned.size,
  }
  const known = { ...rule, schedule: stored.schedule, planned }
  const changes = (await monthChanges(trx, [row]))(row)
  const months = Array.from({ length: MONTHS_AHEAD }, (_, ahead) =>
    addMonths(monthOf(today), ahead),
  ).map((period) => ({
    period,
    ownDay: emissionDay(stored.schedule, period),
    change: changes.get(period) ?? null,
    isPlanned: planned.has(period),
    isExpected: planned.has(period) || isExpected(known, changes, period, today),
  }))
  return { ...rule, months }
}

/** Were nothing different in this month: what is planned already takes no emission of those still to come. */
function isExpected(
  rule: Pick<MonthsOfRule, 'startDay' | 'endDay' | 'emissionsLeft'> & {
    schedule: Parameters<typeof emissionDay>[0]
    planned: ReadonlySet<Month>
  },
  changes: ReadonlyMap<Month, MonthChange>,
  period: Month,
  today: Day,
): boolean {
  const months = new Map<Month, MonthChange>(changes)
  for (const month of rule.planned) months.set(month, { kind: 'skipped' })
  months.delete(period)
  const first = firstDayOf(monthOf(today))
  const from = compare(rule.startDay, first) > 0 ? rule.startDay : first
  const days = comingEmissions({ ...rule, from, months }, MONTHS_AHEAD)
  return days.some((day) => monthOf(day) === period)
}

export async function plannedMonths(trx: Kysely<Schema>, at: RuleAt): Promise<Set<Month>> {
  const rows = await trx
    .selectFrom('occurrence')
    .select('period')
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .execute()
  return new Set(rows.map(({ period }) => knownMonth(period)))
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
