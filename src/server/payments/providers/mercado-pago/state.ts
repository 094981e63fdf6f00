import { z } from 'zod'
import { ZERO_CLP } from '#domain/money.ts'
import { pesosFrom } from '../pesos.ts'
import type { MethodDetails, PaymentRefs, PaymentState, PaymentStatus } from '../port.ts'
import {
  instantMs,
  keptAnswer,
  lastFour,
  latestMs,
  optionalCount,
  optionalId,
  optionalText,
  rutOf,
} from '../read-fields.ts'

export const PAYMENT_ID = /^\d{1,20}$/

const payment = z.object({
  id: z.union([z.string().regex(PAYMENT_ID), z.int().positive()]).transform(String),
  status: z.string().min(1).max(64),
  status_detail: optionalText,
  transaction_amount: z.unknown().optional(),
  transaction_amount_refunded: z.unknown().optional(),
  refunds: z
    .array(z.object({ status: optionalText, date_created: optionalText }))
    .nullish()
    .catch(null),
  currency_id: optionalText,
  external_reference: optionalText,
  collector_id: optionalId,
  live_mode: z.boolean().nullish().catch(null),
  metadata: z.object({ attempt_id: optionalText }).nullish().catch(null),
  date_approved: optionalText,
  date_last_updated: optionalText,
  payment_type_id: optionalText,
  installments: optionalCount,
  authorization_code: optionalText,
  card: z.object({ last_four_digits: optionalText }).nullish().catch(null),
  payer: z
    .object({
      identification: z.object({ type: optionalText, number: optionalText }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
type Payment = z.output<typeof payment>

/** Null when it isn't a payment. */
export function mercadoPagoState(json: unknown, refs: PaymentRefs): PaymentState | null {
  const read = payment.safeParse(json).data
  if (read === undefined) return null
  const refundedClp = pesosFrom(read.transaction_amount_refunded ?? 0)
  const isPartlyRefunded = refundedClp !== ZERO_CLP || read.status_detail === 'partially_refunded'
  const status = statusOf(read, isPartlyRefunded)
  return {
    kind: 'found',
    status,
    // Not `pending`: its payer has yet to pay, as with a voucher in cash.
    isVerifying: ['in_process', 'authorized'].includes(read.status),
    providerStatus: [read.status, read.status_detail ?? []].flat().join(' '),
    refs: {
      providerRef: refs.providerRef,
      paymentRef: read.id,
      buyOrder: read.external_reference,
    },
    attemptId: read.metadata?.attempt_id ?? null,
    amountClp: pesosFrom(read.transaction_amount),
    refundedClp,
    refundedAtMs: latestMs(refundDays(read)),
    currency: read.currency_id,
    receiver: read.collector_id,
    // True is also said of payments between test users with production credentials [belief].
    mode: read.live_mode === false ? 'test' : null,
    atMs: instantMs(read.date_approved ?? read.date_last_updated),
    method: methodOf(read),
    isIncomplete: false,
    disputeRef: status === 'disputed' || status === 'chargedBack' ? read.status : null,
    alsoPaid: [],
    raw: keptAnswer(json),
  }
}

function statusOf(read: Payment, isPartlyRefunded: boolean): PaymentStatus {
  switch (read.status) {
    case 'approved':
      return isPartlyRefunded ? 'partiallyRefunded' : 'succeeded'
    case 'rejected':
      return 'failed'
    case 'cancelled':
      return read.status_detail === 'expired' ? 'expired' : 'cancelled'
    case 'refunded':
      return 'refunded'
    case 'in_mediation':
      return 'disputed'
    case 'charged_back':
      return statusOfChargeBack(read.status_detail, isPartlyRefunded)
    default:
      // pending, in_process, authorized (not captured), and what isn't known yet.
      return 'pending'
  }
}

/** By its details [belief]: not decided yet, decided for the company, or else lost. */
function statusOfChargeBack(detail: string | null, isPartlyRefunded: boolean): PaymentStatus {
  if (detail === 'in_process') return 'disputed'
  if (detail !== 'reimbursed') return 'chargedBack'
  return isPartlyRefunded ? 'partiallyRefunded' : 'succeeded'
}

function refundDays({ refunds }: Payment): (string | null)[] {
  const made = (refunds ?? []).filter(({ status }) => status === null || status === 'approved')
  return made.map(({ date_created: date }) => date)
}

const KINDS = new Map<string, MethodDetails['kind']>([
  ['credit_card', 'creditCard'],
  ['debit_card', 'debitCard'],
  ['prepaid_card', 'prepaidCard'],
  ['bank_transfer', 'transfer'],
])

function methodOf(read: Payment): MethodDetails {
  const type = read.payment_type_id
  return {
    kind: type === null ? null : (KINDS.get(type) ?? 'other'),
    cardLast4: lastFour(read.card?.last_four_digits ?? null),
    instalments: read.installments,
    authorisationCode: read.authorization_code,
    payerRut: rutOf(read.payer?.identification?.number ?? null),
    bank: null,
  }
}

const found = z.object({
  results: z.array(
    z.object({
      id: z.union([z.string().regex(PAYMENT_ID), z.int().positive()]).transform(String),
      status: z.string(),
      external_reference: optionalText,
    }),
  ),
})

/** Payments of an order, the one that says most of the money first; of several alike the oldest. */
export function paymentsFound(
  json: unknown,
  buyOrder: string,
): { id: string; isPaid: boolean }[] | null {
  const read = found.safeParse(json).data
  if (read === undefined) return null
  return read.results
    .filter((one) => one.external_reference === buyOrder)
    .sort((a, b) => rankOf(a.status) - rankOf(b.status) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map(({ id, status }) => ({ id, isPaid: CAME.includes(status) }))
}

const GONE_SINCE = ['in_mediation', 'charged_back', 'refunded']
/** Money came, whatever became of it since. */
const CAME = ['approved', ...GONE_SINCE]

const MOST_SAID_FIRST = [['approved'], GONE_SINCE, ['pending', 'in_process', 'authorized']]

function rankOf(status: string): number {
  const rank = MOST_SAID_FIRST.findIndex((alike) => alike.includes(status))
  return rank < 0 ? MOST_SAID_FIRST.length : rank
}
