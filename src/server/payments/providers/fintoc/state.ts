import { z } from 'zod'
import { accountName, receiverOf, type FintocConnection } from '../connection.ts'
import { pesosFrom } from '../pesos.ts'
import type { MethodDetails, PaymentState, PaymentStatus } from '../port.ts'
import { instantMs, keptAnswer, NO_DETAILS, optionalText, rutOf } from '../read-fields.ts'

export const SESSION_ID = /^cs_[0-9A-Za-z_]{1,80}$/
export const INTENT_ID = /^pi_[0-9A-Za-z_]{1,80}$/

export const OUR_METADATA = z
  .object({ buy_order: optionalText, attempt_id: optionalText })
  .nullish()
  .catch(null)
  .transform((metadata) => metadata ?? { buy_order: null, attempt_id: null })

const account = z
  .object({ holder_id: optionalText, number: optionalText, institution_id: optionalText })
  .nullish()
  .catch(null)

const mode = z
  .enum(['live', 'test'])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)

const intent = z.object({
  id: z.string().regex(INTENT_ID),
  status: z.string().min(1).max(64),
  amount: z.unknown().optional(),
  currency: optionalText,
  mode,
  metadata: OUR_METADATA,
  payment_type: optionalText,
  transaction_date: optionalText,
  created_at: optionalText,
  sender_account: account,
  recipient_account: account,
})
type Intent = z.output<typeof intent>

const session = z.object({
  id: z.string().regex(SESSION_ID),
  status: z.string().min(1).max(64),
  amount: z.unknown().optional(),
  currency: optionalText,
  mode,
  metadata: OUR_METADATA,
  payment_resource: z.object({ payment_intent: intent.nullish() }).nullish(),
})
type Session = z.output<typeof session>

/**
 * The state of a checkout session; null when it isn't one. A session that is finished says nothing of the money: its
 * payment intent does. One payment that failed ends nothing while the session is open.
 */
export function fintocSessionState(
  json: unknown,
  connection: FintocConnection,
): PaymentState | null {
  const read = session.safeParse(json).data
  if (read === undefined) return null
  const payment = read.payment_resource?.payment_intent ?? null
  const status = statusOfSession(read, payment)
  return {
    ...stateOf(payment, connection),
    status,
    // What is in progress was only opened: its payer is still there, or left without a word [belief].
    isVerifying: status === 'pending' && (read.status === 'finished' || isPending(payment)),
    providerStatus: [read.status, payment?.status ?? []].flat().join(' '),
    refs: {
      providerRef: read.id,
      paymentRef: payment?.id ?? null,
      buyOrder: read.metadata.buy_order,
    },
    attemptId: read.metadata.attempt_id,
    amountClp: pesosFrom(payment === null ? read.amount : payment.amount),
    currency: upperCase(payment === null ? read.currency : payment.currency),
    mode: payment === null ? read.mode : payment.mode,
    raw: keptAnswer(json),
  }
}

/** The same of a payment intent by itself, as notifications name it. */
export function fintocIntentState(
  json: unknown,
  connection: FintocConnection,
): PaymentState | null {
  const read = intent.safeParse(json).data
  return read === undefined ? null : { ...stateOf(read, connection), raw: keptAnswer(json) }
}

function stateOf(payment: Intent | null, connection: FintocConnection): PaymentState {
  return {
    kind: 'found',
    status: payment === null ? 'pending' : statusOfIntent(payment.status),
    isVerifying: isPending(payment),
    providerStatus: payment?.status ?? '',
    refs: {
      providerRef: null,
      paymentRef: payment?.id ?? null,
      buyOrder: payment?.metadata.buy_order ?? null,
    },
    attemptId: payment?.metadata.attempt_id ?? null,
    amountClp: pesosFrom(payment?.amount),
    // Refunds are objects of their own and leave no trace here: aftermath.ts reads them.
    refundedClp: null,
    refundedAtMs: null,
    currency: upperCase(payment?.currency ?? null),
    receiver: receiverIn(payment, connection),
    mode: payment?.mode ?? null,
    atMs: instantMs(payment?.transaction_date ?? payment?.created_at ?? null),
    method: {
      ...NO_DETAILS,
      kind: methodKind(payment),
      payerRut: rutOf(payment?.sender_account?.holder_id ?? null),
      bank: payment?.sender_account?.institution_id ?? null,
    },
    isIncomplete: false,
    disputeRef: null,
    alsoPaid: [],
    raw: null,
  }
}

function methodKind(payment: Intent | null): MethodDetails['kind'] {
  if (payment === null || payment.payment_type === null) return null
  return payment.payment_type === 'bank_transfer' ? 'transfer' : 'other'
}

/** Where Fintoc collects, it is for the organisation of the key, and the account in between is Fintoc's own matter. */
function receiverIn(payment: Intent | null, connection: FintocConnection): string | null {
  if (connection.recipient === null) return receiverOf(connection)
  const { institution_id: institution, number } = payment?.recipient_account ?? {}
  return institution && number ? accountName(institution, number) : null
}

function statusOfSession(read: Session, payment: Intent | null): PaymentStatus {
  const status = payment === null ? 'pending' : statusOfIntent(payment.status)
  if (status === 'succeeded') return status
  if (read.status === 'expired') return 'expired'
  return read.status === 'finished' ? status : 'pending'
}

function statusOfIntent(status: string): PaymentStatus {
  switch (status) {
    case 'succeeded':
      return 'succeeded'
    case 'failed':
    case 'rejected':
      return 'failed'
    case 'expired':
      return 'expired'
    default:
      return 'pending'
  }
}

function isPending(payment: Intent | null): boolean {
  return payment?.status === 'pending'
}

/** Older versions of the API write 'clp'. */
function upperCase(currency: string | null): string | null {
  return currency === null ? null : currency.toUpperCase()
}
