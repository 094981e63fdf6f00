import { dayInChile } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import { sharedPaymentToWire } from './present.ts'
import { openDeclaration, readReceivable, readTerms, type At, type Db } from './store.ts'

/** A document's payment as its link shows it; null while its issuer takes none by it. */
export async function sharedPaymentOf(
  { db, clock }: { db: Db; clock: Clock },
  at: At,
  reference: string,
) {
  const receivable = await readReceivable(db, at)
  if (receivable === null) return null
  const [terms] = await readTerms(db, at.organisationId, receivable.companyId)
  if (terms === undefined) return null
  const today = dayInChile(clock.now())
  const said = await openDeclaration(db, at)
  return sharedPaymentToWire(receivable, terms, said, { today, reference })
}
