import { sql, type Kysely, type Updateable } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import { instantText, type Clock } from '../../clock.ts'
import { notBlocked } from '../../db/not-blocked.ts'
import type { Schema } from '../../db/schema.ts'
import type { LookUpFailure, LookUpState, UploadDocument } from '../judge/result.ts'
import { lockDailyLimit } from './daily-limit.ts'

type Db = Kysely<Schema>

export interface UploadAt {
  organisationId: number
  id: number
}

/** Of one upload, by RUT: at most one for each of its documents. */
export async function lookUpsOf(
  db: Db,
  { organisationId, id }: UploadAt,
): Promise<Map<string, LookUpState>> {
  const rows = await db
    .selectFrom('upload_look_up')
    .select(['rut', 'state', 'reason'])
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', id)
    .orderBy('rut')
    .execute()
  return new Map(rows.map(({ rut: of, state, reason }) => [of, stateOf(state, reason)]))
}

function stateOf(state: LookUpState['state'], reason: LookUpFailure | null): LookUpState {
  if (state === 'failed') return { state, reason: reason ?? 'portal' }
  return { state }
}

/** Asks for each client once; for one that was found and deleted since then, again. */
export async function requestLookUps(
  db: Db,
  clock: Clock,
  at: UploadAt,
  documents: readonly UploadDocument[],
): Promise<void> {
  const ruts = new Set(
    documents.flatMap(({ rut: of, client }) =>
      of !== null && client?.kind === 'lookUp' && client.failed === null ? [of] : [],
    ),
  )
  if (ruts.size === 0 || (await notRequested(db, at, ruts)).length === 0) return
  const request = (trx: Db) => requestNew(trx, clock, at, ruts)
  // An order reads the file within its own.
  if (db.isTransaction) await request(db)
  else await db.transaction().execute(request)
}

async function requestNew(
  trx: Db,
  clock: Clock,
  at: UploadAt,
  ruts: ReadonlySet<string>,
): Promise<void> {
  const limit = await lockDailyLimit(trx, clock, at.organisationId)
  const wanted = await notRequested(trx, at, ruts)
  const allowed = await limit.take(wanted.length)
  await insertLookUps(trx, clock, at, wanted.slice(0, allowed), null)
  await insertLookUps(trx, clock, at, wanted.slice(allowed), 'limit')
}

async function notRequested(
  db: Db,
  at: UploadAt,
  ruts: ReadonlySet<string>,
): Promise<readonly string[]> {
  const requested = await lookUpsOf(db, at)
  return [...ruts].filter((of) => (requested.get(of)?.state ?? 'found') === 'found')
}

/** Requested ones wait; those with a reason failed at once. */
async function insertLookUps(
  trx: Db,
  clock: Clock,
  { organisationId, id }: UploadAt,
  ruts: readonly string[],
  reason: LookUpFailure | null,
): Promise<void> {
  if (ruts.length === 0) return
  const now = instantText(clock.now())
  const [next, settled] = reason === null ? [now, null] : [null, now]
  await sql`insert into upload_look_up
      (organisation_id, upload_id, rut, state, reason, next_try_at, settled_at, asked_by, asked_at)
    select organisation_id, id, wanted.rut, ${reason === null ? 'waiting' : 'failed'}, ${reason},
      ${next}::timestamptz, ${settled}::timestamptz, uploaded_by, ${now}::timestamptz
    from upload, unnest(${[...ruts]}::text[]) as wanted (rut)
    where organisation_id = ${organisationId} and id = ${id} and bytes is not null
    on conflict (organisation_id, upload_id, rut) do update
      set state = excluded.state, reason = excluded.reason, tries = 0, next_try_at = excluded.next_try_at,
        settled_at = excluded.settled_at`.execute(trx)
}

