import { z } from 'zod'
import { parseRut } from '#domain/rut.ts'
import { getRedirect, type Redirect } from '../common/answer.ts'
import { WrongOrder } from '../common/control.ts'
import { notify } from './notification.ts'
import { setStatus } from './payments.ts'
import { totalOf } from './request.ts'
import type { MercadoPago, Payment, PaymentStatus, Preference } from './state.ts'

/** Why a card is refused, with the texts of the page. */
export const rejections = {
  cc_rejected_insufficient_amount: 'No hay saldo suficiente',
  cc_rejected_bad_filled_security_code: 'Código de seguridad incorrecto',
  cc_rejected_bad_filled_date: 'Fecha de vencimiento incorrecta',
  cc_rejected_call_for_authorize: 'El banco pide autorización',
  cc_rejected_high_risk: 'Rechazada por prevención de fraude',
  cc_rejected_other_reason: 'Rechazada por otro motivo',
} as const

const rejection = z.enum([
  'cc_rejected_insufficient_amount',
  'cc_rejected_bad_filled_security_code',
  'cc_rejected_bad_filled_date',
  'cc_rejected_call_for_authorize',
  'cc_rejected_high_risk',
  'cc_rejected_other_reason',
])

/** What a payer does at a preference's checkout. */
export const checkoutOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approve'), payerRut: z.string().optional() }),
  z.strictObject({ kind: z.literal('pending') }),
  z.strictObject({ kind: z.literal('inProcess') }),
  z.strictObject({ kind: z.literal('authorize') }),
  z.strictObject({ kind: z.literal('reject'), detail: rejection.optional() }),
  /** Goes back without having paid. */
  z.strictObject({ kind: z.literal('cancel') }),
])

export type CheckoutOutcome = z.infer<typeof checkoutOutcome>

/** What becomes of a payment later. */
export const laterStatus = z.enum([
  'approved',
  'rejected',
  'cancelled',
  'in_mediation',
  'charged_back',
])

const OUTCOMES = {
  approve: ['approved', 'accredited'],
  pending: ['pending', 'pending_waiting_payment'],
  inProcess: ['in_process', 'pending_contingency'],
  authorize: ['authorized', 'pending_capture'],
  reject: ['rejected', 'cc_rejected_other_reason'],
} as const

export interface CheckoutEnd {
  redirect: Redirect | null
  payment: Payment | null
}

export function checkOut(
  mercadoPago: MercadoPago,
  preference: Preference,
  outcome: CheckoutOutcome,
): CheckoutEnd {
  const { back_urls: urls = {}, binary_mode: isBinary } = preference.request
  if (outcome.kind === 'cancel') {
    return { redirect: returnTo(preference, urls.failure, null), payment: null }
  }
  if (isExpired(mercadoPago, preference)) throw new WrongOrder('the preference expired')
  const isOpenEnd = outcome.kind === 'pending' || outcome.kind === 'inProcess'
  if (isBinary === true && isOpenEnd) throw new WrongOrder('in binary mode nothing stays pending')
  const [status, usual] = OUTCOMES[outcome.kind]
  const detail = outcome.kind === 'reject' ? (outcome.detail ?? usual) : usual
  const payerRut = outcome.kind === 'approve' ? outcome.payerRut : undefined
  const payment = newPayment(mercadoPago, preference, { status, detail, payerRut })
  const url = backUrl(urls, status)
  return { redirect: returnTo(preference, url, payment), payment }
}

function backUrl(
  urls: {
    success?: string | undefined
    pending?: string | undefined
    failure?: string | undefined
  },
  status: PaymentStatus,
): string | undefined {
  if (status === 'approved' || status === 'authorized') return urls.success
  return status === 'rejected' ? urls.failure : urls.pending
}

function newPayment(
  mercadoPago: MercadoPago,
  preference: Preference,
  ended: { status: PaymentStatus; detail: string; payerRut: string | undefined },
): Payment {
  const rut = parseRut(ended.payerRut ?? '11.111.111-1')
  if (rut === null) throw new WrongOrder('not a RUT')
  const now = mercadoPago.now()
  const payment: Payment = {
    seller: preference.seller,
    isLive: preference.isLive,
    id: Number(mercadoPago.random.digits(11)),
    preference,
    status: ended.status,
    detail: ended.detail,
    amount: totalOf(preference.request),
    createdAtMs: now,
    updatedAtMs: now,
    approvedAtMs: ended.status === 'approved' ? now : null,
    payerEmail: preference.request.payer?.email ?? 'pagos@cliente.example',
    payerRut: rut.replace('-', ''),
    refunds: [],
  }
  mercadoPago.payments.set(payment.id, payment)
  notify(mercadoPago, payment, 'payment.created')
  return payment
}

export function isExpired({ now }: MercadoPago, { request }: Preference): boolean {
  const { expires, expiration_date_from: from, expiration_date_to: to } = request
  if (expires !== true) return false
  return (
    (to !== undefined && now() > Date.parse(to)) || (from !== undefined && now() < Date.parse(from))
  )
}

const DETAILS = {
  approved: 'accredited',
  rejected: 'cc_rejected_other_reason',
  cancelled: 'expired',
  in_mediation: 'pending',
  charged_back: 'settled',
} as const

export function changeLater(
  mercadoPago: MercadoPago,
  payment: Payment,
  status: z.infer<typeof laterStatus>,
): void {
  const isDispute = status === 'in_mediation' || status === 'charged_back'
  const isPaid = payment.status === 'approved' || payment.status === 'in_mediation'
  const isWaiting = payment.status === 'pending' || payment.status === 'in_process'
  if (isDispute ? !isPaid : !isWaiting) throw new WrongOrder(`the payment is ${payment.status}`)
  setStatus(mercadoPago, payment, status, DETAILS[status])
}

/** What the browser brings back is no proof, and some of it is the word null. */
function returnTo(
  preference: Preference,
  url: string | undefined,
  payment: Payment | null,
): Redirect | null {
  if (url === undefined) return null
  const id = payment === null ? 'null' : String(payment.id)
  const status = payment?.status ?? 'null'
  return getRedirect(url, {
    collection_id: id,
    collection_status: status,
    payment_id: id,
    status,
    external_reference: preference.request.external_reference ?? 'null',
    payment_type: payment === null ? 'null' : status === 'pending' ? 'ticket' : 'credit_card',
    merchant_order_id: String(preference.orderId),
    preference_id: preference.id,
    site_id: 'MLC',
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  })
}
