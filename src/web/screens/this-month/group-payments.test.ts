import { describe, expect, it } from 'vitest'
import type { PaymentState } from '#web/ui/PaymentBadge.tsx'
import { paymentsOf } from './group-payments.ts'

describe('payments of a group', () => {
  const states = (...all: (PaymentState | null)[]) =>
    paymentsOf(all.map((state) => ({ payment: state === null ? null : { state } })))

  it('several payments are shown as one state where all have it', () => {
    expect(states('paid', 'paid')).toEqual({ kind: 'alike', state: 'paid' })
    expect(states('overdue', 'overdue')).toEqual({ kind: 'alike', state: 'overdue' })
  })

  it('several payments that differ are counted: how many are paid, of all documents, issued or not', () => {
    expect(states('paid', 'due')).toEqual({ kind: 'paidOf', paid: 1, count: 2 })
    expect(states('due', 'overdue', null)).toEqual({ kind: 'paidOf', paid: 0, count: 3 })
    expect(states('paid', null)).toEqual({ kind: 'paidOf', paid: 1, count: 2 })
  })

  it('an overpaid document counts as paid, and one paid in part does not', () => {
    expect(states('paid', 'overpaid', 'partly_paid')).toEqual({
      kind: 'paidOf',
      paid: 2,
      count: 3,
    })
  })

  it('documents whose payment is not followed show nothing', () => {
    expect(states(null, null)).toBeNull()
  })
})
