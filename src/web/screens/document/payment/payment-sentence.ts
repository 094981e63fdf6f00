import type { TFunction } from 'i18next'
import { showClp, showDay } from '#texts/formats.ts'
import type { PaymentDetail } from '#web/api/payments.ts'

/** Where a document's payment stands, in one sentence for its owner. */
export function paymentSentence(t: TFunction, payment: PaymentDetail): string {
  const { state, days_overdue, due_day, declaration, owed, open, excess } = payment
  if (state === 'due' && days_overdue === 0) return t('payment.says.dueToday')
  return t(`payment.says.${state}`, {
    count: days_overdue,
    day: showDay(declaration?.day ?? due_day),
    amount: showClp(declaration?.amount ?? 0),
    owed: showClp(owed),
    open: showClp(open),
    received: showClp(payment.paid - payment.refunded),
    excess: showClp(excess),
  })
}
