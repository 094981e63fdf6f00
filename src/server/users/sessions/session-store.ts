import { sql } from 'kysely'
import type { Db } from '../account/store.ts'
import type { Device } from './device.ts'

export type SessionRow = {
  user_id: number
  organisation_id: number
  created_at: string
  ended_at: string | null
  last_used_at: string | null
  /** When the newest access token that was used had been issued. */
  used_token_at: string | null
  email: string
  activated_at: string | null
}

/** Undefined when the session never was, or its user is gone. */
export function findSession(db: Db, sessionId: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('login_session')
    .innerJoin('app_user', 'app_user.id', 'login_session.user_id')
    .select([
      'login_session.user_id',
      'login_session.organisation_id',
      'login_session.created_at',
      'login_session.ended_at',
      'login_session.last_used_at',
      'login_session.used_token_at',
      'app_user.email',
      'app_user.activated_at',
    ])
    .where('login_session.id', '=', sessionId)
    .executeTakeFirst()
}

export async function insertSession(
  db: Db,
  session: { id: string; userId: number; organisationId: number; device: Device; at: string },
): Promise<void> {
  await db
    .insertInto('login_session')
    .values({
      id: session.id,
      user_id: session.userId,
      organisation_id: session.organisationId,
      browser: session.device.browser,
      system: session.device.system,
      created_at: session.at,
    })
    .execute()
}

/** `tokenAt`: when the access token was issued that was used. */
export async function markUsed(
  db: Db,
  sessionId: string,
  { at, tokenAt }: { at: string; tokenAt: string },
): Promise<void> {
  await db
    .updateTable('login_session')
    .set({ last_used_at: at, used_token_at: sql`greatest(used_token_at, ${tokenAt}::timestamptz)` })
    .where('id', '=', sessionId)
    .execute()
}

/** When the session's user last gave the password: at signing in, or since. Null when there is no session. */
export async function provedAt(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('login_session')
    .select(['created_at', 'proved_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row === undefined ? null : (row.proved_at ?? row.created_at)
}

export async function setProvedAt(db: Db, sessionId: string, at: string): Promise<void> {
  await db.updateTable('login_session').set({ proved_at: at }).where('id', '=', sessionId).execute()
}

export async function endSession(
  db: Db,
  { id, reason, at }: { id: string; reason: 'logout' | 'reuse' | 'expired'; at: string },
): Promise<void> {
  await db
    .updateTable('login_session')
    .set({ ended_at: at, ended_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Every session of a user, but the one named. */
export async function endSessionsOf(
  db: Db,
  {
    userId,
    reason,
    at,
    except = null,
  }: { userId: number; reason: 'password' | 'closed'; at: string; except?: string | null },
): Promise<void> {
  await db
    .updateTable('login_session')
    .set({ ended_at: at, ended_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== null, (sessions) => sessions.where('id', '<>', except))
    .execute()
}

export type UserAt = { organisationId: number; userId: number }

export type OwnSession = {
  id: string
  browser: string
  system: string
  created_at: string
  last_used_at: string
}

const MOST_LISTED = 100

export async function sessionsOf(
  db: Db,
  { organisationId, userId }: UserAt,
  { createdAfter, usedAfter }: { createdAfter: string; usedAfter: string },
): Promise<OwnSession[]> {
  const used = sql<string>`coalesce(last_used_at, created_at)`
  return db
    .selectFrom('login_session')
    .select(['id', 'browser', 'system', 'created_at', used.as('last_used_at')])
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('created_at', '>', createdAfter)
    .where(used, '>', usedAfter)
    .orderBy(used, 'desc')
    .limit(MOST_LISTED)
    .execute()
}

/** Answers those that were open. */
export async function closeSessionsOf(
  db: Db,
  { organisationId, userId }: UserAt,
  which: { only: string } | { except: string },
  at: string,
): Promise<string[]> {
  const closed = await db
    .updateTable('login_session')
    .set({ ended_at: at, ended_reason: 'closed' })
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where((row) => ('only' in which ? row('id', '=', which.only) : row('id', '<>', which.except)))
    .returning('id')
    .execute()
  return closed.map(({ id }) => id)
}

export async function insertRefreshToken(
  db: Db,
  token: {
    hash: Buffer
    /** The one that it replaces. */
    parent: Buffer | null
    sessionId: string
    at: string
    expiresAt: string
  },
): Promise<void> {
  await db
    .insertInto('refresh_token')
    .values({
      token_hash: token.hash,
      parent_hash: token.parent,
      session_id: token.sessionId,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .execute()
}

export interface LockedToken {
  session_id: string
  replaced_at: string | null
  /** One that was given for this was used already. */
  hasUsedChild: boolean
  /** Another one, given for the same token as this, was used already. */
  isForked: boolean
}

/**
 * Locked until the transaction ends, with those given for it or for the same one as it, in one order: of two refreshes at once
 * the second sees what the first did.
 */
export async function lockRefreshToken(db: Db, hash: Buffer): Promise<LockedToken | undefined> {
  const rows = await db
    .selectFrom('refresh_token')
    .select(['token_hash', 'parent_hash', 'session_id', 'replaced_at'])
    .where((eb) =>
      eb.or([
        eb('token_hash', '=', hash),
        eb('parent_hash', '=', hash),
        eb(
          'parent_hash',
          '=',
          eb
            .selectFrom('refresh_token as same')
            .select('same.parent_hash')
            .where('same.token_hash', '=', hash),
        ),
      ]),
    )
    .orderBy('token_hash')
    .forUpdate()
    .execute()
  const own = rows.find((row) => row.token_hash.equals(hash))
  const used = rows.filter((row) => row !== own && row.replaced_at !== null)
  const isGivenForIt = (row: (typeof rows)[number]) => row.parent_hash?.equals(hash) === true
  return (
    own && {
      session_id: own.session_id,
      replaced_at: own.replaced_at,
      hasUsedChild: used.some(isGivenForIt),
      isForked: used.some((row) => !isGivenForIt(row)),
    }
  )
}

export async function markReplaced(db: Db, hash: Buffer, at: string): Promise<void> {
  await db
    .updateTable('refresh_token')
    .set({ replaced_at: at })
    .where('token_hash', '=', hash)
    .where('replaced_at', 'is', null)
    .execute()
}

export async function isRefreshTokenCurrent(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_token')
    .innerJoin('login_session', 'login_session.id', 'refresh_token.session_id')
    .select('refresh_token.session_id')
    .where('token_hash', '=', hash)
    .where('replaced_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Rows that can't matter any more: links and tokens that ran out before that instant, and sessions begun by the
 * other, with their tokens, or without any token left.
 */
export async function deleteExpired(
  db: Db,
  { before, sessionsBefore }: { before: string; sessionsBefore: string },
): Promise<void> {
  await db.deleteFrom('refresh_token').where('expires_at', '<', before).execute()
  await db.deleteFrom('one_time_token').where('expires_at', '<', before).execute()
  await db.deleteFrom('login_session').where('created_at', '<=', sessionsBefore).execute()
  await db
    .deleteFrom('login_session')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refresh_token')
            .select(sql`1`.as('one'))
            .whereRef('refresh_token.session_id', '=', 'login_session.id'),
        ),
      ),
    )
    .execute()
}
