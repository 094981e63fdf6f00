import { afterAll, beforeAll, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { Secret } from '../../../vault/secret.ts'
import type { PaymentRefs, PaymentStatus } from '../port.ts'
import { CONNECTIONS, ORDER, REFS, settingsAt } from '../test-connections.ts'
import {
  startProviderServer,
  type ProviderServer,
  type SeenRequest,
  type TestReply,
} from '../test-provider-server.ts'
import { mercadoPagoProvider } from './mercado-pago.ts'
import { mercadoPagoState } from './state.ts'

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

const CONNECTION = CONNECTIONS.mercadoPago

function provider() {
  return mercadoPagoProvider(settingsAt(server.url))
}

const PAYMENT = {
  id: 123_456,
  status: 'approved',
  status_detail: 'accredited',
  transaction_amount: 119_000,
  transaction_amount_refunded: 0,
  currency_id: 'CLP',
  external_reference: 'ORDER-1',
  collector_id: 1_165_071_449,
  live_mode: false,
  metadata: { attempt_id: 'attempt-1' },
  date_approved: '2026-11-20T10:59:28.717-04:00',
  date_last_updated: '2026-11-20T10:59:29.000-04:00',
  payment_type_id: 'credit_card',
  installments: 3,
  authorization_code: '301299',
  card: { last_four_digits: '0604', first_six_digits: '503175' },
  payer: { identification: { type: 'RUT', number: '12345678-5' } },
}
const PAID: PaymentRefs = { ...REFS.mercadoPago, paymentRef: '123456' }

test('a checkout is sent as the API has it', async () => {
  const id = '1165071449-2484cd71-7140'
  server.answer({ status: 201, json: { id, init_point: `${server.url}/checkout?pref_id=${id}` } })
  expect(await provider().createCheckout(CONNECTION, ORDER)).toEqual({
    kind: 'created',
    providerRef: id,
    redirect: { method: 'GET', url: `${server.url}/checkout?pref_id=${id}`, fields: {} },
  })
  expect(server.seen).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/checkout/preferences',
      body: {
        items: [
          {
            id: 'ORDER-1',
            title: 'Factura 1',
            quantity: 1,
            unit_price: 119_000,
            currency_id: 'CLP',
          },
        ],
        external_reference: 'ORDER-1',
        metadata: { attempt_id: 'attempt-1' },
        back_urls: {
          success: ORDER.returnUrl,
          pending: ORDER.returnUrl,
          failure: ORDER.cancelUrl,
        },
        auto_return: 'approved',
        notification_url: `${ORDER.notifyUrl}?source_news=webhooks`,
        expires: true,
        expiration_date_to: '2026-11-20T16:00:00.000Z',
        payer: {
          name: 'Ana Pagadora',
          email: 'ana@cliente.example',
          identification: { type: 'RUT', number: '12345678-5' },
        },
      },
    }),
  ])
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: 'Bearer TEST-mercado-pago-key-1',
    'x-idempotency-key': 'attempt-1',
  })
})

test('a payment is read with all that proves it', async () => {
  server.answer({ json: PAYMENT })
  expect(await provider().fetchState(CONNECTION, PAID)).toEqual({
    kind: 'found',
    status: 'succeeded',
    providerStatus: 'approved accredited',
    refs: PAID,
    attemptId: 'attempt-1',
    amountClp: 119_000,
    refundedClp: 0,
    refundedAtMs: null,
    currency: 'CLP',
    receiver: '1165071449',
    mode: 'test',
    atMs: Date.parse('2026-11-20T14:59:28.717Z'),
    method: {
      kind: 'creditCard',
      cardLast4: '0604',
      instalments: 3,
      authorisationCode: '301299',
      payerRut: '12345678-5',
      bank: null,
    },
    isVerifying: false,
    isIncomplete: false,
    disputeRef: null,
    alsoPaid: [],
    raw: PAYMENT,
  })
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/payments/123456',
  ])
})

