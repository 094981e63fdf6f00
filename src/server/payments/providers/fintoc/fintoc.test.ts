import { afterAll, beforeAll, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { Secret } from '../../../vault/secret.ts'
import { receiverOf, type FintocConnection } from '../connection.ts'
import type { PaymentRefs, PaymentStatus } from '../port.ts'
import { CONNECTIONS, NOW_MS, ORDER, REFS, settingsAt } from '../test-connections.ts'
import { startProviderServer, type ProviderServer } from '../test-provider-server.ts'
import { fintocProvider } from './fintoc.ts'
import { fintocIntentState, fintocSessionState } from './state.ts'

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

const CONNECTION = CONNECTIONS.fintoc
const DIRECT: FintocConnection = {
  ...CONNECTION,
  recipient: {
    holderRut: rut('76192083-9'),
    number: '922358017',
    type: 'checking_account',
    institutionId: 'cl_banco_uno',
  },
}

function provider() {
  return fintocProvider(settingsAt(server.url))
}

const METADATA = { buy_order: 'ORDER-1', attempt_id: 'attempt-1' }
const INTENT = {
  id: 'pi_B4kdYzSVREeMAPv0',
  object: 'payment_intent',
  mode: 'test',
  amount: 119_000,
  status: 'succeeded',
  currency: 'CLP',
  metadata: {},
  created_at: '2026-11-20T14:41:29Z',
  payment_type: 'bank_transfer',
  sender_account: { holder_id: '123456785', number: '1', institution_id: 'cl_banco_estado' },
  transaction_date: '2026-11-20T14:42:33Z',
  recipient_account: null,
  widget_token: 'pi_B4kdYzSVREeMAPv0_sec_token',
}
const SESSION = {
  id: 'cs_li5531onlFDi235',
  object: 'checkout_session',
  mode: 'test',
  amount: 119_000,
  status: 'finished',
  currency: 'CLP',
  metadata: METADATA,
  redirect_url: 'https://checkout.fintoc.com/checkout_session_01',
  session_token: 'cs_li5531onlFDi235_sec_token',
  payment_resource: { payment_intent: INTENT },
}

test('a checkout is sent as the API has it', async () => {
  server.answer({ status: 201, json: { ...SESSION, redirect_url: `${server.url}/checkout` } })
  expect(await provider().createCheckout(CONNECTION, ORDER)).toEqual({
    kind: 'created',
    providerRef: 'cs_li5531onlFDi235',
    redirect: { method: 'GET', url: `${server.url}/checkout`, fields: {} },
  })
  expect(server.seen).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/v2/checkout_sessions',
      body: {
        flow: 'payment',
        amount: 119_000,
        currency: 'CLP',
        success_url: ORDER.returnUrl,
        cancel_url: ORDER.cancelUrl,
        expires_at: '2026-11-20T16:00:00.000Z',
        metadata: METADATA,
        payment_method_types: ['bank_transfer'],
        customer_data: {
          name: 'Ana Pagadora',
          email: 'ana@cliente.example',
          tax_id: { type: 'cl_rut', value: '123456785' },
        },
        customer_email: 'ana@cliente.example',
      },
    }),
  ])
  // Bare, and the same key for the same attempt.
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: 'sk_test_fintoc-key-1',
    'idempotency-key': 'attempt-1',
  })
})

test('an account that is paid directly is named in the checkout', async () => {
  server.answer({ json: SESSION })
  await provider().createCheckout(DIRECT, ORDER)
  expect(server.seen[0]?.body).toMatchObject({
    payment_method_options: {
      bank_transfer: {
        recipient_account: {
          holder_id: '761920839',
          number: '922358017',
          type: 'checking_account',
          institution_id: 'cl_banco_uno',
        },
      },
    },
  })
})

test.each([
  [11 * 60_000, '2026-11-20T15:11:00.000Z'],
  [11 * 60_000 - 1, '2026-11-20T16:00:00.000Z'],
  [60_000, '2026-11-20T16:00:00.000Z'],
  [-60_000, '2026-11-20T16:00:00.000Z'],
])('a session asked to end in %d ms ends at %s', async (lifeMs, end) => {
  server.answer({ json: SESSION })
  await provider().createCheckout(CONNECTION, { ...ORDER, expiresAtMs: NOW_MS + lifeMs })
  expect(server.seen[0]?.body).toMatchObject({ expires_at: end })
})

test('a refusal is read from its envelope', async () => {
  const error = { type: 'invalid_request_error', code: 'x', message: 'Amount is wrong', param: 'a' }
  server.answer({ status: 400, json: { error } })
  const outcome = await provider().createCheckout(CONNECTION, ORDER)
  expect(outcome).toEqual({ kind: 'refused', status: 400, detail: 'Amount is wrong' })
})

