import { z } from 'zod'
import type { Clp } from '#domain/money.ts'
import type { Secret } from '../../../vault/secret.ts'
import { isSuccess, refundFailure } from '../outcome.ts'
import { pesosFrom } from '../pesos.ts'
import type { Refund, RefundOrder, RefundReason } from '../port.ts'
import type { Answer } from '../request.ts'

/** Older pages of the reference write REVERSE and NULLIFY. */
const answer = z.object({
  type: z.string().regex(/^(REVERSED?|NULLIFY|NULLIFIED)$/),
  response_code: z.int().nullish(),
  nullified_amount: z.unknown().optional(),
  balance: z.unknown().optional(),
})

/** Webpay reference, "Reversar o anular un pago". The last is of parts of a payment in instalments. */
const REASONS = new Map<number, RefundReason>([
  [16, 'method'],
  [53, 'method'],
  [274, 'notPaid'],
  [284, 'tooLate'],
  [292, 'notPaid'],
  [310, 'alreadyRefunded'],
  [311, 'amount'],
])

/**
 * The whole amount within three hours is reversed, later or in part annulled; each answers in its own way. An
 * annulment that came with another code than 0 wasn't made, although the request succeeded.
 */
export function transbankRefund(
  reply: Answer,
  order: RefundOrder,
  secrets: readonly Secret[],
): Refund {
  const read = isSuccess(reply) ? answer.safeParse(reply.json).data : undefined
  if (read === undefined) return refundFailure(reply, secrets)
  if (read.type.startsWith('REVERSE')) return { kind: 'done', refundedClp: order.paidClp }
  const code = read.response_code ?? null
  if (code === null) return { kind: 'unknown', cause: 'unreadable' }
  if (code !== 0) {
    return { kind: 'notPossible', reason: REASONS.get(code) ?? 'other', detail: `code ${code}` }
  }
  return annulled(order, pesosFrom(read.nullified_amount), pesosFrom(read.balance))
}

function annulled(order: RefundOrder, nullified: Clp | null, left: Clp | null): Refund {
  const refundedClp = nullified ?? order.amountClp
  const isWhole = left === null ? refundedClp === order.paidClp : left === 0
  return { kind: isWhole ? 'done' : 'partly', refundedClp }
}
