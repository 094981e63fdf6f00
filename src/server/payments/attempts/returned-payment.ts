import { withinOrganisation } from '../../db/reach.ts'
import { NotFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Limits } from '../../http/limits.ts'
import { shownState } from './present.ts'
import { attemptOfOrder, readAttempt, type Db } from './store.ts'

/** What a payer without the document's page reads of their payment. The order's random name is the permission. */
export function returnedPaymentRoutes({
  db,
  limits,
}: {
  db: Db
  limits: Limits
}): Pick<Handlers, 'readReturnedPayment'> {
  return {
    async readReturnedPayment({ params, network }) {
      await limits.consume('sharedNetwork', network)
      const at = await attemptOfOrder(db, params.order)
      const attempt =
        at === null ? null : await withinOrganisation(at.organisationId, () => readAttempt(db, at))
      if (attempt === null) {
        await limits.consume('sharedMissNetwork', network)
        throw new NotFound()
      }
      return { provider: attempt.provider, state: shownState(attempt) }
    },
  }
}
