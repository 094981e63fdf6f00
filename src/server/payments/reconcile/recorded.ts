import { daysBetween, type Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { MAX_DAYS_APART_BY_HAND } from '../statement/match/recorded-sums.ts'

/** A payment that no statement brought, as a person, a declaration or a provider put it on record. */
export interface OnRecord {
  id: number
  day: Day
  amountClp: Clp
  isUndone: boolean
  /** By a person's word or a declaration that one confirmed, not by a provider. */
  isByHand: boolean
  documentIds: number[]
  clientRuts: Rut[]
}

export interface Arrived {
  id: number
  day: Day
  amountClp: Clp
  payerRut: Rut | null
}

/** Providers pay out some days later. */
const MAX_DAYS_APART = 7

/**
 * Which payments on record each movement may be: of the same amount, and of the same day or, by a payer of its client,
 * of the same week, by hand of the same two months. Undone ones are among them, because a person said that they were
 * none.
 */
export function findRecorded(
  movements: readonly Arrived[],
  payments: readonly OnRecord[],
  { refused, mayPay }: RecordedNeeds,
): Map<number, OnRecord[]> {
  const byAmount = Map.groupBy(payments, ({ amountClp }) => Number(amountClp))
  const found = new Map<number, OnRecord[]>()
  for (const movement of movements) {
    const alike = (byAmount.get(movement.amountClp) ?? []).filter(
      (payment) =>
        refused.get(movement.id)?.has(payment.id) !== true && isAlike(movement, payment, mayPay),
    )
    if (alike.length > 0) found.set(movement.id, alike)
  }
  return found
}

export interface RecordedNeeds {
  /** By movement, the payments that a person said it is not. */
  refused: ReadonlyMap<number, ReadonlySet<number>>
  /** Whether a payer is the client or authorised for it. */
  mayPay: (payer: Rut, client: Rut) => boolean
}

function isAlike(
  { day, payerRut }: Arrived,
  payment: OnRecord,
  mayPay: RecordedNeeds['mayPay'],
): boolean {
  if (day === payment.day) return true
  if (payerRut === null || Math.abs(daysBetween(payment.day, day)) > maxDaysApart(payment)) {
    return false
  }
  return payment.clientRuts.some((client) => mayPay(payerRut, client))
}

/** What was undone is no money that another movement may be in place of: it is asked about for a week. */
function maxDaysApart({ isByHand, isUndone }: OnRecord): number {
  return isByHand && !isUndone ? MAX_DAYS_APART_BY_HAND : MAX_DAYS_APART
}
