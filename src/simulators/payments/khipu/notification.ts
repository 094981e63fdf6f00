import type { Notification } from '../common/notifier.ts'
import { khipuSignature } from '../common/signatures.ts'
import { DEMO_BANK } from './accounts.ts'
import type { Conciliation, Khipu, Payment } from './payment.ts'

/** What Khipu's sample of version 3.0 tells, in its order. */
export interface Told {
  payment_id: string
  receiver_id: number
  subject: string
  amount: string
  discount: string
  currency: string
  receipt_url: string
  bank: string
  bank_id: string
  payer_name: string
  payer_email: string
  personal_identifier: string
  bank_account_number: string
  out_of_date_conciliation: boolean
  transaction_id: string
  responsible_user_email: string
  payment_method: string
  conciliation_date: string
}

/** Compact, and every slash written with a backslash before it: the signature is over these bytes. */
export function notificationBody(told: Told): string {
  return JSON.stringify(told).replaceAll('/', '\\/')
}

/** Tells the merchant of a payment that is reconciled; there is no other notification [by the sample]. */
export function notify(khipu: Khipu, payment: Payment): void {
  const { notify_url: url } = payment.request
  if (url === undefined || payment.conciliation === null) return
  const body = notificationBody(told(khipu, payment, payment.conciliation))
  const notification: Notification = {
    about: payment.id,
    event: 'conciliación',
    seal: ({ atMs, withWrongSecret }) => {
      const { secret, apiKey } = payment.account
      const right = khipu.settings.signsWith === 'secret' ? secret : apiKey
      const signed = khipuSignature(withWrongSecret ? `otro ${right}` : right, body, atMs)
      return { url, body, headers: { 'x-khipu-signature': signed } }
    },
  }
  khipu.notifier.announce(notification)
}

function told(khipu: Khipu, { id, account, request }: Payment, paid: Conciliation): Told {
  return {
    payment_id: id,
    receiver_id: account.receiverId,
    subject: request.subject,
    amount: request.amount.toFixed(4),
    discount: '0.0000',
    currency: request.currency,
    receipt_url: receiptUrl(khipu, id),
    bank: DEMO_BANK.name,
    bank_id: DEMO_BANK.id,
    payer_name: paid.payerName,
    payer_email: paid.payerEmail,
    personal_identifier: paid.payerRut,
    bank_account_number: paid.bankAccountNumber,
    out_of_date_conciliation: paid.isOutOfDate,
    transaction_id: request.transaction_id ?? '',
    responsible_user_email: request.responsible_user_email ?? '',
    payment_method: 'simplified_transfer',
    conciliation_date: new Date(paid.atMs).toISOString(),
  }
}

export function receiptUrl({ url }: Khipu, id: string): string {
  return `${url}/comprobantes/${id}.pdf`
}