/** Those that failed wait again, as far as the limit of the day allows: these, or all of the upload. */
export async function askAgain(
  db: Db,
  clock: Clock,
  at: UploadAt,
  { userId, ruts }: { userId: number; ruts: readonly string[] | null },
): Promise<void> {
  const now = instantText(clock.now())
  await db.transaction().execute(async (trx) => {
    const limit = await lockDailyLimit(trx, clock, at.organisationId)
    const failed = [...(await lookUpsOf(trx, at))].flatMap(([of, { state }]) =>
      state === 'failed' && (ruts === null || ruts.includes(of)) ? [of] : [],
    )
    const allowed = await limit.take(failed.length)
    await updateFailed(trx, at, failed.slice(0, allowed), {
      state: 'waiting',
      reason: null,
      tries: 0,
      next_try_at: now,
      asked_by: userId,
      asked_at: now,
      settled_at: null,
    })
    await updateFailed(trx, at, failed.slice(allowed), { reason: 'limit' })
  })
}

async function updateFailed(
  trx: Db,
  { organisationId, id }: UploadAt,
  ruts: readonly string[],
  change: Updateable<Schema['upload_look_up']>,
): Promise<void> {
  if (ruts.length === 0) return
  await trx
    .updateTable('upload_look_up')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', id)
    .where('rut', 'in', ruts)
    .where('state', '=', 'failed')
    .execute()
}

/** A client whose turn it is. */
export interface ClaimedLookUp {
  organisationId: number
  uploadId: number
  companyId: number
  rut: Rut
  askedBy: number
  /** That the SII didn't answer. */
  tries: number
}

/** Taken up again so much later should a worker end under it. */
const PUSH_FORWARD_MS = 3 * 60_000

/** The next client of the upload that waits longest; null when none is due. Pushed forward, so that others take another. */
export async function claimLookUp({
  db,
  clock,
}: {
  db: Db
  clock: Clock
}): Promise<ClaimedLookUp | null> {
  const now = instantText(clock.now())
  const { rows } = await sql<Omit<ClaimedLookUp, 'rut'> & { rut: string }>`
    update upload_look_up set claimed_at = ${now}::timestamptz,
      next_try_at = ${instantText(clock.now() + PUSH_FORWARD_MS)}::timestamptz
    from (
      select l.organisation_id, l.upload_id, l.rut, upload.company_id from upload_look_up l
      join upload on upload.organisation_id = l.organisation_id and upload.id = l.upload_id
      where l.state = 'waiting' and l.next_try_at <= ${now}::timestamptz and upload.bytes is not null
        and ${notBlocked('l.organisation_id')}
      order by (select max(o.claimed_at) from upload_look_up o
          where o.organisation_id = l.organisation_id and o.upload_id = l.upload_id) nulls first,
        l.next_try_at, l.rut
      limit 1
      for update of l skip locked
    ) due
    where upload_look_up.organisation_id = due.organisation_id
      and upload_look_up.upload_id = due.upload_id and upload_look_up.rut = due.rut
    returning due.organisation_id as "organisationId", due.upload_id as "uploadId",
      due.company_id as "companyId", due.rut, upload_look_up.asked_by as "askedBy",
      upload_look_up.tries`.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, rut: rut(row.rut) }
}

type At = Pick<ClaimedLookUp, 'organisationId' | 'uploadId' | 'rut'>

/** What came of it. */
export async function settleLookUp(
  { db, clock }: { db: Db; clock: Clock },
  at: At,
  reason: LookUpFailure | null,
): Promise<void> {
  await update(db, at, {
    state: reason === null ? 'found' : 'failed',
    reason,
    next_try_at: null,
    settled_at: instantText(clock.now()),
  })
}

export async function putOffLookUp(
  db: Db,
  at: At,
  { untilMs, tries }: { untilMs: number; tries: number },
): Promise<void> {
  await update(db, at, { next_try_at: instantText(untilMs), tries })
}

async function update(
  db: Db,
  { organisationId, uploadId, rut: of }: At,
  change: Partial<{
    state: 'found' | 'failed'
    reason: LookUpFailure | null
    next_try_at: string | null
    settled_at: string
    tries: number
  }>,
): Promise<void> {
  await db
    .updateTable('upload_look_up')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', uploadId)
    .where('rut', '=', of)
    .where('state', '=', 'waiting')
    .execute()
}
