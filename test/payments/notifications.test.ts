import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepNotice } from '#server/payments/attempts/notices/notices.ts'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { PaymentRefs } from '#server/payments/providers/port.ts'
import { isDeep } from '../setup/deep.ts'
import { end } from './checkouts.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from './stage.ts'
import { PUBLIC_IDS } from './stand-in-world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

const REPEATS = isDeep ? 1_000 : 50
const NOTIFYING = ['khipu', 'fintoc', 'mercadoPago'] as const

const notices = () =>
  stage.app.database.db.selectFrom('payment_notice').selectAll().orderBy('id').execute()

function notify(
  provider: string,
  connection: string,
  { body = '{}', headers = {} }: { body?: string; headers?: Record<string, string> } = {},
) {
  return stage.app.server.inject({
    method: 'POST',
    url: `/api/webhooks/${provider}/${connection}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
}

function signed(body: string, { secret = 'khipu-secret', atMs = stage.app.clock.now() } = {}) {
  const s = createHmac('sha256', secret).update(`${atMs}.`).update(body).digest('base64')
  return { body, headers: { 'x-khipu-signature': `t=${atMs},s=${s}` } }
}

function khipuNotice(change: object = {}): string {
  const [payment] = stage.simulators.khipu.payments()
  return JSON.stringify({
    payment_id: payment?.id,
    transaction_id: payment?.request.transaction_id,
    conciliation_date: '2026-11-05T15:00:00.000Z',
    ...change,
  })
}

async function orderOf(provider: ProviderName): Promise<string> {
  const { order_id: order } = await stage.app.database.db
    .selectFrom('payment_attempt')
    .select('order_id')
    .where('provider', '=', provider)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return order
}

/** As if the provider of that connection had notified something about that order. */
function keep(provider: ProviderName, eventKey: string, buyOrder: string): Promise<void> {
  return keepNamed(provider, eventKey, { providerRef: null, paymentRef: null, buyOrder })
}

/** About a checkout that is none of ours, so that its provider is asked what it is. */
function keepUnknown(provider: ProviderName, eventKey: string, providerRef: string) {
  return keepNamed(provider, eventKey, { providerRef, paymentRef: null, buyOrder: null })
}

function keepNamed(provider: ProviderName, eventKey: string, refs: PaymentRefs): Promise<void> {
  return keepNotice(stage.needs, {
    organisationId: stage.ana.organisationId,
    connectionId: stage.connections[provider],
    eventKey,
    trust: 'authentic',
    refs,
    headers: {},
    rawBody: Buffer.alloc(0),
  })
}

describe.each(NOTIFYING)('what %s notifies', (provider) => {
  test('a notice is stored, answered, and read before it is believed', async () => {
    redirectIn(await stage.begin(provider))
    end(stage, provider, 'pays')
    await stage.deliver()
    const [first, ...others] = await notices()
    expect(first).toMatchObject({ trust: 'authentic', processed_at: null, outcome: null })
    expect(await standing(stage)).toMatchObject({ paid: 0 })
    await stage.poll()
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
    // One of several about the same attempt waits while another one reads it.
    await stage.app.clock.advance(10_000)
    await stage.poll()
    expect((await notices())[0]).toMatchObject({ outcome: 'succeeded' })
    expect(others.length).toBeLessThan(3)
  })

  test('a notice before its payer is back, and after, is money once', async () => {
    redirectIn(await stage.begin(provider))
    const back = end(stage, provider, 'pays')
    await stage.deliver()
    if (back !== null) await stage.follow(back)
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
    await stage.poll()
    await stage.deliver()
    await stage.poll()
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  })

  test.each(['duplicate', 'reorder', 'delay', 'drop'] as const)(
    'or does not (%s) is money once',
    async (trouble) => {
      stage.simulators[provider].notifier.setTrouble(trouble)
      redirectIn(await stage.begin(provider))
      end(stage, provider, 'pays')
      await stage.deliver()
      await stage.app.clock.advance(60_000)
      await stage.poll()
      expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
      await stage.app.clock.advance(2 * 60 * 60_000)
      await stage.deliver()
      await stage.poll()
      expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
    },
  )

  test('a notice again and again has one effect', async () => {
    redirectIn(await stage.begin(provider))
    end(stage, provider, 'pays')
    await stage.deliver()
    const { notifier: sender } = stage.simulators[provider]
    const sent = sender.deliveries().at(-1)
    for (let times = 0; times < REPEATS; times += 1) await sender.resend(sent?.id ?? 0)
    await stage.poll()
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
    expect((await notices()).length).toBeLessThanOrEqual(
      provider === 'mercadoPago' ? REPEATS + 1 : 3,
    )
  })

  test('a notice signed with another secret is refused and not stored', async () => {
    redirectIn(await stage.begin(provider))
    stage.simulators[provider].notifier.setTrouble('wrongSecret')
    end(stage, provider, 'pays')
    await stage.deliver()
    expect(stage.simulators[provider].notifier.deliveries().at(-1)?.attempts[0]?.status).toBe(401)
    expect(await notices()).toEqual([])
  })

  test('a notice with an old time is stored as stale, and the reading decides', async () => {
    redirectIn(await stage.begin(provider))
    stage.simulators[provider].notifier.setTrouble('staleTime')
    end(stage, provider, 'pays')
    await stage.deliver()
    expect((await notices())[0]).toMatchObject({ trust: 'stale' })
    await stage.poll()
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  })

  test('a notice that nobody paid yet changes nothing', async () => {
    redirectIn(await stage.begin(provider))
    await keep(provider, 'early', await orderOf(provider))
    await stage.poll()
    expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'pending' }], paid: 0 })
  })
})

test('an address that is none of ours is not found, whatever it says', async () => {
  const unknown = '11111111-1111-4111-8111-111111111111'
  for (const [provider, id] of [
    ['khipu', unknown],
    ['khipu', 'abc'],
    ['nobody', PUBLIC_IDS.khipu],
    // Of another provider than it is of.
    ['fintoc', PUBLIC_IDS.khipu],
  ] as const) {
    const reply = await notify(provider, id, signed(khipuNotice()))
    expect([provider, id, reply.statusCode]).toEqual([provider, id, 404])
  }
  expect(await notices()).toEqual([])
})

test('a notice without a signature, or with one that is not right, is refused', async () => {
  redirectIn(await stage.begin('khipu'))
  const right = signed(khipuNotice())
  const at = (sent: Parameters<typeof notify>[2]) => notify('khipu', PUBLIC_IDS.khipu, sent)
  expect((await at({ body: right.body })).statusCode).toBe(401)
  expect((await at({ ...right, body: `${right.body} ` })).statusCode).toBe(401)
  expect((await at(signed('not json'))).statusCode).toBe(400)
  expect((await at(right)).statusCode).toBe(200)
  expect(await notices()).toHaveLength(1)
})

test('a body larger than any notice is refused before it is read', async () => {
  const reply = await notify('khipu', PUBLIC_IDS.khipu, signed('x'.repeat(64 * 1024 + 1)))
  expect(reply.statusCode).toBe(413)
})

test('a notice about a checkout that is not ours moves nothing', async () => {
  redirectIn(await stage.begin('khipu'))
  const body = khipuNotice({ payment_id: 'zfxnocsow6mz', transaction_id: 'another' })
  expect((await notify('khipu', PUBLIC_IDS.khipu, signed(body))).statusCode).toBe(200)
  await stage.poll()
  expect((await notices())[0]).toMatchObject({ outcome: 'unknown' })
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'pending' }], paid: 0 })
})

test('a notice to one connection about a payment of another moves nothing', async () => {
  redirectIn(await stage.begin('fintoc'))
  stage.simulators.fintoc.notifier.setTrouble('drop')
  end(stage, 'fintoc', 'pays')
  await stage.deliver()
  await keep('khipu', 'foreign', await orderOf('fintoc'))
  await stage.poll()
  expect((await notices())[0]).toMatchObject({ outcome: 'unknown' })
  expect(await standing(stage)).toMatchObject({ paid: 0 })
})

test('a notice that comes while the provider is away is read later', async () => {
  redirectIn(await stage.begin('khipu'))
  end(stage, 'khipu', 'pays')
  await stage.deliver()
  stage.simulators.khipu.troubles.set({ trouble: 'badGateway' })
  await stage.poll()
  expect((await notices())[0]).toMatchObject({ processed_at: null })
  stage.simulators.khipu.troubles.set(null)
  await stage.app.clock.advance(5_000)
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
})

test('one connection that never answers holds up no other', async () => {
  redirectIn(await stage.begin('khipu'))
  redirectIn(await stage.begin('fintoc'))
  stage.simulators.khipu.troubles.set({ trouble: 'slow' })
  end(stage, 'khipu', 'pays')
  await stage.deliver()
  for (let times = 0; times < 9; times += 1) {
    await keepUnknown('khipu', `unknown ${times}`, `zfxnocsow6m${times}`)
  }
  end(stage, 'fintoc', 'pays')
  await stage.deliver()
  const polled = stage.poll()
  for (let looks = 0; looks < 2_000; looks += 1) {
    if ((await standing(stage)).paid === TOTAL) break
  }
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
  stage.simulators.khipu.troubles.set(null)
  stage.simulators.khipu.troubles.release()
  await polled
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL })
})
