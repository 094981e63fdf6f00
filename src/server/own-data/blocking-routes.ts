import type { Handlers } from '../http/handler.ts'
import { provePerson, type ProofNeeds } from '../users/prove-person.ts'
import { blockData, blockedAt, unblockData } from './blocking.ts'

/** Suspending the use of one's data, and taking that back. */
export function blockingRoutes(
  needs: ProofNeeds,
): Pick<Handlers, 'readBlocking' | 'blockData' | 'unblockData'> {
  return {
    async readBlocking({ session }) {
      return { blocked_at: await blockedAt(needs.db, session.organisationId) }
    },

    async blockData({ session, body }) {
      await provePerson(needs, session, body)
      await blockData(needs, session)
    },

    async unblockData({ session }) {
      await unblockData(needs, session)
    },
  }
}
