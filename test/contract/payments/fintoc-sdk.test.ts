import { Fintoc, WebhookSignature } from 'fintoc'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFintoc, type FintocSimulator } from '#simulators/payments/fintoc/simulator.ts'
import { bodyText, call, startReceiver, type Receiver } from './receiver.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SECRET = 'whsec_registrado'

const SESSION = {
  amount: 119_000,
  currency: 'CLP',
  success_url: 'https://folio.example/vuelta',
  cancel_url: 'https://folio.example/anulado',
  customer_email: 'cliente@empresa.example',
  metadata: { attempt: 'intento-1' },
}

let fintoc: FintocSimulator
let receiver: Receiver
let nowMs = Date.now()

beforeAll(async () => {
  receiver = await startReceiver()
  fintoc = await startFintoc({
    now: () => nowMs,
    seed: '1',
    organizations: [
      {
        name: 'Uno SpA',
        secretKeys: { test: 'sk_test_uno', live: 'sk_live_uno' },
        webhooks: [{ url: `${receiver.url}/aviso`, secret: SECRET, mode: 'test' }],
      },
      { name: 'Dos SpA', secretKeys: { test: 'sk_test_dos', live: 'sk_live_dos' }, webhooks: [] },
    ],
  })
})
afterAll(async () => {
  await fintoc.close()
  await receiver.close()
})
beforeEach(async () => {
  // What a test before left on its way arrives first.
  await fintoc.notifier.deliverDue()
  receiver.received.length = 0
  receiver.answers.length = 0
  fintoc.troubles.set(null)
  fintoc.notifier.setTrouble(null)
  Object.assign(fintoc.settings, { standing: 'good', requestsPerSecond: null, signsAgain: true })
})

/** Its base address is fixed; the client that all its managers share has it in a field. */
function sdk(key = 'sk_test_uno'): Fintoc {
  const made = new Fintoc(key)
  const shared: unknown = Reflect.get(made.checkoutSessions, '_client')
  if (typeof shared === 'object' && shared !== null) Reflect.set(shared, 'baseUrl', fintoc.url)
  return made
}

const sessions = (key?: string) => sdk(key).v2.checkoutSessions

/** Its resources have whatever fields the API sends. */
function field(resource: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      resource,
    )
}

async function create(fields: object = {}, key?: string) {
  const made = await sessions(key).create({ ...SESSION, ...fields })
  return { made, id: String(field(made, 'id')) }
}

function events() {
  return receiver.received.map((one) => JSON.parse(bodyText(one)))
}

