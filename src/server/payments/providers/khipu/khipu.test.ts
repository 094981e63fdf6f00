import { afterAll, beforeAll, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import type { PaymentStatus, StateReading } from '../port.ts'
import { CONNECTIONS, NOW_MS, ORDER, REFS, settingsAt } from '../test-connections.ts'
import { startProviderServer, type ProviderServer } from '../test-provider-server.ts'
import { khipuProvider } from './khipu.ts'
import { khipuState } from './state.ts'

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

const CONNECTION = CONNECTIONS.khipu

function provider() {
  return khipuProvider(settingsAt(server.url))
}

const PAYMENT = {
  payment_id: 'zfxnocsow6mz',
  status: 'done',
  status_detail: 'normal',
  amount: 119_000,
  currency: 'CLP',
  subject: 'Factura 1',
  transaction_id: 'ORDER-1',
  custom: 'attempt-1',
  receiver_id: 990_939,
  expires_date: '2026-11-20T16:00:00.000Z',
  conciliation_date: '2026-11-20T14:56:54.859Z',
  bank: 'Banco Uno',
  personal_identifier: '12.345.678-5',
  notification_token: 'token-of-the-old-api',
}

test('a checkout is sent as the API has it', async () => {
  server.answer({
    json: { payment_id: 'zfxnocsow6mz', payment_url: `${server.url}/payment/zfxnocsow6mz` },
  })
  expect(await provider().createCheckout(CONNECTION, ORDER)).toEqual({
    kind: 'created',
    providerRef: 'zfxnocsow6mz',
    redirect: { method: 'GET', url: `${server.url}/payment/zfxnocsow6mz`, fields: {} },
  })
  expect(server.seen).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/v3/payments',
      body: {
        amount: 119_000,
        currency: 'CLP',
        subject: 'Factura 1',
        transaction_id: 'ORDER-1',
        custom: 'attempt-1',
        return_url: ORDER.returnUrl,
        cancel_url: ORDER.cancelUrl,
        notify_url: ORDER.notifyUrl,
        notify_api_version: '3.0',
        expires_date: '2026-11-20T16:00:00.000Z',
        payer_name: 'Ana Pagadora',
        payer_email: 'ana@cliente.example',
      },
    }),
  ])
  expect(server.seen[0]?.headers['x-api-key']).toBe('khipu-key-1')
})

test('a subject is one line, cut between two characters', async () => {
  server.answer({ json: {} })
  const subject = `Línea 1\r\nLínea 2\u202e ${'😀'.repeat(300)}`
  const payer = { name: null, email: null, rut: null }
  await provider().createCheckout(CONNECTION, { ...ORDER, subject, payer })
  const body = server.seen[0]?.body
  expect(body).toMatchObject({ subject: `Línea 1  Línea 2  ${'😀'.repeat(237)}` })
  expect(Object.keys(body ?? {})).not.toContain('payer_name')
  expect(Object.keys(body ?? {})).not.toContain('payer_email')
})

test.each([
  ['with an id that is none', { payment_id: '../x', payment_url: 'http://127.0.0.1/' }],
  ['with an address that is none', { payment_id: 'zfxnocsow6mz', payment_url: 'javascript:x' }],
  ['without an address', { payment_id: 'zfxnocsow6mz' }],
])('a checkout answered %s can’t be paid', async (_what, json) => {
  server.answer({ json })
  const outcome = await provider().createCheckout(CONNECTION, ORDER)
  expect(outcome).toEqual({ kind: 'unknown', cause: 'unreadable' })
})

test.each([
  [
    { status: 400, message: 'Error', errors: [{ field: 'amount', message: 'too large' }] },
    'Error; amount: too large',
  ],
  [{ error: 'no such account' }, 'no such account'],
  [{ message: 'not allowed' }, 'not allowed'],
  [{ hello: 'there' }, ''],
])('a refusal in the form %j is read', async (json, detail) => {
  server.answer({ status: 400, json })
  const outcome = await provider().createCheckout(CONNECTION, ORDER)
  expect(outcome).toEqual({ kind: 'refused', status: 400, detail })
})

test('a payment is read with all that proves it', async () => {
  server.answer({ json: PAYMENT })
  const { notification_token: _token, ...raw } = PAYMENT
  const read = {
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
    mode: null,
    atMs: Date.parse('2026-11-20T14:56:54.859Z'),
    method: {
      kind: 'transfer',
      cardLast4: null,
      instalments: null,
      authorisationCode: null,
      payerRut: expect.stringMatching(/^12345678-5$/),
      bank: 'Banco Uno',
    },
    isVerifying: false,
    isIncomplete: false,
    disputeRef: null,
    alsoPaid: [],
    raw,
  }
  expect(await provider().fetchState(CONNECTION, REFS.khipu)).toEqual(read)
  expect(await provider().settle(CONNECTION, REFS.khipu)).toEqual(read)
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v3/payments/zfxnocsow6mz',
    'GET /v3/payments/zfxnocsow6mz',
  ])
})

