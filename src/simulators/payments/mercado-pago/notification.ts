import { addressOf, getRedirect } from '../common/answer.ts'
import { mercadoPagoSignature } from '../common/signatures.ts'
import { iso } from './shape.ts'
import type { MercadoPago, Payment } from './state.ts'

/** Tells where the preference says, of a payment that is new or has changed. */
export function notify(
  mercadoPago: MercadoPago,
  payment: Payment,
  action: 'payment.created' | 'payment.updated',
): void {
  const { notification_url: target } = payment.preference.request
  if (target === undefined) return
  const { application, random, settings, notifier } = mercadoPago
  const dataId = String(payment.id)
  const url = addressOf(getRedirect(target, { 'data.id': dataId, type: 'payment' }))
  const requestId = random.uuid()
  const body = JSON.stringify({
    action,
    api_version: 'v1',
    data: { id: dataId },
    date_created: iso(payment.updatedAtMs),
    id: Number(random.digits(12)),
    live_mode: payment.isLive,
    type: 'payment',
    user_id: String(payment.seller.id),
  })
  notifier.announce({
    about: dataId,
    event: `${action} · ${payment.status}`,
    seal: ({ atMs, withWrongSecret }) => {
      const { webhookSecret } = application
      const secret = withWrongSecret ? `otro ${webhookSecret}` : webhookSecret
      const ts = String(settings.timeUnit === 's' ? Math.floor(atMs / 1000) : atMs)
      const signed = mercadoPagoSignature(secret, { dataId, requestId, ts })
      return { url, body, headers: { 'x-signature': signed, 'x-request-id': requestId } }
    },
  })
}
