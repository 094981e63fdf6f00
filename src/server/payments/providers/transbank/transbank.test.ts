import { afterAll, beforeAll, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import type { TransbankConnection } from '../connection.ts'
import type { StateReading } from '../port.ts'
import { CONNECTIONS, ORDER, REFS, settingsAt, TOKEN } from '../test-connections.ts'
import {
  startProviderServer,
  type ProviderServer,
  type SeenRequest,
  type TestReply,
} from '../test-provider-server.ts'
import { HOSTS, transbankProvider } from './transbank.ts'

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

const OWN = CONNECTIONS.transbank
const MALL: TransbankConnection = {
  ...OWN,
  commerceCode: '597055555535',
  storeCode: '597055555536',
}
const PATH = '/rswebpaytransaction/api/webpay/v1.2/transactions'

function provider(timeoutMs = 10_000) {
  return transbankProvider(settingsAt(server.url, { timeoutMs }))
}

/** Of the reference of Webpay, "Confirmar una transacción". */
const APPROVED = {
  vci: 'TSY',
  amount: 119_000,
  status: 'AUTHORIZED',
  buy_order: 'ORDER-1',
  session_id: 'attempt-1',
  card_detail: { card_number: '6623' },
  accounting_date: '1120',
  transaction_date: '2026-11-20T14:59:21.063Z',
  authorization_code: '1213',
  payment_type_code: 'VN',
  response_code: 0,
  installments_number: 0,
}
/** As a transaction may look that nobody paid or that was refused: much is missing. */
const UNTOUCHED = {
  amount: 119_000,
  status: 'INITIALIZED',
  buy_order: 'ORDER-1',
  session_id: 'attempt-1',
}

test('a checkout of a company’s own code is sent as the reference has it', async () => {
  server.answer({ json: { token: TOKEN, url: `${server.url}/webpayserver/initTransaction` } })
  expect(await provider().createCheckout(OWN, ORDER)).toEqual({
    kind: 'created',
    providerRef: TOKEN,
    redirect: {
      method: 'POST',
      url: `${server.url}/webpayserver/initTransaction`,
      fields: { token_ws: TOKEN },
    },
  })
  expect(server.seen).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: PATH,
      body: {
        buy_order: 'ORDER-1',
        session_id: 'attempt-1',
        amount: 119_000,
        return_url: ORDER.returnUrl,
      },
    }),
  ])
  expect(server.seen[0]?.headers).toMatchObject({
    'tbk-api-key-id': '597055555532',
    'tbk-api-key-secret': 'transbank-key-1',
    'content-type': 'application/json',
  })
})

test('a checkout of a store has the mall’s code in its headers and the store’s in its details', async () => {
  server.answer({ json: { token: TOKEN, url: `${server.url}/pay` } })
  await provider().createCheckout(MALL, ORDER)
  expect(server.seen[0]?.headers['tbk-api-key-id']).toBe('597055555535')
  expect(server.seen[0]?.body).toEqual({
    buy_order: 'ORDER-1',
    session_id: 'attempt-1',
    return_url: ORDER.returnUrl,
    details: [{ amount: 119_000, commerce_code: '597055555536', buy_order: 'ORDER-1' }],
  })
})

test.each([
  ['without a token', { url: 'http://127.0.0.1/pay' }],
  ['with a token that is none', { token: 'x', url: 'http://127.0.0.1/pay' }],
  ['with an address that is none', { token: TOKEN, url: 'javascript:alert(1)' }],
  ['without an address', { token: TOKEN }],
])('a checkout answered %s can’t be paid', async (_what, json) => {
  server.answer({ json })
  const outcome = await provider().createCheckout(OWN, ORDER)
  expect(outcome).toEqual({ kind: 'unknown', cause: 'unreadable' })
})

