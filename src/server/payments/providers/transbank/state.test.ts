import { expect, test } from 'vitest'
import type { PaymentStatus } from '../port.ts'
import { CONNECTIONS, REFS } from '../test-connections.ts'
import { isApproved, transbankState } from './state.ts'

test.each([
  ['AUTHORIZED', 0, true],
  ['AUTHORIZED', -1, false],
  ['AUTHORIZED', 1, false],
  ['AUTHORIZED', null, false],
  ['authorized', 0, false],
  ['FAILED', 0, false],
  ['INITIALIZED', 0, false],
  ['CAPTURED', 0, false],
  ['REVERSED', 0, false],
  ['NULLIFIED', 0, false],
  ['PARTIALLY_NULLIFIED', 0, false],
  ['', 0, false],
])('%s with code %j is approved: %s', (status, response_code, isRight) => {
  expect(isApproved({ status, response_code })).toBe(isRight)
})

function stateOf(change: Record<string, unknown>) {
  const json = {
    amount: 119_000,
    status: 'AUTHORIZED',
    buy_order: 'ORDER-1',
    response_code: 0,
    ...change,
  }
  return transbankState(json, CONNECTIONS.transbank, REFS.transbank)
}

test.each<[Record<string, unknown>, PaymentStatus, number | null]>([
  [{}, 'succeeded', 0],
  [{ response_code: -1 }, 'failed', 0],
  [{ response_code: null }, 'pending', 0],
  [{ response_code: undefined }, 'pending', 0],
  [{ response_code: '' }, 'pending', 0],
  [{ response_code: false }, 'pending', 0],
  [{ response_code: '0' }, 'succeeded', 0],
  [{ response_code: '-4' }, 'failed', 0],
  [{ response_code: 0.5 }, 'pending', 0],
  [{ status: 'FAILED', response_code: -1 }, 'failed', 0],
  [{ status: 'INITIALIZED', response_code: undefined }, 'pending', 0],
  [{ status: 'CAPTURED' }, 'pending', 0],
  [{ status: 'SOMETHING_NEW' }, 'pending', 0],
  [{ status: 'REVERSED' }, 'reversed', 119_000],
  [{ status: 'NULLIFIED', balance: 0 }, 'refunded', 119_000],
  [{ status: 'PARTIALLY_NULLIFIED', balance: 100_000 }, 'partiallyRefunded', 19_000],
  [{ status: 'PARTIALLY_NULLIFIED', balance: 200_000 }, 'partiallyRefunded', null],
  [{ status: 'PARTIALLY_NULLIFIED' }, 'partiallyRefunded', null],
])('a transaction with %j is %s', (change, status, refundedClp) => {
  expect(stateOf(change)).toMatchObject({ status, refundedClp })
})

test.each([undefined, null, '119.000', 119_000.5, -119_000, '1e5', {}])(
  'an amount %j is not read, and proves nothing',
  (amount) => {
    expect(stateOf({ amount })).toMatchObject({ status: 'succeeded', amountClp: null })
  },
)

test.each([
  ['VD', 'debitCard'],
  ['VP', 'prepaidCard'],
  ['VN', 'creditCard'],
  ['VC', 'creditCard'],
  ['SI', 'creditCard'],
  ['S2', 'creditCard'],
  ['NC', 'creditCard'],
  ['XX', 'other'],
  [null, null],
])('the payment type %s is of a %s', (payment_type_code, kind) => {
  expect(stateOf({ payment_type_code })?.method.kind).toBe(kind)
})

test('of a whole card number the last four digits are kept, in what is stored too', () => {
  const state = stateOf({ card_detail: { card_number: '4051885600446623' } })
  expect(state?.method.cardLast4).toBe('6623')
  expect(JSON.stringify(state)).not.toContain('405188')
  expect(state?.raw).toMatchObject({ card_detail: { card_number: '6623' } })
})

test('a field that proves nothing and has a new form hides no payment', () => {
  const odd = {
    installments_number: 'three',
    card_detail: [],
    authorization_code: 7,
    session_id: {},
  }
  expect(stateOf(odd)).toMatchObject({
    status: 'succeeded',
    attemptId: null,
    method: { instalments: null, authorisationCode: null, cardLast4: null },
  })
})

test.each([null, [], 'x', {}, { status: 3 }, { status: '' }])('%j is no transaction', (json) => {
  expect(transbankState(json, CONNECTIONS.transbank, REFS.transbank)).toBeNull()
})
