import { z } from 'zod'
import { ZERO_CLP, type Clp } from '#domain/money.ts'
import { pesosFrom } from '../pesos.ts'
import type { PaymentState, PaymentStatus } from '../port.ts'
import {
  instantMs,
  keptAnswer,
  NO_DETAILS,
  optionalId,
  optionalText,
  rutOf,
} from '../read-fields.ts'

/** Twelve letters and digits (OpenAPI of the API v3). */
export const PAYMENT_ID = /^[0-9A-Za-z]{12}$/

const payment = z.object({
  payment_id: z.string().regex(PAYMENT_ID),
  status: z.string().min(1).max(64),
  status_detail: optionalText,
  amount: z.unknown().optional(),
  discount: z.unknown().optional(),
  currency: optionalText,
  transaction_id: optionalText,
  custom: optionalText,
  receiver_id: optionalId,
  expires_date: optionalText,
  conciliation_date: optionalText,
  bank: optionalText,
  personal_identifier: optionalText,
})
type Payment = z.output<typeof payment>

/** A bank that only accounts in developer mode pay by. */
export function isDemoBank(name: string | null): boolean {
  return /^demobank$/i.test(name ?? '')
}

/** Null when it isn't a payment. */
export function khipuState(json: unknown, nowMs: number): PaymentState | null {
  const read = payment.safeParse(json).data
  if (read === undefined) return null
  const status = statusOf(read, nowMs)
  const amountClp = amountOf(read)
  return {
    kind: 'found',
    status,
    isVerifying: status === 'pending' && read.status !== 'pending',
    providerStatus: [read.status, read.status_detail ?? []].flat().join(' '),
    refs: { providerRef: read.payment_id, paymentRef: null, buyOrder: read.transaction_id },
    attemptId: read.custom,
    amountClp,
    refundedClp: refundedOf(status, amountClp),
    refundedAtMs: null,
    currency: read.currency,
    receiver: read.receiver_id,
    mode: isDemoBank(read.bank) ? 'test' : null,
    atMs: instantMs(read.conciliation_date),
    method: {
      ...NO_DETAILS,
      kind: 'transfer',
      payerRut: rutOf(read.personal_identifier),
      bank: read.bank,
    },
    isIncomplete: false,
    disputeRef: null,
    alsoPaid: [],
    raw: keptAnswer(json),
  }
}

/** Of a part that was given back nothing is said, nor of anything by a word that isn't known. */
function refundedOf(status: PaymentStatus, amountClp: Clp | null): Clp | null {
  if (status === 'reversed') return amountClp
  return status === 'succeeded' ? ZERO_CLP : null
}

/** What was paid isn't known where there was a discount: no page says from what it is taken. */
function amountOf({ amount, discount }: Payment): Clp | null {
  return pesosFrom(discount ?? 0) === ZERO_CLP ? pesosFrom(amount) : null
}

function statusOf(read: Payment, nowMs: number): PaymentStatus {
  if (read.status !== 'done') return isExpired(read, nowMs) ? 'expired' : 'pending'
  switch (read.status_detail) {
    case 'normal':
      return 'succeeded'
    case 'reversed':
      return 'reversed'
    case 'rejected-by-payer':
    case 'marked-as-abuse':
      return 'failed'
    case 'marked-paid-by-receiver':
      return 'markedPaid'
    default:
      return 'pending'
  }
}

/** While it is being verified a payer has paid, so time doesn't end it. */
function isExpired({ status, expires_date: date }: Payment, nowMs: number): boolean {
  const endMs = instantMs(date)
  return status === 'pending' && endMs !== null && endMs < nowMs
}
