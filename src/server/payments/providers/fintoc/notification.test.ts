import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secret } from '../../../vault/secret.ts'
import type { FintocConnection } from '../connection.ts'
import { CONNECTIONS } from '../test-connections.ts'
import { FINTOC_SAMPLE } from '../test-samples.ts'
import { verifyFintocNotification } from './notification.ts'

const SIGNATURE = '11b98dd8f5500109246aa4d9875fad2e97d462560b012a5f50ff924411de0b0f'
const TIME_S = 1_743_890_251
const SAMPLE = Buffer.from(JSON.stringify(FINTOC_SAMPLE))

function verify(
  header: unknown,
  { body = SAMPLE, secret = 'whsec_test_secret', nowMs = TIME_S * 1000 } = {},
) {
  const connection: FintocConnection = {
    ...CONNECTIONS.fintoc,
    notificationSecret: new Secret(secret),
  }
  const headers = { 'fintoc-signature': header }
  return verifyFintocNotification(connection, { rawBody: body, headers, query: {} }, nowMs)
}

function signed(body: Buffer, time = '1700000000'): string {
  const hmac = createHmac('sha256', 'whsec_local').update(`${time}.`).update(body)
  return `t=${time},v1=${hmac.digest('hex')}`
}

function noticeOf(event: unknown) {
  const body = Buffer.from(JSON.stringify(event))
  return verify(signed(body), { body, secret: 'whsec_local', nowMs: 1_700_000_000_000 })
}

test('the official sample is authentic', () => {
  expect(verify(`t=${TIME_S},v1=${SIGNATURE}`)).toEqual({
    kind: 'authentic',
    eventKey: 'evt_2AaZeLCz0GjOW5zj',
    refs: { providerRef: null, paymentRef: 'pi_2vKOKniSGXRhXTKrJ67VXZxGCVt', buyOrder: null },
    isStale: false,
  })
})

test('our own sample, recomputed with OpenSSL, is rightly signed', () => {
  const body = Buffer.from('{"id":"evt_1","type":"payment_intent.succeeded"}')
  const header = 't=1700000000,v1=2ec6155fcb1ae9706473767abfdce9f8c5a50c8951b2f1bb3c6fb7668acad1d4'
  expect(header).toBe(signed(body))
  // It says nothing of a payment.
  expect(verify(header, { body, secret: 'whsec_local' })).toEqual({ kind: 'unreadable' })
})

test('one of two signatures is enough, in either place and with a space between', () => {
  const other = '0'.repeat(64)
  expect(verify(`t=${TIME_S},v1=${other},v1=${SIGNATURE}`).kind).toBe('authentic')
  expect(verify(`t=${TIME_S}, v1=${SIGNATURE}, v1=${other}`).kind).toBe('authentic')
  expect(verify(`t=${TIME_S},v1=${other},v1=${other}`).kind).toBe('forged')
})

test('a sample with any one byte changed is forged', () => {
  for (let at = 0; at < SAMPLE.length; at += 1) {
    const body = Buffer.from(SAMPLE)
    body[at] = (body[at] ?? 0) ^ 1
    expect(verify(`t=${TIME_S},v1=${SIGNATURE}`, { body }), String(at)).toEqual({ kind: 'forged' })
  }
})

test.each<[string, Parameters<typeof verify>]>([
  ['another secret', [`t=${TIME_S},v1=${SIGNATURE}`, { secret: 'whsec_local' }]],
  ['no secret', [`t=${TIME_S},v1=${SIGNATURE}`, { secret: '' }]],
  ['another time', [`t=${TIME_S + 1},v1=${SIGNATURE}`]],
  ['a time in milliseconds', [`t=${TIME_S}000,v1=${SIGNATURE}`]],
  ['a signature cut short', [`t=${TIME_S},v1=${SIGNATURE.slice(0, -1)}`]],
  ['a signature of words', [`t=${TIME_S},v1=bad_signature`]],
  ['characters of several bytes', [`t=${TIME_S},v1=${'ñ'.repeat(64)}`]],
  ['empty values', ['t=,v1=']],
  ['no signature', [`t=${TIME_S}`]],
  ['no time', [`v1=${SIGNATURE}`]],
  ['no header', [undefined]],
])('a notice with %s is forged', (_what, given) => {
  expect(verify(...given)).toEqual({ kind: 'forged' })
})

test.each([
  [300_000, false],
  [300_001, true],
  [-300_001, true],
])('a notice signed %d ms away is stale: %s, and authentic all the same', (away, isStale) => {
  const nowMs = TIME_S * 1000 + away
  expect(verify(`t=${TIME_S},v1=${SIGNATURE}`, { nowMs })).toMatchObject({
    kind: 'authentic',
    isStale,
  })
})

const metadata = { buy_order: 'ORDER-1', attempt_id: 'attempt-1' }

test('a notice of a session names the session and our order', () => {
  const data = { id: 'cs_li5531onlFDi235', object: 'checkout_session', metadata }
  expect(noticeOf({ id: 'evt_2', type: 'checkout_session.finished', data })).toMatchObject({
    kind: 'authentic',
    refs: { providerRef: 'cs_li5531onlFDi235', paymentRef: null, buyOrder: 'ORDER-1' },
  })
})

test.each(['refund.in_progress', 'refund.succeeded', 'refund.failed', 'dispute.created'])(
  'a notice of %s names the payment that it is about',
  (type) => {
    const data = { id: 're_1', resource_id: 'pi_2vKOKniSGX', metadata: null }
    expect(noticeOf({ id: 'evt_3', type, data })).toMatchObject({
      kind: 'authentic',
      refs: { providerRef: null, paymentRef: 'pi_2vKOKniSGX', buyOrder: null },
    })
  },
)

test.each([
  ['transfer.outbound.succeeded', { id: 'tr_1' }],
  ['payment_intent.succeeded', { id: '../../v1/secrets' }],
  ['checkout_session.finished', { id: 'pi_2vKOKniSGX' }],
  ['refund.succeeded', { id: 'pi_2vKOKniSGX' }],
])('a notice of %s about %j is about no payment of ours', (type, data) => {
  expect(noticeOf({ id: 'evt_4', type, data })).toEqual({ kind: 'irrelevant', eventKey: 'evt_4' })
})

test.each([[null], [[]], [{}], [{ id: 'evt_5', type: 'payment_intent.succeeded', data: null }]])(
  'a rightly signed body %j is unreadable',
  (body) => {
    expect(noticeOf(body)).toEqual({ kind: 'unreadable' })
  },
)
