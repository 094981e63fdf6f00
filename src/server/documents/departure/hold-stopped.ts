import { sql, type Kysely } from 'kysely'
import { compare, knownDay } from '#domain/day.ts'
import { judgeDate, nextDeparture } from '#domain/departure.ts'
import { isStopReason, type StopReason } from '#domain/standing.ts'
import { windowStart } from '#domain/window.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { stopCase } from '../../standing/stop-case.ts'
import { eachAlone, type Found, type OnFailure } from '../queue/isolate-failures.ts'
import { leaveLate, type PastDateNeeds } from '../queue/past-date.ts'
import { stopHolding } from '../stops/stops.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'

type Needs = PastDateNeeds & { db: Kysely<Schema> }

const BATCH = 200

/**
 * Holds what is ready while its issuing is stopped, and lets it go on afterwards; answers how many. What a worker
 * has in hand meanwhile is stopped where it commits its intent.
 */
export async function applyStops(
  needs: Needs,
  actor: Actor,
  onFailure: OnFailure,
): Promise<number> {
  const found = [...(await toHold(needs.db)), ...(await held(needs.db))]
  const apply = (at: At) =>
    needs.db.transaction().execute(async (trx) => {
      const row = await lockDocument(trx, at)
      if (row === null || !isStoppable(row)) return
      const stop = await stopHolding(trx, row)
      if (stop !== null) await hold(trx, needs, actor, row, stop)
      else if (isStopReason(row.reason) || isHeldAlarm(row)) await goOn(trx, needs, actor, row)
    })
  return eachAlone(found, apply, onFailure)
}

function isStoppable({ state, annulment }: DocumentRow): boolean {
  return state === 'queued' || state === 'waiting' || (state === 'issued' && annulment === 'wanted')
}

/** As `isStoppable`. */
const stoppableSql = sql`(d.state in ('queued', 'waiting')
  or (d.state = 'issued' and d.annulment = 'wanted'))`

/** An alarm about a second folio is not covered up by a stop: it is held by having no next try. */
function isHeldAlarm({ reason, next_try_at }: DocumentRow): boolean {
  return reason === 'twinFound' && next_try_at === null
}

type At = Parameters<typeof lockDocument>[1]

async function toHold(db: Kysely<Schema>): Promise<Found[]> {
  const { rows } = await sql<Found>`select d.organisation_id, d.id from document d
    where ${isToHold} order by d.next_try_at limit ${BATCH}`.execute(db)
  return rows
}

async function held(db: Kysely<Schema>): Promise<Found[]> {
  const { rows } = await sql<Found>`select d.organisation_id, d.id from document d
    where ${isHeldWrongly} order by d.organisation_id, d.id limit ${BATCH}`.execute(db)
  return rows
}

const stopSql = stopCase(
  sql`d.organisation_id`,
  sql`d.company_id`,
  sql`d.person_rut`,
  sql`d.upload_id`,
)

/** Nothing is looked through while nothing is stopped. */
const isToHold = sql`(select exists (select from issuing_stop)
    or exists (select from operator_switch where stopped_at is not null)
    or exists (select from portal_person where stopped_at is not null))
  and ${stoppableSql} and d.next_try_at is not null and ${stopSql} is not null`

/** By a stop that is over, or that another one took the place of. */
const isHeldWrongly = sql`${stoppableSql} and (
  (d.reason in ('issuingStopped', 'stoppedByUs', 'uploadPaused')
    and ${stopSql} is distinct from d.reason)
  or (d.reason = 'twinFound' and d.next_try_at is null and ${stopSql} is null))`

/** Whether `applyStops` would find any. */
export const anyStopToApply = sql<boolean>`(exists (select from document d where ${isToHold})
  or exists (select from document d where ${isHeldWrongly}))`

/** On record once; the undo window that was running is over: another one is opened afterwards. */
export async function hold(
  trx: Kysely<Schema>,
  { clock }: Pick<Needs, 'clock'>,
  actor: Actor,
  row: DocumentRow,
  reason: StopReason,
): Promise<void> {
  if (row.next_try_at === null && (row.reason === reason || isHeldAlarm(row))) return
  const event = { kind: 'held', reason, tries: row.tries } as const
  const shown = row.reason === 'twinFound' ? {} : { reason, reason_text: null }
  await record(trx, clock, actor, row, event, { ...shown, wait_until: null, next_try_at: null })
}

/**
 * What waited goes on while its date can still be met: what has an undo window with a new one. An annulment has no
 * date that could go by.
 */
async function goOn(
  trx: Kysely<Schema>,
  needs: Needs,
  actor: Actor,
  row: DocumentRow,
): Promise<void> {
  const fromMs = row.state === 'issued' ? needs.clock.now() : startOf(needs, row)
  if (fromMs === null) {
    await leaveLate(trx, needs, actor, row)
    return
  }
  const isWaiting = row.state === 'waiting'
  const nextTryAt = instantText(isWaiting ? fromMs + needs.undoWindowMs : fromMs)
  await record(
    trx,
    needs.clock,
    actor,
    row,
    { kind: 'released' },
    {
      ...(isHeldAlarm(row) ? {} : { reason: null, reason_text: null }),
      tries: 0,
      wait_until: isWaiting ? nextTryAt : null,
      next_try_at: nextTryAt,
    },
  )
}

/** From when it goes on; null: its date can't be met any more. */
function startOf(needs: Needs, row: DocumentRow): number | null {
  const now = needs.clock.now()
  if (row.told_folio !== null) return now
  if (row.issue_day === null) return null
  const issueDay = knownDay(row.issue_day)
  if (row.state === 'waiting') {
    const { day, atMs } = nextDeparture(needs, now, row.company_id)
    const toDay = compare(issueDay, day)
    if (toDay < 0) return null
    return toDay === 0 ? atMs : windowStart(needs.window, issueDay, row.company_id)
  }
  const confirmedDay = row.confirmed_day === null ? null : knownDay(row.confirmed_day)
  const verdict = judgeDate({ issueDay, confirmedDay }, needs.window, now)
  if (verdict.kind === 'late') return null
  return verdict.kind === 'early' ? verdict.atMs : now
}
