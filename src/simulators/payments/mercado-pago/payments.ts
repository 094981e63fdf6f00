import type { Answer } from '../common/answer.ts'
import { json } from '../common/answer.ts'
import { check } from '../common/fields.ts'
import { badRequest, refused } from './errors.ts'
import { notify } from './notification.ts'
import { paymentUpdate, refundRequest } from './request.ts'
import { paymentShape, refundShape } from './shape.ts'
import { refundedAmount, type MercadoPago, type Payment, type PaymentStatus } from './state.ts'

const DAY_MS = 86_400_000
/** By its pages on refunds. */
const REFUND_WINDOW_MS = 180 * DAY_MS

export function setStatus(
  mercadoPago: MercadoPago,
  payment: Payment,
  status: PaymentStatus,
  detail: string,
): void {
  payment.status = status
  payment.detail = detail
  payment.updatedAtMs = mercadoPago.now()
  if (status === 'approved') payment.approvedAtMs ??= mercadoPago.now()
  notify(mercadoPago, payment, 'payment.updated')
}

/** Cancels what is not approved; captures what is authorised. */
export function updatePayment(mercadoPago: MercadoPago, payment: Payment, body: unknown): Answer {
  const read = check(paymentUpdate, body)
  if (read.kind === 'faults') return badRequest('Invalid parameters')
  const { status, capture } = read.value
  if (status === 'cancelled') {
    if (!['pending', 'in_process', 'authorized'].includes(payment.status)) return WRONG_STATE
    setStatus(mercadoPago, payment, 'cancelled', 'by_collector')
  } else if (capture === true) {
    if (payment.status !== 'authorized') return WRONG_STATE
    setStatus(mercadoPago, payment, 'approved', 'accredited')
  }
  return json(200, paymentShape(payment))
}

const WRONG_STATE = refused(
  400,
  'bad_request',
  'The action requested is not valid for the current payment state',
  [
    {
      code: 2063,
      description: 'The action requested is not valid for the current payment state',
    },
  ],
)

/** Whole or in parts, for 180 days. */
export function refundPayment(mercadoPago: MercadoPago, payment: Payment, body: unknown): Answer {
  const read = check(refundRequest, body)
  if (read.kind === 'faults') return badRequest('Invalid refund amount', 4040)
  const now = mercadoPago.now()
  const isLate = now - (payment.approvedAtMs ?? now) > REFUND_WINDOW_MS
  if (payment.status !== 'approved' || isLate) return WRONG_STATE
  const left = payment.amount - refundedAmount(payment)
  const amount = read.value.amount ?? left
  if (amount > left) return badRequest('The amount to refund exceeds what is left', 4040)
  const refund = { id: Number(mercadoPago.random.digits(10)), amount, createdAtMs: now }
  payment.refunds.push(refund)
  if (amount === left) setStatus(mercadoPago, payment, 'refunded', 'refunded')
  else setStatus(mercadoPago, payment, 'approved', 'partially_refunded')
  return json(201, refundShape(payment, refund))
}