test('a payment that is committed is approved by its code and its status', async () => {
  server.answer({ json: APPROVED })
  expect(await provider().settle(OWN, REFS.transbank)).toEqual({
    kind: 'found',
    status: 'succeeded',
    providerStatus: 'AUTHORIZED',
    refs: { providerRef: TOKEN, paymentRef: null, buyOrder: 'ORDER-1' },
    attemptId: 'attempt-1',
    amountClp: clp(119_000),
    refundedClp: clp(0),
    refundedAtMs: null,
    currency: 'CLP',
    receiver: '597055555532',
    mode: 'test',
    atMs: Date.parse('2026-11-20T14:59:21.063Z'),
    method: {
      kind: 'creditCard',
      cardLast4: '6623',
      instalments: 0,
      authorisationCode: '1213',
      payerRut: null,
      bank: null,
    },
    isVerifying: false,
    isIncomplete: false,
    disputeRef: null,
    alsoPaid: [],
    raw: APPROVED,
  } satisfies StateReading)
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT ${PATH}/${TOKEN}`,
  ])
})

test('a payment that is refused at the commit failed', async () => {
  server.answer({ json: { ...APPROVED, status: 'FAILED', response_code: -1 } })
  expect(await provider().settle(OWN, REFS.transbank)).toMatchObject({ status: 'failed' })
})

const LOCKED: TestReply = {
  status: 422,
  json: { error_message: 'Transaction already locked by another process' },
}
const ABORTED: TestReply = {
  status: 422,
  json: { error_message: 'Transaction has an invalid finished state: aborted' },
}

test.each<[string, TestReply]>([
  ['locked by another commit', LOCKED],
  ['said to be authorizing', { status: 422, json: { error_message: "Invalid status '19'" } }],
  ['cut', { trouble: 'cut' }],
  ['half answered', { trouble: 'half', json: APPROVED }],
  ['answered by a page', { status: 502, text: '<html></html>' }],
  ['answered by nothing', { status: 204 }],
  ['answered by an error', { status: 500, json: { error_message: 'oops' } }],
  ['answered by something else', { json: { amount: 1 } }],
])('a commit that is %s is followed by reading the status', async (_what, reply) => {
  server.answer(reply, { json: APPROVED })
  expect(await provider().settle(OWN, REFS.transbank)).toMatchObject({ status: 'succeeded' })
  expect(server.seen.map(({ method }) => method)).toEqual(['PUT', 'GET'])

  server.answer(reply, { json: UNTOUCHED })
  expect(await provider().settle(OWN, REFS.transbank)).toMatchObject({
    kind: 'found',
    status: 'pending',
  })
})

test('a commit without an answer is never called failed', async () => {
  const byMethod = (get: TestReply) => (request: SeenRequest) =>
    request.method === 'PUT' ? { trouble: 'silence' as const } : get
  server.answer(byMethod({ json: APPROVED }))
  expect(await provider(1_500).settle(OWN, REFS.transbank)).toMatchObject({ status: 'succeeded' })
  server.answer(byMethod({ trouble: 'cut' }))
  expect(await provider(200).settle(OWN, REFS.transbank)).toMatchObject({ kind: 'unavailable' })
  expect(server.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test('a transaction that was annulled or ran out is cancelled, though its status stays as it was', async () => {
  server.answer(ABORTED, { json: UNTOUCHED })
  expect(await provider().settle(OWN, REFS.transbank)).toMatchObject({ status: 'cancelled' })
  server.answer(ABORTED, { json: APPROVED })
  expect(await provider().settle(OWN, REFS.transbank)).toMatchObject({ status: 'succeeded' })
})

test('a state is read without a commit', async () => {
  server.answer({ json: UNTOUCHED })
  expect(await provider().fetchState(OWN, REFS.transbank)).toMatchObject({
    status: 'pending',
    amountClp: 119_000,
    atMs: null,
  })
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${PATH}/${TOKEN}`,
  ])
})

test.each([
  [404, 'not found', { kind: 'notFound', reason: 'absent' }],
  [
    422,
    'Invalid value for parameter: transaction not found',
    { kind: 'notFound', reason: 'absent' },
  ],
  [
    422,
    "The transactions's date has passed max time (7 days) to recover the status",
    { kind: 'notFound', reason: 'tooOld' },
  ],
  [422, 'Api mismatch error, required version is 1.2', { kind: 'unavailable', cause: 'HTTP 422' }],
  [400, 'bad', { kind: 'unavailable', cause: 'HTTP 400' }],
])('a state refused with %d, %s', async (status, message, reading) => {
  server.answer({ status, json: { error_message: message } })
  expect(await provider().fetchState(OWN, REFS.transbank)).toEqual(reading)
})

function detail(change: Record<string, unknown> = {}) {
  return {
    amount: 119_000,
    status: 'AUTHORIZED',
    authorization_code: '1213',
    payment_type_code: 'VD',
    response_code: 0,
    installments_number: 0,
    commerce_code: '597055555536',
    buy_order: 'ORDER-1',
    ...change,
  }
}

function mallAnswer(...details: unknown[]) {
  return {
    buy_order: 'ORDER-1',
    card_detail: { card_number: '6623' },
    transaction_date: '2026-11-20T14:59:21.063Z',
    details,
  }
}

test('of a mall’s transaction our store’s part alone counts', async () => {
  const other = detail({ commerce_code: '597055555537', status: 'FAILED', response_code: -1 })
  server.answer({ json: mallAnswer(other, detail()) })
  expect(await provider().settle(MALL, REFS.transbank)).toMatchObject({
    status: 'succeeded',
    receiver: '597055555536',
    amountClp: 119_000,
    method: { kind: 'debitCard', cardLast4: '6623' },
  })
  const failed = detail({ status: 'FAILED', response_code: -1 })
  server.answer({ json: mallAnswer(detail({ commerce_code: '597055555537' }), failed) })
  expect(await provider().settle(MALL, REFS.transbank)).toMatchObject({ status: 'failed' })
})

