import type { Insertable, Selectable } from 'kysely'
import type { Day } from '#domain/day.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
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
 * given back beyond our orders may be what a person noted: the provider's word takes its place, because it reverses the
 * fee, and adds only what exceeds that. Under the attempt's lock, and those of its receivables.
 */
export async function refundUpTo(trx: Db, clock: Clock, target: Target): Promise<void> {
  const rows = await refundsOfPayment(trx, target)
  const knownClp = sumOf(rows.filter(({ source }) => source === 'provider'))
  let leftClp = target.totalClp - knownClp
  if (leftClp <= 0) return
  const orderedSinceClp =
    (await orderedClp(trx, target)) - (await orderedClp(trx, { ...target, totalClp: knownClp }))
  const noted = rows.filter(({ source }) => source === 'person')
  for (const { row, amountClp } of coveredOf(noted, leftClp - orderedSinceClp)) {
    await replaceNoted(trx, clock, row, amountClp)
    leftClp -= amountClp
  }
  const { shares, first } = target
  const ordered = shares.toSorted(
    (a, b) => Number(b.document_id === first) - Number(a.document_id === first),
  )
  for (const share of ordered) {
    const own = rows.filter(({ document_id: document }) => document === share.document_id)
    const amountClp = Math.min(leftClp, share.amount_clp - sumOf(own))
    if (amountClp <= 0) continue
    leftClp -= amountClp
    await insertRefund(trx, {
      organisation_id: target.organisationId,
      payment_id: target.paymentId,
      document_id: share.document_id,
      day: target.day,
      amount_clp: amountClp,
      ...byProvider(clock),
    })
  }
}

/** How much of each is the provider's: first of the one of that very amount, which it is most likely; then of the oldest. */
function coveredOf(
  noted: readonly RefundRow[],
  upToClp: number,
): { row: RefundRow; amountClp: number }[] {
  const likely = noted.toSorted(
    (a, b) => Number(b.amount_clp === upToClp) - Number(a.amount_clp === upToClp),
  )
  const covered = []
  let leftClp = upToClp
  for (const row of likely) {
    const amountClp = Math.min(leftClp, row.amount_clp)
    if (amountClp <= 0) break
    leftClp -= amountClp
    covered.push({ row, amountClp })
  }
  return covered
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

/** What went back by a person's word: it reverses no fee. Under the locks of the attempt and the receivable. */
export async function noteRefund(
  trx: Db,
  clock: Clock,
  by: { organisationId: number; documentId: number; userId: number },
  refund: { paymentId: number; amountClp: number; day: Day; note: string },
): Promise<void> {
  const { organisationId, documentId, userId } = by
  const { paymentId, amountClp, day, note } = refund
  await insertRefund(trx, {
    organisation_id: organisationId,
    payment_id: paymentId,
    document_id: documentId,
    day,
    amount_clp: amountClp,
    source: 'person',
    note,
    recorded_by: userId,
    recorded_at: instantText(clock.now()),
  })
  const event = { kind: 'refundRecorded', subject: `document:${documentId}` } as const
  const data = { payment: paymentId, amount: amountClp }
  await audit(trx, clock, { organisationId, userId }, { ...event, data })
}

/** Of the same document and day; what remains of the person's is theirs still. */
async function replaceNoted(
  trx: Db,
  clock: Clock,
  row: RefundRow,
  amountClp: number,
): Promise<void> {
  const { organisation_id, payment_id, document_id, day, note, recorded_by, recorded_at } = row
  const same = { organisation_id, payment_id, document_id, day }
  await trx
    .updateTable('payment_refund')
    .set({ undone_at: instantText(clock.now()) })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', row.id)
    .execute()
  await insertRefund(trx, { ...same, amount_clp: amountClp, ...byProvider(clock) })
  if (row.amount_clp === amountClp) return
  const rest = { amount_clp: row.amount_clp - amountClp, note, recorded_by, recorded_at }
  await insertRefund(trx, { ...same, ...rest, source: 'person' })
}

function byProvider(clock: Clock) {
  return { source: 'provider', recorded_by: null, recorded_at: instantText(clock.now()) } as const
}

async function insertRefund(trx: Db, values: Insertable<Schema['payment_refund']>): Promise<void> {
  await trx.insertInto('payment_refund').values(values).execute()
}

type RefundRow = Selectable<Schema['payment_refund']>

/** Everything that was given back of a payment and stands, in the order it was recorded. */
export function refundsOfPayment(
  db: Db,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<RefundRow[]> {
  return db
    .selectFrom('payment_refund')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute()
}

export function sumOf(rows: readonly { amount_clp: number }[]): number {
  return rows.reduce((sum, { amount_clp: amount }) => sum + amount, 0)
}
