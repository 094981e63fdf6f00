import { sql, type Kysely } from 'kysely'
import { comingEmissions, type CatchUp, type Course } from '#domain/course.ts'
import { addMonths, compare, firstDayOf, knownDay, monthOf, type Day } from '#domain/day.ts'
import type { MonthOffset } from '#domain/schedule.ts'
import type { Schema } from '../db/schema.ts'
import { scheduleOf } from './load.ts'
import { monthChanges } from './month-changes.ts'
import { monthOffsetOf } from './store.ts'

/** A rule whose next emission day has come, with just what planning needs of it. */
export interface DueRule {
  organisationId: number
  ruleId: number
  companyId: number
  monthOffset: MonthOffset
  catchUp: CatchUp
  endDay: Day | null
  /** From where planning stopped to today: usually one day; more when nobody planned for months. */
  days: Day[]
  /** Null: it has come to its end. */
  nextDay: Day | null
}

interface DueAt {
  today: Day
  now: string
}

export interface DueQuery extends DueAt {
  limit: number
  /** One rule alone. */
  only?: { organisationId: number; ruleId: number }
}

/** A service that was away longer than a year asks about the last twelve periods only. */
const MOST_MISSED_PERIODS = 12

/**
 * Locks rules whose day has come, longest waiting first and each company's together, leaving out those that
 * another process has. A rule without clients can't be planned.
 */
export async function lockDueRules(trx: Kysely<Schema>, query: DueQuery): Promise<DueRule[]> {
  const rows = await inTurn(trx, query).forUpdate('rule').skipLocked().execute()
  const changes = await monthChanges(trx, rows)
  const oldest = firstDayOf(addMonths(monthOf(query.today), 1 - MOST_MISSED_PERIODS))
  return rows.map((row) => {
    // The whole month: a holiday made since may have moved its last business day to before the day on record.
    const next = firstDayOf(monthOf(knownDay(row.next_emission_day ?? query.today)))
    const course: Course = {
      schedule: scheduleOf(row),
      from: compare(next, oldest) < 0 ? oldest : next,
      endDay: row.end_day === null ? null : knownDay(row.end_day),
      emissionsLeft: row.most_emissions === null ? null : row.most_emissions - (row.made ?? 0),
      months: changes(row),
    }
    const days = comingEmissions(course, MOST_MISSED_PERIODS + 1)
    return {
      organisationId: row.organisation_id,
      ruleId: row.id,
      companyId: row.company_id,
      monthOffset: monthOffsetOf(row.month_offset),
      catchUp: row.catch_up,
      endDay: course.endDay,
      days: days.filter((day) => compare(day, query.today) <= 0),
      nextDay: days.find((day) => compare(day, query.today) > 0) ?? null,
    }
  })
}

/** The rules that `lockDueRules` would lock. */
export async function listDueRules(
  db: Kysely<Schema>,
  query: DueQuery,
): Promise<{ organisationId: number; ruleId: number }[]> {
  const rows = await inTurn(db, query).execute()
  return rows.map((row) => ({ organisationId: row.organisation_id, ruleId: row.id }))
}

/** Whether `lockDueRules` would lock any. */
export function anyRuleDue(db: Kysely<Schema>, at: DueAt) {
  return sql<boolean>`exists ${dueRows(db, at)}`
}

function inTurn(db: Kysely<Schema>, { limit, only, ...at }: DueQuery) {
  return dueRows(db, at)
    .$if(only !== undefined, (rows) =>
      rows
        .where('rule.organisation_id', '=', only?.organisationId ?? 0)
        .where('rule.id', '=', only?.ruleId ?? 0),
    )
    .orderBy('rule.next_emission_day')
    .orderBy('rule.organisation_id')
    .orderBy('rule.company_id')
    .limit(limit)
}

function dueRows(db: Kysely<Schema>, { today, now }: DueAt) {
  return db
    .selectFrom('invoice_rule as rule')
    .select([
      'rule.organisation_id',
      'rule.id',
      'rule.company_id',
      'rule.business_day_rule',
      'rule.day_of_month',
      'rule.month_offset',
      'rule.next_emission_day',
      'rule.catch_up',
      'rule.end_day',
      'rule.most_emissions',
    ])
    .select((eb) =>
      eb
        .case()
        .when('rule.most_emissions', 'is not', null)
        .then(
          eb
            .selectFrom('occurrence')
            .select((of) => of.fn.countAll<number>().as('made'))
            .whereRef('occurrence.organisation_id', '=', 'rule.organisation_id')
            .whereRef('occurrence.rule_id', '=', 'rule.id'),
        )
        .end()
        .as('made'),
    )
    .where('rule.next_emission_day', '<=', today)
    .where('rule.is_paused', '=', false)
    .where('rule.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('rule.plan_again_at', 'is', null), eb('rule.plan_again_at', '<=', now)]),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('rule_client')
          .select('rule_client.client_id')
          .whereRef('rule_client.organisation_id', '=', 'rule.organisation_id')
          .whereRef('rule_client.rule_id', '=', 'rule.id'),
      ),
    )
}

/** From here on each rule waits for its next day, or for none. */
export async function moveOn(trx: Kysely<Schema>, rules: readonly DueRule[]): Promise<void> {
  await sql`update "invoice_rule" set next_emission_day = due.next_day::date, plan_again_at = null
    from unnest(${rules.map((rule) => rule.organisationId)}::bigint[],
      ${rules.map((rule) => rule.ruleId)}::bigint[],
      ${rules.map((rule) => rule.nextDay)}::text[]) as due(organisation_id, rule_id, next_day)
    where invoice_rule.organisation_id = due.organisation_id and invoice_rule.id = due.rule_id`.execute(
    trx,
  )
}

/** Planning it failed: it must not be tried at every look while somebody mends the cause. */
export async function planAgain(
  db: Kysely<Schema>,
  at: { organisationId: number; ruleId: number },
  when: string,
): Promise<void> {
  await db
    .updateTable('invoice_rule')
    .set({ plan_again_at: when })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .execute()
}
