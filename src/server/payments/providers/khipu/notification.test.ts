import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secret } from '../../../vault/secret.ts'
import type { KhipuConnection } from '../connection.ts'
import { CONNECTIONS } from '../test-connections.ts'
import { KHIPU_SAMPLE } from '../test-samples.ts'
import { verifyKhipuNotification } from './notification.ts'

const SECRET = '1a4cbbbeb8bdb7e1d73572b9cc43ce4ce18f79d9'
const SIGNATURE = 'GYzpjnXlTKQ+BJY7pZJmrM6DZgWMSJdtOr/dleBKTdg='
const TIME_MS = 1_711_965_600_393
const SAMPLE = Buffer.from(JSON.stringify(KHIPU_SAMPLE).replaceAll('/', String.raw`\/`))

function verify(
  header: unknown,
  { body = SAMPLE, secret = SECRET, nowMs = TIME_MS, names = 'x-khipu-signature' } = {},
) {
  const connection: KhipuConnection = {
    ...CONNECTIONS.khipu,
    notificationSecret: new Secret(secret),
  }
  const headers = { [names]: header }
  return verifyKhipuNotification(connection, { rawBody: body, headers, query: {} }, nowMs)
}

function signed(body: Buffer, secret = 'khipu_local', time = '1700000000000'): string {
  const hmac = createHmac('sha256', secret).update(`${time}.`).update(body)
  return `t=${time},s=${hmac.digest('base64')}`
}

test('the official sample is authentic, over its exact bytes', () => {
  expect(SAMPLE).toHaveLength(655)
  expect(createHash('sha256').update(SAMPLE).digest('hex')).toBe(
    '0153a7d05dbdd9c9f1848ba2a767d3763122e3e5a2d97e55113d39334ae9267b',
  )
  expect(verify(`t=${TIME_MS},s=${SIGNATURE}`)).toEqual({
    kind: 'authentic',
    eventKey: 'zfxnocsow6mz:2024-04-18T13:56:54.859Z',
    refs: {
      providerRef: 'zfxnocsow6mz',
      paymentRef: null,
      buyOrder: '15f836bd-e8a7-4d12-b2f1-56403012b555',
    },
    isStale: false,
  })
})

test('our own sample, recomputed with OpenSSL, is authentic', () => {
  const body = Buffer.from('{"payment_id":"abcdefghijkl","amount":"1000.0000"}')
  const header = 't=1700000000000,s=8mJMIUi4vSLUzAk5i7DaI1Wb9ZtEZZOGZck+3DBKgKE='
  expect(header).toBe(signed(body))
  const nowMs = 1_700_000_000_000
  expect(verify(header, { body, secret: 'khipu_local', nowMs })).toMatchObject({
    kind: 'authentic',
    refs: { providerRef: 'abcdefghijkl', buyOrder: null },
    isStale: false,
  })
})

test('the parts of the header may come in another order and with a space', () => {
  expect(verify(`s=${SIGNATURE}, t=${TIME_MS}`).kind).toBe('authentic')
})

test('a sample with any one byte changed is forged', () => {
  for (let at = 0; at < SAMPLE.length; at += 1) {
    const body = Buffer.from(SAMPLE)
    body[at] = (body[at] ?? 0) ^ 1
    expect(verify(`t=${TIME_MS},s=${SIGNATURE}`, { body }), String(at)).toEqual({ kind: 'forged' })
  }
})

test.each<[string, Parameters<typeof verify>]>([
  ['another secret', [`t=${TIME_MS},s=${SIGNATURE}`, { secret: 'khipu_local' }]],
  ['no secret', [`t=${TIME_MS},s=${SIGNATURE}`, { secret: '' }]],
  ['another time', [`t=${TIME_MS + 1},s=${SIGNATURE}`]],
  ['no padding', [`t=${TIME_MS},s=${SIGNATURE.slice(0, -1)}`]],
  ['more padding', [`t=${TIME_MS},s=${SIGNATURE}=`]],
  ['the same bytes in hex', [`t=${TIME_MS},s=${Buffer.from(SIGNATURE, 'base64').toString('hex')}`]],
  ['the scheme of another provider', [`t=${TIME_MS},v1=${SIGNATURE}`]],
  ['characters of several bytes', [`t=${TIME_MS},s=${'ñ'.repeat(22)}`]],
  ['no signature', [`t=${TIME_MS}`]],
  ['no time', [`s=${SIGNATURE}`]],
  ['no header', [undefined]],
  ['an empty header', ['']],
  [
    'the header of another provider',
    [`t=${TIME_MS},s=${SIGNATURE}`, { names: 'fintoc-signature' }],
  ],
  [
    'a body written anew',
    [
      `t=${TIME_MS},s=${SIGNATURE}`,
      { body: Buffer.from(SAMPLE.toString().replaceAll(String.raw`\/`, '/')) },
    ],
  ],
])('a notice with %s is forged', (_what, given) => {
  expect(verify(...given)).toEqual({ kind: 'forged' })
})

test.each([
  [300_000, false],
  [-300_000, false],
  [300_001, true],
  [-300_001, true],
])('a notice signed %d ms away is stale: %s, and authentic all the same', (away, isStale) => {
  expect(verify(`t=${TIME_MS},s=${SIGNATURE}`, { nowMs: TIME_MS + away })).toMatchObject({
    kind: 'authentic',
    isStale,
  })
})

test('notices without a date of reconciliation are told apart by their bodies', () => {
  const keys = ['{"payment_id":"abcdefghijkl"}', '{"payment_id":"abcdefghijkl","a":1}'].map(
    (text) => {
      const body = Buffer.from(text)
      const notice = verify(signed(body), { body, secret: 'khipu_local' })
      return notice.kind === 'authentic' ? notice.eventKey : null
    },
  )
  expect(keys[0]).toMatch(/^abcdefghijkl:[0-9a-f]{64}$/)
  expect(keys[1]).not.toBe(keys[0])
})

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"payment_id":"../../x"}',
  '{"payment_id":12}',
  '{"payment_id"',
])('a rightly signed body %j is unreadable', (text) => {
  const body = Buffer.from(text)
  expect(verify(signed(body), { body, secret: 'khipu_local' })).toEqual({ kind: 'unreadable' })
})
