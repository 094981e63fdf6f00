import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import type { PaymentState, PaymentStatus } from './port.ts'
import { judgePayment, type ExpectedPayment, type Mismatch } from './proof.ts'
import { NO_DETAILS } from './read-fields.ts'

const EXPECTED: ExpectedPayment = {
  amountClp: clp(119_000),
  buyOrder: 'ORDER-1',
  attemptId: 'attempt-1',
  receiver: '990939',
  mode: 'live',
}

function stateWith(change: Partial<PaymentState>): PaymentState {
  return {
    kind: 'found',
    status: 'succeeded',
    providerStatus: 'done normal',
    refs: { providerRef: 'zfxnocsow6mz', paymentRef: null, buyOrder: 'ORDER-1' },
    attemptId: 'attempt-1',
    amountClp: clp(119_000),
    refundedClp: clp(0),
    refundedAtMs: null,
    currency: 'CLP',
    receiver: '990939',
    mode: 'live',
    atMs: null,
    method: NO_DETAILS,
    isVerifying: false,
    isIncomplete: false,
    disputeRef: null,
    alsoPaid: [],
    raw: {},
    ...change,
  }
}

function order(buyOrder: string | null): Partial<PaymentState> {
  return { refs: { providerRef: 'zfxnocsow6mz', paymentRef: null, buyOrder } }
}

test.each<[string, Partial<PaymentState>]>([
  ['as it was asked for', {}],
  ['whose answer names no attempt', { attemptId: null }],
  ['whose answer does not tell live from test', { mode: null }],
])('a payment %s is proved', (_what, change) => {
  expect(judgePayment(EXPECTED, stateWith(change))).toEqual({ kind: 'proved' })
})

test.each<[string, Partial<PaymentState>, Mismatch[]]>([
  ['a peso less', { amountClp: clp(118_999) }, ['amount']],
  ['a peso more', { amountClp: clp(119_001) }, ['amount']],
  ['an amount that is not said', { amountClp: null }, ['amount']],
  ['another currency', { currency: 'USD' }, ['currency']],
  ['a currency that is not said', { currency: null }, ['currency']],
  ['a currency in lower case, which is not the code', { currency: 'clp' }, ['currency']],
  ['another order', order('ORDER-2'), ['order']],
  ['an order that is not said', order(null), ['order']],
  ['another attempt', { attemptId: 'attempt-2' }, ['attempt']],
  ['another receiver', { receiver: '990940' }, ['receiver']],
  ['a receiver that is not said', { receiver: null }, ['receiver']],
  ['a rehearsal', { mode: 'test' }, ['mode']],
  [
    'nothing right',
    { ...order('X'), receiver: 'Y', currency: 'USD' },
    ['currency', 'order', 'receiver'],
  ],
])('a payment with %s is not as expected', (_what, change, mismatches) => {
  expect(judgePayment(EXPECTED, stateWith(change))).toEqual({ kind: 'mismatch', mismatches })
})

const NOT_PAID: PaymentStatus[] = [
  'pending',
  'failed',
  'cancelled',
  'expired',
  'markedPaid',
  'refunded',
  'partiallyRefunded',
  'reversed',
  'disputed',
  'chargedBack',
]

test.each(NOT_PAID)('a payment that is %s proves nothing', (status) => {
  expect(judgePayment(EXPECTED, stateWith({ status }))).toEqual({ kind: 'notPaid' })
})

test('nothing at all is proved of an attempt for zero pesos', () => {
  const nothing = { ...EXPECTED, amountClp: clp(0) }
  expect(judgePayment(nothing, stateWith({ amountClp: clp(0) })).kind).toBe('mismatch')
})

test('an amount proves exactly the attempt for that amount', () => {
  const amounts = fc.integer({ min: 1, max: 999_999_999 }).map(clp)
  fc.assert(
    fc.property(amounts, amounts, (asked, paid) => {
      const judged = judgePayment({ ...EXPECTED, amountClp: asked }, stateWith({ amountClp: paid }))
      expect(judged.kind).toBe(asked === paid ? 'proved' : 'mismatch')
    }),
  )
})
