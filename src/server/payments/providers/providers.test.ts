import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { Secret } from '../../vault/secret.ts'
import { baseUrlOf, isPayerPage } from './addresses.ts'
import type { Connection, ProviderName } from './connection.ts'
import { secretsOf } from './connection.ts'
import type { CheckoutOrder, PaymentProvider, PaymentRefs } from './port.ts'
import { paymentProviders } from './providers.ts'
import { CONNECTIONS, NOW_MS, ORDER, REFS, settingsAt } from './test-connections.ts'
import { startProviderServer, type ProviderServer, type TestReply } from './test-provider-server.ts'

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

const NAMES: ProviderName[] = ['transbank', 'khipu', 'fintoc', 'mercadoPago']

function providersAt(baseUrl: string, timeoutMs = 10_000) {
  const baseUrls = Object.fromEntries(NAMES.map((name) => [name, baseUrl]))
  const environment = 'demonstration'
  return paymentProviders({ environment, baseUrls, nowMs: () => NOW_MS, timeoutMs })
}

/** Every kind of request, by whether it may have an effect. */
const WRITES: [string, (provider: PaymentProvider, connection: Connection) => Promise<unknown>][] =
  [
    ['a checkout', (provider, connection) => provider.createCheckout(connection, ORDER)],
    [
      'a refund',
      (provider, connection) =>
        provider.refund(connection, paidRefs(connection), {
          refundId: 'refund-1',
          amountClp: clp(119_000),
          paidClp: clp(119_000),
        }),
    ],
  ]
const READS: typeof WRITES = [
  ['a state', (provider, connection) => provider.fetchState(connection, REFS[connection.provider])],
  [
    'a settlement',
    (provider, connection) => provider.settle(connection, REFS[connection.provider]),
  ],
  ['a test of the connection', (provider, connection) => provider.testConnection(connection)],
]

/** With the payment's own name, so that a refund is the first thing asked for. */
function paidRefs({ provider }: Connection): PaymentRefs {
  const paymentRef = provider === 'fintoc' ? 'pi_B4kdYzSVREeMAPv0' : '123456'
  return { ...REFS[provider], paymentRef }
}

/** The key takes payments, and its account may not refund. */
const NOT_ALLOWED = { kind: 'notPossible', reason: 'notAllowed', detail: 'Not Authorized' }

const UNREADABLE: [string, TestReply][] = [
  ['a page', { text: '<html></html>' }],
  ['a page of a gateway', { status: 502, text: '<html></html>' }],
  ['JSON that says nothing of it', { json: { hello: 'there' } }],
  ['a list', { json: [] }],
  ['no content', { status: 204 }],
  ['half an answer', { trouble: 'half', json: { token: 'x'.repeat(64) } }],
  ['a cut connection', { trouble: 'cut' }],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
  ['too much', { json: { text: 'x'.repeat(300_000) } }],
  ['an error of the server', { status: 500, json: { message: 'oops' } }],
  ['an unavailable service', { status: 503, json: { message: 'later' } }],
]