describe("Fintoc's SDK at the stand-in", () => {
  test('a session is made with the shape of its documentation', async () => {
    const { made, id } = await create()
    expect(id).toMatch(/^cs_\w{16}$/)
    expect(field(made, 'object')).toBe('checkout_session')
    expect(field(made, 'status')).toBe('created')
    expect(field(made, 'mode')).toBe('test')
    expect(field(made, 'payment_resource')).toBeNull()
    expect(field(made, 'redirect_url')).toBe(`${fintoc.url}/checkout/${id}`)
    expect(field(made, 'session_token')).toMatch(new RegExp(`^${id}_sec_`))
    expect(field(made, 'expires_at')).toEqual(new Date(nowMs + DAY_MS))
  })

  test('paid, it is finished, its payment intent succeeded, and both events come signed', async () => {
    const { id } = await create()
    const redirect = fintoc.act(id, { kind: 'succeed', payerRut: '7.654.321-6' })
    expect(redirect?.url).toBe(SESSION.success_url)
    const got = await sessions().get(id)
    expect(field(got, 'status')).toBe('finished')
    const intent = 'payment_resource.payment_intent'
    expect(field(got, `${intent}.status`)).toBe('succeeded')
    expect(field(got, `${intent}.sender_account.holder_id`)).toBe('76543216')
    const intentId = String(field(got, `${intent}.id`))
    const alone = await sdk().v2.paymentIntents.get(intentId)
    expect([field(alone, 'status'), field(alone, 'amount')]).toEqual(['succeeded', 119_000])
    await fintoc.notifier.deliverDue()
    expect(events()).toMatchObject([
      { object: 'event', type: 'payment_intent.succeeded', mode: 'test', data: { id: intentId } },
      { type: 'checkout_session.finished', data: { id, metadata: { attempt: 'intento-1' } } },
    ])
    for (const one of receiver.received) {
      const header = one.headers['fintoc-signature'] ?? ''
      WebhookSignature.verifyHeader(bodyText(one), header, SECRET)
      expect(() => WebhookSignature.verifyHeader(bodyText(one), header, 'otro')).toThrow('mismatch')
    }
  })

  test.each([
    [{ kind: 'fail', reason: 'insufficient_funds' }, 'failed', 'insufficient_funds'],
    [{ kind: 'reject' }, 'rejected', null],
    [{ kind: 'pending' }, 'pending', null],
  ] as const)('%o leaves a finished session that nobody paid', async (outcome, status, reason) => {
    const { id } = await create()
    fintoc.act(id, outcome)
    await fintoc.notifier.deliverDue()
    const got = await sessions().get(id)
    expect(field(got, 'status')).toBe('finished')
    expect(field(got, 'payment_resource.payment_intent.status')).toBe(status)
    expect(field(got, 'payment_resource.payment_intent.error_reason')).toBe(reason)
    expect(events()[0].type).toBe(`payment_intent.${status}`)
  })

  test('what was pending can succeed later', async () => {
    const { id } = await create()
    fintoc.act(id, { kind: 'pending' })
    fintoc.act(id, { kind: 'succeed' })
    await fintoc.notifier.deliverDue()
    expect(events().map(({ type }) => type)).toEqual([
      'payment_intent.pending',
      'checkout_session.finished',
      'payment_intent.succeeded',
    ])
    expect(() => fintoc.act(id, { kind: 'fail' })).toThrow('succeeded')
  })

  test('it is expired by a call while nobody has begun, by the clock in the end', async () => {
    const { id } = await create()
    expect(field(await sessions().expire(id), 'status')).toBe('expired')
    const { id: begun } = await create()
    fintoc.act(begun, { kind: 'open' })
    await expect(sessions().expire(begun)).rejects.toThrow('in_progress')
    const { id: left } = await create({
      expires_at: new Date(nowMs + 10 * MINUTE_MS).toISOString(),
    })
    await fintoc.notifier.deliverDue()
    receiver.received.length = 0
    nowMs += 10 * MINUTE_MS + 1
    fintoc.sweep()
    await fintoc.notifier.deliverDue()
    expect(events()).toMatchObject([{ type: 'checkout_session.expired', data: { id: left } }])
    expect(field(await sessions().get(left), 'status')).toBe('expired')
  })

  test('version 1 says the same with its own names', async () => {
    const made = await sdk().checkoutSessions.create(SESSION)
    const id = String(field(made, 'id'))
    expect(field(made, 'payment_methods')).toEqual(['payment_intent'])
    fintoc.act(id, { kind: 'succeed' })
    const got = await sdk().checkoutSessions.get(id)
    const intentId = String(field(got, 'payment_resource.payment_intent.id'))
    expect(field(await sdk().paymentIntents.get(intentId), 'status')).toBe('succeeded')
    const { id: other } = await create()
    expect(field(await sdk().checkoutSessions.expire(other), 'status')).toBe('expired')
  })

  test('lists go from page to page by the Link header', async () => {
    const { id } = await create({}, 'sk_live_dos')
    const { id: second } = await create({}, 'sk_live_dos')
    const found = []
    for await (const one of await sessions('sk_live_dos').list({ per_page: 1 })) {
      found.push(String(field(one, 'id')))
    }
    expect(found).toEqual([second, id])
    expect(await sdk('sk_live_dos').v2.paymentIntents.list({ lazy: false })).toEqual([])
  })
})

