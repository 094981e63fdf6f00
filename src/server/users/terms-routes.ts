import { LEGAL_VERSION } from '#domain/legal.ts'
import { legalChangesSince } from '#texts/legal.ts'
import { Refused } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import { acceptedTerms, acceptTerms, type TermsNeeds } from './terms.ts'

export type TermsRoutes = Pick<Handlers, 'readTerms' | 'acceptTerms'>

/** Which version of the terms is asked for, and the user's word to it. */
export function termsRoutes(needs: TermsNeeds): TermsRoutes {
  return {
    async readTerms({ session, language }) {
      const accepted = await acceptedTerms(needs.db, session)
      const changes = legalChangesSince(accepted?.version ?? null, language)
      return {
        version: LEGAL_VERSION,
        accepted,
        changes: changes.map(({ version, inForce, texts }) => ({
          version,
          in_force: inForce,
          texts: [...texts],
        })),
      }
    },

    async acceptTerms({ session, body }) {
      const done = await acceptTerms(needs, session, body.version)
      if (done === 'otherVersion') throw new Refused(409, 'termsOtherVersion')
    },
  }
}
