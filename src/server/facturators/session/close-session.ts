import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import type { Answer } from '#sii/sii.ts'
import { instantText, msOf } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { dropSession, eraseSession, storedSession, type SessionNeeds } from './stored-session.ts'
import { countUnknown } from '../unknown-answers.ts'

/** How long a session is tried to be closed before it is given up, from the first try that failed. */
export const MAX_CLOSING_MS = 60 * 60_000
/**
 * Failures further apart than this say nothing of the time between, in which the session may have been at work. Less than
 * half of what a row of them must last at least, so that there are always some in between; more than the longest time
 * until the next try of `closeUnclosed`, which does not depend on the callers.
 */
export const MAX_BETWEEN_FAILURES_MS = 29 * 60_000
/** A session that nobody uses lives about two hours at the SII (portal 1.5); the rest is room for doubt. */
export const IDLE_SESSION_MS = 3 * 60 * 60_000

type Who = { person: Rut }

/** `abandoned`: it could not be closed for too long, and no process uses it any more. It dies at the SII by itself. */
export type Closing = Answer<null> | { kind: 'abandoned' }

/**
 * Ends the person's stored session at the SII, so that whoever used it before can't reach the portal any more. `ok` when
 * the SII says so or nothing is stored. Whoever wants to enter may do so after `abandoned` as well, because nobody uses
 * that session; of what it sent nothing may be concluded (`endSessionOf`).
 */
export async function closeStoredSession(needs: SessionNeeds, { person }: Who): Promise<Closing> {
  const { db, clock } = needs
  const stored = await storedSession(needs, { person })
  if (stored === null) return { kind: 'ok', value: null }
  const ended = await stored.session.logout()
  await countUnknown(needs, 'portal', ended)
  if (ended.kind === 'ok') {
    await dropSession(needs, person, stored.secretId)
    await setPerson(db, person, { session_closing_since: null })
    return ended
  }
  const now = clock.now()
  const sinceMs = await failingSinceMs(db, person, now)
  if (now - sinceMs >= MAX_CLOSING_MS) {
    await abandon(needs, person, stored.secretId)
    return { kind: 'abandoned' }
  }
  await setPerson(db, person, {
    session_closing_since: instantText(sinceMs),
    session_closing_failed_at: instantText(now),
  })
  return ended
}

/** A request that may have reached the SII: it left at `fromMs` at the earliest, and not after its own limit. */
export interface MayHaveLeft {
  fromMs: number
  limitMs: number
}

/**
 * Sees to it that nothing of a request can arrive any more: the session that sent it is closed at the SII, or was given
 * up since and is dead there. Only after `ok` may anything be concluded from the SII's lists; `dying`: from when on.
 */
export async function endSessionOf(
  needs: SessionNeeds,
  who: Who,
  sent: MayHaveLeft,
): Promise<Answer<null> | { kind: 'dying'; untilMs: number }> {
  const now = needs.clock.now()
  const known = await deadFromMs(needs.db, who.person, sent)
  if (known === null) {
    const closed = await closeStoredSession(needs, who)
    if (closed.kind !== 'abandoned') return closed
  }
  const untilMs = known ?? Math.max(now, sent.limitMs) + IDLE_SESSION_MS
  return untilMs > now ? { kind: 'dying', untilMs } : { kind: 'ok', value: null }
}

/**
 * When the session that may have sent it is dead without being closed: the first that was given up since it left, not
 * one of those after it. Null when none was: one given up before says nothing about the one that sent it.
 */
async function deadFromMs(
  db: Kysely<Schema>,
  person: Rut,
  { fromMs, limitMs }: MayHaveLeft,
): Promise<number | null> {
  const { rows } = await sql<{ dies_at: string | null }>`select min(given_up.dies_at) as dies_at
    from portal_person,
      unnest(array_append(earlier_sessions_die_at, session_dies_at)) as given_up (dies_at)
    where person_rut = ${person}
      and given_up.dies_at >= ${instantText(fromMs + IDLE_SESSION_MS)}::timestamptz`.execute(db)
  const diesAt = rows[0]?.dies_at ?? null
  return diesAt === null ? null : Math.max(msOf(diesAt), limitMs + IDLE_SESSION_MS)
}

async function abandon(needs: SessionNeeds, person: Rut, secretId: number): Promise<void> {
  const { db, clock, vault } = needs
  await db.transaction().execute(async (trx) => {
    await eraseSession(trx, vault, person, secretId)
    const diesAt = instantText(clock.now() + IDLE_SESSION_MS)
    await setPerson(trx, person, {
      session_dies_at: diesAt,
      earlier_sessions_die_at: withThePresent,
      session_closing_since: null,
    })
  })
}

/** The newest first. They are given up an hour apart at least, so that these reach back two days. */
const withThePresent = sql<
  string[]
>`(array_prepend(session_dies_at, earlier_sessions_die_at))[1:50]`

/** When the present row of failures began; now, when there is none. */
async function failingSinceMs(db: Kysely<Schema>, person: Rut, now: number): Promise<number> {
  const row = await db
    .selectFrom('portal_person')
    .select(['session_closing_since', 'session_closing_failed_at'])
    .where('person_rut', '=', person)
    .executeTakeFirst()
  const since = row?.session_closing_since ?? null
  if (since === null) return now
  const lastMs = msOf(row?.session_closing_failed_at ?? since)
  return now - lastMs > MAX_BETWEEN_FAILURES_MS ? now : msOf(since)
}

async function setPerson(
  db: Kysely<Schema>,
  person: Rut,
  change: {
    session_dies_at?: string
    earlier_sessions_die_at?: RawBuilder<string[]>
    session_closing_since: string | null
    session_closing_failed_at?: string
  },
): Promise<void> {
  await db.updateTable('portal_person').set(change).where('person_rut', '=', person).execute()
}