describe.each(NAMES)('%s', (name) => {
  const connection = CONNECTIONS[name]

  test.each(UNREADABLE)(
    'writing, answered by %s, may have had its effect',
    async (_what, reply) => {
      for (const [what, write] of WRITES) {
        server.answer(reply)
        const outcome = await write(providersAt(server.url)[name], connection)
        expect(outcome, what).toMatchObject({ kind: 'unknown' })
        expect(server.seen, what).toHaveLength(1)
      }
    },
  )

  test.each(UNREADABLE)('reading, answered by %s, says nothing', async (_what, reply) => {
    for (const [what, read] of READS) {
      server.answer(reply)
      const outcome = await read(providersAt(server.url)[name], connection)
      expect(outcome, what).toMatchObject({ kind: 'unavailable' })
    }
  })

  test('a provider that never answers is left after the time limit', async () => {
    server.answer({ trouble: 'silence' })
    const provider = providersAt(server.url, 50)[name]
    for (const [what, write] of WRITES) {
      expect(await write(provider, connection), what).toMatchObject({ kind: 'unknown' })
    }
    for (const [what, read] of READS) {
      expect(await read(provider, connection), what).toMatchObject({ kind: 'unavailable' })
    }
  })

  test('a provider that is not there did nothing', async () => {
    const gone = await startProviderServer()
    await gone.close()
    const provider = providersAt(gone.url)[name]
    for (const [what, call] of [...WRITES, ...READS]) {
      expect(await call(provider, connection), what).toMatchObject({ kind: 'unavailable' })
    }
  })

  test('a provider that is asked too often did nothing', async () => {
    server.answer({ status: 429, json: { message: 'slow down' } })
    for (const [what, call] of [...WRITES, ...READS]) {
      const outcome = await call(providersAt(server.url)[name], connection)
      expect(outcome, what).toMatchObject({ kind: 'unavailable' })
    }
  })

  test.each([401, 403])('credentials refused with %d are not taken', async (status) => {
    server.answer({ status, json: { error_message: 'Not Authorized' } })
    for (const [what, call] of [...WRITES, ...READS]) {
      const outcome = await call(providersAt(server.url)[name], connection)
      const isRefund = what === 'a refund' && status === 403
      expect(outcome, what).toEqual(isRefund ? NOT_ALLOWED : { kind: 'unauthorised' })
    }
  })

  test.each([408, 409, 423, 425])(
    'what is said with %d to be under way may be done',
    async (status) => {
      server.answer({ status, json: { message: 'in progress' } })
      for (const [what, write] of WRITES) {
        const outcome = await write(providersAt(server.url)[name], connection)
        expect(outcome, what).toEqual({ kind: 'unknown', cause: `HTTP ${status}` })
      }
    },
  )

  test.each([400, 404, 405, 415, 422])('a checkout refused with %d says why', async (status) => {
    server.answer({ status, json: { message: 'amount is wrong' } })
    const provider = providersAt(server.url)[name]
    expect(await provider.createCheckout(connection, ORDER)).toEqual({
      kind: 'refused',
      status,
      detail: 'amount is wrong',
    })
  })

  test('a refusal that quotes the keys loses them', async () => {
    for (const secret of secretsOf(connection)) {
      const message = `Key ${secret.reveal()} is wrong\r\n\u202e`
      server.answer({ status: 400, json: { message } })
      const outcome = await providersAt(server.url)[name].createCheckout(connection, ORDER)
      expect(JSON.stringify(outcome)).not.toContain(secret.reveal())
      expect(outcome).toMatchObject({ kind: 'refused', detail: 'Key … is wrong   ' })
    }
  })

  test('no outcome and no error holds a key that cannot be sent', async () => {
    const broken = withKeys(connection, new Secret('clave-secreta\n✓'))
    server.answer({ json: {} })
    for (const [what, call] of [...WRITES, ...READS]) {
      const outcome = await call(providersAt(server.url)[name], broken)
      expect(JSON.stringify(outcome), what).not.toContain('clave-secreta')
    }
    expect(server.seen).toEqual([])
  })

  test.each<[string, Partial<CheckoutOrder>]>([
    ['nothing to pay', { amountClp: clp(0) }],
    ['less than nothing', { amountClp: clp(-1) }],
    ['no order', { buyOrder: '' }],
    ['an order too long', { buyOrder: 'a'.repeat(27) }],
    ['a path as an order', { buyOrder: '../x' }],
    ['no attempt', { attemptId: '' }],
    ['an attempt too long', { attemptId: 'a'.repeat(62) }],
    ['a return address too long', { returnUrl: `https://folio.example/${'a'.repeat(255)}` }],
    ['a return address that is none', { returnUrl: 'folio.example' }],
    ['a notification address of a script', { notifyUrl: 'javascript:alert(1)' }],
    ['a cancel address with a password', { cancelUrl: 'https://a:b@folio.example/' }],
  ])('a checkout for %s is a mistake of ours, and not sent', async (_what, change) => {
    server.answer({ json: {} })
    const provider = providersAt(server.url)[name]
    await expect(provider.createCheckout(connection, { ...ORDER, ...change })).rejects.toThrow(
      RangeError,
    )
    expect(server.seen).toEqual([])
  })

  test.each([0, -1, 119_001])('a refund of %d of 119000 pesos is not sent', async (pesos) => {
    server.answer({ json: {} })
    const order = { refundId: 'r', amountClp: clp(pesos), paidClp: clp(119_000) }
    const refund = providersAt(server.url)[name].refund(connection, paidRefs(connection), order)
    await expect(refund).rejects.toThrow(RangeError)
    expect(server.seen).toEqual([])
  })

  test.each(['', '../../x?y=1', 'a/b', 'x'.repeat(300), '%2e%2e', 'clave ñ'])(
    'a reference %j becomes part of no address',
    async (reference) => {
      server.answer({ json: {} })
      const refs = { providerRef: reference, paymentRef: reference, buyOrder: null }
      const provider = providersAt(server.url)[name]
      const order = { refundId: 'r', amountClp: clp(1), paidClp: clp(1) }
      expect(await provider.fetchState(connection, refs)).toMatchObject({ kind: 'notFound' })
      expect(await provider.settle(connection, refs)).toMatchObject({ kind: 'notFound' })
      expect(await provider.refund(connection, refs, order)).toMatchObject({ kind: 'notPossible' })
      expect(server.seen).toEqual([])
    },
  )

  test('a notice of another provider, or none at all, is forged', () => {
    for (const headers of [{}, { 'x-signature': 'ts=1,v1=a' }, { 'fintoc-signature': [] }]) {
      const notice = { rawBody: Buffer.from('{}'), headers, query: {} }
      const read = providersAt(server.url)[name].verifyNotification(connection, notice, NOW_MS)
      expect(read).toEqual({ kind: 'forged' })
    }
  })

  test('a connection of another provider is a mistake of ours, and its keys are not sent', async () => {
    server.answer({ json: {} })
    const other = NAMES.find((one) => one !== name) ?? name
    const provider = providersAt(server.url)[name]
    for (const [, call] of [...WRITES, ...READS]) {
      await expect(async () => call(provider, CONNECTIONS[other])).rejects.toThrow(/is none of/)
    }
    expect(server.seen).toEqual([])
  })

  test('a real installation calls encrypted addresses only', () => {
    // Specification 1: payments use encrypted links.
    const settings = { environment: 'real', nowMs: () => NOW_MS } as const
    const at = (baseUrl: string) => () =>
      paymentProviders({ ...settings, baseUrls: { [name]: baseUrl } })
    expect(at('http://127.0.0.1:1')).toThrow(RangeError)
    expect(at('ftp://provider.example')).toThrow(RangeError)
    expect(at('provider.example')).toThrow(RangeError)
    expect(at('https://key@provider.example')).toThrow(RangeError)
    expect(at('https://provider.example/')).not.toThrow()
    expect(() => paymentProviders({ ...settings, baseUrls: {} })).not.toThrow()
  })

  test('a demonstration without its stand-in does not start', () => {
    const baseUrls = Object.fromEntries(
      NAMES.filter((one) => one !== name).map((one) => [one, server.url]),
    )
    const settings = { environment: 'demonstration', nowMs: () => NOW_MS } as const
    expect(() => paymentProviders({ ...settings, baseUrls })).toThrow(RangeError)
  })
})

