import { expect, test } from 'vitest'
import { knownDay } from './day.ts'
import { clp } from './money.ts'
import {
  declaredClp,
  excessClp,
  openClp,
  paymentClosed,
  paymentState,
  undeclaredClp,
  type Receivable,
} from './receivable.ts'

const TODAY = knownDay('2026-11-05')

function receivable(
  of: Partial<Record<keyof Receivable, number | string | boolean>> = {},
): Receivable {
  const { isAnnulled = false, dueDay = '2026-11-30', closesDay = '2027-01-29' } = of
  const pesos = (name: keyof Receivable, otherwise = 0) => clp(Number(of[name] ?? otherwise))
  return {
    baseClp: pesos('baseClp', 1_000),
    takenBackClp: pesos('takenBackClp'),
    isAnnulled: Boolean(isAnnulled),
    paidClp: pesos('paidClp'),
    refundedClp: pesos('refundedClp'),
    declaredClp: pesos('declaredClp'),
    agreedExcessClp: pesos('agreedExcessClp'),
    dueDay: knownDay(String(dueDay)),
    closesDay: knownDay(String(closesDay)),
  }
}

test.each([
  ['due', {}],
  ['due', { dueDay: '2026-11-05' }],
  ['overdue', { dueDay: '2026-11-04' }],
  ['declared', { declaredClp: 1_000 }],
  ['declared', { declaredClp: 600, paidClp: 400, dueDay: '2026-01-01' }],
  ['partly_paid', { paidClp: 999, dueDay: '2026-01-01' }],
  ['paid', { paidClp: 1_000 }],
  ['paid', { paidClp: 1_000, declaredClp: 1_000 }],
  ['paid', { paidClp: 1_200, refundedClp: 200 }],
  ['paid', { takenBackClp: 300, paidClp: 700 }],
  ['overpaid', { paidClp: 1_001 }],
  ['overpaid', { takenBackClp: 1, paidClp: 1_000 }],
  ['overpaid', { isAnnulled: true, paidClp: 1 }],
  ['refunded', { isAnnulled: true, paidClp: 1_000, refundedClp: 1_000 }],
  ['due', { paidClp: 1_000, refundedClp: 1_000 }],
  ['none', { isAnnulled: true }],
  ['none', { takenBackClp: 1_000 }],
] as const)('%s: %o', (state, of) => {
  expect(paymentState(receivable(of), TODAY)).toBe(state)
})

test('no more is open than is owed, whatever was given back', () => {
  expect(openClp(receivable({ paidClp: 700, refundedClp: 1_400 }))).toBe(1_000)
})

test('the open amount and the excess exclude each other and add up', () => {
  for (const paidClp of [0, 1, 699, 700, 701, 2_000]) {
    const one = receivable({ takenBackClp: 300, paidClp })
    expect(openClp(one) - excessClp(one)).toBe(700 - paidClp)
    expect(Math.min(openClp(one), excessClp(one))).toBe(0)
  }
})

test.each([
  [0, 1_000, {}],
  [400, 600, { declaredClp: 400 }],
  [600, 0, { declaredClp: 1_600, paidClp: 400 }],
  [1_000, 0, { declaredClp: 2_000, paidClp: 1_000 }],
  [300, 0, { declaredClp: 300, isAnnulled: true }],
] as const)('%i are shown as declared and %i asked for: %o', (declared, undeclared, of) => {
  expect(declaredClp(receivable(of))).toBe(declared)
  expect(undeclaredClp(receivable(of))).toBe(undeclared)
})

test.each([
  [null, {}],
  [null, { closesDay: '2026-11-05' }],
  ['expired', { closesDay: '2026-11-04' }],
  ['paid', { paidClp: 1_000, closesDay: '2026-11-04' }],
  ['annulled', { isAnnulled: true }],
] as const)('its page is closed by %s: %o', (closed, of) => {
  expect(paymentClosed(receivable(of), TODAY)).toBe(closed)
})
