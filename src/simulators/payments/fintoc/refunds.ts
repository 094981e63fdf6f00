import { json, type Answer } from '../common/answer.ts'
import { WrongOrder } from '../common/control.ts'
import { check } from '../common/fields.ts'
import { badRequest, invalid, notFound, refused } from './errors.ts'
import { emit } from './events.ts'
import { amountOf, refundRequest } from './request.ts'
import { refundShape } from './shape.ts'
import { isOf, type Fintoc, type Intent, type Owner, type Refund } from './state.ts'

/** Of any payment that succeeded, whole or in parts, never more than was paid. */
export function createRefund(fintoc: Fintoc, owner: Owner, body: unknown): Answer {
  const read = check(refundRequest, body)
  if (read.kind === 'faults') return badRequest(read.faults)
  const { resource_id: id, metadata = {} } = read.value
  const intent = fintoc.intents.get(id)
  if (intent === undefined || !isOf(intent, owner)) return notFound('payment_intent', id)
  if (intent.status !== 'succeeded') {
    return invalid('resource_id', 'The payment intent has not succeeded')
  }
  const amount = read.value.amount ?? leftOf(intent)
  if (amount > leftOf(intent) || amount === 0)
    return invalid('amount', 'The amount exceeds what can be refunded')
  return json(201, refundShape(addRefund(fintoc, intent, amount, metadata)))
}

/** What its merchant orders in Fintoc's dashboard: of the whole rest, or of a part. */
export function refundInDashboard(fintoc: Fintoc, intent: Intent, amount?: number): Refund {
  const wanted = amount ?? leftOf(intent)
  if (intent.status !== 'succeeded') throw new WrongOrder(`the payment is ${intent.status}`)
  if (wanted <= 0 || wanted > leftOf(intent)) throw new WrongOrder('more than can be refunded')
  return addRefund(fintoc, intent, wanted, {})
}

function leftOf({ session, refundedAmount }: Intent): number {
  return amountOf(session.request) - refundedAmount
}

function addRefund(
  fintoc: Fintoc,
  intent: Intent,
  amount: number,
  metadata: Record<string, unknown>,
): Refund {
  const now = fintoc.now()
  const refund: Refund = {
    organization: intent.organization,
    mode: intent.mode,
    id: `re_${fintoc.random.mixed(24)}`,
    intent,
    amount,
    metadata,
    createdAtMs: now,
    updatedAtMs: now,
    status: 'created',
    failureCode: null,
  }
  intent.refundedAmount += amount
  fintoc.refunds.set(refund.id, refund)
  return refund
}

/** Before Fintoc has begun with it. */
export function cancelRefund(fintoc: Fintoc, refund: Refund): Answer {
  if (refund.status !== 'created') {
    return refused(400, 'invalid_request_error', 'invalid_status', `The refund is ${refund.status}`)
  }
  move(fintoc, refund, 'canceled')
  return json(200, refundShape(refund))
}

/** What Fintoc does with a refund in time. */
export function moveRefund(
  fintoc: Fintoc,
  id: string,
  status: 'in_progress' | 'succeeded' | 'failed',
): void {
  const refund = fintoc.refunds.get(id)
  if (refund === undefined) throw new WrongOrder('unknown refund')
  if (!['created', 'in_progress'].includes(refund.status)) {
    throw new WrongOrder(`the refund is ${refund.status}`)
  }
  refund.failureCode = status === 'failed' ? 'insufficient_funds' : null
  move(fintoc, refund, status)
}

function move(fintoc: Fintoc, refund: Refund, status: Refund['status']): void {
  refund.status = status
  refund.updatedAtMs = fintoc.now()
  // What wasn't given back can be asked for again.
  if (status === 'failed' || status === 'canceled') refund.intent.refundedAmount -= refund.amount
  emit(fintoc, refund, `refund.${status}`, refund.id, refundShape(refund))
}
