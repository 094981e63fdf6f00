import { sql } from 'kysely'
import { knownDay, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import {
  daysOverdue,
  openClp,
  owedClp,
  paymentState,
  type PaymentState,
  type Receivable,
} from '#domain/receivable.ts'

/** The columns of a row of `receivable`, joined or not: all null where a document's payment is not followed. */
export interface ReceivableRow {
  base_clp: number | null
  taken_back_clp: number | null
  is_annulled: boolean | null
  paid_clp: number | null
  refunded_clp: number | null
  declared_clp: number | null
  agreed_excess_clp: number | null
  due_day: string | null
  closes_day: string | null
}

export const RECEIVABLE_COLUMNS = [
  'receivable.base_clp',
  'receivable.taken_back_clp',
  'receivable.is_annulled',
  'receivable.paid_clp',
  'receivable.refunded_clp',
  'receivable.declared_clp',
  'receivable.agreed_excess_clp',
  'receivable.due_day',
  'receivable.closes_day',
] as const

export function receivableOf(row: ReceivableRow): Receivable | null {
  if (row.base_clp === null || row.due_day === null || row.closes_day === null) return null
  return {
    baseClp: clp(row.base_clp),
    takenBackClp: clp(row.taken_back_clp ?? 0),
    isAnnulled: row.is_annulled ?? false,
    paidClp: clp(row.paid_clp ?? 0),
    refundedClp: clp(row.refunded_clp ?? 0),
    declaredClp: clp(row.declared_clp ?? 0),
    agreedExcessClp: clp(row.agreed_excess_clp ?? 0),
    dueDay: knownDay(row.due_day),
    closesDay: knownDay(row.closes_day),
  }
}

export function axisToWire(receivable: Receivable, today: Day) {
  return {
    state: paymentState(receivable, today),
    owed: owedClp(receivable),
    open: openClp(receivable),
    due_day: receivable.dueDay,
    days_overdue: daysOverdue(receivable, today),
  }
}

/** `paymentState` in SQL, of rows joined with `receivable`: a test compares both over every case. */
export function isPaymentState(state: PaymentState, today: Day) {
  return sql<boolean>`(case when receivable.document_id is null then 'none' else ${paymentCase(today)} end) = ${state}`
}

/**
 * Of the lists that are filtered by it: what a payer declared waits for an answer in any other state, too, and what is open
 * after its due day is overdue, however much of it came or is declared.
 */
export function hasPayment(state: PaymentState, today: Day) {
  if (state === 'declared') return isDeclared
  if (state === 'overdue') return sql<boolean>`(${paymentAmounts(today).overdue} > 0)`
  return isPaymentState(state, today)
}

const owed = sql`case when receivable.is_annulled then 0 else receivable.base_clp - receivable.taken_back_clp end`
const received = sql`(receivable.paid_clp - receivable.refunded_clp)`
const open = sql`greatest(0, ${owed} - greatest(0, ${received}))`

/** `receivedClp`, `openClp` and of the latter what is overdue, in SQL. */
export function paymentAmounts(today: Day) {
  return {
    received,
    open,
    overdue: sql`case when ${today}::date > receivable.due_day then ${open} else 0 end`,
  }
}

// As the partial indexes have them: the inbox asks for these two each time it is read.
export const isDeclared = sql<boolean>`(receivable.declared_clp > 0)`
export const isOverpaid = sql<boolean>`(${received} > ${owed})`

/** Of the overpaid ones, those with more than their owner agreed to leave in the client's favour. */
export const hasExcessToSettle = sql<boolean>`(${isOverpaid} and ${received} > ${owed} + receivable.agreed_excess_clp)`

function paymentCase(today: Day) {
  return sql`case
    when ${isOverpaid} then 'overpaid'
    when ${received} = ${owed} or ${owed} <= 0 then case
      when ${received} > 0 then 'paid' when receivable.refunded_clp > 0 then 'refunded' else 'none' end
    when receivable.declared_clp > 0 then 'declared'
    when ${received} > 0 then 'partly_paid'
    when ${today}::date > receivable.due_day then 'overdue'
    else 'due' end`
}
