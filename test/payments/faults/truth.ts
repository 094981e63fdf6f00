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
  const payments = await db.selectFrom('payment').selectAll().execute()
  const refunds = await db.selectFrom('payment_refund').selectAll().execute()
  const orders = await db.selectFrom('payment_refund_order').selectAll().execute()
  const receivables = await db.selectFrom('receivable').selectAll().execute()
  const untrue: string[] = []
  let [paidClp, refundedClp] = [0, 0]
  for (const { order_id: order, state, payment_id: payment, question } of attempts) {
    const own = facts.filter((fact) => fact.order === order)
    const paid = own.reduce((sum, fact) => sum + fact.paidClp, 0)
    const back = own.reduce((sum, fact) => sum + fact.refundedClp, 0)
    const recorded = payments.find(({ id }) => id === payment)?.amount_clp ?? 0
    const given = refunds.filter(({ payment_id: of }) => of === payment)
    const givenClp = given.reduce((sum, { amount_clp: amount }) => sum + amount, 0)
    if (recorded !== paid) untrue.push(`${state}: ${recorded} on record, ${paid} paid`)
    if (givenClp !== back) untrue.push(`${givenClp} given back on record, ${back} by the provider`)
    if (paid !== 0 && paid !== TOTAL) untrue.push(`${paid} paid at the provider`)
    if ((state === 'succeeded') !== paid > 0) untrue.push(`${state}, and ${paid} paid`)
    if (state === 'created' || state === 'pending') untrue.push(`still ${state}`)
    if (question !== null) untrue.push(`its owner is asked: ${question}`)
    paidClp += paid
    refundedClp += back
  }
  const succeeded = attempts.filter(({ payment_id: payment }) => payment !== null)
  if (new Set(succeeded.map(({ payment_id: payment }) => payment)).size !== payments.length) {
    untrue.push(`${payments.length} payments of ${succeeded.length} attempts`)
  }
  const total = receivables.reduce((sum, { paid_clp: paid }) => sum + paid, 0)
  if (total !== paidClp) untrue.push(`${total} of the document is paid, ${paidClp} at the provider`)
  const open = orders.filter(({ ended_at: ended }) => ended === null)
  if (open.length > 0) untrue.push(`${open.length} refunds are still under way`)
  return { paidClp, refundedClp, untrue }
}
