import type { TFunction } from 'i18next'
import { showClp, showDay } from '#texts/formats.ts'
import type { PaymentDetail } from '#web/api/payments.ts'

/** Where a document's payment stands, in one sentence for its owner. */
export function paymentSentence(t: TFunction, payment: PaymentDetail): string {
  const { days_overdue, due_day, owed, open, excess } = payment
  return t(`payment.says.${datedState(stateToSay(payment), days_overdue)}`, {
    count: days_overdue,
    day: showDay(due_day),
    owed: showClp(owed),
    open: showClp(open),
    received: showClp(payment.paid - payment.refunded),
    excess: showClp(excess),
  })
}

/** A part that came leaves its document due, or overdue. */
function datedState<State extends string>(state: State, days_overdue: number) {
  if (state === 'due' && days_overdue === 0) return 'dueToday'
  if (state !== 'partly_paid' || days_overdue < 0) return state
  return days_overdue > 0 ? 'partlyPaidOverdue' : 'partlyPaidToday'
}

/** What was declared is said below it, each on its own: here stands how it is without that. */
function stateToSay(payment: PaymentDetail) {
  const { state, days_overdue, paid, refunded, excess, agreed_excess, attempts, doubts } = payment
  if (state === 'overpaid' && doubts.length > 0) return 'maybeTwice'
  if (state === 'overpaid' && agreed_excess === excess) return 'overpaidAgreed'
  if (state === 'overpaid' && attempts.some(({ payments }) => payments.length > 1)) {
    return 'paidTwice'
  }
  if (state !== 'declared') return state
  if (paid > refunded) return 'partly_paid'
  return days_overdue > 0 ? 'overdue' : 'due'
}
