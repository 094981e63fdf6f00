import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { Refused } from '../../http/errors.ts'
import type { At, Db } from './receivable.ts'

/** A declaration's answer, once: a person's, or a bank statement's where `userId` is null. Its caller holds the receivable's lock. */
export async function closeDeclaration(
  trx: Db,
  clock: Clock,
  { organisationId, documentId, userId }: At & { userId: number | null },
  id: number,
  {
    outcome,
    paymentId,
  }: { outcome: 'confirmed'; paymentId: number } | { outcome: 'rejected'; paymentId: null },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_declaration')
    .set({
      state: outcome,
      payment_id: paymentId,
      decided_at: instantText(clock.now()),
      decided_by: userId,
    })
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refused(409, 'declarationDecided')
  const kind = outcome === 'confirmed' ? 'declarationConfirmed' : 'declarationRejected'
  await audit(trx, clock, { organisationId, userId }, { kind, subject: `document:${documentId}` })
}

/** What a payment confirmed: the database opens it again when that is undone, unless another payment takes its place. */
export async function confirmedBy(
  trx: Db,
  { organisationId }: Pick<At, 'organisationId'>,
  paymentId: number,
): Promise<{ id: number; documentId: number }[]> {
  const rows = await trx
    .selectFrom('payment_declaration')
    .select(['id', 'document_id'])
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'confirmed')
    .orderBy('id')
    .execute()
  return rows.map(({ id, document_id }) => ({ id, documentId: document_id }))
}

/** Says of declarations that the payment which confirmed them was undone, and they wait for their owner again. */
export async function noteReopened(
  trx: Db,
  clock: Clock,
  { organisationId, userId }: Pick<At, 'organisationId'> & { userId: number },
  reopened: readonly { documentId: number }[],
): Promise<void> {
  for (const { documentId } of reopened) {
    const event = { kind: 'declarationReopened', subject: `document:${documentId}` } as const
    await audit(trx, clock, { organisationId, userId }, event)
  }
}