function withKeys(connection: Connection, key: Secret): Connection {
  return connection.provider === 'mercadoPago'
    ? { ...connection, accessToken: key }
    : { ...connection, apiKey: key }
}

test.each([
  ['https://webpay3g.transbank.cl/webpayserver/initTransaction', true],
  ['https://transbank.cl/', true],
  ['http://webpay3g.transbank.cl/', false],
  ['https://transbank.cl.evil.example/', false],
  ['https://eviltransbank.cl/', false],
  ['https://a:b@webpay3g.transbank.cl/', false],
  ['https://evil.example/?webpay3g.transbank.cl', false],
  ['javascript:alert(1)', false],
  ['//webpay3g.transbank.cl/', false],
  ['', false],
])('a payer is sent to %s: %s', (url, isAllowed) => {
  const settings = settingsAt(null, { environment: 'real' })
  expect(isPayerPage(url, settings, ['transbank.cl'])).toBe(isAllowed)
})

test('without a stand-in the provider’s own host is called, encrypted', () => {
  const real = settingsAt(null, { environment: 'real' })
  expect(baseUrlOf(real, 'api.fintoc.com')).toBe('https://api.fintoc.com')
  const standIn = settingsAt('http://127.0.0.1:4000/khipu/')
  expect(baseUrlOf(standIn, 'api.fintoc.com')).toBe('http://127.0.0.1:4000/khipu')
})
