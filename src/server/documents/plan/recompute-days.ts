import { sql, type Kysely } from 'kysely'
import { compare, dayInChile, knownDay, monthOf } from '#domain/day.ts'
import { HOLIDAYS_VERSION } from '#domain/holidays.ts'
import { emissionDay } from '#domain/schedule.ts'
import { windowStart } from '#domain/window.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { scheduleOf } from '../../rules/load.ts'
import { monthChanges } from '../../rules/month-changes.ts'
import { renewRuleDays } from '../../rules/renew-days.ts'
import { wasAskedFor } from '../trail/was-asked-for.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import type { PlanNeeds } from './plan.ts'

/**
 * A holiday was made known after days were reckoned: they are reckoned anew, once for each version of the table. What
 * is planned and not yet frozen moves on to its new day; what a person put on a day stays there. A process that is
 * older than the others leaves their days alone. Answers how many documents moved.
 */
export async function renewIssueDays(
  needs: PlanNeeds,
  actor: Actor,
  version: string = HOLIDAYS_VERSION,
): Promise<number> {
  const { db } = needs
  const known = await db
    .selectFrom('calendar')
    .select('holidays_version as version')
    .executeTakeFirstOrThrow()
  if (!isNewer(version, known.version)) return 0
  await renewRuleDays(db)
  const moved = await movePlanned(needs, actor)
  await db
    .updateTable('calendar')
    .set({ holidays_version: version })
    .where('holidays_version', '=', known.version)
    .execute()
  return moved
}

/** Whether `renewIssueDays` could have anything to do. */
export function isCalendarOfAnotherVersion(version: string = HOLIDAYS_VERSION) {
  return sql<boolean>`exists (select from calendar where holidays_version <> ${version})`
}

/** Planned and not yet frozen are only those of today. */
const MOST_MOVED = 200_000

/** '2026.10' comes after '2026.9'. */
function isNewer(own: string, known: string): boolean {
  return own.localeCompare(known, 'en', { numeric: true }) > 0
}

async function movePlanned(needs: PlanNeeds, actor: Actor): Promise<number> {
  const planned = await needs.db
    .selectFrom('document')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'document.organisation_id')
        .onRef('rule.id', '=', 'document.rule_id'),
    )
    .select(['document.organisation_id', 'document.id'])
    .where('document.state', 'in', ['planned', 'needs_data'])
    .where('document.issue_day', '>=', dayInChile(needs.clock.now()))
    .where('rule.business_day_rule', 'in', ['FIRST_BUSINESS', 'LAST_BUSINESS'])
    .orderBy('document.organisation_id')
    .orderBy('document.id')
    .limit(MOST_MOVED)
    .execute()
  let moved = 0
  for (const at of planned) {
    await needs.db.transaction().execute(async (trx) => {
      const row = await lockDocument(trx, { organisationId: at.organisation_id, id: at.id })
      if (row !== null && (await move(trx, needs, actor, row))) moved += 1
    })
  }
  return moved
}

async function move(
  trx: Kysely<Schema>,
  { clock, window }: PlanNeeds,
  actor: Actor,
  row: DocumentRow,
): Promise<boolean> {
  const { organisation_id, rule_id, occurrence_id, issue_day, emission_day } = row
  const isPlanned = row.state === 'planned' || row.state === 'needs_data'
  if (!isPlanned || rule_id === null || issue_day !== emission_day) return false
  const rule = await trx
    .selectFrom('invoice_rule')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', rule_id)
    .executeTakeFirstOrThrow()
  const period = monthOf(knownDay(emission_day))
  const day = emissionDay(scheduleOf(rule), period)
  // Back in time nothing moves: what is due today is issued today.
  if (compare(day, knownDay(emission_day)) <= 0) return false
  const isPersons = (await monthChanges(trx, [rule]))(rule).has(period)
  if (isPersons || (await wasAskedFor(trx, row))) return false
  await sql`update occurrence set emission_day = ${day}::date
    where organisation_id = ${organisation_id} and id = ${occurrence_id}`.execute(trx)
  const opensAt = instantText(Math.max(windowStart(window, day, row.company_id), clock.now()))
  const change = { emission_day: day, issue_day: day, reason: null, next_try_at: opensAt }
  await record(trx, clock, actor, row, { kind: 'rescheduled', issueDay: day }, change)
  return true
}
