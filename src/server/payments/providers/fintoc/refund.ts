import { z } from 'zod'
import type { FintocConnection } from '../connection.ts'
import { secretsOf } from '../connection.ts'
import { checkRefund } from '../order.ts'
import { isSuccess, refundFailure, refundReadFailure } from '../outcome.ts'
import { pesosFrom } from '../pesos.ts'
import type { PaymentRefs, Refund, RefundOrder, RefundReason, StateReading } from '../port.ts'
import { optionalText } from '../read-fields.ts'
import type { Answer } from '../request.ts'
import { INTENT_ID } from './state.ts'

export const REFUND_ID = /^[a-z]{2,5}_[0-9A-Za-z_]{1,80}$/

const answer = z.object({
  id: z.string().regex(REFUND_ID),
  status: z.string().min(1).max(64),
  amount: z.unknown().optional(),
  failure_code: optionalText,
})

export type FintocCalls = {
  post(path: string, body: unknown, idempotencyKey: string): Promise<Answer>
  get(path: string): Promise<Answer>
  fetchState(refs: PaymentRefs): Promise<StateReading>
}

/** Fintoc takes a refund and pays it out later, for five business days at most while its balance doesn't suffice. */
export async function refundAtFintoc(
  calls: FintocCalls,
  connection: FintocConnection,
  refs: PaymentRefs,
  order: RefundOrder,
): Promise<Refund> {
  checkRefund(order)
  const intentId = await intentOf(calls, refs)
  if (typeof intentId !== 'string') return intentId
  const body = { resource_type: 'payment_intent', resource_id: intentId, amount: order.amountClp }
  const reply = await calls.post('/v1/refunds', body, order.refundId)
  const read = isSuccess(reply) ? answer.safeParse(reply.json).data : undefined
  if (read === undefined) return refundFailure(reply, secretsOf(connection))
  return outcomeOf(read, order.paidClp)
}

export async function fetchFintocRefund(
  calls: FintocCalls,
  refs: PaymentRefs,
  refundRef: string,
): Promise<Refund> {
  if (!REFUND_ID.test(refundRef)) return { kind: 'notPossible', reason: 'other', detail: null }
  const reply = await calls.get(`/v1/refunds/${encodeURIComponent(refundRef)}`)
  const read = isSuccess(reply) ? answer.safeParse(reply.json).data : undefined
  if (read === undefined) return refundReadFailure(reply)
  const state = read.status === 'succeeded' ? await calls.fetchState(refs) : null
  return outcomeOf(read, state?.kind === 'found' ? state.amountClp : null)
}

async function intentOf(calls: FintocCalls, refs: PaymentRefs): Promise<string | Refund> {
  if (refs.paymentRef !== null && INTENT_ID.test(refs.paymentRef)) return refs.paymentRef
  const state = await calls.fetchState(refs)
  if (state.kind === 'unauthorised' || state.kind === 'unavailable') return state
  const found = state.kind === 'found' ? state.refs.paymentRef : null
  return found ?? { kind: 'notPossible', reason: 'notPaid', detail: null }
}

const REASONS = new Map<string, RefundReason>([['insufficient_funds', 'balance']])

/** Without the amount that was paid, a refund counts as one of a part. */
function outcomeOf(read: z.output<typeof answer>, paidClp: number | null): Refund {
  const { status, failure_code: failureCode } = read
  switch (status) {
    case 'succeeded': {
      const refundedClp = pesosFrom(read.amount)
      if (refundedClp === null) return { kind: 'unknown', cause: 'unreadable' }
      return { kind: refundedClp === paidClp ? 'done' : 'partly', refundedClp }
    }
    case 'failed':
    case 'canceled':
      return {
        kind: 'notPossible',
        reason: REASONS.get(failureCode ?? '') ?? 'rejected',
        detail: failureCode ?? status,
      }
    default:
      return { kind: 'pending', refundRef: read.id }
  }
}
