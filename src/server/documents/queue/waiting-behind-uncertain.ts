import { sql, type Kysely } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import { lockDocument, record, type Actor } from '../trail/trail.ts'
import { eachAlone, type Found, type OnFailure } from './isolate-failures.ts'

const BATCH = 200

/**
 * What could be issued now but for another of its person that nobody knows the ending of says so, and goes on once
 * that one is settled; answers how many. It only tells: what keeps its turn from coming is in due.ts.
 */
export async function tellWhoWaits(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  actor: Actor,
  onFailure: OnFailure,
): Promise<number> {
  const tell = (at: Parameters<typeof lockDocument>[1]) =>
    db.transaction().execute(async (trx) => {
      const row = await lockDocument(trx, at)
      if (row?.state !== 'queued') return
      const isBehind = await isBehindUncertain(trx, row.person_rut)
      if (isBehind === (row.reason === 'behindUncertain')) return
      const reason = isBehind ? 'behindUncertain' : null
      const event =
        reason === null
          ? ({ kind: 'released' } as const)
          : ({ kind: 'held', reason, tries: row.tries } as const)
      // Its next try is its place in the queue: it keeps it.
      await record(trx, clock, actor, row, event, { reason, reason_text: null })
    })
  return eachAlone(await toTell(db, clock), tell, onFailure)
}

/** Those to be told, and those told before with nothing open any more. While every ending is known it is nothing. */
async function toTell(db: Kysely<Schema>, clock: Clock): Promise<Found[]> {
  const { rows } = await sql<Found>`with open as materialized (
      select distinct person_rut from document where state = 'uncertain')
    (select d.organisation_id, d.id from open join document d using (person_rut)
      where d.state = 'queued' and d.next_try_at <= ${instantText(clock.now())}::timestamptz
        and d.reason is distinct from 'behindUncertain'
      order by d.next_try_at, d.id limit ${BATCH})
    union all
    (select d.organisation_id, d.id from document d
      where d.state = 'queued' and d.reason = 'behindUncertain'
        and d.person_rut not in (select person_rut from open)
      order by d.organisation_id, d.id limit ${BATCH})`.execute(db)
  return rows
}

async function isBehindUncertain(trx: Kysely<Schema>, person: string): Promise<boolean> {
  return finds(
    trx
      .selectFrom('document')
      .select('id')
      .where('person_rut', '=', person)
      .where('state', '=', 'uncertain'),
  )
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