test.each<[string, unknown]>([
  ['nothing of our store', mallAnswer(detail({ commerce_code: '597055555537' }))],
  ['another order of our store', mallAnswer(detail({ buy_order: 'ORDER-2' }))],
  ['our store twice', mallAnswer(detail(), detail())],
  ['no details', { ...mallAnswer(), details: undefined }],
  ['the shape of an own code', APPROVED],
])('a mall’s answer with %s says nothing', async (_what, json) => {
  server.answer({ json })
  expect(await provider().fetchState(MALL, REFS.transbank)).toMatchObject({ kind: 'unavailable' })
})

test('numbers that the docs also write as texts are read', async () => {
  const texts = detail({ response_code: '0', commerce_code: 597_055_555_536 })
  server.answer({ json: mallAnswer(texts) })
  expect(await provider().fetchState(MALL, REFS.transbank)).toMatchObject({
    status: 'succeeded',
    receiver: '597055555536',
  })
})

const REFUND = { refundId: 'refund-1', amountClp: clp(119_000), paidClp: clp(119_000) }
const PART = { ...REFUND, amountClp: clp(19_000) }
const ANNULLED = {
  type: 'NULLIFIED',
  authorization_code: '123456',
  authorization_date: '2026-11-20T20:18:20Z',
  nullified_amount: 19_000,
  balance: 100_000,
  response_code: 0,
}

test.each<[string, unknown, typeof REFUND, unknown]>([
  ['a reversal', { type: 'REVERSED' }, REFUND, { kind: 'done', refundedClp: 119_000 }],
  ['an annulment of a part', ANNULLED, PART, { kind: 'partly', refundedClp: 19_000 }],
  [
    'an annulment of all',
    { ...ANNULLED, nullified_amount: 119_000, balance: 0 },
    REFUND,
    { kind: 'done', refundedClp: 119_000 },
  ],
  [
    'an annulment of the rest',
    { ...ANNULLED, balance: 0 },
    PART,
    { kind: 'done', refundedClp: 19_000 },
  ],
  [
    'an annulment in the words of older docs, without amounts',
    { type: 'NULLIFY', response_code: 0 },
    PART,
    { kind: 'partly', refundedClp: 19_000 },
  ],
  [
    'an annulment that was not made',
    { type: 'NULLIFIED', response_code: 284 },
    PART,
    { kind: 'notPossible', reason: 'tooLate', detail: 'code 284' },
  ],
  [
    'an annulment refused for a reason of its own',
    { type: 'NULLIFIED', response_code: -2 },
    PART,
    { kind: 'notPossible', reason: 'other', detail: 'code -2' },
  ],
  [
    'an annulment without a code',
    { type: 'NULLIFIED' },
    PART,
    { kind: 'unknown', cause: 'unreadable' },
  ],
])('a refund answered by %s', async (_what, json, order, outcome) => {
  server.answer({ json })
  expect(await provider().refund(OWN, REFS.transbank, order)).toEqual(outcome)
  expect(server.seen).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: `${PATH}/${TOKEN}/refunds`,
      body: { amount: order.amountClp },
    }),
  ])
})

test.each([
  [16, 'method'],
  [53, 'method'],
  [274, 'notPaid'],
  [292, 'notPaid'],
  [310, 'alreadyRefunded'],
  [311, 'amount'],
  [304, 'other'],
])('the code %d of a refund means %s', async (code, reason) => {
  server.answer({ json: { type: 'NULLIFIED', response_code: code } })
  expect(await provider().refund(OWN, REFS.transbank, PART)).toMatchObject({ reason })
})

test('a refund that is refused says why', async () => {
  server.answer({ status: 422, json: { error_message: 'Amount is wrong' } })
  expect(await provider().refund(OWN, REFS.transbank, PART)).toEqual({
    kind: 'notPossible',
    reason: 'other',
    detail: 'Amount is wrong',
  })
})

test('a refund of a store names the store and its order', async () => {
  server.answer({ json: { type: 'REVERSED' } })
  await provider().refund(MALL, REFS.transbank, REFUND)
  expect(server.seen[0]?.body).toEqual({
    commerce_code: '597055555536',
    buy_order: 'ORDER-1',
    amount: 119_000,
  })
})

test.each<[number, unknown, unknown]>([
  [
    404,
    { error_message: 'not found' },
    { kind: 'works', account: null, mode: 'test', holderRut: null },
  ],
  [
    422,
    { error_message: 'Invalid value for parameter: transaction not found' },
    { kind: 'works', account: null, mode: 'test', holderRut: null },
  ],
  [401, { error_message: 'Not Authorized' }, { kind: 'unauthorised' }],
  [404, { hello: 'there' }, { kind: 'unavailable', cause: 'HTTP 404' }],
  [200, { hello: 'there' }, { kind: 'unavailable', cause: 'unreadable' }],
])('a test of credentials answered with %d %j', async (status, json, outcome) => {
  server.answer({ status, json })
  expect(await provider().testConnection(OWN)).toEqual(outcome)
  expect(server.seen.map(({ method }) => method)).toEqual(['GET'])
})

test('a live connection calls production, and a test one the integration', () => {
  expect(HOSTS).toEqual({ live: 'webpay3g.transbank.cl', test: 'webpay3gint.transbank.cl' })
})
