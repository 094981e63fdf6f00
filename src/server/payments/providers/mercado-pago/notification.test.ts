import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secret } from '../../../vault/secret.ts'
import type { Fields } from '../port.ts'
import { CONNECTIONS } from '../test-connections.ts'
import { readMercadoPagoReturn, verifyMercadoPagoNotification } from './notification.ts'

// Accepted by the validator of the official library.
const SIGNATURE = '94f013b6fc40021f7946cc93c6f868c8fd1c73ea28ff53dcbad19adddbc85e21'
const TIME_S = 1_704_908_010
const QUERY = { 'data.id': '123456', type: 'payment' }

function verify(
  header: unknown,
  {
    query = QUERY,
    requestId = 'aaa-bbb',
    secret = 'mp_secret',
    nowMs = TIME_S * 1000,
    body = '{}',
  }: { query?: Fields; requestId?: unknown; secret?: string; nowMs?: number; body?: string } = {},
) {
  const connection = { ...CONNECTIONS.mercadoPago, notificationSecret: new Secret(secret) }
  const headers = { 'x-signature': header, 'x-request-id': requestId }
  const notice = { rawBody: Buffer.from(body), headers, query }
  return verifyMercadoPagoNotification(connection, notice, nowMs)
}

function signed(text: string, time: string): string {
  return `ts=${time},v1=${createHmac('sha256', 'mp_secret').update(text).digest('hex')}`
}

test('the sample that the official validator takes is authentic', () => {
  expect(verify(`ts=${TIME_S},v1=${SIGNATURE}`)).toEqual({
    kind: 'authentic',
    eventKey: `123456:aaa-bbb:${TIME_S}`,
    refs: { providerRef: null, paymentRef: '123456', buyOrder: null },
    isStale: false,
  })
})

test.each<[string, Parameters<typeof verify>]>([
  [
    'another payment',
    [`ts=${TIME_S},v1=${SIGNATURE}`, { query: { ...QUERY, 'data.id': '123457' } }],
  ],
  ['another request', [`ts=${TIME_S},v1=${SIGNATURE}`, { requestId: 'aaa-bbc' }]],
  ['no request', [`ts=${TIME_S},v1=${SIGNATURE}`, { requestId: null }]],
  ['no payment', [`ts=${TIME_S},v1=${SIGNATURE}`, { query: { type: 'payment' } }]],
  [
    'two payments',
    [`ts=${TIME_S},v1=${SIGNATURE}`, { query: { ...QUERY, 'data.id': ['123456', '1'] } }],
  ],
  ['another time', [`ts=${TIME_S + 1},v1=${SIGNATURE}`]],
  ['another secret', [`ts=${TIME_S},v1=${SIGNATURE}`, { secret: 'other' }]],
  ['no secret', [`ts=${TIME_S},v1=${SIGNATURE}`, { secret: '' }]],
  ['characters of several bytes', [`ts=${TIME_S},v1=${'ñ'.repeat(64)}`]],
  ['no signature', [`ts=${TIME_S}`]],
  ['no time', [`v1=${SIGNATURE}`]],
  ['no header', [undefined]],
])('a notice with %s is forged', (_what, given) => {
  expect(verify(...given)).toEqual({ kind: 'forged' })
})

test('a pair that is missing is left out of what is signed', () => {
  const header = signed(`id:123456;ts:${TIME_S};`, String(TIME_S))
  expect(verify(header, { requestId: null })).toMatchObject({
    kind: 'authentic',
    eventKey: `123456::${TIME_S}`,
  })
})

test('an id with letters is taken as it is and in lower case', () => {
  const query = { 'data.id': 'ABC', type: 'order' }
  for (const id of ['ABC', 'abc']) {
    const header = signed(`id:${id};request-id:aaa-bbb;ts:${TIME_S};`, String(TIME_S))
    expect(verify(header, { query }).kind).toBe('irrelevant')
  }
})

test.each([
  ['in seconds', String(TIME_S)],
  ['in milliseconds', `${TIME_S}000`],
])('a time %s is fresh for five minutes', (_unit, time) => {
  const header = signed(`id:123456;request-id:aaa-bbb;ts:${time};`, time)
  const staleAt = (nowMs: number) => verify(header, { nowMs })
  expect(staleAt(TIME_S * 1000)).toMatchObject({ kind: 'authentic', isStale: false })
  expect(staleAt(TIME_S * 1000 + 300_001)).toMatchObject({ kind: 'authentic', isStale: true })
})

test('what the unsigned body says makes no other event of it', () => {
  const header = `ts=${TIME_S},v1=${SIGNATURE}`
  const notices = ['{"id":1,"data":{"id":"999"}}', '{"id":2}', 'no JSON'].map((body) =>
    verify(header, { body }),
  )
  expect(notices).toEqual(notices.map(() => verify(header)))
})

test.each(['merchant_order', 'plan', undefined])(
  'a notice of the topic %s is irrelevant',
  (type) => {
    expect(verify(`ts=${TIME_S},v1=${SIGNATURE}`, { query: { ...QUERY, type } }).kind).toBe(
      'irrelevant',
    )
  },
)

test('a payment that is no number is unreadable', () => {
  const header = signed(`id:12/../x;request-id:aaa-bbb;ts:${TIME_S};`, String(TIME_S))
  expect(verify(header, { query: { ...QUERY, 'data.id': '12/../x' } }).kind).toBe('unreadable')
})

const PAID = {
  payment_id: '123456',
  status: 'approved',
  external_reference: 'ORDER-1',
  preference_id: '1165071449-2484cd71',
}

test('a payer who comes back with a payment brings its number', () => {
  const refs = { providerRef: '1165071449-2484cd71', paymentRef: '123456', buyOrder: 'ORDER-1' }
  expect(readMercadoPagoReturn(PAID)).toEqual({ kind: 'normal', refs })
  const { payment_id: number, ...rest } = PAID
  expect(readMercadoPagoReturn({ ...rest, collection_id: number })).toEqual({
    kind: 'normal',
    refs,
  })
})

test('a payer who comes back without a payment went away', () => {
  const refs = { providerRef: '1165071449-2484cd71', paymentRef: null, buyOrder: 'ORDER-1' }
  const query = { ...PAID, payment_id: 'null', status: 'null' }
  expect(readMercadoPagoReturn(query)).toEqual({ kind: 'annulled', refs })
})

test.each<[Fields]>([
  [{}],
  [{ ...PAID, payment_id: '12/34' }],
  [{ ...PAID, preference_id: '../x' }],
  [{ payment_id: ['1', '2'] }],
])('a return with %j is none of its own', (query) => {
  expect(readMercadoPagoReturn(query)).toEqual({ kind: 'invalid' })
})

test('an order that is none of ours is not passed on', () => {
  const query = { ...PAID, external_reference: 'a b' }
  expect(readMercadoPagoReturn(query)).toMatchObject({ refs: { buyOrder: null } })
})
