import { CLOSING_WORDS } from '#contract/closing.ts'
import { dayInChile } from '#domain/day.ts'
import { InvalidInput, Refused } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import { provePerson, type ProofNeeds } from '../users/prove-person.ts'
import { closeAccount, type CloseNeeds } from './close-account.ts'
import { hasOtherMembers, keptUntil, whatThereIs } from './close-store.ts'

/** What leaving would mean, and leaving. */
export function closingRoutes(
  needs: CloseNeeds & ProofNeeds,
): Pick<Handlers, 'readClosing' | 'closeAccount'> {
  const { db, clock } = needs
  return {
    async readClosing({ session }) {
      const there = await whatThereIs(needs, session.organisationId)
      const until = dayInChile(Date.parse(await keptUntil(db, clock.now())))
      return {
        ...there,
        has_other_members: await hasOtherMembers(db, { ...session, email: '' }),
        kept_until: there.documents_issued > 0 ? until : null,
      }
    },

    async closeAccount({ session, body, requestId }) {
      const words: readonly string[] = Object.values(CLOSING_WORDS)
      if (!words.includes(body.word.toUpperCase())) {
        throw new InvalidInput({ word: ['closingWordWrong'] })
      }
      const { email } = await provePerson(needs, session, body)
      const done = await closeAccount(needs, { ...session, email }, `web:${requestId}`)
      if (done === 'inFlight') throw new Refused(409, 'closingInFlight')
      if (done === 'busy') throw new Refused(503, 'closingBusy')
    },
  }
}