test('a session is read with all that proves its payment, and without tokens', async () => {
  server.answer({ json: SESSION })
  const state = await provider().fetchState(CONNECTION, REFS.fintoc)
  expect(state).toMatchObject({
    kind: 'found',
    status: 'succeeded',
    providerStatus: 'finished succeeded',
    refs: {
      providerRef: 'cs_li5531onlFDi235',
      paymentRef: 'pi_B4kdYzSVREeMAPv0',
      buyOrder: 'ORDER-1',
    },
    attemptId: 'attempt-1',
    amountClp: 119_000,
    currency: 'CLP',
    receiver: receiverOf(CONNECTION),
    mode: 'test',
    atMs: Date.parse('2026-11-20T14:42:33Z'),
    method: { kind: 'transfer', payerRut: '12345678-5', bank: 'cl_banco_estado' },
  })
  expect(JSON.stringify(state)).not.toContain('_sec_token')
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v2/checkout_sessions/cs_li5531onlFDi235',
  ])
})

function sessionWith(status: string, intentStatus: string | null) {
  const intent = intentStatus === null ? null : { ...INTENT, status: intentStatus }
  return { ...SESSION, status, payment_resource: { payment_intent: intent } }
}

test.each<[string, string | null, PaymentStatus]>([
  ['created', null, 'pending'],
  ['in_progress', 'in_progress', 'pending'],
  // The payer may try again while the session is open.
  ['in_progress', 'failed', 'pending'],
  ['in_progress', 'rejected', 'pending'],
  ['in_progress', 'succeeded', 'succeeded'],
  ['finished', 'succeeded', 'succeeded'],
  ['finished', 'failed', 'failed'],
  ['finished', 'rejected', 'failed'],
  ['finished', 'pending', 'pending'],
  ['finished', 'requires_action', 'pending'],
  ['finished', 'expired', 'expired'],
  ['finished', 'something_new', 'pending'],
  ['finished', null, 'pending'],
  ['expired', null, 'expired'],
  ['expired', 'failed', 'expired'],
  ['expired', 'succeeded', 'succeeded'],
])('a session %s with a payment %s is %s', (status, intentStatus, read) => {
  expect(fintocSessionState(sessionWith(status, intentStatus), CONNECTION)).toMatchObject({
    status: read,
  })
})

test.each<[string, string | null, boolean]>([
  ['created', null, false],
  ['in_progress', 'created', false],
  ['in_progress', 'in_progress', false],
  ['in_progress', 'pending', true],
  ['finished', 'requires_action', true],
  ['in_progress', 'failed', false],
  ['finished', 'pending', true],
  ['finished', 'failed', false],
  ['finished', 'succeeded', false],
  ['expired', null, false],
])(
  'whether a session %s with a payment %s is being verified: %s',
  (status, intent, isVerifying) => {
    expect(fintocSessionState(sessionWith(status, intent), CONNECTION)).toMatchObject({
      isVerifying,
    })
  },
)

test('a session without a payment says its own amount, currency and mode', () => {
  const json = { ...sessionWith('created', null), currency: 'clp', payment_resource: null }
  expect(fintocSessionState(json, CONNECTION)).toMatchObject({
    amountClp: 119_000,
    currency: 'CLP',
    mode: 'test',
    method: { kind: null },
  })
})

test('the payment’s amount counts, not the session’s', () => {
  const json = { ...SESSION, payment_resource: { payment_intent: { ...INTENT, amount: 1 } } }
  expect(fintocSessionState(json, CONNECTION)).toMatchObject({ amountClp: 1 })
})

test.each([
  [{ institution_id: 'cl_banco_uno', number: '922358017' }, receiverOf(DIRECT)],
  [{ institution_id: 'cl_banco_dos', number: '922358017' }, 'cl_banco_dos:922358017'],
  [{ institution_id: null, number: '922358017' }, null],
  [null, null],
])('a payment to the account %j was received by %s', (account, receiver) => {
  const intent = { ...INTENT, recipient_account: account }
  expect(fintocIntentState(intent, DIRECT)?.receiver).toBe(receiver)
})

test('a payment that a notice names by itself is read by itself', async () => {
  server.answer({ json: { ...INTENT, metadata: METADATA, status: 'failed' } })
  const refs: PaymentRefs = { providerRef: null, paymentRef: INTENT.id, buyOrder: null }
  expect(await provider().fetchState(CONNECTION, refs)).toMatchObject({
    status: 'failed',
    refs: { providerRef: null, paymentRef: INTENT.id, buyOrder: 'ORDER-1' },
  })
  expect(server.seen[0]?.path).toBe('/v2/payment_intents/pi_B4kdYzSVREeMAPv0')
})

