import { z } from 'zod'
import { clp, type Clp } from '#domain/money.ts'
import { receiverOf, type TransbankConnection } from '../connection.ts'
import { pesosFrom } from '../pesos.ts'
import type { MethodDetails, PaymentRefs, PaymentState, PaymentStatus } from '../port.ts'
import {
  instantMs,
  keptAnswer,
  lastFour,
  NO_DETAILS,
  optionalCount,
  optionalId,
  optionalText,
} from '../read-fields.ts'

/** A number; a text in the docs' table of a mall's details. */
const responseCode = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^-?\d{1,4}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null)
  .transform((code) => code ?? null)

/** One payment: the whole transaction of a company's own code, or a store's part of a mall's. */
const payment = z.object({
  status: z.string().min(1).max(64),
  amount: z.unknown().optional(),
  buy_order: optionalText,
  commerce_code: optionalId,
  response_code: responseCode,
  authorization_code: optionalText,
  payment_type_code: optionalText,
  installments_number: optionalCount,
  balance: z.unknown().optional(),
})
type Payment = z.output<typeof payment>

const transaction = z.object({
  session_id: optionalText,
  transaction_date: optionalText,
  card_detail: z.object({ card_number: optionalText }).nullish().catch(null),
})
const mall = z.object({ details: z.array(payment).max(20) })

/** The one rule of Transbank's reference. `vci` says nothing about it, by the same page. */
export function isApproved({
  status,
  response_code: code,
}: Pick<Payment, 'status' | 'response_code'>): boolean {
  return code === 0 && status === 'AUTHORIZED'
}

/**
 * The state of a commit's or a status' answer; null when it isn't one, or has nothing about our store. The answer of a
 * company's own code doesn't name the code: its key reads no other's transactions.
 */
export function transbankState(
  json: unknown,
  connection: TransbankConnection,
  refs: PaymentRefs,
): PaymentState | null {
  const read = transaction.safeParse(json).data
  const found = paymentIn(json, connection, refs)
  if (read === undefined || found === null) return null
  const status = statusOf(found)
  const amountClp = pesosFrom(found.amount)
  return {
    kind: 'found',
    status,
    // Nothing is taken before it is settled, and then it is decided.
    isVerifying: false,
    providerStatus: found.status,
    refs: { providerRef: refs.providerRef, paymentRef: null, buyOrder: found.buy_order },
    attemptId: read.session_id,
    amountClp,
    refundedClp: refundedOf(status, amountClp, found.balance),
    refundedAtMs: null,
    // Webpay in pesos: a code is of one currency, and dollars have codes of their own.
    currency: 'CLP',
    receiver: connection.storeCode === null ? receiverOf(connection) : found.commerce_code,
    mode: connection.mode,
    atMs: instantMs(read.transaction_date),
    method: methodOf(found, read.card_detail?.card_number ?? null),
    isIncomplete: false,
    disputeRef: null,
    alsoPaid: [],
    raw: keptAnswer(json),
  }
}

function paymentIn(
  json: unknown,
  { storeCode }: TransbankConnection,
  { buyOrder }: PaymentRefs,
): Payment | null {
  if (storeCode === null) return payment.safeParse(json).data ?? null
  const ours = mall
    .safeParse(json)
    .data?.details.filter(
      (one) => one.commerce_code === storeCode && (buyOrder === null || one.buy_order === buyOrder),
    )
  return ours?.length === 1 ? (ours[0] ?? null) : null
}

function statusOf(found: Payment): PaymentStatus {
  if (isApproved(found)) return 'succeeded'
  switch (found.status) {
    case 'FAILED':
      return 'failed'
    case 'AUTHORIZED':
      // Without a code nothing is said of it yet.
      return found.response_code === null ? 'pending' : 'failed'
    case 'REVERSED':
      return 'reversed'
    case 'NULLIFIED':
      return 'refunded'
    case 'PARTIALLY_NULLIFIED':
      return 'partiallyRefunded'
    default:
      // INITIALIZED; CAPTURED, of codes with deferred capture, which aren't offered; and what isn't known yet.
      return 'pending'
  }
}

function refundedOf(status: PaymentStatus, amountClp: Clp | null, balance: unknown): Clp | null {
  if (status === 'refunded' || status === 'reversed') return amountClp
  const left = status === 'partiallyRefunded' ? pesosFrom(balance) : amountClp
  if (amountClp === null || left === null || left > amountClp) return null
  return clp(amountClp - left)
}

const CREDIT = ['VN', 'VC', 'SI', 'S2', 'NC']

function methodOf(found: Payment, cardNumber: string | null): MethodDetails {
  return {
    ...NO_DETAILS,
    kind: kindOf(found.payment_type_code),
    cardLast4: lastFour(cardNumber),
    instalments: found.installments_number,
    authorisationCode: found.authorization_code,
  }
}

function kindOf(code: string | null): MethodDetails['kind'] {
  if (code === null) return null
  if (code === 'VD') return 'debitCard'
  if (code === 'VP') return 'prepaidCard'
  return CREDIT.includes(code) ? 'creditCard' : 'other'
}