test.each<[Record<string, unknown>, PaymentStatus]>([
  [{}, 'succeeded'],
  [{ transaction_amount_refunded: undefined }, 'succeeded'],
  [{ transaction_amount_refunded: 19_000 }, 'partiallyRefunded'],
  // What isn't read isn't taken for nothing.
  [{ transaction_amount_refunded: 0.5 }, 'partiallyRefunded'],
  [{ status_detail: 'partially_refunded' }, 'partiallyRefunded'],
  [{ status: 'pending' }, 'pending'],
  [{ status: 'in_process' }, 'pending'],
  [{ status: 'authorized' }, 'pending'],
  [{ status: 'something_new' }, 'pending'],
  [{ status: 'rejected', status_detail: 'cc_rejected_other_reason' }, 'failed'],
  [{ status: 'cancelled', status_detail: 'by_payer' }, 'cancelled'],
  [{ status: 'cancelled', status_detail: 'expired' }, 'expired'],
  [{ status: 'refunded' }, 'refunded'],
  [{ status: 'in_mediation' }, 'disputed'],
  [{ status: 'charged_back' }, 'chargedBack'],
  [{ status: 'charged_back', status_detail: 'settled' }, 'chargedBack'],
  [{ status: 'charged_back', status_detail: 'in_process' }, 'disputed'],
  [{ status: 'charged_back', status_detail: 'reimbursed' }, 'succeeded'],
])('a payment with %j is %s', (change, status) => {
  expect(mercadoPagoState({ ...PAYMENT, ...change }, PAID)).toMatchObject({ status })
})

test.each([
  ['pending', false],
  ['in_process', true],
  ['authorized', true],
  ['approved', false],
])('whether a payment that is %s is being verified: %s', (status, isVerifying) => {
  expect(mercadoPagoState({ ...PAYMENT, status }, PAID)).toMatchObject({ isVerifying })
})

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [{ transaction_amount: 119_000.5 }, { amountClp: null }],
  [{ live_mode: true }, { mode: null }],
  [{ live_mode: undefined }, { mode: null }],
  [{ collector_id: '1165071449' }, { receiver: '1165071449' }],
  [{ collector_id: null }, { receiver: null }],
  [{ external_reference: null }, { refs: { buyOrder: null } }],
  [{ metadata: null }, { attemptId: null }],
  [{ payment_type_id: 'constructor' }, { method: { kind: 'other' } }],
  [{ payment_type_id: 'account_money' }, { method: { kind: 'other' } }],
  [{ payment_type_id: 'debit_card', card: null }, { method: { kind: 'debitCard' } }],
  [{ date_approved: null }, { atMs: Date.parse('2026-11-20T14:59:29Z') }],
])('a payment with %j says %j', (change, said) => {
  expect(mercadoPagoState({ ...PAYMENT, ...change }, PAID)).toMatchObject(said)
})

/** A search that finds these, and each payment with its status. */
function withPayments(payments: { id: number; status: string; external_reference?: string }[]) {
  return ({ path }: SeenRequest): TestReply => {
    const results = payments.map((one) => ({ ...PAYMENT, ...one }))
    if (path.startsWith('/v1/payments/search')) return { json: { paging: {}, results } }
    return { json: results.find(({ id }) => path === `/v1/payments/${id}`) ?? null }
  }
}

test('without a payment’s number our order is searched for', async () => {
  server.answer(withPayments([{ id: 5, status: 'approved' }]))
  expect(await provider().fetchState(CONNECTION, REFS.mercadoPago)).toMatchObject({
    status: 'succeeded',
    refs: { ...REFS.mercadoPago, paymentRef: '5' },
    disputeRef: null,
    alsoPaid: [],
  })
  expect(server.seen.map(({ path }) => path)).toEqual([
    '/v1/payments/search?external_reference=ORDER-1&sort=date_created&criteria=desc',
    '/v1/payments/5',
  ])
})

