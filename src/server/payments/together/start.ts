import { openClp } from '#domain/receivable.ts'
import type { FoundLink } from '../../links/document-links.ts'
import { beginAttempt } from '../attempts/begin.ts'
import type { AttemptNeeds } from '../attempts/needs.ts'
import { leadToCheckout } from '../attempts/start.ts'
import type { Redirect } from '../providers/port.ts'
import { lockChoice, type Choice } from './open-documents.ts'
import type { Payer } from './payer.ts'

/** Begins one payment of the chosen documents, each with all that is open of it, from the page of that link. */
export async function startTogether(
  needs: AttemptNeeds,
  link: FoundLink,
  payer: Payer,
  { connectionId, ...choice }: Choice & { connectionId: number },
): Promise<Redirect> {
  const begun = await needs.db.transaction().execute(async (trx) => {
    const chosen = await lockChoice(trx, needs.clock, payer, choice)
    const shares = chosen
      .map(({ documentId, receivable }) => ({ documentId, amountClp: openClp(receivable) }))
      .toSorted((one, other) => one.documentId - other.documentId)
    const { organisationId, companyId } = payer
    const { linkId } = link
    return beginAttempt(needs, trx, { organisationId, companyId, linkId, connectionId, shares })
  })
  return leadToCheckout(needs, begun)
}