test('another session or payment than the one asked for is no answer', async () => {
  server.answer({ json: { ...SESSION, id: 'cs_other' } })
  expect(await provider().fetchState(CONNECTION, REFS.fintoc)).toMatchObject({
    kind: 'unavailable',
  })
  server.answer({ json: { ...INTENT, id: 'pi_other' } })
  const refs: PaymentRefs = { providerRef: null, paymentRef: INTENT.id, buyOrder: null }
  expect(await provider().fetchState(CONNECTION, refs)).toMatchObject({ kind: 'unavailable' })
})

const REFUND = { refundId: 'refund-1', amountClp: clp(119_000), paidClp: clp(119_000) }
const TAKEN = { id: 're_3MjTCxEhuqCR3lNz', amount: 119_000, status: 'pending' }
const PAID: PaymentRefs = { ...REFS.fintoc, paymentRef: INTENT.id }

test('a refund is taken and is made later', async () => {
  server.answer({ status: 201, json: TAKEN })
  expect(await provider().refund(CONNECTION, PAID, REFUND)).toEqual({
    kind: 'pending',
    refundRef: TAKEN.id,
  })
  expect(server.seen).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/v1/refunds',
      body: { resource_type: 'payment_intent', resource_id: INTENT.id, amount: 119_000 },
    }),
  ])
  expect(server.seen[0]?.headers['idempotency-key']).toBe('refund-1')
})

test('a refund of a session asks for its payment first', async () => {
  server.answer({ json: SESSION }, { json: { ...TAKEN, status: 'succeeded' } })
  const outcome = await provider().refund(CONNECTION, REFS.fintoc, REFUND)
  expect(outcome).toEqual({ kind: 'done', refundedClp: 119_000 })
  server.answer({ json: sessionWith('created', null) })
  expect(await provider().refund(CONNECTION, REFS.fintoc, REFUND)).toMatchObject({
    kind: 'notPossible',
    reason: 'notPaid',
  })
  server.answer({ status: 500, json: {} })
  expect(await provider().refund(CONNECTION, REFS.fintoc, REFUND)).toMatchObject({
    kind: 'unavailable',
  })
})

test.each([
  [
    { ...TAKEN, status: 'created' },
    { kind: 'pending', refundRef: TAKEN.id },
  ],
  [
    { ...TAKEN, status: 'in_progress' },
    { kind: 'pending', refundRef: TAKEN.id },
  ],
  [
    { ...TAKEN, status: 'succeeded' },
    { kind: 'done', refundedClp: 119_000 },
  ],
  [
    { ...TAKEN, status: 'succeeded', amount: 1 },
    { kind: 'partly', refundedClp: 1 },
  ],
  [
    { ...TAKEN, status: 'succeeded', amount: 'x' },
    { kind: 'unknown', cause: 'unreadable' },
  ],
  [
    { ...TAKEN, status: 'failed', failure_code: 'insufficient_funds' },
    { kind: 'notPossible', reason: 'balance', detail: 'insufficient_funds' },
  ],
  [
    { ...TAKEN, status: 'failed', failure_code: 'fraud_risk' },
    { kind: 'notPossible', reason: 'rejected', detail: 'fraud_risk' },
  ],
  [
    { ...TAKEN, status: 'failed', failure_code: 'constructor' },
    { kind: 'notPossible', reason: 'rejected', detail: 'constructor' },
  ],
  [
    { ...TAKEN, status: 'canceled' },
    { kind: 'notPossible', reason: 'rejected', detail: 'canceled' },
  ],
])('a refund read as %j ended so', async (json, outcome) => {
  server.answer({ json }, { json: SESSION })
  expect(await provider().fetchRefund?.(CONNECTION, PAID, TAKEN.id)).toEqual(outcome)
  expect(server.seen[0]?.path).toBe(`/v1/refunds/${TAKEN.id}`)
})

test('a refund that is only read can’t have had an effect', async () => {
  server.answer({ status: 500, json: {} })
  expect(await provider().fetchRefund?.(CONNECTION, PAID, TAKEN.id)).toMatchObject({
    kind: 'unavailable',
  })
  server.answer({ status: 404, json: {} })
  expect(await provider().fetchRefund?.(CONNECTION, PAID, TAKEN.id)).toMatchObject({
    kind: 'notPossible',
  })
  server.answer({ json: {} })
  expect(await provider().fetchRefund?.(CONNECTION, PAID, '../x')).toMatchObject({
    kind: 'notPossible',
  })
  expect(server.seen).toEqual([])
})

