import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { KEY_REUSED } from '#contract/call.ts'
import { canonicalJson } from '#domain/canonical-json.ts'
import { KEPT } from '#domain/kept.ts'
import { instantText, type Clock } from '../clock.ts'
import { finds } from '../db/finds.ts'
import { inOneTransaction } from '../db/reach.ts'
import type { Schema } from '../db/schema.ts'
import { Refused } from './errors.ts'

export type Answer = { status: number; body: string | undefined }

export type KeyedRequest = {
  organisationId: number
  key: string
  /** The call, where it is aimed and its body: what must be the same for the same key. */
  asked: unknown
  /** It visits the SII: no transaction stays open meanwhile, so of two at the same moment both may be done. */
  isLong?: boolean
}

/**
 * Answers `run` once per key: the same request again is told the first answer, and does nothing; another one
 * under that key is refused (409). Two at the same moment wait for each other. A refusal changed nothing and
 * isn't kept, so that a corrected request may come under the same key.
 */
export type OncePerKey = (
  request: KeyedRequest,
  run: () => Promise<Answer>,
) => Promise<Answer & { isReplay: boolean }>

const KEPT_MS = KEPT.replyDays * 24 * 60 * 60_000

export function oncePerKey({ db, clock }: { db: Kysely<Schema>; clock: Clock }): OncePerKey {
  return (request, run) => {
    requireFit(request.key)
    const digest = digestOf(request.asked)
    if (request.isLong === true) return onceAfterwards({ db, clock }, request, digest, run)
    return inOneTransaction(db, async () => {
      if (!(await claim(db, clock, request, digest))) return replay(db, request, digest)
      const answer = await run()
      await keep(db, request, answer)
      return { ...answer, isReplay: false }
    })
  }
}

async function onceAfterwards(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  request: KeyedRequest,
  digest: Buffer,
  run: () => Promise<Answer>,
): Promise<Answer & { isReplay: boolean }> {
  const isKnown = await finds(
    db
      .selectFrom('idempotency_key')
      .select('key')
      .where('organisation_id', '=', request.organisationId)
      .where('key', '=', request.key)
      .where('created_at', '>', instantText(clock.now() - KEPT_MS)),
  )
  if (isKnown) return replay(db, request, digest)
  const answer = await run()
  await inOneTransaction(db, async () => {
    if (await claim(db, clock, request, digest)) await keep(db, request, answer)
  })
  return { ...answer, isReplay: false }
}

/** For the nightly sweep. */
export async function forgetOldKeys(db: Kysely<Schema>, nowMs: number): Promise<void> {
  const before = instantText(nowMs - KEPT_MS)
  await db.deleteFrom('idempotency_key').where('created_at', '<=', before).execute()
}

/** A part of a reply, as PostgreSQL's `@>` finds it: `{ id: 7, contact: {} }` is one of a contact. */
type Told = Record<string, number | string | object>

/** What was told is corrected, so that the same request again is told what is there, and the old is not kept. */
export async function correctReplies(
  trx: Kysely<Schema>,
  organisationId: number,
  told: Told,
  reply: object,
): Promise<void> {
  await sql`update idempotency_key set reply = ${JSON.stringify(reply)}
    where ${tells(organisationId, told)}`.execute(trx)
}

/** What was told is deleted: the same request again is neither told it nor does it anew, but refused. */
export async function forgetReplies(
  trx: Kysely<Schema>,
  organisationId: number,
  told: Told,
): Promise<void> {
  await sql`update idempotency_key set reply = null, request_digest = ''
    where ${tells(organisationId, told)}`.execute(trx)
}

function tells(organisationId: number, told: Told) {
  return sql`organisation_id = ${organisationId} and reply is not null
    and reply::jsonb @> ${JSON.stringify(told)}::jsonb`
}

function requireFit(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Refused(400, 'idempotencyKeyInvalid')
}

/** A request under its key, to be found again where no organisation asks: another one under that key is another. */
export function requestDigest(key: string, asked: unknown): Buffer {
  requireFit(key)
  return digestOf({ key, asked })
}

function digestOf(asked: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(asked)).digest()
}

/** False when the key was used before. Waits for a transaction that is using it at this moment. */
async function claim(
  db: Kysely<Schema>,
  clock: Clock,
  { organisationId, key }: KeyedRequest,
  digest: Buffer,
): Promise<boolean> {
  await db
    .deleteFrom('idempotency_key')
    .where('organisation_id', '=', organisationId)
    .where('key', '=', key)
    .where('created_at', '<=', instantText(clock.now() - KEPT_MS))
    .execute()
  const row = await db
    .insertInto('idempotency_key')
    .values({
      organisation_id: organisationId,
      key,
      request_digest: digest,
      created_at: instantText(clock.now()),
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

async function replay(
  db: Kysely<Schema>,
  { organisationId, key }: KeyedRequest,
  digest: Buffer,
): Promise<Answer & { isReplay: boolean }> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_digest', 'status', 'reply'])
    .where('organisation_id', '=', organisationId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row?.status == null) throw new Error('A key in use has no answer')
  if (!row.request_digest.equals(digest)) {
    throw new Refused(409, 'idempotencyKeyReused', { code: KEY_REUSED })
  }
  return { status: row.status, body: row.reply ?? undefined, isReplay: true }
}

async function keep(
  db: Kysely<Schema>,
  { organisationId, key }: KeyedRequest,
  { status, body }: Answer,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ status, reply: body ?? null })
    .where('organisation_id', '=', organisationId)
    .where('key', '=', key)
    .execute()
}