test.each<[string, Parameters<typeof withPayments>[0], string, string[]]>([
  [
    'an approved one after a rejected one',
    [
      { id: 7, status: 'rejected' },
      { id: 6, status: 'approved' },
      { id: 5, status: 'rejected' },
    ],
    '6',
    [],
  ],
  [
    'a pending one before a rejected one',
    [
      { id: 7, status: 'rejected' },
      { id: 6, status: 'in_process' },
    ],
    '6',
    [],
  ],
  [
    'a refunded one before a pending one',
    [
      { id: 7, status: 'pending' },
      { id: 6, status: 'refunded' },
    ],
    '6',
    [],
  ],
  [
    'the older of two that were paid, and the other as paid too',
    [
      { id: 10, status: 'approved' },
      { id: 9, status: 'approved' },
    ],
    '9',
    ['10'],
  ],
  [
    'the one that is still paid, and another whose money went back as paid too',
    [
      { id: 10, status: 'refunded' },
      { id: 9, status: 'approved' },
      { id: 8, status: 'charged_back' },
      { id: 7, status: 'rejected' },
    ],
    '9',
    ['8', '10'],
  ],
  [
    'ours alone',
    [
      { id: 8, status: 'approved', external_reference: 'ORDER-10' },
      { id: 7, status: 'rejected' },
    ],
    '7',
    [],
  ],
])('of several payments the search takes %s', async (_what, payments, paymentRef, alsoPaid) => {
  server.answer(withPayments(payments))
  expect(await provider().fetchState(CONNECTION, REFS.mercadoPago)).toMatchObject({
    refs: { paymentRef },
    alsoPaid,
  })
})

test('a preference without a payment or a try has no state', async () => {
  server.answer(withPayments([]))
  expect(await provider().fetchState(CONNECTION, REFS.mercadoPago)).toEqual({
    kind: 'notFound',
    reason: 'absent',
  })
})

test('another payment than the one asked for is no answer', async () => {
  server.answer({ json: { ...PAYMENT, id: 999 } })
  expect(await provider().fetchState(CONNECTION, PAID)).toMatchObject({ kind: 'unavailable' })
})

const REFUND = { refundId: 'refund-1', amountClp: clp(119_000), paidClp: clp(119_000) }
const MADE = { id: 77, payment_id: 123_456, amount: 119_000, status: 'approved' }

test('all is refunded without an amount, and a part with it', async () => {
  server.answer({ status: 201, json: MADE })
  expect(await provider().refund(CONNECTION, PAID, REFUND)).toEqual({
    kind: 'done',
    refundedClp: 119_000,
  })
  server.answer({ status: 201, json: { ...MADE, amount: 19_000 } })
  const part = { ...REFUND, amountClp: clp(19_000) }
  expect(await provider().refund(CONNECTION, PAID, part)).toEqual({
    kind: 'partly',
    refundedClp: 19_000,
  })
  expect(server.seen).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/v1/payments/123456/refunds',
      body: { amount: 19_000 },
    }),
  ])
  expect(server.seen[0]?.headers).toMatchObject({
    'x-idempotency-key': 'refund-1',
    'x-render-in-process-refunds': 'true',
  })
})

test.each([
  [
    { ...MADE, status: 'in_process' },
    { kind: 'pending', refundRef: '77' },
  ],
  [
    { ...MADE, status: 'rejected' },
    { kind: 'notPossible', reason: 'rejected', detail: 'rejected' },
  ],
  [
    { ...MADE, amount: null },
    { kind: 'unknown', cause: 'unreadable' },
  ],
])('a refund answered %j', async (json, outcome) => {
  server.answer({ status: 201, json })
  expect(await provider().refund(CONNECTION, PAID, REFUND)).toEqual(outcome)
})

