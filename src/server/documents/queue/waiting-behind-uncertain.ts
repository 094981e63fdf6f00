import { sql, type Kysely } from 'kysely'
import type { DocumentReason } from '#domain/reason.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { holdsEverything } from '../../standing/holds-everything.ts'
import { lockDocument, record, type Actor } from '../trail/trail.ts'
import { isAlikeOpen } from './held-back.ts'
import { eachAlone, type Found, type OnFailure } from './isolate-failures.ts'

const BATCH = 200

/** What keeps a queued document from its turn: its person's portal session, or one on it that it could be taken for. */
type Hold = 'session' | 'alikeOfOurs' | 'alikeOfOthers' | 'none'

const REASONS = {
  session: 'behindUncertain',
  alikeOfOurs: 'behindUncertain',
  // Another organisation's isn't for these users to settle: they are asked about their own.
  alikeOfOthers: 'alikeInDoubt',
  none: null,
} as const satisfies Record<Hold, DocumentReason | null>

/**
 * What could be issued now but for another of its person that nobody knows the ending of says so, and goes on once
 * that one is settled; answers how many. It only tells: what keeps its turn from coming is in due.ts.
 */
export async function tellWhoWaits(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  actor: Actor,
  onFailure: OnFailure,
): Promise<number> {
  const tell = (at: { organisationId: number; id: number }) =>
    db.transaction().execute(async (trx) => {
      const row = await lockDocument(trx, at)
      if (row?.state !== 'queued') return
      const [found] = await toTell(trx, clock, at)
      if (found === undefined) return
      const reason = REASONS[found.hold]
      const isAsked = found.hold === 'alikeOfOurs' || found.hold === 'alikeOfOthers'
      // Its next try is its place in the queue, which it keeps while the session alone holds it.
      const next = { next_try_at: isAsked ? null : (row.next_try_at ?? instantText(clock.now())) }
      if (row.reason === reason) {
        await setNextTry(trx, row, next)
        return
      }
      const event =
        reason === null
          ? ({ kind: 'released' } as const)
          : ({ kind: 'held', reason, tries: row.tries } as const)
      await record(trx, clock, actor, row, event, { reason, reason_text: null, ...next })
    })
  return eachAlone(await toTell(db, clock), tell, onFailure)
}

async function setNextTry(
  trx: Kysely<Schema>,
  { organisation_id, id }: { organisation_id: number; id: number },
  next: { next_try_at: string | null },
): Promise<void> {
  await trx
    .updateTable('document')
    .set(next)
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .execute()
}

/**
 * Those whose reason or next try isn't what holds them: to be told, and told before with nothing in the way any more.
 * While every ending is known it is nothing.
 */
async function toTell(
  db: Kysely<Schema>,
  clock: Clock,
  only?: { organisationId: number; id: number },
): Promise<(Found & { hold: Hold })[]> {
  const { rows } = await sql<Found & { hold: Hold }>`${toTellSql(clock, only)}
    order by next_try_at, organisation_id, id limit ${BATCH}`.execute(db)
  return rows
}

/** Whether `tellWhoWaits` would find any. */
export function anyToTell(clock: Clock) {
  return sql<boolean>`exists (${toTellSql(clock)})`
}

function toTellSql(clock: Clock, only?: { organisationId: number; id: number }) {
  const isOne =
    only === undefined
      ? sql``
      : sql`and waiting.organisation_id = ${only.organisationId} and waiting.id = ${only.id}`
  return sql`with open as materialized (
      select open.*, ${holdsEverything(clock)} as holds_everything from document open
        where state = 'uncertain'),
    asked as (
      select waiting.organisation_id, waiting.id from open join document waiting using (person_rut)
        where waiting.state = 'queued' and waiting.next_try_at <= ${instantText(clock.now())}::timestamptz
          ${isOne}
      union
      select waiting.organisation_id, waiting.id from document waiting
        where waiting.state = 'queued' and waiting.reason = 'behindUncertain' ${isOne}
      union
      select waiting.organisation_id, waiting.id from document waiting
        where waiting.state = 'queued' and waiting.reason = 'alikeInDoubt' ${isOne})
    select organisation_id, id, hold from (
      select waiting.organisation_id, waiting.id, waiting.reason, waiting.next_try_at, case
        when exists (select from open
          where open.person_rut = waiting.person_rut and open.holds_everything) then 'session'
        when waiting.told_folio is not null then 'none'
        else coalesce((select case when bool_or(open.organisation_id = waiting.organisation_id)
              then 'alikeOfOurs' else 'alikeOfOthers' end
            from open
            join company open_company on open_company.organisation_id = open.organisation_id
              and open_company.id = open.company_id
            where ${isAlikeOpen} having count(*) > 0), 'none')
        end as hold
      from asked
      join document waiting using (organisation_id, id)
      join company waiting_company on waiting_company.organisation_id = waiting.organisation_id
        and waiting_company.id = waiting.company_id) found
    where case hold
      when 'session' then reason is distinct from 'behindUncertain'
      when 'alikeOfOurs' then reason is distinct from 'behindUncertain' or next_try_at is not null
      when 'alikeOfOthers' then reason is distinct from 'alikeInDoubt' or next_try_at is not null
      else reason in ('behindUncertain', 'alikeInDoubt') end`
}

/** The one it waits for, where it is of the same organisation: another's isn't its to see. */
export async function waitsFor(
  db: Kysely<Schema>,
  { organisation_id, person_rut }: { organisation_id: number; person_rut: string },
): Promise<{ id: number; recipient_name: string } | null> {
  const open = await db
    .selectFrom('document')
    .select(['id', 'recipient_name'])
    .where('organisation_id', '=', organisation_id)
    .where('person_rut', '=', person_rut)
    .where('state', '=', 'uncertain')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return open ?? null
}
