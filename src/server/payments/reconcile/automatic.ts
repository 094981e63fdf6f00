import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { closeDeclaration } from '../owed/close-declaration.ts'
import type { Db } from '../owed/receivable.ts'
import { mailStatementPayments } from '../receipt/mail-statement-payments.ts'
import type { Judged } from './facts.ts'
import { insertPayments, type MatchedPayment } from './insert-payments.ts'
import { mayBeOnline, onlineAttempts } from './online.ts'
import { declaredOf, type Declared, type OfCompany } from './store.ts'

type Needs = { db: Db; clock: Clock }

/**
 * Records a payment of each movement that can only mean one document, under the statements' lock of its company. A
 * declaration of the same amount that waits for the document is confirmed by it. Returns the movements that were matched,
 * and those that are left to a person. Every member but `seenBy` is written to.
 */
export async function matchAutomatically(
  { db: trx, clock }: Needs,
  at: OfCompany,
  { movements, matches, recorded }: Judged,
  seenBy: number | null,
): Promise<{ matched: Set<number>; proposed: Set<number> }> {
  const days = new Map(movements.map(({ id, day }) => [id, day]))
  const wanted = matches.automatic.flatMap(({ movementId, documentId, clp }): MatchedPayment[] => {
    const day = days.get(movementId)
    const shares = [{ documentId, amountClp: clp }]
    return day === undefined ? [] : [{ movementId, day, amountClp: clp, shares }]
  })
  const payable = await stillPayable(trx, at, wanted)
  const payments = payable.payments.map((payment) => {
    const isDeclared = payment.shares.some(({ documentId }) => payable.declared.has(documentId))
    return { ...payment, isDeclared }
  })
  const by = { how: 'automatic', userId: null } as const
  let proposed = new Set<number>()
  // What else there is to propose is worked out while the database inserts: neither needs the other.
  const made = await insertPayments({ db: trx, clock }, at, payments, by, () => {
    proposed = new Set([...matches.proposed, ...wanted].map(({ movementId }) => movementId))
  })
  for (const id of recorded.keys()) proposed.add(id)
  for (const { movementId } of payments) proposed.delete(movementId)
  for (const { documentId, paymentId } of made) {
    const [declared] = payable.declared.get(documentId) ?? []
    if (declared === undefined) continue
    const ofDocument = { organisationId: at.organisationId, documentId, userId: null }
    await closeDeclaration(trx, clock, ofDocument, declared.id, { outcome: 'confirmed', paymentId })
  }
  await mailStatementPayments(trx, clock, at, { payments, seenBy })
  return { matched: new Set(payable.payments.map(({ movementId }) => movementId)), proposed }
}

/**
 * Under the locks of their receivables those of which exactly that much is open still, whose declarations are none or the
 * one that is paid, and for which no online payment of that much was begun. Locked before anything is written: what others
 * record or begin meanwhile is seen, and never paid twice.
 */
async function stillPayable(
  trx: Db,
  at: OfCompany,
  wanted: readonly MatchedPayment[],
): Promise<{ payments: MatchedPayment[]; declared: Map<number, Declared[]> }> {
  const ids = wanted.flatMap(({ shares }) => shares.map(({ documentId }) => documentId))
  if (ids.length === 0) return { payments: [], declared: new Map() }
  const open = await lockOpen(trx, at, ids)
  const declared = await declaredOf(trx, at, ids)
  const online = await onlineAttempts(trx, at)
  const payments = wanted.filter((payment) =>
    payment.shares.every(({ documentId, amountClp }) => {
      const waiting = declared.get(documentId) ?? []
      const isOwn = waiting.length < 2 && waiting.every((one) => one.amountClp === amountClp)
      const isBegun = online.some(
        (one) => one.documentIds.includes(documentId) && mayBeOnline(payment, one),
      )
      return open.get(documentId) === amountClp && isOwn && !isBegun
    }),
  )
  return { payments, declared }
}

/**
 * What is open of each document, locked: each document before any receivable, and in one order, as an annulment and
 * another payment take them.
 */
export async function lockOpen(
  trx: Db,
  { organisationId, companyId }: OfCompany,
  documentIds: readonly number[],
): Promise<Map<number, number>> {
  const ids = sql`any(${[...documentIds]}::bigint[])`
  await sql`select id from document where organisation_id = ${organisationId} and id = ${ids}
    order by id for key share`.execute(trx)
  const { rows } = await sql<{ document_id: number; open_clp: number }>`
    select document_id, case when is_annulled then 0
      else greatest(0, base_clp - taken_back_clp - paid_clp + refunded_clp) end as open_clp
    from receivable where organisation_id = ${organisationId} and company_id = ${companyId}
      and document_id = ${ids}
    order by document_id for update`.execute(trx)
  return new Map(rows.map(({ document_id, open_clp }) => [document_id, open_clp]))
}
