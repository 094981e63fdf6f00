import { daysBetween, type Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'

/** A payment that no statement brought, as a person, a declaration or a provider put it on record. */
export interface OnRecord {
  id: number
  day: Day
  amountClp: Clp
  isUndone: boolean
  documentIds: number[]
  clientRuts: Rut[]
}

export interface Arrived {
  id: number
  day: Day
  amountClp: Clp
  payerRut: Rut | null
}

/** People write the day on which they saw the money, and providers pay out some days later. */
const MAX_DAYS_APART = 7

/**
 * Which payments on record each movement may be: of the same amount, and of the same day or, by a payer of its client,
 * of the same week. Undone ones are among them, because a person said that they were none.
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
  if (payerRut === null || Math.abs(daysBetween(payment.day, day)) > MAX_DAYS_APART) return false
  return payment.clientRuts.some((client) => mayPay(payerRut, client))
}
