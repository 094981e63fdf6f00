import { json, type Answer } from '../common/answer.ts'
import { WrongOrder } from '../common/control.ts'
import { check } from '../common/fields.ts'
import { badRequest } from './errors.ts'
import { setStatus, WRONG_STATE } from './payments.ts'
import { refundRequest } from './request.ts'
import { refundShape } from './shape.ts'
import {
  amountOfRefunds,
  refundedAmount,
  type MercadoPago,
  type Payment,
  type Refund,
} from './state.ts'

const DAY_MS = 86_400_000
/** By its pages on refunds. */
const REFUND_WINDOW_MS = 180 * DAY_MS

/**
 * Whole or in parts, for 180 days. One that takes time is answered as in process to whoever asks for that by a header, and
 * as a bad request to others ("Refund of transactions", developers' pages).
 */
export function refundPayment(
  mercadoPago: MercadoPago,
  payment: Payment,
  { content, showsInProcess }: { content: unknown; showsInProcess: boolean },
): Answer {
  const read = check(refundRequest, content)
  if (read.kind === 'faults') return badRequest('Invalid refund amount', 4040)
  const now = mercadoPago.now()
  const isLate = now - (payment.approvedAtMs ?? now) > REFUND_WINDOW_MS
  if (payment.status !== 'approved' || isLate) return WRONG_STATE
  const amount = read.value.amount ?? leftOf(payment)
  if (amount > leftOf(payment)) {
    return badRequest('The amount to refund exceeds what is left', 4040)
  }
  const refund = addRefund(mercadoPago, payment, amount)
  if (refund.status === 'in_process' && !showsInProcess) {
    return badRequest('The refund is in process')
  }
  return json(201, refundShape(payment, refund))
}

/** Of what is neither given back nor on its way back. */
function leftOf(payment: Payment): number {
  return payment.amount - amountOfRefunds(payment, ['approved', 'in_process'])
}

export function addRefund(mercadoPago: MercadoPago, payment: Payment, amount: number): Refund {
  const refund: Refund = {
    id: Number(mercadoPago.random.digits(10)),
    amount,
    createdAtMs: mercadoPago.now(),
    status: 'in_process',
  }
  payment.refunds.push(refund)
  if (!mercadoPago.settings.refundsTakeTime) end(mercadoPago, payment, refund, 'approved')
  return refund
}

export function moveRefund(
  mercadoPago: MercadoPago,
  id: number,
  status: 'approved' | 'rejected',
): void {
  for (const payment of mercadoPago.payments.values()) {
    const refund = payment.refunds.find((one) => one.id === id && one.status === 'in_process')
    if (refund !== undefined) return end(mercadoPago, payment, refund, status)
  }
  throw new WrongOrder('no refund in process')
}

function end(
  mercadoPago: MercadoPago,
  payment: Payment,
  refund: Refund,
  status: 'approved' | 'rejected',
): void {
  refund.status = status
  if (status === 'rejected') return
  if (refundedAmount(payment) === payment.amount) {
    setStatus(mercadoPago, payment, 'refunded', 'refunded')
  } else setStatus(mercadoPago, payment, 'approved', 'partially_refunded')
}
