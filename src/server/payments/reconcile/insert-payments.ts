import { sql } from 'kysely'
import type { Day } from '#domain/day.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Db } from '../owed/receivable.ts'
import { onceSent } from './once-sent.ts'
import { takeNumbers, type OfCompany } from './store.ts'

export interface Share {
  documentId: number
  amountClp: number
}

/** What a movement pays: the shares add up to the amount, which is at most the movement's. */
export interface MatchedPayment {
  movementId: number
  day: Day
  amountClp: number
  shares: Share[]
}

/** Whether it is what a payer declared, who gets a receipt then, as of a declaration that a person confirms. */
export type NewPayment = MatchedPayment & { isDeclared: boolean }

type By = { how: 'automatic'; userId: null } | { how: 'person'; userId: number }

/**
 * Payments of movements, with their shares and matches, under the locks of their receivables, which the caller holds.
 * Returns each share with its payment. `meanwhile` runs while they are inserted.
 */
export async function insertPayments(
  { db: trx, clock }: { db: Db; clock: Clock },
  { organisationId, companyId }: OfCompany,
  payments: readonly NewPayment[],
  { how, userId }: By,
  meanwhile: () => void = () => undefined,
): Promise<(Share & { paymentId: number })[]> {
  if (payments.length === 0) {
    meanwhile()
    return []
  }
  const at = instantText(clock.now())
  const ids = await takeNumbers(trx, 'payment', payments.length)
  const shares = payments.flatMap((payment, n) =>
    payment.shares.map((share) => ({ ...share, paymentId: ids[n] ?? 0 })),
  )
  const shareOf = {
    payment: shares.map(({ paymentId }) => paymentId),
    document: shares.map(({ documentId }) => documentId),
    amount: shares.map(({ amountClp }) => amountClp),
  }
  const days = payments.map(({ day }) => day)
  const amounts = payments.map(({ amountClp }) => amountClp)
  const movements = payments.map(({ movementId }) => movementId)
  const receipts = payments.map(({ isDeclared }) => isDeclared)
  // Asked at once and done one after the other, as each refers to those before it.
  await Promise.all([
    sql`insert into payment
        (organisation_id, company_id, id, day, amount_clp, way, source, note, recorded_by, recorded_at, wants_receipt)
      select ${organisationId}::bigint, ${companyId}::bigint, id, day, amount_clp, 'transfer', 'statement', '',
        ${userId}::bigint, ${at}::timestamptz, wants_receipt
      from unnest(${ids}::bigint[], ${days}::date[], ${amounts}::bigint[], ${receipts}::boolean[])
        as row (id, day, amount_clp, wants_receipt)`.execute(trx),
    sql`insert into payment_share (organisation_id, payment_id, document_id, amount_clp)
      select ${organisationId}::bigint, row.*
      from unnest(${shareOf.payment}::bigint[], ${shareOf.document}::bigint[], ${shareOf.amount}::bigint[]) as row`.execute(
      trx,
    ),
    sql`insert into movement_match
        (organisation_id, company_id, movement_id, payment_id, how, matched_by, matched_at)
      select ${organisationId}::bigint, ${companyId}::bigint, movement_id, payment_id, ${how}::text,
        ${userId}::bigint, ${at}::timestamptz
      from unnest(${movements}::bigint[], ${ids}::bigint[]) as row (movement_id, payment_id)`.execute(
      trx,
    ),
    onceSent(meanwhile),
  ])
  return shares
}
