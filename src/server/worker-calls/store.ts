import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { Envelope } from '../vault/envelope.ts'

export type Db = Kysely<Schema>

export interface RequestAt {
  organisationId: number
  id: string
}

export interface TakenRequest extends RequestAt {
  name: string
  envelope: Envelope
}

/** One statement with the word to the workers: it is there when they look. */
export async function insertRequest(
  db: Db,
  clock: Clock,
  request: TakenRequest & { expiresAtMs: number },
): Promise<void> {
  const { organisationId, id, name, envelope, expiresAtMs } = request
  await db
    .with('asked', (cte) =>
      cte
        .insertInto('worker_request')
        .values({
          organisation_id: organisationId,
          id,
          name,
          key_id: envelope.keyId,
          wrapped_key: envelope.wrappedKey,
          sealed: envelope.sealed,
          created_at: instantText(clock.now()),
          expires_at: instantText(expiresAtMs),
        })
        .returning('id'),
    )
    .selectFrom('asked')
    .select(sql`pg_notify('folio_requests', '')`.as('told'))
    .execute()
}

export type RequestState =
  | { kind: 'waiting' | 'taken' | 'gone' | 'failed' }
  | { kind: 'answered'; answer: string }

export async function readRequest(
  db: Db,
  { organisationId, id }: RequestAt,
): Promise<RequestState> {
  const row = await db
    .selectFrom('worker_request')
    .select(['taken_at', 'answered_at', 'has_failed', 'answer'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return { kind: 'gone' }
  if (row.answered_at !== null) {
    return row.has_failed ? { kind: 'failed' } : { kind: 'answered', answer: row.answer ?? 'null' }
  }
  return { kind: row.taken_at === null ? 'waiting' : 'taken' }
}

export async function deleteRequest(db: Db, { organisationId, id }: RequestAt): Promise<void> {
  await db
    .deleteFrom('worker_request')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** False when a worker took it up, at this very moment perhaps: only then may it still be done. */
export async function withdrawRequest(db: Db, { organisationId, id }: RequestAt): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('worker_request')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The oldest that waits, of an organisation that is not `busy`; each is taken once. */
export async function takeRequest(
  db: Db,
  clock: Clock,
  busy: readonly number[],
): Promise<TakenRequest | null> {
  const now = instantText(clock.now())
  const row = await db
    .updateTable('worker_request')
    .set({ taken_at: now })
    .where((eb) =>
      eb(
        eb.refTuple('organisation_id', 'id'),
        'in',
        eb
          .selectFrom('worker_request')
          .where('taken_at', 'is', null)
          .where('expires_at', '>', now)
          .where((one) =>
            busy.length === 0 ? one.lit(true) : one('organisation_id', 'not in', busy),
          )
          .orderBy('created_at')
          .orderBy('id')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .select(['organisation_id', 'id'])
          .$asTuple('organisation_id', 'id'),
      ),
    )
    .returning(['organisation_id', 'id', 'name', 'key_id', 'wrapped_key', 'sealed'])
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        organisationId: row.organisation_id,
        id: row.id,
        name: row.name,
        envelope: { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed },
      }
}

/** What was asked is erased with it: it may have held a clave. Who asked may have gone. */
export async function answerRequest(
  db: Db,
  clock: Clock,
  { organisationId, id }: RequestAt,
  result: { answer: string } | 'failed',
): Promise<void> {
  const nothing = Buffer.alloc(0)
  await db
    .with('answered', (cte) =>
      cte
        .updateTable('worker_request')
        .set({
          answered_at: instantText(clock.now()),
          has_failed: result === 'failed',
          answer: result === 'failed' ? null : result.answer,
          wrapped_key: nothing,
          sealed: nothing,
        })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .where('answered_at', 'is', null)
        .returning('id'),
    )
    .selectFrom('answered')
    .select(sql`pg_notify('folio_answers', answered.id::text)`.as('told'))
    .execute()
}

/** Whether a worker listens for requests right now. */
export async function isWorkerListening(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from pg_stat_activity
    where application_name = 'folio-requests' and datname = current_database()) as is`.execute(db)
  return rows[0]?.is === true
}

/** Left behind by processes that ended: nobody takes them up or reads them any more. */
export async function forgetRequests(db: Db, before: string): Promise<void> {
  await db.deleteFrom('worker_request').where('created_at', '<', before).execute()
}
