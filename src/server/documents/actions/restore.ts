import type { Kysely } from 'kysely'
import { compare, dayInChile, knownDay, monthOf, type Day } from '#domain/day.ts'
import { departureOf, type Departure, type EmissionHours } from '#domain/departure.ts'
import { audit, type Author } from '../../audit.ts'
import { atOneMoment, instantText, type Clock } from '../../clock.ts'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import { lockSavedCourse } from '../../rules/saved-course.ts'
import { actorOf } from '../plan/emit-ordered.ts'
import { carryRun } from '../queue/carry-run.ts'
import { isOneOff } from '../trail/origin.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import type { Ordered } from './order-issue.ts'

export interface RestoreNeeds extends EmissionHours {
  db: Kysely<Schema>
  clock: Clock
}

type DocumentAt = { organisationId: number; id: number }

/** What decides whether a stopped document may go on, of its row. */
export type Stopped = Pick<
  DocumentRow,
  | 'organisation_id'
  | 'id'
  | 'key'
  | 'state'
  | 'reason'
  | 'company_id'
  | 'rule_id'
  | 'client_id'
  | 'issue_day'
  | 'emission_day'
>

/** A stopped document goes on: on its own day, or the next day on which it can leave. */
export type WayBack =
  | { kind: 'day'; issueDay: Day }
  /** It goes on with its rule. */
  | { kind: 'rulePaused'; issueDay: Day }

/** A client who left its rule may be back in it. */
const COMES_BACK: ReadonlySet<string | null> = new Set([
  'rulePaused',
  'skippedByUser',
  'clientLeftRule',
])

/**
 * How a stopped document may still be issued; null: not any more. One that was ever tried stays stopped, whatever the
 * answer was, and so does one whose rule or client is gone or whose month is over.
 */
export async function wayBack(needs: RestoreNeeds, row: Stopped): Promise<WayBack | null> {
  const { db, clock } = needs
  if (row.state !== 'skipped' || row.rule_id === null) return null
  // What it would say may be gone or changed since, as nothing holds its products any more: it is repeated instead.
  if (isOneOff(row)) return null
  if (!COMES_BACK.has(row.reason)) return null
  const today = dayInChile(clock.now())
  const own = knownDay(row.issue_day ?? row.emission_day)
  if (compare(monthOf(own), monthOf(today)) < 0) return null
  const rule = await ruleOf(db, row)
  if (rule === undefined || (rule.end_day !== null && today > rule.end_day)) return null
  if (await wasTried(db, row)) return null
  const { day } = departureOf(needs, own, clock.now(), row.company_id)
  return { kind: rule.is_paused ? 'rulePaused' : 'day', issueDay: day }
}

/** Undefined when it is deleted, or the document's client has left it. */
function ruleOf(db: Kysely<Schema>, { organisation_id, rule_id, client_id }: Stopped) {
  return db
    .selectFrom('invoice_rule as rule')
    .innerJoin('rule_client', (join) =>
      join
        .onRef('rule_client.organisation_id', '=', 'rule.organisation_id')
        .onRef('rule_client.rule_id', '=', 'rule.id')
        .on('rule_client.client_id', '=', client_id),
    )
    .select(['rule.is_paused', 'rule.end_day'])
    .where('rule.organisation_id', '=', organisation_id)
    .where('rule.id', '=', rule_id)
    .where('rule.deleted_at', 'is', null)
    .executeTakeFirst()
}

function wasTried(db: Kysely<Schema>, { organisation_id, id }: Stopped): Promise<boolean> {
  return finds(
    db
      .selectFrom('attempt')
      .select('number')
      .where('organisation_id', '=', organisation_id)
      .where('document_id', '=', id),
  )
}

/**
 * One stopped document goes on, prepared anew from its rule with another undo window. False, and nothing has changed,
 * when it may not, or its rule is paused. `shown`: the date the person saw. The rule is locked first, so that a pause at
 * the same time stops it again.
 */
