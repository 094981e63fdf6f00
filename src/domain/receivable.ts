import { addDays, compare, daysBetween, type Day } from './day.ts'
import { clp, type Clp } from './money.ts'

/** What one issued document is owed and what came of it. Sums of rows; never typed by hand (docs/decisions/0020). */
export interface Receivable {
  /**
   * A factura's total with IVA; a boleta's líquido where the recipient withholds, else its gross (docs/decisions/0020).
   */
  baseClp: Clp
  /** By notas de crédito, ours or made at the portal. */
  takenBackClp: Clp
  isAnnulled: boolean
  paidClp: Clp
  refundedClp: Clp
  /** What payers say they transferred and nobody confirmed yet. */
  declaredClp: Clp
  /** Of what came beyond what is owed, what its owner agreed to leave in the client's favour. */
  agreedExcessClp: Clp
  dueDay: Day
  /** The last day on which its page takes payments. */
  closesDay: Day
}

/** The payment axis (docs/decisions/0020). `none`: nothing is owed of it. */
export const PAYMENT_STATES = [
  'none',
  'due',
  'overdue',
  'declared',
  'partly_paid',
  'paid',
  'overpaid',
  'refunded',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** A page takes payments for so many days after the due day, or after it was opened again (docs/decisions/0020). */
export const OPEN_DAYS = 60

/** Whether a document of that day would be due before it is issued. Null: it has no due day of its own. */
export function isDueBefore(dueDay: Day | null, issueDay: Day): boolean {
  return dueDay !== null && compare(dueDay, issueDay) < 0
}

/** From issue to the due day: of a company, a client or a rule. */
export const MAX_DUE_DAYS = 365

/** What it comes to after notas; 0 once annulled. */
export function owedClp({ baseClp, takenBackClp, isAnnulled }: Receivable): Clp {
  return isAnnulled ? clp(0) : clp(baseClp - takenBackClp)
}

/** What came less what was given back. */
export function receivedClp({ paidClp, refundedClp }: Receivable): Clp {
  return clp(paidClp - refundedClp)
}

/** What is still to be paid, at most what is owed; 0 when nothing is, or too much came. */
export function openClp(receivable: Receivable): Clp {
  return clp(Math.max(0, owedClp(receivable) - Math.max(0, receivedClp(receivable))))
}

/** What came beyond what is owed, and is to be given back or left as it is by the owner. */
export function excessClp(receivable: Receivable): Clp {
  return clp(Math.max(0, receivedClp(receivable) - owedClp(receivable)))
}

/**
 * What is shown as declared: at most what is open, because two who declare the whole paid it once. What still waits
 * once nothing is open is shown by what the document came to.
 */
export function declaredClp(receivable: Receivable): Clp {
  return clp(Math.min(receivable.declaredClp, openClp(receivable) || receivable.baseClp))
}

/** What its payer is still asked for: open, and not declared. */
export function undeclaredClp(receivable: Receivable): Clp {
  return clp(Math.max(0, openClp(receivable) - receivable.declaredClp))
}

/**
 * Where it stands. Money that came says more than a date: one partly paid stays that when it is overdue, and what a
 * payer declared is shown until its owner decides.
 */
export function paymentState(receivable: Receivable, today: Day): PaymentState {
  if (excessClp(receivable) > 0) return 'overpaid'
  if (openClp(receivable) === 0) return stateWhenNothingIsOpen(receivable)
  if (receivable.declaredClp > 0) return 'declared'
  if (receivedClp(receivable) > 0) return 'partly_paid'
  return today > receivable.dueDay ? 'overdue' : 'due'
}

function stateWhenNothingIsOpen(receivable: Receivable): PaymentState {
  if (receivedClp(receivable) > 0) return 'paid'
  return receivable.refundedClp > 0 ? 'refunded' : 'none'
}

/** Whole days since it was due; 0 or less while it is not. */
export function daysOverdue({ dueDay }: Pick<Receivable, 'dueDay'>, today: Day): number {
  return daysBetween(dueDay, today)
}

/** Why its page takes no payment; null when it does. */
export function paymentClosed(
  receivable: Receivable,
  today: Day,
): 'annulled' | 'paid' | 'expired' | null {
  if (receivable.isAnnulled) return 'annulled'
  if (openClp(receivable) === 0) return 'paid'
  return today > receivable.closesDay ? 'expired' : null
}

/** The last day of a page that is opened again today (docs/decisions/0020). */
export function reopenedUntil(today: Day): Day {
  return addDays(today, OPEN_DAYS)
}
