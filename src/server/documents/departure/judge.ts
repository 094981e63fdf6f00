import { sql, type Kysely, type Transaction } from 'kysely'
import { compare, knownDay } from '#domain/day.ts'
import { judgeDate } from '#domain/departure.ts'
import type { StopReason } from '#domain/standing.ts'
import { instantText } from '../../clock.ts'
import {
  ClockDiffers,
  DATABASE_MS,
  isSkewed,
  skewOf,
  type ClockNeeds,
} from '../../database-clock.ts'
import type { Schema } from '../../db/schema.ts'
import { statement, together, type PlaceOf } from '../../db/statement.ts'
import { stopCase } from '../../standing/stop-case.ts'
import { leaveLate, type PastDateNeeds } from '../queue/past-date.ts'
import { documentLock, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import { hold } from './hold-stopped.ts'

export type DepartureNeeds = ClockNeeds & PastDateNeeds

/** What decides besides the document's own row whether it may leave, read behind the locks. */
export interface DepartureFacts {
  stop: StopReason | null
  /** Its rule was paused or deleted, and no person has asked for the document since. */
  ruleStop: 'rulePaused' | 'ruleDeleted' | null
  /**
   * The last day on which its rule may issue unasked; null: without an end, or a person asked for this day. Who corrects
   * a rule or adds a client to it has not spoken of its end.
   */
  endDay: string | null
  databaseMs: number
}

/**
 * One statement that sees what was committed while the locks before it were waited for, and reads the database's
 * clock in the same packet.
 */
export const departureFacts = statement(
  (db, place: PlaceOf<{ organisationId: number; id: number }>) => {
    const organisation = () => place(({ organisationId }) => organisationId)
    const rule = () => sql`from invoice_rule r where r.organisation_id = ${organisation()}
      and r.id = d.rule_id`
    // What makes it a person's own order, not its rule's alone.
    const personsWord = () => sql`from document_event e where e.organisation_id = ${organisation()}
      and e.document_id = d.id
      and e.kind in ('planned', 'rescheduled', 'restored', 'retried', 'renewed', 'queued',
        'alikeAccepted')
      and (e.worker like 'user:%' or e.worker = 'system')`
    return db
      .selectFrom('document as d')
      .select([
        stopCase(organisation(), sql`d.company_id`, sql`d.person_rut`, sql`d.upload_id`).as('stop'),
        sql<DepartureFacts['ruleStop']>`(select case
            when r.deleted_at is not null then 'ruleDeleted'
            when r.is_paused then 'rulePaused' end
          ${rule()} and (r.deleted_at is not null or r.is_paused)
            and not exists (select ${personsWord()}
              and e.at >= coalesce(r.deleted_at, r.paused_at)))`.as('ruleStop'),
        sql<string | null>`(select r.end_day ${rule()} and r.end_day is not null
          and not exists (select ${personsWord()}
            and e.kind <> 'renewed' and e.data ->> 'why' is distinct from 'clientAdded'))`.as(
          'endDay',
        ),
        DATABASE_MS.as('databaseMs'),
      ])
      .where('d.organisation_id', '=', organisation())
      .where(
        'd.id',
        '=',
        place(({ id }) => id),
      )
  },
)

/**
 * Judges a queued document before time at the portal, or a folio number, is spent on it: its hour may have passed
 * since it was queued. Its intent judges it once more.
 */
export async function mayStillLeave(
  needs: DepartureNeeds & { db: Kysely<Schema> },
  actor: Actor,
  at: { organisationId: number; id: number },
): Promise<boolean> {
  return needs.db.transaction().execute(async (trx) => {
    const askedMs = needs.clock.now()
    const [[row], [facts]] = await together(trx, (ask) =>
      Promise.all([ask(documentLock(at)), ask(departureFacts(at))]),
    )
    return row?.state === 'queued' && (await mayLeave(trx, needs, actor, row, facts, askedMs))
  })
}

/**
 * Whether a locked document may leave now: by the clock, the stops, its rule, its date and the hours. What may not is
 * brought to its proper place in the same transaction. Throws `ClockDiffers` where nothing can be judged.
 */
export async function mayLeave(
  trx: Transaction<Schema>,
  needs: DepartureNeeds,
  actor: Actor,
  row: DocumentRow,
  facts: DepartureFacts | undefined,
  askedMs: number,
): Promise<boolean> {
  if (!(await mayAct(trx, needs, actor, row, facts, askedMs)) || facts === undefined) return false
  // Only looked for: nothing of it is issued on any day.
  if (row.told_folio !== null) return true
  if (facts.ruleStop !== null) {
    const reason = facts.ruleStop
    const change = { reason, reason_text: null, wait_until: null, next_try_at: null }
    await record(trx, needs.clock, actor, row, { kind: 'skipped', reason }, change)
    return false
  }
  const verdict = judgeRow(needs, row, facts)
  if (verdict.kind === 'leaves') return true
  if (verdict.kind === 'late') await leaveLate(trx, needs, actor, row)
  else await waitUntil(trx, row, instantText(verdict.atMs))
  return false
}

/** What stands in the way of anything irreversible, whatever its date: the clock and the stops. */
export async function mayAct(
  trx: Transaction<Schema>,
  needs: DepartureNeeds,
  actor: Actor,
  row: DocumentRow,
  facts: DepartureFacts | undefined,
  askedMs: number,
): Promise<boolean> {
  if (facts === undefined) return false
  const skewMs = skewOf(needs, { askedMs, readMs: facts.databaseMs })
  if (isSkewed(skewMs)) throw new ClockDiffers(skewMs)
  if (facts.stop === null) return true
  await hold(trx, needs, actor, row, facts.stop)
  return false
}

function judgeRow({ clock, window }: DepartureNeeds, row: DocumentRow, { endDay }: DepartureFacts) {
  if (row.issue_day === null) return { kind: 'late' } as const
  const issueDay = knownDay(row.issue_day)
  if (endDay !== null && compare(issueDay, knownDay(endDay)) > 0) return { kind: 'late' } as const
  const confirmedDay = row.confirmed_day === null ? null : knownDay(row.confirmed_day)
  return judgeDate({ issueDay, confirmedDay }, window, clock.now())
}

/** Its hour has not come: a place in the queue, and nothing to be told. */
async function waitUntil(
  trx: Transaction<Schema>,
  row: DocumentRow,
  nextTryAt: string,
): Promise<void> {
  await trx
    .updateTable('document')
    .set({
      next_try_at: nextTryAt,
      ...(row.state === 'waiting' ? { wait_until: nextTryAt } : {}),
    })
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.id)
    .execute()
}
