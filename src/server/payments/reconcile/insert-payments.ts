import { sql } from 'kysely'
import type { Day } from '#domain/day.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Db } from '../owed/receivable.ts'
import type { OfCompany } from './store.ts'

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

type By = { how: 'automatic'; userId: null } | { how: 'person'; userId: number }

/**
 * Payments of movements, with their shares and matches, under the locks of their receivables, which the caller holds.
 * Returns each share with its payment.
 */
export async function insertPayments(
  { db: trx, clock }: { db: Db; clock: Clock },
  { organisationId, companyId }: OfCompany,
  payments: readonly MatchedPayment[],
  { how, userId }: By,
): Promise<(Share & { paymentId: number })[]> {
  if (payments.length === 0) return []
  const at = instantText(clock.now())
  const numbered = await insertAlike(trx, payments, {
    organisationId,
    companyId,
    userId,
    at,
  })
  const shares = numbered.flatMap(({ paymentId, payment }) =>
    payment.shares.map((share) => ({ ...share, paymentId })),
  )
  const shareRows = shares.map(({ paymentId, documentId, amountClp }) => ({
    payment_id: paymentId,
    document_id: documentId,
    amount_clp: amountClp,
  }))
  await sql`insert into payment_share (organisation_id, payment_id, document_id, amount_clp)
    select ${organisationId}::bigint, payment_id, document_id, amount_clp
    from jsonb_to_recordset(${JSON.stringify(shareRows)}::jsonb)
      as row (payment_id bigint, document_id bigint, amount_clp bigint)`.execute(trx)
  const matchRows = numbered.map(({ paymentId, payment }) => ({
    payment_id: paymentId,
    movement_id: payment.movementId,
  }))
  await sql`insert into movement_match (organisation_id, company_id, movement_id, payment_id, how, matched_by, matched_at)
    select ${organisationId}::bigint, ${companyId}::bigint, movement_id, payment_id, ${how}::text, ${userId}::bigint, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(matchRows)}::jsonb)
      as row (payment_id bigint, movement_id bigint)`.execute(trx)
  return shares
}

/** Each with its number. Payments of one day and amount differ by nothing else: any of their numbers is right. */
async function insertAlike(
  trx: Db,
  payments: readonly MatchedPayment[],
  of: OfCompany & { userId: number | null; at: string },
): Promise<{ paymentId: number; payment: MatchedPayment }[]> {
  const rows = payments.map(({ day, amountClp }) => ({ day, amount_clp: amountClp }))
  const made = await sql<{ id: number; day: string; amount_clp: number }>`
    insert into payment
      (organisation_id, company_id, day, amount_clp, way, source, note, recorded_by, recorded_at)
    select ${of.organisationId}::bigint, ${of.companyId}::bigint, day, amount_clp, 'transfer', 'statement', '',
      ${of.userId}::bigint, ${of.at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (day date, amount_clp bigint)
    returning id, day, amount_clp`.execute(trx)
  const free = Map.groupBy(made.rows, ({ day, amount_clp }) => `${day} ${amount_clp}`)
  return payments.map((payment) => {
    const one = free.get(`${payment.day} ${payment.amountClp}`)?.pop()
    if (one === undefined) throw new Error('A payment was not inserted')
    return { paymentId: one.id, payment }
  })
}
