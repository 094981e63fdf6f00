import { audit } from '../audit.ts'
import { instantText } from '../clock.ts'
import type { Session } from '../http/handler.ts'
import { closeSessionsOf, sessionsOf, type OwnSession } from './sessions/session-store.ts'
import { SESSION_MS, type SessionNeeds } from './sessions/sessions.ts'
import { REFRESH_SECONDS } from './sessions/tokens.ts'

/** Those that still let somebody in, the last used first. */
export async function listOwnSessions(
  { db, clock }: SessionNeeds,
  session: Session,
): Promise<OwnSession[]> {
  const nowMs = clock.now()
  return sessionsOf(db, session, {
    createdAfter: instantText(nowMs - SESSION_MS),
    // Its refresh token ran out unused.
    usedAfter: instantText(nowMs - REFRESH_SECONDS * 1000),
  })
}

/** One of the user's own, or all but the one that asks; answers how many were open. */
export async function closeOwnSessions(
  { db, clock, recent }: SessionNeeds,
  session: Session,
  which: { only: string } | { except: string },
): Promise<number> {
  const closed = await db.transaction().execute(async (trx) => {
    const at = instantText(clock.now())
    const ended = await closeSessionsOf(trx, session, which, at)
    for (const id of ended) {
      const data = { session: id }
      await audit(trx, clock, session, {
        kind: 'sessionClosed',
        subject: `user:${session.userId}`,
        data,
      })
    }
    return ended
  })
  for (const id of closed) recent.forget(id)
  return closed.length
}
