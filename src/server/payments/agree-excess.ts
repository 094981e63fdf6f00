import { excessClp } from '#domain/receivable.ts'
import { audit } from '../audit.ts'
import { Refused } from '../http/errors.ts'
import { lockedReceivable, type By, type Needs } from './record.ts'

/**
 * How much of the money beyond what is owed stays in its client's favour, by its owner's word: no task asks about that
 * part. 0 takes the word back. Refused when it is more than the excess, because that changed since it was shown.
 */
export async function agreeExcess({ db, clock }: Needs, by: By, agreedClp: number): Promise<void> {
  const { organisationId, documentId, userId } = by
  await db.transaction().execute(async (trx) => {
    const receivable = await lockedReceivable(trx, by)
    if (agreedClp > excessClp(receivable)) throw new Refused(409, 'excessChanged')
    const { numUpdatedRows } = await trx
      .updateTable('receivable')
      .set({ agreed_excess_clp: agreedClp })
      .where('organisation_id', '=', organisationId)
      .where('document_id', '=', documentId)
      .where('agreed_excess_clp', '<>', agreedClp)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const event = { kind: 'excessAgreed', subject: `document:${documentId}` } as const
    await audit(trx, clock, { organisationId, userId }, { ...event, data: { amount: agreedClp } })
  })
}
