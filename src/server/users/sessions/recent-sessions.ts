import type { Clock } from '../../clock.ts'
import type { Session } from '../../http/handler.ts'

/**
 * Sessions that were found good a moment ago: a screen asks many things at once. What ends a session in this
 * process is known at once, in another one within that moment.
 */
export type RecentSessions = {
  find(sessionId: string): Session | undefined
  keep(session: Session): void
  forget(sessionId: string): void
  forgetUser(userId: number): void
}

export const RECENT_MS = 1_000
const MOST_KEPT = 10_000

export function recentSessions(clock: Clock): RecentSessions {
  const kept = new Map<string, { session: Session; untilMs: number }>()
  return {
    find(sessionId) {
      const found = kept.get(sessionId)
      return found !== undefined && clock.now() < found.untilMs ? found.session : undefined
    },
    keep(session) {
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(session.sessionId, { session, untilMs: clock.now() + RECENT_MS })
    },
    forget: (sessionId) => void kept.delete(sessionId),
    forgetUser(userId) {
      for (const [id, { session }] of kept) if (session.userId === userId) kept.delete(id)
    },
  }
}
