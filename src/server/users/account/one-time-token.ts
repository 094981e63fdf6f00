import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import type { Db } from './store.ts'

export type TokenPurpose = 'activation' | 'recovery'

/** 24 hours for both purposes. */
export const ONE_TIME_TOKEN_MS = 24 * 60 * 60 * 1000

/**
 * Stored hashed, bound to its user and purpose; whoever asks for another leaves the earlier ones valid. Null when the
 * user is gone at this very moment: somebody registered the address anew.
 */
export async function makeOneTimeToken(
  db: Db,
  clock: Clock,
  { userId, purpose }: { userId: number; purpose: TokenPurpose },
): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
  const at = instantText(clock.now())
  const expiresAt = instantText(clock.now() + ONE_TIME_TOKEN_MS)
  const { numAffectedRows } = await sql`
    with holder as materialized (select id from app_user where id = ${userId} for key share)
    insert into one_time_token (token_hash, user_id, purpose, created_at, expires_at)
    select ${hashOf(token)}::bytea, id, ${purpose}, ${at}::timestamptz, ${expiresAt}::timestamptz from holder
  `.execute(db)
  return numAffectedRows === 1n ? token : null
}

/**
 * `fresh` uses it up, atomically: only one of two at once gets it. `used`: it was good, its time isn't
 * over, but somebody was faster. Anything else, another user's or purpose's too, is `invalid`.
 */
export async function takeOneTimeToken(
  db: Db,
  clock: Clock,
  { token, userId, purpose }: { token: string; userId: number; purpose: TokenPurpose },
): Promise<'fresh' | 'used' | 'invalid'> {
  const at = instantText(clock.now())
  const mine = { token_hash: hashOf(token), user_id: userId, purpose }
  const taken = await db
    .updateTable('one_time_token')
    .set({ used_at: at })
    .where((row) => row.and(mine))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 1n) return 'fresh'
  const known = await db
    .selectFrom('one_time_token')
    .select('used_at')
    .where((row) => row.and(mine))
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return known ? 'used' : 'invalid'
}

/** Whether taking it would answer `fresh`; uses nothing up. */
export async function isOneTimeTokenFresh(
  db: Db,
  clock: Clock,
  { token, userId, purpose }: { token: string; userId: number; purpose: TokenPurpose },
): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_token')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantText(clock.now()))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a link of that purpose, sent to this address, could still be used. */
export async function hasFreshToken(
  db: Db,
  clock: Clock,
  email: string,
  purpose: TokenPurpose,
): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_token')
    .innerJoin('app_user', 'app_user.id', 'one_time_token.user_id')
    .select('user_id')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantText(clock.now()))
    .executeTakeFirst()
  return row !== undefined
}

/** Every link to activate or recover that was sent to this user so far is worth nothing any more. */
export async function forgetTokens(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('one_time_token').where('user_id', '=', userId).execute()
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The `uid` of a link: unpadded base64url of the id's decimal digits, as djoser writes it. */
export function uidOf(userId: number): string {
  return Buffer.from(String(userId)).toString('base64url')
}

export function userIdOf(uid: string): number | null {
  const text = Buffer.from(uid, 'base64url').toString('latin1')
  if (!/^[1-9]\d{0,14}$/.test(text)) return null
  return uidOf(Number(text)) === uid ? Number(text) : null
}
