import { z } from 'zod'
import { secretsOf, type MercadoPagoConnection } from '../connection.ts'
import { checkRefund } from '../order.ts'
import { isSuccess, refundFailure, refundReadFailure } from '../outcome.ts'
import { pesosFrom } from '../pesos.ts'
import type { PaymentRefs, Refund, RefundOrder, RefundReason, StateReading } from '../port.ts'
import type { Answer } from '../request.ts'
import { PAYMENT_ID } from './state.ts'

const refundId = z.union([z.string().regex(PAYMENT_ID), z.int().positive()]).transform(String)
const answer = z.object({
  id: refundId,
  status: z.string().min(1).max(64),
  amount: z.unknown().optional(),
})

export interface MercadoPagoCalls {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers: Record<string, string>): Promise<Answer>
  fetchState(refs: PaymentRefs): Promise<StateReading>
}

/** Without it a refund that takes longer is answered as a bad request ("Refund of transactions", developers' pages). */
const SHOW_IN_PROCESS = { 'x-render-in-process-refunds': 'true' }

export async function refundAtMercadoPago(
  calls: MercadoPagoCalls,
  connection: MercadoPagoConnection,
  refs: PaymentRefs,
  order: RefundOrder,
): Promise<Refund> {
  checkRefund(order)
  const { amountClp, paidClp } = order
  const paymentId = await paymentOf(calls, refs)
  if (typeof paymentId !== 'string') return paymentId
  const reply = await calls.post(
    `/v1/payments/${encodeURIComponent(paymentId)}/refunds`,
    amountClp === paidClp ? {} : { amount: amountClp },
    { 'x-idempotency-key': order.refundId, ...SHOW_IN_PROCESS },
  )
  const read = isSuccess(reply) ? answer.safeParse(reply.json).data : undefined
  if (read !== undefined) return outcomeOf(read, paidClp)
  const failure = refundFailure(reply, secretsOf(connection))
  if (failure.kind !== 'notPossible' || reply.kind !== 'answered') return failure
  return { ...failure, reason: reasonOf(reply.json) ?? failure.reason }
}

export async function fetchMercadoPagoRefund(
  calls: MercadoPagoCalls,
  refs: PaymentRefs,
  refundRef: string,
): Promise<Refund> {
  const paymentId = await paymentOf(calls, refs)
  if (typeof paymentId !== 'string') return paymentId
  if (!PAYMENT_ID.test(refundRef)) return { kind: 'notPossible', reason: 'other', detail: null }
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds/${encodeURIComponent(refundRef)}`
  const reply = await calls.get(path, SHOW_IN_PROCESS)
  const read = isSuccess(reply) ? answer.safeParse(reply.json).data : undefined
  if (read === undefined) return refundReadFailure(reply)
  const state = read.status === 'approved' ? await calls.fetchState(refs) : null
  return outcomeOf(read, state?.kind === 'found' ? state.amountClp : null)
}

async function paymentOf(calls: MercadoPagoCalls, refs: PaymentRefs): Promise<string | Refund> {
  if (refs.paymentRef !== null && PAYMENT_ID.test(refs.paymentRef)) return refs.paymentRef
  const state = await calls.fetchState(refs)
  if (state.kind === 'unauthorised' || state.kind === 'unavailable') return state
  const found = state.kind === 'found' ? state.refs.paymentRef : null
  return found ?? { kind: 'notPossible', reason: 'notPaid', detail: null }
}

/** Without the amount that was paid, a refund counts as one of a part. */
function outcomeOf(read: z.output<typeof answer>, paidClp: number | null): Refund {
  switch (read.status) {
    case 'approved': {
      const refundedClp = pesosFrom(read.amount)
      if (refundedClp === null) return { kind: 'unknown', cause: 'unreadable' }
      return { kind: refundedClp === paidClp ? 'done' : 'partly', refundedClp }
    }
    case 'rejected':
    case 'cancelled':
      return { kind: 'notPossible', reason: 'rejected', detail: read.status }
    default:
      return { kind: 'pending', refundRef: read.id }
  }
}

/** Codes of the refund's own page of the reference; those of 2022 and 2030 are in public copies of it only. */
const REASONS = new Map<string, RefundReason>([
  ['2022', 'amount'],
  ['2024', 'tooLate'],
  ['2027', 'method'],
  ['2030', 'balance'],
  ['2063', 'notPaid'],
  ['3024', 'method'],
  ['15016', 'tooLate'],
])
const code = z.union([z.string(), z.int()]).transform(String)
const refusal = z.object({
  cause: z.array(z.object({ code })).catch([]),
})

function reasonOf(json: unknown): RefundReason | null {
  const codes = refusal.safeParse(json).data?.cause ?? []
  const known = codes.flatMap((one) => REASONS.get(one.code) ?? [])
  return known[0] ?? null
}
