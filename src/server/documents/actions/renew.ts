import type { Kysely } from 'kysely'
import { dayInChile, knownDay, type Day } from '#domain/day.ts'
import { departureOf } from '#domain/departure.ts'
import { atOneMoment, instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { carryRun } from '../queue/carry-run.ts'
import type { PastDateNeeds } from '../queue/past-date.ts'
import { record, type Actor, type DocumentRow } from '../trail/trail.ts'

type RuleAt = { organisationId: number; ruleId: number }

/**
 * A rule was changed, and its person wants that in what waits already: frozen anew with another undo window, on
 * its own day, or the next one on which it can leave; of a client whom the rule has no longer, stopped. What is queued
 * stays as it is, as does what carries a day of the past; what is being frozen meanwhile is waited for. Answers how many,
 * and the date of those that get another one.
 */
export async function renewDocumentsOfRule(
  trx: Kysely<Schema>,
  needs: PastDateNeeds,
  user: Actor,
  rule: RuleAt,
): Promise<{ count: number; day: Day | null }> {
  const once = atOneMoment(needs)
  const waiting = await lockWaiting(trx, rule, dayInChile(once.clock.now()))
  const kept = await clientsOfRule(trx, rule)
  let moved: Day | null = null
  for (const row of waiting) {
    if (row.client_id === null || !kept.has(row.client_id)) {
      const reason = 'clientLeftRule'
      await record(trx, once.clock, user, row, { kind: 'skipped', reason }, { ...STOPPED, reason })
      continue
    }
    moved = (await renew(trx, once, user, row)) ?? moved
  }
  return { count: waiting.length, day: moved }
}

const STOPPED = { next_try_at: null, wait_until: null, reason_text: null } as const

/** Answers the date that it gets; null: it keeps its own. */
async function renew(
  trx: Kysely<Schema>,
  needs: PastDateNeeds,
  user: Actor,
  row: DocumentRow,
): Promise<Day | null> {
  if (row.issue_day === null) return null
  const own = knownDay(row.issue_day)
  const { day } = departureOf(needs, own, needs.clock.now(), row.company_id)
  const change = {
    ...STOPPED,
    reason: null,
    issue_day: day,
    next_try_at: instantText(needs.clock.now()),
  }
  await record(trx, needs.clock, user, row, { kind: 'renewed' }, change)
  if (day === own) return null
  await carryRun(trx, needs.clock, row, day)
  return day
}

async function lockWaiting(
  trx: Kysely<Schema>,
  { organisationId, ruleId }: RuleAt,
  today: Day,
): Promise<DocumentRow[]> {
  const rows = await trx
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .where('state', 'in', ['planned', 'needs_data', 'waiting'])
    .where('issue_day', '>=', today)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.filter(({ state }) => state === 'waiting')
}

async function clientsOfRule(
  trx: Kysely<Schema>,
  { organisationId, ruleId }: RuleAt,
): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('rule_client')
    .select('client_id')
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .execute()
  return new Set(rows.map(({ client_id }) => client_id))
}
