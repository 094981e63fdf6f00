import { DEMO_BANK } from './accounts.ts'
import { receiptUrl } from './notification.ts'
import type { Khipu, Payment } from './payment.ts'

/** What creating answers. */
export function addresses({ url }: Khipu, { id }: Payment): object {
  return {
    payment_id: id,
    payment_url: `${url}/payment/info/${id}`,
    simplified_transfer_url: `${url}/payment/simplified/${id}`,
    transfer_url: `${url}/payment/manual/${id}`,
    app_url: `khipu:///pos/${id}`,
    ready_for_terminal: false,
  }
}

/** What reading answers. How a field looks that has no value yet is a guess: texts empty, dates absent. */
export function shape(khipu: Khipu, payment: Payment): object {
  const { account, request, conciliation, status, statusDetail } = payment
  return {
    ...addresses(khipu, payment),
    notification_token: `${payment.id}-token`,
    receiver_id: account.receiverId,
    subject: request.subject,
    amount: request.amount,
    discount: 0,
    currency: request.currency,
    status,
    status_detail: statusDetail,
    body: request.body ?? '',
    picture_url: request.picture_url ?? '',
    receipt_url: conciliation === null ? '' : receiptUrl(khipu, payment.id),
    return_url: request.return_url ?? '',
    cancel_url: request.cancel_url ?? '',
    notify_url: request.notify_url ?? '',
    notify_api_version: request.notify_api_version ?? '3.0',
    ...(request.expires_date === undefined ? {} : { expires_date: request.expires_date }),
    attachment_urls: [],
    transaction_id: request.transaction_id ?? '',
    custom: request.custom ?? '',
    responsible_user_email: request.responsible_user_email ?? '',
    send_reminders: request.send_reminders ?? false,
    send_email: request.send_email ?? false,
    ...payer(payment),
    payment_method: conciliation === null ? 'not_available' : 'simplified_transfer',
    funds_source: conciliation === null ? '' : 'debit',
  }
}

function payer({ request, conciliation }: Payment): object {
  if (conciliation === null) {
    return {
      bank: '',
      bank_id: request.bank_id ?? '',
      payer_name: request.payer_name ?? '',
      payer_email: request.payer_email ?? '',
      personal_identifier: '',
      bank_account_number: '',
      out_of_date_conciliation: false,
    }
  }
  return {
    bank: DEMO_BANK.name,
    bank_id: DEMO_BANK.id,
    payer_name: conciliation.payerName,
    payer_email: conciliation.payerEmail,
    personal_identifier: conciliation.payerRut,
    bank_account_number: conciliation.bankAccountNumber,
    out_of_date_conciliation: conciliation.isOutOfDate,
    conciliation_date: new Date(conciliation.atMs).toISOString(),
  }
}