const refundOf = (amount: number, change: object = {}) => {
  return { id: 're_1', status: 'succeeded', resource_id: INTENT.id, amount, ...change }
}

test('refunds and disputes of a payment are read with it once it is known', async () => {
  const other = refundOf(1, { resource_id: 'pi_other' })
  const failed = refundOf(2, { status: 'failed' })
  const list = [refundOf(19_000), other, failed, refundOf(50_000)]
  server.answer({ json: SESSION }, { json: list }, { json: [] })
  expect(await provider().fetchState(CONNECTION, PAID)).toMatchObject({
    status: 'partiallyRefunded',
    refundedClp: 69_000,
    isIncomplete: false,
  })
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v2/checkout_sessions/cs_li5531onlFDi235',
    'GET /v1/refunds?status=succeeded&since=2026-11-19T14%3A42%3A33.000Z&per_page=300&page=1',
    `GET /v1/disputes?resource_id=${INTENT.id}`,
  ])
})

test('refunds are read page by page, for ten pages', async () => {
  const full = { json: Array.from({ length: 300 }, () => refundOf(100)) }
  server.answer({ json: SESSION }, full, { json: [refundOf(89_000)] }, { json: [] })
  expect(await provider().fetchState(CONNECTION, PAID)).toMatchObject({
    status: 'refunded',
    refundedClp: 119_000,
  })
  server.answer({ json: SESSION }, ...Array.from({ length: 10 }, () => full), { json: [] })
  expect(await provider().fetchState(CONNECTION, PAID)).toMatchObject({
    status: 'succeeded',
    refundedClp: null,
    isIncomplete: true,
  })
  expect(server.seen).toHaveLength(12)
})

test('a reading that has taken forty seconds asks for no more, and is incomplete', async () => {
  const full = { json: Array.from({ length: 300 }, () => refundOf(100)) }
  server.answer({ json: SESSION }, full, full, { json: [] })
  const nowMs = () => NOW_MS + 15_000 * server.seen.length
  const slow = fintocProvider({ ...settingsAt(server.url), nowMs })
  expect(await slow.fetchState(CONNECTION, PAID)).toMatchObject({
    status: 'succeeded',
    refundedClp: null,
    isIncomplete: true,
  })
  expect(server.seen).toHaveLength(3)
})

test.each([
  ['a failure', { status: 500, json: {} }],
  ['no list', { json: { refunds: [] } }],
  ['an amount that is none', { json: [refundOf(0.5)] }],
])('refunds of which the answer is %s leave the payment, incomplete', async (_what, answer) => {
  server.answer({ json: SESSION }, answer, { json: [] })
  expect(await provider().fetchState(CONNECTION, PAID)).toMatchObject({
    status: 'succeeded',
    refundedClp: null,
    isIncomplete: true,
  })
})

const disputeIn = (status: string, change: object = {}) => {
  return { json: [{ id: 'cb_1', status, resource_id: INTENT.id, ...change }] }
}

test.each([
  ['in review', disputeIn('in_review'), 'disputed', false],
  ['lost', disputeIn('lost'), 'chargedBack', false],
  ['left without documents', disputeIn('expired'), 'chargedBack', false],
  ['won', disputeIn('won'), 'succeeded', false],
  ['about another payment', disputeIn('lost', { resource_id: 'pi_other' }), 'succeeded', false],
  ['in a list that is refused', { status: 403, json: {} }, 'succeeded', true],
  ['in a list that is not found', { status: 404, json: {} }, 'succeeded', true],
  ['unreadable', { status: 500, json: {} }, 'succeeded', true],
])('a dispute that is %s', async (_what, answer, status, isIncomplete) => {
  server.answer({ json: SESSION }, { json: [] }, answer)
  expect(await provider().fetchState(CONNECTION, PAID)).toMatchObject({
    status,
    refundedClp: 0,
    isIncomplete,
  })
})

test('a key says its mode by itself, and whether it is taken by a session that there isn’t', async () => {
  server.answer({ status: 404, json: { error: { message: 'No such session' } } })
  const works = await provider().testConnection(CONNECTION)
  expect(works).toEqual({ kind: 'works', account: null, mode: 'test', holderRut: null })
  const wrong = await provider().testConnection({ ...CONNECTION, mode: 'live' })
  expect(wrong).toEqual({ kind: 'misconfigured', reason: 'mode' })
  const unusual = { ...CONNECTION, apiKey: new Secret('another-form') }
  const unknown = await provider().testConnection(unusual)
  expect(unknown).toEqual({ kind: 'works', account: null, mode: null, holderRut: null })
  server.answer({ status: 404, json: { hello: 'there' } })
  expect(await provider().testConnection(CONNECTION)).toMatchObject({ kind: 'unavailable' })
})
