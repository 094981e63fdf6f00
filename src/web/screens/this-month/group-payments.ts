import type { PaymentState } from '#web/ui/PaymentBadge.tsx'

export type GroupPayments =
  | { kind: 'alike'; state: PaymentState }
  | { kind: 'paidOf'; paid: number; count: number }

/** What all of them say alike, or how many are paid; null while no payment of them is followed. */
export function paymentsOf(
  rows: readonly { payment: { state: PaymentState } | null }[],
): GroupPayments | null {
  const states = rows.flatMap(({ payment }) => payment?.state ?? [])
  const [first] = states
  if (first === undefined) return null
  if (states.length === rows.length && states.every((state) => state === first)) {
    return { kind: 'alike', state: first }
  }
  const paid = states.filter((state) => state === 'paid' || state === 'overpaid').length
  return { kind: 'paidOf', paid, count: rows.length }
}