test.each([
  [2063, 'notPaid'],
  [2024, 'tooLate'],
  [15_016, 'tooLate'],
  [2022, 'amount'],
  [2027, 'method'],
  [3024, 'method'],
  [2030, 'balance'],
  ['2024', 'tooLate'],
  ['constructor', 'other'],
  [1, 'other'],
])('a refund refused by the cause %j is not possible: %s', async (code, reason) => {
  const json = { message: 'no', error: 'bad_request', status: 400, cause: [{ code }] }
  server.answer({ status: 400, json })
  expect(await provider().refund(CONNECTION, PAID, REFUND)).toEqual({
    kind: 'notPossible',
    reason,
    detail: 'no',
  })
})

test('a refund without a payment’s number searches for it first', async () => {
  const payments = withPayments([{ id: 5, status: 'approved' }])
  server.answer((request) => (request.method === 'POST' ? { json: MADE } : payments(request)))
  expect(await provider().refund(CONNECTION, REFS.mercadoPago, REFUND)).toMatchObject({
    kind: 'done',
  })
  expect(server.seen.at(-1)?.path).toBe('/v1/payments/5/refunds')
  server.answer(withPayments([]))
  expect(await provider().refund(CONNECTION, REFS.mercadoPago, REFUND)).toMatchObject({
    kind: 'notPossible',
    reason: 'notPaid',
  })
})

test('a refund in process is read later', async () => {
  server.answer({ json: MADE }, { json: PAYMENT })
  expect(await provider().fetchRefund?.(CONNECTION, PAID, '77')).toEqual({
    kind: 'done',
    refundedClp: 119_000,
  })
  expect(server.seen[0]?.path).toBe('/v1/payments/123456/refunds/77')
  server.answer({ status: 503, json: {} })
  expect(await provider().fetchRefund?.(CONNECTION, PAID, '77')).toMatchObject({
    kind: 'unavailable',
  })
  server.answer({ json: {} })
  expect(await provider().fetchRefund?.(CONNECTION, PAID, '7/7')).toMatchObject({
    kind: 'notPossible',
  })
  expect(server.seen).toEqual([])
})

const ACCOUNT = { id: 1_165_071_449, site_id: 'MLC', tags: ['normal', 'test_user'] }
const WORKS = { kind: 'works', account: '1165071449', mode: 'test' }

test.each<[Record<string, unknown>, unknown]>([
  [{}, { ...WORKS, holderRut: null }],
  [{ identification: { type: 'RUT', number: '770707072' } }, { ...WORKS, holderRut: '77070707-2' }],
  [{ identification: { type: 'RUT', number: '770707073' } }, { ...WORKS, holderRut: null }],
  [{ identification: { type: 'Otro', number: '770707072' } }, { ...WORKS, holderRut: null }],
  [{ identification: 'RUT' }, { ...WORKS, holderRut: null }],
  [{ id: 5 }, { kind: 'misconfigured', reason: 'account' }],
  [{ site_id: 'MLA' }, { kind: 'misconfigured', reason: 'country' }],
])('a token of an account with %j', async (change, outcome) => {
  server.answer({ json: { ...ACCOUNT, ...change } })
  expect(await provider().testConnection(CONNECTION)).toEqual(outcome)
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /users/me'])
})

test('a token is a test’s by its account or by its own form', async () => {
  const production = { ...CONNECTION, accessToken: new Secret('APP_USR-1') }
  server.answer({ json: { ...ACCOUNT, tags: [] } })
  expect(await provider().testConnection(CONNECTION)).toMatchObject({ kind: 'works', mode: 'test' })
  expect(await provider().testConnection(production)).toMatchObject({ reason: 'mode' })
  const live = { ...production, mode: 'live' } as const
  expect(await provider().testConnection(live)).toMatchObject({ kind: 'works', mode: 'live' })
  server.answer({ json: ACCOUNT })
  expect(await provider().testConnection(live)).toMatchObject({ reason: 'mode' })
})