describe("refunds by Fintoc's SDK", () => {
  async function paidIntent() {
    const { id } = await create()
    fintoc.act(id, { kind: 'succeed' })
    return String(field(await sessions().get(id), 'payment_resource.payment_intent.id'))
  }

  test('in parts, up to what was paid, with its events', async () => {
    const intent = await paidIntent()
    const refund = (amount?: number) =>
      sdk().refunds.create({
        resource_id: intent,
        resource_type: 'payment_intent',
        ...(amount === undefined ? {} : { amount }),
      })
    const part = await refund(19_000)
    expect(field(part, 'status')).toBe('created')
    await expect(refund(100_001)).rejects.toThrow('exceeds')
    expect(field(await refund(), 'amount')).toBe(100_000)
    await expect(refund()).rejects.toThrow('exceeds')
    await fintoc.notifier.deliverDue()
    receiver.received.length = 0
    fintoc.moveRefund(String(field(part, 'id')), 'in_progress')
    fintoc.moveRefund(String(field(part, 'id')), 'succeeded')
    await fintoc.notifier.deliverDue()
    expect(events().map(({ type }) => type)).toEqual(['refund.in_progress', 'refund.succeeded'])
    expect(field(await sdk().refunds.get(String(field(part, 'id'))), 'status')).toBe('succeeded')
    expect(await sdk().refunds.list({ lazy: false })).toHaveLength(2)
  })

  test('one that is canceled or fails can be asked for again', async () => {
    const intent = await paidIntent()
    const ask = () => sdk().refunds.create({ resource_id: intent, resource_type: 'payment_intent' })
    const first = String(field(await ask(), 'id'))
    expect(field(await sdk().refunds.cancel(first), 'status')).toBe('canceled')
    await expect(sdk().refunds.cancel(first)).rejects.toThrow('canceled')
    const second = String(field(await ask(), 'id'))
    fintoc.moveRefund(second, 'failed')
    expect(field(await sdk().refunds.get(second), 'failure_code')).toBe('insufficient_funds')
    await ask()
  })

  test('nothing is given back of what was not paid', async () => {
    const { id } = await create()
    fintoc.act(id, { kind: 'pending' })
    const intent = field(await sessions().get(id), 'payment_resource.payment_intent.id')
    const refund = { resource_id: String(intent), resource_type: 'payment_intent' }
    await expect(sdk().refunds.create(refund)).rejects.toThrow('not succeeded')
  })
})

describe('webhook endpoints by the SDK', () => {
  test('the secret is shown once, and only the events wanted come', async () => {
    nowMs = Date.now()
    const { webhookEndpoints } = sdk('sk_test_dos')
    const made = await webhookEndpoints.create({
      url: `${receiver.url}/otro`,
      enabled_events: ['payment_intent.succeeded'],
    })
    const id = String(field(made, 'id'))
    const secret = String(field(made, 'secret'))
    expect(secret).toMatch(/^whsec_\w+$/)
    expect(field(await webhookEndpoints.get(id), 'secret')).toBeNull()
    const { id: session } = await create({}, 'sk_test_dos')
    fintoc.act(session, { kind: 'succeed' })
    await fintoc.notifier.deliverDue()
    const [told, more] = receiver.received
    expect([told?.path, more]).toEqual(['/otro', undefined])
    const header = told?.headers['fintoc-signature'] ?? ''
    WebhookSignature.verifyHeader(bodyText(told ?? { body: new Uint8Array() }), header, secret)
    await webhookEndpoints.update(id, { disabled: true })
    expect(field(await webhookEndpoints.get(id), 'status')).toBe('disabled')
    await webhookEndpoints.delete(id)
    expect(await webhookEndpoints.list({ lazy: false })).toEqual([])
    const plain = { url: 'http://folio.example/aviso', enabled_events: ['refund.failed'] }
    await expect(webhookEndpoints.create(plain)).rejects.toThrow('Invalid url')
  })
})

describe('what Fintoc refuses', () => {
  test('keys of another mode or organisation see nothing, and a scheme before the key is none', async () => {
    const { id } = await create()
    for (const key of ['sk_live_uno', 'sk_test_dos']) {
      await expect(sessions(key).get(id)).rejects.toThrow('missing_resource')
    }
    const bearer = { authorization: 'Bearer sk_test_uno' }
    const { status, json } = await call(`${fintoc.url}/v2/checkout_sessions/${id}`, {
      headers: bearer,
    })
    expect([status, json.error.type]).toEqual([401, 'authentication_error'])
  })

  test.each([
    [{ amount: 1.5 }, 'invalid_parameter (amount)'],
    [{ amount: 0 }, 'invalid_parameter (amount)'],
    [{ currency: 'USD' }, 'invalid_parameter (currency)'],
    [{ success_url: 'vuelta' }, 'invalid_parameter (success_url)'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'invalid_parameter (expires_at)'],
    [{ customer_data: { name: 'Juana' } }, 'invalid_parameter (customer_data)'],
  ])('%o: %s', async (fields, message) => {
    await expect(sessions().create({ ...SESSION, ...fields })).rejects.toThrow(message)
  })

  test.each(['amount', 'currency'])('a session without its %s', async (name) => {
    const rest = Object.entries(SESSION).filter(([field]) => field !== name)
    await expect(sessions().create(Object.fromEntries(rest))).rejects.toThrow(
      `missing_parameter (${name})`,
    )
  })

  test('a recipient account and a business profile are checked and shown', async () => {
    const recipient = {
      holder_id: '777777777',
      number: '123456',
      type: 'checking_account',
      institution_id: 'cl_banco_de_chile',
    }
    const options = (account: object) => ({
      payment_method_options: { bank_transfer: { recipient_account: account } },
    })
    await expect(create(options({ ...recipient, type: 'corriente' }))).rejects.toThrow(
      'payment_method_options.bank_transfer.recipient_account.type',
    )
    await expect(create(options({ ...recipient, holder_id: '77.777.777-7' }))).rejects.toThrow(
      'holder_id',
    )
    const { id } = await create({
      ...options(recipient),
      business_profile: { name: 'Uno', tax_id: '777777777', category: '009613' },
    })
    fintoc.act(id, { kind: 'succeed' })
    const got = await sessions().get(id)
    // Not its number: the SDK takes '123456' for a year and makes it a date.
    expect(field(got, 'payment_resource.payment_intent.recipient_account.holder_id')).toBe(
      '777777777',
    )
  })

  test('a misspelt field is passed over, and on record', async () => {
    const { id } = await create({ custommer_email: 'a@b.cl' })
    expect(fintoc.sessions().find((one) => one.id === id)?.ignoredFields).toEqual([
      'custommer_email',
    ])
  })

  test('too many in a second, an unpaid account and a forbidden one', async () => {
    fintoc.settings.requestsPerSecond = 2
    nowMs += 1000
    await create()
    await create()
    await expect(create()).rejects.toThrow('rate_limit')
    nowMs += 1000
    await create()
    fintoc.settings.requestsPerSecond = null
    fintoc.settings.standing = 'unpaid'
    await expect(create()).rejects.toThrow('payment_required')
    fintoc.settings.standing = 'forbidden'
    await expect(create()).rejects.toThrow('forbidden')
  })
})