test.each<[Record<string, unknown>, PaymentStatus]>([
  [{ status: 'pending', status_detail: 'pending' }, 'pending'],
  [{ status: 'verifying', status_detail: 'pending' }, 'pending'],
  [{ status: 'pending', expires_date: '2026-11-20T14:59:59.999Z' }, 'expired'],
  [{ status: 'pending', expires_date: '2026-11-20T15:00:00.000Z' }, 'pending'],
  [{ status: 'pending', expires_date: 'never' }, 'pending'],
  // A payer has paid, and it is being looked for at the bank.
  [{ status: 'verifying', expires_date: '2026-11-19T15:00:00.000Z' }, 'pending'],
  [{ expires_date: '2026-11-19T15:00:00.000Z', out_of_date_conciliation: true }, 'succeeded'],
  [{ status_detail: 'marked-paid-by-receiver' }, 'markedPaid'],
  [{ status_detail: 'rejected-by-payer' }, 'failed'],
  [{ status_detail: 'marked-as-abuse' }, 'failed'],
  [{ status_detail: 'reversed' }, 'reversed'],
  [{ status_detail: 'something-new' }, 'pending'],
  [{ status_detail: null }, 'pending'],
  [{ status: 'something-new' }, 'pending'],
])('a payment with %j is %s', (change, status) => {
  expect(khipuState({ ...PAYMENT, ...change }, NOW_MS)).toMatchObject({ status })
})

test.each([
  ['pending', 'pending', false],
  ['verifying', 'pending', true],
  ['done', 'normal', false],
  ['done', 'something-new', true],
])('whether a payment that is %s %s is being verified: %s', (status, detail, isVerifying) => {
  const json = { ...PAYMENT, status, status_detail: detail }
  expect(khipuState(json, NOW_MS)).toMatchObject({ isVerifying })
})

test.each<[Record<string, unknown>, Partial<Extract<StateReading, { kind: 'found' }>>]>([
  [{ amount: '119000.0000' }, { amountClp: clp(119_000) }],
  [{ amount: '119000.5' }, { amountClp: null }],
  [{ discount: '0.0000' }, { amountClp: clp(119_000) }],
  [{ discount: null }, { amountClp: clp(119_000) }],
  [{ discount: '100.0000' }, { amountClp: null }],
  [{ discount: 'some' }, { amountClp: null }],
  [{ receiver_id: '990939' }, { receiver: '990939' }],
  [{ receiver_id: null }, { receiver: null }],
  [{ currency: undefined }, { currency: null }],
  [{ bank: 'DemoBank' }, { mode: 'test' }],
  [{ conciliation_date: '2026-11-20T14:56:54' }, { atMs: null }],
  [{ status_detail: 'reversed' }, { refundedClp: clp(119_000) }],
  [{ status_detail: 'partly-reversed' }, { refundedClp: null }],
])('a payment with %j says %j', (change, said) => {
  expect(khipuState({ ...PAYMENT, ...change }, NOW_MS)).toMatchObject(said)
})

test('another payment than the one asked for is no answer', async () => {
  server.answer({ json: { ...PAYMENT, payment_id: 'abcdefghijkl' } })
  expect(await provider().fetchState(CONNECTION, REFS.khipu)).toEqual({
    kind: 'unavailable',
    cause: 'unreadable',
  })
})

test('a payment that was deleted is not there', async () => {
  server.answer({ status: 404, json: { message: 'not found' } })
  const reading = await provider().fetchState(CONNECTION, REFS.khipu)
  expect(reading).toEqual({ kind: 'notFound', reason: 'absent' })
})

const REFUND = { refundId: 'refund-1', amountClp: clp(119_000), paidClp: clp(119_000) }

test('all is refunded without an amount, and a part with it', async () => {
  server.answer({ json: { message: 'ok' } })
  expect(await provider().refund(CONNECTION, REFS.khipu, REFUND)).toEqual({
    kind: 'done',
    refundedClp: 119_000,
  })
  const part = { ...REFUND, amountClp: clp(19_000) }
  expect(await provider().refund(CONNECTION, REFS.khipu, part)).toEqual({
    kind: 'partly',
    refundedClp: 19_000,
  })
  expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/v3/payments/zfxnocsow6mz/refunds', {}],
    ['POST', '/v3/payments/zfxnocsow6mz/refunds', { amount: 19_000 }],
  ])
})

test('a refund after the money was passed on is not possible', async () => {
  server.answer({ status: 400, json: { message: 'Payment was settled' } })
  expect(await provider().refund(CONNECTION, REFS.khipu, REFUND)).toEqual({
    kind: 'notPossible',
    reason: 'other',
    detail: 'Payment was settled',
  })
})

const BANKS = { banks: [{ bank_id: 'x', name: 'Banco Uno' }] }
const DEMO = { banks: [...BANKS.banks, { bank_id: 'Bawdf', name: 'DemoBank' }] }

test('a test account is known by its demonstration bank', async () => {
  server.answer({ json: DEMO })
  const test = await provider().testConnection(CONNECTION)
  expect(test).toEqual({ kind: 'works', account: null, mode: 'test', holderRut: null })
  const live = await provider().testConnection({ ...CONNECTION, mode: 'live' })
  expect(live).toEqual({ kind: 'misconfigured', reason: 'mode' })
  server.answer({ json: BANKS })
  const other = await provider().testConnection({ ...CONNECTION, mode: 'live' })
  expect(other).toEqual({ kind: 'works', account: null, mode: null, holderRut: null })
  const real = await provider().testConnection(CONNECTION)
  expect(real).toEqual({ kind: 'misconfigured', reason: 'mode' })
  expect(server.seen.map(({ path }) => path)).toEqual(['/v3/banks', '/v3/banks'])
})

test('a payer comes back with nothing of Khipu’s', () => {
  expect(provider().readReturn({ anything: 'x' }, {})).toEqual({
    kind: 'normal',
    refs: { providerRef: null, paymentRef: null, buyOrder: null },
  })
})
