import type { Answer } from '../common/answer.ts'
import { json } from '../common/answer.ts'
import { check } from '../common/fields.ts'
import { badRequest, refused } from './errors.ts'
import { notify } from './notification.ts'
import { paymentUpdate } from './request.ts'
import { paymentShape } from './shape.ts'
import type { MercadoPago, Payment, PaymentStatus } from './state.ts'

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

export const WRONG_STATE = refused(
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