describe('repeated keys and faults', () => {
  const post = (key: string, body: unknown) =>
    call(`${fintoc.url}/v2/checkout_sessions`, {
      method: 'POST',
      headers: { authorization: 'sk_test_uno', 'idempotency-key': key },
      body,
    })

  test('a key has one answer for a day, errors too, and no other content', async () => {
    const first = await post('clave-1', SESSION)
    expect((await post('clave-1', SESSION)).text).toBe(first.text)
    expect((await post('clave-1', { ...SESSION, amount: 1 })).status).toBe(400)
    const bad = await post('clave-2', { ...SESSION, amount: 0 })
    expect((await post('clave-2', { ...SESSION, amount: 0 })).text).toBe(bad.text)
    nowMs += DAY_MS
    expect((await post('clave-1', SESSION)).json.id).not.toBe(first.json.id)
  })

  test('an answer that is lost is told again to the same key', async () => {
    fintoc.troubles.set({ trouble: 'cutAfter', times: 1 })
    await expect(post('perdida', SESSION)).rejects.toThrow()
    const again = await post('perdida', SESSION)
    expect(again.status).toBe(201)
    expect(fintoc.sessions()[0]?.id).toBe(again.json.id)
  })

  test('a page from a gateway is a TypeError in the SDK', async () => {
    fintoc.troubles.set({ trouble: 'badGateway', times: 1 })
    await expect(create()).rejects.toThrow(TypeError)
    fintoc.troubles.set({ trouble: 'rateLimited', times: 1 })
    await expect(create()).rejects.toThrow('rate_limit')
  })

  test('a webhook is tried seventeen more times, from three seconds on', async () => {
    receiver.answers.push(...Array.from({ length: 40 }, () => 503))
    const { id } = await create()
    fintoc.act(id, { kind: 'open' })
    fintoc.act(id, { kind: 'expire' })
    await fintoc.notifier.deliverDue()
    const last = () => fintoc.notifier.deliveries().at(-1)
    expect((last()?.dueAtMs ?? 0) - nowMs).toBe(3000)
    while (last()?.state === 'waiting') {
      nowMs = last()?.dueAtMs ?? nowMs
      await fintoc.notifier.deliverDue()
    }
    expect(last()?.attempts).toHaveLength(18)
    expect(last()?.state).toBe('givenUp')
  })

  test('an old signature is outside the SDK’s tolerance', async () => {
    nowMs = Date.now()
    fintoc.notifier.setTrouble('staleTime', 1)
    const { id } = await create()
    fintoc.act(id, { kind: 'reject' })
    await fintoc.notifier.deliverDue()
    const [stale] = receiver.received
    const header = stale?.headers['fintoc-signature'] ?? ''
    expect(() =>
      WebhookSignature.verifyHeader(bodyText(stale ?? { body: new Uint8Array() }), header, SECRET),
    ).toThrow('tolerance')
  })
})
