import { describe, expect, it } from 'vitest'
import type { PaymentState } from '#web/ui/PaymentBadge.tsx'
import { paymentsOf } from './group-payments.ts'

describe('the payments of several', () => {
  const states = (...all: (PaymentState | null)[]) =>
    paymentsOf(all.map((state) => ({ payment: state === null ? null : { state } })))

  it('are one state where all have it', () => {
    expect(states('paid', 'paid')).toEqual({ kind: 'alike', state: 'paid' })
    expect(states('overdue', 'overdue')).toEqual({ kind: 'alike', state: 'overdue' })
  })

  it('are how many are paid where they differ, what is not issued yet among them', () => {
    expect(states('paid', 'due')).toEqual({ kind: 'paidOf', paid: 1, count: 2 })
    expect(states('due', 'overdue', null)).toEqual({ kind: 'paidOf', paid: 0, count: 3 })
    expect(states('paid', null)).toEqual({ kind: 'paidOf', paid: 1, count: 2 })
  })

  it('count what was overpaid as paid, and what was paid in part as not', () => {
    expect(states('paid', 'overpaid', 'partly_paid')).toEqual({
      kind: 'paidOf',
      paid: 2,
      count: 3,
    })
  })

  it('are nothing while none is followed', () => {
    expect(states(null, null)).toBeNull()
  })
})
