import { untrueFees, type ConfirmedPayment } from '../../charges/untrue-fees.ts'
import { TOTAL, type Stage } from '../stage.ts'
import { factsOf } from './facts.ts'

export interface Ended {
  paidClp: number
  refundedClp: number
  /** What is on record otherwise than the stand-in says, or waits for something; a sentence for each. */
  untrue: string[]
}

/** Our record of the attempts beside what the stand-ins say. */
export async function comparedWithProvider({ app, simulators }: Stage): Promise<Ended> {
  const { db } = app.database
  const facts = factsOf(simulators)
  const attempts = await db.selectFrom('payment_attempt').selectAll().orderBy('id').execute()
  const paid = await db.selectFrom('provider_payment').selectAll().execute()
  const questions = await db.selectFrom('payment_question').selectAll().execute()
  const payments = await db.selectFrom('payment').selectAll().execute()
  const refunds = await db.selectFrom('payment_refund').selectAll().execute()
  const orders = await db.selectFrom('payment_refund_order').selectAll().execute()
  const charges = await db.selectFrom('charge').selectAll().execute()
  const receivables = await db.selectFrom('receivable').selectAll().execute()
  const untrue: string[] = []
  let [paidClp, refundedClp] = [0, 0]
  for (const { id, order_id: order, state } of attempts) {
    const became = paid.filter(({ attempt_id: of }) => of === id).map((one) => one.payment_id)
    const own = facts.filter((fact) => fact.order === order)
    const paidThere = own.reduce((sum, fact) => sum + fact.paidClp, 0)
    const back = own.reduce((sum, fact) => sum + fact.refundedClp, 0)
    const recorded = sumOf(payments.filter(({ id: payment }) => became.includes(payment)))
    const given = refunds.filter(({ payment_id: of }) => became.includes(of))
    const givenClp = sumOf(given)
    if (recorded !== paidThere) untrue.push(`${state}: ${recorded} on record, ${paidThere} paid`)
    if (givenClp !== back) untrue.push(`${givenClp} given back on record, ${back} by the provider`)
    if (paidThere % TOTAL !== 0) untrue.push(`${paidThere} paid at the provider`)
    if ((state === 'succeeded') !== paidThere > 0) untrue.push(`${state}, and ${paidThere} paid`)
    if (state === 'created' || state === 'pending') untrue.push(`still ${state}`)
    const asked = questions.filter(({ attempt_id: of }) => of === id)
    untrue.push(...asked.map(({ kind }) => `its owner is asked: ${kind}`))
    paidClp += paidThere
    refundedClp += back
  }
  const orderOf = (payment: number) => {
    const attempt = paid.find(({ payment_id: id }) => id === payment)?.attempt_id
    return attempts.find(({ id }) => id === attempt)?.order_id ?? null
  }
  // Lines outlive the payments of earlier cells.
  const lines = charges.flatMap(({ kind, payment_id: id, base_clp, net_clp, iva_clp }) =>
    payments.some((payment) => payment.id === id)
      ? [
          {
            order: orderOf(Number(id)),
            kind,
            base: Number(base_clp),
            net: Number(net_clp),
            iva: Number(iva_clp),
          },
        ]
      : [],
  )
  untrue.push(...untrueFees(factsOfOrders(facts, attempts), lines))
  if (paid.length !== payments.length) {
    untrue.push(`${payments.length} payments, ${paid.length} of them by a provider’s name`)
  }
  const total = receivables.reduce((sum, { paid_clp: paid }) => sum + paid, 0)
  if (total !== paidClp) untrue.push(`${total} of the document is paid, ${paidClp} at the provider`)
  const open = orders.filter(({ ended_at: ended }) => ended === null)
  if (open.length > 0) untrue.push(`${open.length} refunds are still under way`)
  return { paidClp, refundedClp, untrue }
}

/** Of the attempts on record: a stand-in goes on knowing the payments of earlier cells. */
function factsOfOrders(
  facts: readonly ConfirmedPayment[],
  attempts: readonly { order_id: string }[],
): ConfirmedPayment[] {
  return facts.filter(({ order }) => attempts.some(({ order_id: own }) => own === order))
}

function sumOf(rows: readonly { amount_clp: number }[]): number {
  return rows.reduce((sum, { amount_clp: amount }) => sum + amount, 0)
}
