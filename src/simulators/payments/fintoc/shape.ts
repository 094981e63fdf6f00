import type { Dispute, Fintoc, Intent, Refund, Session, WebhookEndpoint } from './state.ts'
import { amountOf, recipientOf } from './request.ts'

/** The resources as the API and its events show them, by the objects of docs.fintoc.com (v2026-02-01, v2023-11-15). */
export function sessionShape(fintoc: Fintoc, session: Session): object {
  const { request, intent } = session
  return {
    id: session.id,
    object: 'checkout_session',
    amount: amountOf(request),
    business_profile: request.business_profile ?? null,
    cancel_url: request.cancel_url ?? null,
    created_at: iso(session.createdAtMs),
    currency: request.currency,
    customer: customerShape(session),
    customer_email: emailOf(session),
    expires_at: iso(session.expiresAtMs),
    flow: request.flow ?? 'payment',
    line_items: request.line_items ?? null,
    metadata: request.metadata ?? {},
    mode: session.mode,
    payment_method: null,
    payment_method_options: request.payment_method_options ?? {},
    ...(session.version === 'v1'
      ? { payment_methods: request.payment_methods ?? ['payment_intent'] }
      : { payment_method_types: request.payment_method_types ?? ['bank_transfer'] }),
    payment_resource: intent === null ? null : { payment_intent: intentShape(intent) },
    redirect_url: `${fintoc.url}/checkout/${session.id}`,
    session_token: session.token,
    status: session.status,
    success_url: request.success_url ?? null,
  }
}

export function intentShape(intent: Intent): object {
  const { session, sender } = intent
  const { request } = session
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: amountOf(request),
    business_profile: request.business_profile ?? null,
    created_at: iso(intent.createdAtMs),
    currency: request.currency,
    customer: null,
    customer_email: emailOf(session),
    error_reason: intent.errorReason,
    expires_at: iso(session.expiresAtMs),
    metadata: request.metadata ?? {},
    mode: intent.mode,
    next_action: null,
    payment_method: null,
    payment_type: 'bank_transfer',
    payment_type_options: {},
    recipient_account: recipientOf(request),
    reference_id: intent.referenceId,
    sender_account: sender,
    status: intent.status,
    subscription: null,
    transaction_date: intent.transactionAtMs === null ? null : iso(intent.transactionAtMs),
    widget_token: null,
  }
}

export function refundShape(refund: Refund): object {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    created_at: iso(refund.createdAtMs),
    currency: refund.intent.session.request.currency,
    failure_code: refund.failureCode,
    metadata: refund.metadata,
    mode: refund.mode,
    recipient_account: refund.intent.sender,
    resource_id: refund.intent.id,
    resource_type: 'payment_intent',
    status: refund.status,
    updated_at: iso(refund.updatedAtMs),
  }
}

export function disputeShape(dispute: Dispute): object {
  const { request } = dispute.intent.session
  return {
    id: dispute.id,
    object: 'dispute',
    amount: amountOf(request),
    created_at: iso(dispute.createdAtMs),
    currency: request.currency,
    documentation_upload_deadline: iso(dispute.uploadUntilMs),
    documents: [],
    mode: dispute.mode,
    resource_id: dispute.intent.id,
    resource_type: 'payment_intent',
    status: dispute.status,
    updated_at: iso(dispute.updatedAtMs),
  }
}

/** The secret is shown once, when the endpoint is made. */
export function endpointShape(endpoint: WebhookEndpoint, secret: string | null = null): object {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    created_at: iso(endpoint.createdAtMs),
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    mode: endpoint.mode,
    secret,
    status: endpoint.status,
    url: endpoint.url,
  }
}

function customerShape({ request, createdAtMs, id, mode }: Session): object | null {
  const { customer_data: data, customer } = request
  if (data === undefined && customer === undefined) return null
  return {
    id: customer ?? `cus_${id.slice(3)}`,
    object: 'customer',
    address: null,
    created_at: iso(createdAtMs),
    email: data?.email ?? null,
    metadata: data?.metadata ?? {},
    mode,
    name: data?.name ?? null,
    phone: data?.phone ?? null,
    tax_id: data?.tax_id ?? null,
  }
}

function emailOf({ request }: Session): string | null {
  return request.customer_email ?? request.customer_data?.email ?? null
}

export function iso(atMs: number): string {
  return new Date(atMs).toISOString()
}
