import type { Day } from '#domain/day.ts'
import { instantText, type Clock } from '../../clock.ts'
import { lockDocuments } from './money.ts'
import { changeOrder, orderedClp, type OrderRow } from './refund-store.ts'
import { atOf, sharesOf, type Db, type ShareRow } from './store.ts'

interface Target {
  organisationId: number
  paymentId: number
  shares: readonly ShareRow[]
  /** What the provider gave back of the payment in all. */
  totalClp: number
  day: Day
  /** The document that is given back first: of whose page it was ordered. */
  first: number | null
}

/**
 * Records what a provider gave back, up to a total: the same total again, or a smaller one, adds nothing. What was
 * given back beyond our orders may be what a person recorded, and adds only what exceeds that. Under the attempt's lock,
 * and those of its receivables.
 */
export async function refundUpTo(trx: Db, clock: Clock, target: Target): Promise<void> {
  const { organisationId, paymentId, shares, day, first } = target
  const rows = await refundsOfPayment(trx, target)
  const byProvider = rows.filter(({ source }) => source === 'provider')
  const byHandClp = sumOf(rows) - sumOf(byProvider)
  const ours = Math.min(target.totalClp, await orderedClp(trx, target))
  let leftClp = Math.max(ours, target.totalClp - byHandClp) - sumOf(byProvider)
  const ordered = shares.toSorted(
    (a, b) => Number(b.document_id === first) - Number(a.document_id === first),
  )
  for (const share of ordered) {
    const own = rows.filter(({ document_id: document }) => document === share.document_id)
    const amountClp = Math.min(leftClp, share.amount_clp - sumOf(own))
    if (amountClp <= 0) continue
    leftClp -= amountClp
    await trx
      .insertInto('payment_refund')
      .values({
        organisation_id: organisationId,
        payment_id: paymentId,
        document_id: share.document_id,
        day,
        amount_clp: amountClp,
        source: 'provider',
        recorded_by: null,
        recorded_at: instantText(clock.now()),
      })
      .execute()
  }
}

/** Ends an order that gave back so much, beside what was given back before it. Under the attempt's lock. */
export async function endAsDone(
  trx: Db,
  clock: Clock,
  order: OrderRow,
  { refundedClp, day }: { refundedClp: number; day: Day },
): Promise<void> {
  const { organisation_id: organisationId, attempt_id: id, payment_id: paymentId } = order
  const at = atOf({ organisation_id: organisationId, id })
  await lockDocuments(trx, at)
  const shares = await sharesOf(trx, at)
  const totalClp = order.before_clp + refundedClp
  const target = { organisationId, paymentId, shares, totalClp, day, first: order.document_id }
  await refundUpTo(trx, clock, target)
  const ended_at = order.ended_at ?? instantText(clock.now())
  await changeOrder(trx, order, { state: 'done', ended_at, poll_at: null })
}

type Refunded = { document_id: number; amount_clp: number; source: 'person' | 'provider' }

/** Everything that was given back of a payment and stands. */
export function refundsOfPayment(
  db: Db,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<Refunded[]> {
  return db
    .selectFrom('payment_refund')
    .select(['document_id', 'amount_clp', 'source'])
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .where('undone_at', 'is', null)
    .execute()
}

export function sumOf(rows: readonly { amount_clp: number }[]): number {
  return rows.reduce((sum, { amount_clp: amount }) => sum + amount, 0)
}
