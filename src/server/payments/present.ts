import type { z } from 'zod'
import type { paymentDetail } from '#contract/payments.ts'
import type { sharedPayment } from '#contract/shared-payments.ts'
import { dayInChile } from '#domain/day.ts'
import { formatRut, rut } from '#domain/rut.ts'
import {
  daysOverdue,
  declaredClp,
  excessClp,
  openClp,
  owedClp,
  paymentClosed,
  paymentState,
  receivedClp,
  undeclaredClp,
  type Receivable,
} from '#domain/receivable.ts'
import type { Clock } from '../clock.ts'
import { NotFound } from '../http/errors.ts'
import { axisToWire } from '../standing/receivable-facts.ts'
import { attemptsToWire } from './attempts/present.ts'
import { canUnfollow } from './follow.ts'
import { readReceivable, type At, type Db } from './owed/receivable.ts'
import { mailedReceipts } from './receipt/mailed.ts'
import { doubtsOf, takenBackOf } from './reconcile/doubts.ts'
import { openDeclarationsOf, paymentsOf, refundsOf, type TermsRow } from './store.ts'

type Needs = { db: Db; clock: Clock }

/** Everything about one document's payment, as its owner sees it. 404 while its payment is not followed. */
export async function paymentDetailOf(
  { db, clock }: Needs,
  at: At,
): Promise<z.input<typeof paymentDetail>> {
  const receivable = await readReceivable(db, at)
  if (receivable === null) throw new NotFound()
  const today = dayInChile(clock.now())
  const payments = await paymentsOf(db, at)
  const refunds = await refundsOf(db, at)
  const declarations = await openDeclarationsOf(db, at)
  const ids = payments.map(({ id }) => id)
  const receipts = await mailedReceipts(db, at, ids)
  return {
    ...axisToWire(receivable, today),
    base: receivable.baseClp,
    taken_back: receivable.takenBackClp,
    paid: receivable.paidClp,
    refunded: receivable.refundedClp,
    excess: excessClp(receivable),
    agreed_excess: receivable.agreedExcessClp,
    closes_day: receivable.closesDay,
    closed: paymentClosed(receivable, today),
    payments: payments.map((payment) => ({
      ...moneyToWire(payment),
      share: payment.share_clp,
      way: payment.way,
      source: payment.source,
      corrects: payment.corrects_id,
      receipt: receipts.ofPayments.get(payment.id) ?? null,
      refunded: refunds
        .filter((refund) => refund.payment_id === payment.id && refund.undone_at === null)
        .reduce((sum, refund) => sum + refund.amount_clp, 0),
    })),
    refunds: refunds.map((refund) => ({ ...moneyToWire(refund), payment: refund.payment_id })),
    declarations: declarations.map((said) => ({
      id: said.id,
      amount: said.amount_clp,
      day: said.day,
      note: said.note,
      has_voucher: said.voucher_type !== null,
      at: said.declared_at,
    })),
    doubts: (await doubtsOf(db, at)).map((doubt) => ({
      movement: doubt.movement_id,
      payment: doubt.maybe_id,
      provider: doubt.provider,
      amount: doubt.amount_clp,
      day: doubt.day,
    })),
    taken_back_by_bank: (await takenBackOf(db, at)).map((back) => ({
      movement: back.movement_id,
      amount: back.amount_clp,
      day: back.day,
      is_doubtful: back.is_doubtful,
    })),
    receipt_to: receipts.to,
    attempts: await attemptsToWire(db, at),
    can_unfollow: await canUnfollow(db, at),
  }
}

interface MoneyRow {
  id: number
  day: string
  amount_clp: number
  note: string
  recorded_at: string
  recorder_email: string | null
  undone_at: string | null
  undoer_email: string | null
}

function moneyToWire(row: MoneyRow) {
  return {
    id: row.id,
    day: row.day,
    amount: row.amount_clp,
    note: row.note,
    recorded_by: row.recorder_email,
    recorded_at: row.recorded_at,
    undone_at: row.undone_at,
    undone_by: row.undoer_email,
  }
}

export function termsToWire(row: TermsRow) {
  const bank = bankOf(row)
  return {
    company: { id: row.id, identifier: formatRut(rut(row.rut)), name: row.name },
    enabled_from: row.first_day,
    allows_partial: row.allows_partial ?? false,
    due_days: row.due_days ?? DEFAULT_DUE_DAYS,
    bank,
    holder_differs: row.holder_rut !== null && row.holder_rut !== row.rut,
    updated_at: row.updated_at,
  }
}

export const DEFAULT_DUE_DAYS = 30

/** The database keeps all of an account's parts or none. */
function bankOf(row: Omit<TermsRow, 'id' | 'name' | 'rut'>) {
  const { bank, account_type, account_number, holder_name, holder_rut, notice_email } = row
  if (bank === null || account_type === null || account_number === null) return null
  if (holder_name === null || holder_rut === null || notice_email === null) return null
  return {
    bank,
    account_type,
    account_number,
    holder_name,
    holder_rut: formatRut(rut(holder_rut)),
    email: notice_email,
  }
}

/** What somebody with the document's link sees: nothing of who recorded what, nor of other documents. */
export function sharedPaymentToWire(
  receivable: Receivable,
  terms: TermsRow,
  { today, reference }: { today: ReturnType<typeof dayInChile>; reference: string },
): Omit<z.input<typeof sharedPayment>, 'online'> {
  const bank = bankOf(terms)
  return {
    state: paymentState(receivable, today),
    owed: owedClp(receivable),
    open: openClp(receivable),
    declared: declaredClp(receivable),
    left: undeclaredClp(receivable),
    paid: receivedClp(receivable),
    refunded: receivable.refundedClp,
    excess_agreed: excessClp(receivable) <= receivable.agreedExcessClp,
    due_day: receivable.dueDay,
    days_overdue: daysOverdue(receivable, today),
    closes_day: receivable.closesDay,
    closed: paymentClosed(receivable, today),
    has_receipt: receivable.paidClp > 0,
    allows_partial: terms.allows_partial ?? false,
    transfer: bank === null ? null : { ...bank, reference },
  }
}
