import { sql, type Kysely } from 'kysely'
import { nextInWindow } from '#domain/window.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { eachAlone, type Found, type OnFailure } from '../queue/isolate-failures.ts'
import type { FreezeNeeds } from '../freeze/freeze.ts'
import { isLate, leaveLate } from '../queue/past-date.ts'
import type { PlanNeeds } from '../plan/plan.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import { isStopReason, stopHolding, type StopReason } from './stops.ts'

type Needs = Pick<PlanNeeds, 'db' | 'clock' | 'window'> & Pick<FreezeNeeds, 'undoWindowMs'>

const BATCH = 200

/**
 * Holds what is ready while its issuing is stopped, and lets it go on afterwards; answers how many. What a worker
 * has in hand meanwhile is stopped where it commits its intent.
 */
export async function heedStops(needs: Needs, actor: Actor, onFailure: OnFailure): Promise<number> {
  const found = [...(await toHold(needs.db)), ...(await held(needs.db))]
  const heed = (at: At) =>
    needs.db.transaction().execute(async (trx) => {
      const row = await lockDocument(trx, at)
      if (row?.state !== 'queued' && row?.state !== 'waiting') return
      const stop = await stopHolding(trx, row)
      if (stop !== null) await hold(trx, needs, actor, row, stop)
      else if (isStopReason(row.reason)) await goOn(trx, needs, actor, row, row.reason)
    })
  return eachAlone(found, heed, onFailure)
}

type At = Parameters<typeof lockDocument>[1]

/** Nothing is looked through while nothing is stopped. */
async function toHold(db: Kysely<Schema>): Promise<Found[]> {
  const { rows } = await sql<Found>`select d.organisation_id, d.id from document d
    where (select exists (select from issuing_stop) or exists (select from operator_switch where stopped_at is not null)
        or exists (select from portal_person where stopped_at is not null))
      and d.state in ('queued', 'waiting') and d.next_try_at is not null
      and ${stopSql} is not null
    order by d.next_try_at limit ${BATCH}`.execute(db)
  return rows
}

/** Those held by a stop that is over, or that another one holds now. */
async function held(db: Kysely<Schema>): Promise<Found[]> {
  const { rows } = await sql<Found>`select d.organisation_id, d.id from document d
    where d.reason in ('issuingStopped', 'stoppedByUs') and d.state in ('queued', 'waiting')
      and ${stopSql} is distinct from d.reason
    order by d.organisation_id, d.id limit ${BATCH}`.execute(db)
  return rows
}

const stopSql = sql`case
  when exists (select from issuing_stop s where s.organisation_id = d.organisation_id
    and (s.company_id is null or s.company_id = d.company_id)) then 'issuingStopped'
  when exists (select from operator_switch where stopped_at is not null)
    or exists (select from portal_person p where p.person_rut = d.person_rut
      and p.stopped_at is not null) then 'stoppedByUs' end`

/** On record once; the undo window that was running is over: another one is opened afterwards. */
export async function hold(
  trx: Kysely<Schema>,
  { clock }: Pick<Needs, 'clock'>,
  actor: Actor,
  row: DocumentRow,
  reason: StopReason,
): Promise<void> {
  if (row.reason === reason && row.next_try_at === null) return
  const event = { kind: 'held', reason, tries: row.tries } as const
  const change = { reason, reason_text: null, wait_until: null, next_try_at: null }
  await record(trx, clock, actor, row, event, change)
}

/** A person's word to go on is good at any hour, like their word to issue; ours waits for the day's window. */
async function goOn(
  trx: Kysely<Schema>,
  needs: Needs,
  actor: Actor,
  row: DocumentRow,
  reason: StopReason,
): Promise<void> {
  const { clock, window, undoWindowMs } = needs
  if (await isLate(trx, clock, row)) {
    await leaveLate(trx, needs, actor, row)
    return
  }
  const now = clock.now()
  const from = reason === 'issuingStopped' ? now : nextInWindow(window, now)
  const nextTryAt = instantText(row.state === 'waiting' ? from + undoWindowMs : from)
  await record(
    trx,
    clock,
    actor,
    row,
    { kind: 'released' },
    {
      reason: null,
      reason_text: null,
      tries: 0,
      wait_until: row.state === 'waiting' ? nextTryAt : null,
      next_try_at: nextTryAt,
    },
  )
}