export async function restoreDocument(
  needs: RestoreNeeds,
  author: Author,
  at: DocumentAt,
  shown?: Day,
): Promise<Ordered> {
  const { db, clock } = needs
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('document')
      .select('rule_id')
      .where('organisation_id', '=', at.organisationId)
      .where('id', '=', at.id)
      .executeTakeFirst()
    if (found?.rule_id == null) return false
    await lockSavedCourse(trx, { organisationId: at.organisationId, ruleId: found.rule_id })
    const row = await lockDocument(trx, at)
    const once = atOneMoment({ ...needs, db: trx })
    const way = row === null ? null : await wayBack(once, row)
    if (row === null || way?.kind !== 'day') return false
    if (shown !== undefined && shown !== way.issueDay) return 'otherDate'
    const departure = departureOf(once, way.issueDay, once.clock.now(), row.company_id)
    await restore(trx, once.clock, actorOf(author), row, departure)
    await audit(trx, clock, author, { kind: 'documentRestored', subject: `document:${at.id}` })
    return true
  })
}

/**
 * Of what a pause stopped, the rule locked and active again: each goes on, on its own day or the next one on which it
 * can leave. Answers which. One of an earlier day is asked about as a missed one, unless its person named its month.
 */
export async function restoreStopped(
  trx: Kysely<Schema>,
  needs: Omit<RestoreNeeds, 'db'>,
  author: Author,
  ids: readonly number[],
  { isNamed }: { isNamed: boolean },
): Promise<number[]> {
  const today = dayInChile(needs.clock.now())
  const restored: number[] = []
  for (const id of ids) {
    const row = await lockDocument(trx, { organisationId: author.organisationId, id })
    if (row?.state !== 'skipped' || row.reason !== 'rulePaused') continue
    if ((await ruleOf(trx, row)) === undefined || (await wasTried(trx, row))) continue
    const own = knownDay(row.issue_day ?? row.emission_day)
    const isAsked = !isNamed && (row.issue_day === null || compare(own, today) < 0)
    const departure = departureOf(needs, own, needs.clock.now(), row.company_id)
    await restore(trx, needs.clock, actorOf(author), row, isAsked ? null : departure)
    restored.push(id)
  }
  return restored
}

/**
 * Clients came back to a rule on its day, after their documents were left out because they had gone: those go on, and
 * no others are made beside them. What the rule asks before it issues, it asks of these too. The rule is locked by the
 * change.
 */
export async function restoreReturned(
  trx: Kysely<Schema>,
  needs: Omit<RestoreNeeds, 'db'>,
  author: Author,
  { organisationId, ruleId }: { organisationId: number; ruleId: number },
): Promise<{ count: number; day: Day | null }> {
  const moment = atOneMoment({ ...needs, db: trx })
  const today = dayInChile(moment.clock.now())
  const rows = await trx
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .where('emission_day', '=', today)
    .where('state', '=', 'skipped')
    .where('reason', '=', 'clientLeftRule')
    .orderBy('id')
    .forUpdate()
    .execute()
  let restored: { count: number; day: Day | null } = { count: 0, day: null }
  for (const row of rows) {
    const way = await wayBack(moment, row)
    if (way?.kind !== 'day') continue
    const departure = departureOf(moment, way.issueDay, moment.clock.now(), row.company_id)
    await restore(trx, moment.clock, actorOf(author), row, departure, 'clientAdded')
    await carryRun(trx, moment.clock, row, departure.day)
    restored = { count: restored.count + 1, day: departure.day }
  }
  return restored
}

/** Null: it waits for a word about its day. */
async function restore(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
  departure: Departure | null,
  why?: 'clientAdded',
): Promise<void> {
  const issueDay = departure?.day ?? null
  const planned = await record(
    trx,
    clock,
    user,
    row,
    { kind: 'restored', ...(why && { why }) },
    {
      issue_day: issueDay,
      reason: issueDay === null ? 'missed' : null,
      reason_text: null,
      tries: 0,
      next_try_at: departure === null ? null : instantText(departure.atMs),
    },
  )
  if (issueDay === null || issueDay === row.issue_day) return
  await record(trx, clock, user, planned, { kind: 'rescheduled', issueDay, ...(why && { why }) })
}
