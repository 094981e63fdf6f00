import type { Kysely } from 'kysely'
import type { CatchUp, Course } from '#domain/course.ts'
import { compare, knownDay, knownMonth, type Day, type Month } from '#domain/day.ts'
import type { MonthOffset } from '#domain/schedule.ts'
import type { Schema } from '../db/schema.ts'
import type { RuleDraft } from './draft.ts'
import { scheduleOf } from './load.ts'
import { monthChanges } from './month-changes.ts'
import { lockRule, monthOffsetOf, type RuleAt } from './store.ts'

/** What of a saved rule decides its coming days, for planning, forecasts and lists alike. */
export interface SavedCourse {
  companyId: number
  monthOffset: MonthOffset
  catchUp: CatchUp
  isPaused: boolean
  /** Null: it isn't paused. */
  pausedAt: string | null
  /** A boleta without its data waits for it (docs/decisions/0018), so it promises no day. */
  isComplete: boolean
  /** Complete, and with a client: only then is there a document to make. */
  isIssuable: boolean
  startDay: Day
  nextEmissionDay: string | null
  course: Omit<Course, 'from'>
  /** The months that have their occurrence. */
  planned: ReadonlySet<Month>
  /** The newest of them. */
  lastPlanned: Month | null
}

/** As `readSavedCourse`, the rule locked until the transaction ends, so that planning and an edit never meet. */
export async function lockSavedCourse(
  trx: Kysely<Schema>,
  at: RuleAt,
): Promise<SavedCourse | null> {
  return (await lockRule(trx, at)) === null ? null : readSavedCourse(trx, at)
}

/** Null when there is no such rule, or it is deleted. */
export async function readSavedCourse(db: Kysely<Schema>, at: RuleAt): Promise<SavedCourse | null> {
  const row = await db
    .selectFrom('invoice_rule')
    .selectAll()
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .where('deleted_at', 'is', null)
    .where('request_key', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const clients = await idsOf(db, 'rule_client', at)
  const lines = await idsOf(db, 'rule_line', at)
  const complete = isComplete({ kind: row.kind, clients, lines })
  const planned = await plannedMonths(db, at)
  return {
    companyId: row.company_id,
    monthOffset: monthOffsetOf(row.month_offset),
    catchUp: row.catch_up,
    isPaused: row.is_paused,
    pausedAt: row.paused_at,
    isComplete: complete,
    isIssuable: complete && clients.length > 0,
    startDay: knownDay(row.start_day),
    nextEmissionDay: row.next_emission_day,
    course: {
      schedule: scheduleOf(row),
      endDay: row.end_day === null ? null : knownDay(row.end_day),
      emissionsLeft: row.most_emissions === null ? null : row.most_emissions - planned.size,
      months: (await monthChanges(db, [row]))(row),
    },
    planned,
    lastPlanned: [...planned].toSorted(compare).at(-1) ?? null,
  }
}

export function isComplete({
  kind,
  clients,
  lines,
}: {
  kind: RuleDraft['kind']
  clients: readonly unknown[]
  lines: readonly unknown[]
}): boolean {
  return kind === 'factura' || (clients.length > 0 && lines.length > 0)
}

function idsOf(
  db: Kysely<Schema>,
  table: 'rule_client' | 'rule_line',
  { organisationId, ruleId }: RuleAt,
) {
  return db
    .selectFrom(table)
    .select('position')
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .execute()
}

async function plannedMonths(db: Kysely<Schema>, at: RuleAt): Promise<Set<Month>> {
  const rows = await db
    .selectFrom('occurrence')
    .select('period')
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .execute()
  return new Set(rows.map(({ period }) => knownMonth(period)))
}
