import { totalOf } from './request.ts'
import {
  refundedAmount,
  type MercadoPago,
  type Payment,
  type Preference,
  type Refund,
} from './state.ts'

const SITE = 'MLC'

export function preferenceShape({ url, application }: MercadoPago, preference: Preference): object {
  const { request, id, seller } = preference
  const page = `checkout/v1/redirect?pref_id=${id}`
  return {
    ...request,
    id,
    client_id: application.clientId,
    collector_id: seller.id,
    date_created: iso(preference.createdAtMs),
    expires: request.expires ?? false,
    external_reference: request.external_reference ?? '',
    init_point: `${url}/${page}`,
    sandbox_init_point: `${url}/sandbox/${page}`,
    live_mode: preference.isLive,
    marketplace: request.marketplace ?? 'NONE',
    marketplace_fee: request.marketplace_fee ?? 0,
    metadata: request.metadata ?? {},
    operation_type: request.operation_type ?? 'regular_payment',
    site_id: SITE,
  }
}

export function paymentShape(payment: Payment): object {
  const { preference, amount, seller, status } = payment
  const { request } = preference
  const isCard = status !== 'pending'
  return {
    id: payment.id,
    date_created: iso(payment.createdAtMs),
    date_approved: payment.approvedAtMs === null ? null : iso(payment.approvedAtMs),
    date_last_updated: iso(payment.updatedAtMs),
    operation_type: 'regular_payment',
    payment_method_id: isCard ? 'visa' : 'servipag',
    payment_type_id: isCard ? 'credit_card' : 'ticket',
    status,
    status_detail: payment.detail,
    currency_id: 'CLP',
    description: request.items[0]?.title ?? '',
    live_mode: payment.isLive,
    collector_id: seller.id,
    payer: {
      type: 'guest',
      email: payment.payerEmail,
      identification: { type: 'RUT', number: payment.payerRut },
    },
    metadata: request.metadata ?? {},
    order: { id: preference.orderId, type: 'mercadopago' },
    external_reference: request.external_reference ?? null,
    transaction_amount: amount,
    transaction_amount_refunded: refundedAmount(payment),
    installments: 1,
    transaction_details: {
      net_received_amount: amount - (request.marketplace_fee ?? 0),
      total_paid_amount: amount,
      overpaid_amount: 0,
    },
    fee_details: feesOf(payment),
    captured: status !== 'authorized',
    binary_mode: request.binary_mode ?? false,
    statement_descriptor: request.statement_descriptor ?? null,
    notification_url: request.notification_url ?? null,
    refunds: payment.refunds.map((refund) => refundShape(payment, refund)),
    processing_mode: 'aggregator',
  }
}

function feesOf({ preference }: Payment): object[] {
  const { marketplace_fee: fee = 0 } = preference.request
  return fee > 0 ? [{ type: 'application_fee', amount: fee, fee_payer: 'collector' }] : []
}

export function refundShape({ id, seller }: Payment, refund: Refund): object {
  return {
    id: refund.id,
    payment_id: id,
    amount: refund.amount,
    metadata: {},
    source: { id: String(seller.id), name: seller.nickname, type: 'collector' },
    date_created: iso(refund.createdAtMs),
    unique_sequence_number: null,
    refund_mode: 'standard',
    adjustment_amount: 0,
    status: refund.status,
    reason: null,
    amount_refunded_to_payer: refund.amount,
  }
}

/** The order that holds a preference's payments. */
export function orderShape(mercadoPago: MercadoPago, preference: Preference): object {
  const { request, seller } = preference
  const payments = [...mercadoPago.payments.values()].filter((one) => one.preference === preference)
  const approved = payments.filter(({ status }) => status === 'approved')
  const paid = approved.reduce((sum, { amount }) => sum + amount, 0)
  const total = totalOf(request)
  return {
    id: preference.orderId,
    status: paid >= total ? 'closed' : 'opened',
    order_status: paid >= total ? 'paid' : 'payment_required',
    external_reference: request.external_reference ?? '',
    preference_id: preference.id,
    payments: payments.map((payment) => ({
      id: payment.id,
      transaction_amount: payment.amount,
      total_paid_amount: payment.status === 'approved' ? payment.amount : 0,
      currency_id: 'CLP',
      status: payment.status,
      status_details: payment.detail,
      amount_refunded: refundedAmount(payment),
    })),
    collector: { id: seller.id, nickname: seller.nickname },
    paid_amount: paid,
    refunded_amount: payments.reduce((sum, payment) => sum + refundedAmount(payment), 0),
    total_amount: total,
    items: request.items,
    site_id: SITE,
    date_created: iso(preference.createdAtMs),
    notification_url: request.notification_url ?? null,
    cancelled: false,
    is_test: !preference.isLive,
  }
}

/** With the offset, as Mercado Pago writes its dates. */
export function iso(atMs: number): string {
  return new Date(atMs - 4 * 3_600_000).toISOString().replace('Z', '-04:00')
}
