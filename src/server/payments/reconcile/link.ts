import { audit } from '../../audit.ts'
import { instantText } from '../../clock.ts'
import { InvalidInput, Refused } from '../../http/errors.ts'
import { closeDeclaration, confirmedBy, noteReopened } from '../owed/close-declaration.ts'
import type { Db } from '../owed/receivable.ts'
import { liveMatch, matchable } from './decide.ts'
import { documentsOf, lockOf, undoMade } from './take-back.ts'
import type { By, Needs } from './take.ts'

/**
 * A person's word that a movement is the money of a payment that is on record already: nothing is counted again. What the
 * movement itself was recorded as before that payment was confirmed is undone, and what it confirmed is confirmed by that
 * payment, where it pays the same document.
 */
export function linkRecorded(
  { db, clock }: Needs,
  by: By,
  movementId: number,
  paymentId: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = await lockOf(trx, by, movementId)
    const made = await liveMatch(trx, by, movementId)
    const isMade = made?.maybe_payment_id === paymentId
    const confirmed = isMade ? await confirmedBy(trx, by, made.payment_id) : []
    if (isMade) await undoMade({ db: trx, clock }, by, at, made)
    const { id, companyId, amountClp } = await matchable(trx, at, movementId)
    const payment = await trx
      .selectFrom('payment')
      .select(['amount_clp', 'undone_at', 'source'])
      .where('organisation_id', '=', by.organisationId)
      .where('company_id', '=', companyId)
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirst()
    if (payment === undefined) throw new InvalidInput({ payment: ['paymentUnknown'] })
    if (payment.undone_at !== null) throw new Refused(409, 'paymentUndone')
    if (payment.amount_clp !== amountClp) throw new Refused(409, 'paymentOfOtherAmount')
    if (await isMatched(trx, by, paymentId)) throw new Refused(409, 'paymentMatched')
    await trx
      .insertInto('movement_match')
      .values({
        organisation_id: by.organisationId,
        company_id: companyId,
        movement_id: id,
        payment_id: paymentId,
        how: 'recorded',
        matched_by: by.userId,
        matched_at: instantText(clock.now()),
      })
      .execute()
    const paid = await documentsOf(trx, by, paymentId)
    const isPaid = ({ documentId }: { documentId: number }) => paid.includes(documentId)
    for (const { id: declaration, documentId } of confirmed.filter(isPaid)) {
      const ofDocument = { ...by, documentId }
      await closeDeclaration(trx, clock, ofDocument, declaration, {
        outcome: 'confirmed',
        paymentId,
      })
    }
    const reopened = confirmed.filter((one) => !isPaid(one))
    await noteReopened(trx, clock, by, reopened)
    const event = { kind: 'movementLinked', subject: `movement:${id}` } as const
    await audit(trx, clock, by, { ...event, data: { payment: paymentId } })
  })
}

async function isMatched(trx: Db, { organisationId }: By, paymentId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('movement_match')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
