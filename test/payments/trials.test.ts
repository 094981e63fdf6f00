import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReplyOf } from '#contract/call.ts'
import { readPaymentTrial } from '#contract/payment-trials.ts'
import type { ConnectionTest } from '#server/payments/providers/port.ts'
import type { PaymentProviders } from '#server/payments/providers/providers.ts'
import { end, type PayerEnd } from './checkouts.ts'
import { openStage, redirectIn, type Stage } from './stage.ts'

const PROVIDERS = ['transbank', 'khipu', 'fintoc', 'mercadoPago'] as const
type Provider = (typeof PROVIDERS)[number]

/** What money, or what is charged and mailed for it, stands in. */
const OF_MONEY = [
  'payment',
  'payment_share',
  'payment_attempt',
  'payment_refund',
  'receivable',
  'charge',
  'system_mail',
  'delivery',
] as const

let stage: Stage
/** What Khipu says of the keys; null: as it does. */
let khipuTest: ConnectionTest | null = null

function withKhipuTest(providers: PaymentProviders): PaymentProviders {
  const { khipu } = providers
  const testConnection: typeof khipu.testConnection = (connection) =>
    khipuTest === null ? khipu.testConnection(connection) : Promise.resolve(khipuTest)
  return { ...providers, khipu: { ...khipu, testConnection } }
}

beforeAll(async () => {
  stage = await openStage({ isReal: true, providers: withKhipuTest })
  await withdrawAll()
})
afterAll(() => stage.close())
beforeEach(async () => {
  khipuTest = null
  await stage.reset()
  await withdrawAll()
  await stage.app.database.db.deleteFrom('payment_trial').execute()
})

/** As in a real installation, which offers none in test mode. */
async function withdrawAll(): Promise<void> {
  const { db } = stage.app.database
  await db.updateTable('payment_connection').set({ is_offered: false, mode: 'test' }).execute()
}

const pathOf = (provider: Provider) => `/payments/connections/${stage.connections[provider]}/trial/`
const start = (provider: Provider) => stage.ask('POST', pathOf(provider))

async function read(provider: Provider): Promise<ReplyOf<typeof readPaymentTrial>['trial']> {
  // A moment after the last reading.
  await stage.app.clock.advance(3_000)
  const { body } = await stage.ask('GET', pathOf(provider))
  return readPaymentTrial.reply.parse(body).trial
}

/** From the screen to the provider's page and, as its owner ends there, back. */
async function tryBy(provider: Provider, how: PayerEnd) {
  redirectIn(await start(provider))
  const back = end(stage, provider, how)
  if (back === null) throw new Error(`${provider} leads nowhere`)
  return stage.follow(back)
}

async function rowsOfMoney(): Promise<Record<string, unknown>> {
  const found = await Promise.all(
    OF_MONEY.map(async (table) => {
      const { rows } = await sql`select to_jsonb(t) as row from ${sql.table(table)} t
        order by to_jsonb(t)::text`.execute(stage.app.database.db)
      return [table, rows] as const
    }),
  )
  return Object.fromEntries(found)
}

describe('a trial payment where payments are real', () => {
  test.each(PROVIDERS)(
    'a trial by %s leads its owner back to the screen, which says that it was paid',
    async (provider) => {
      const { location } = await tryBy(provider, 'pays')
      const { pathname, search } = new URL(location ?? '')
      expect(pathname).toBe('/payments/providers')
      expect(search).toBe(`?trial=${stage.connections[provider]}`)
      expect(await read(provider)).toMatchObject({ state: 'succeeded', amount: 1_000 })
      const { rows } = await sql<{ data: unknown }>`select data from audit_event
        where kind = 'paymentConnectionTried' order by id desc limit 1`.execute(
        stage.app.database.db,
      )
      expect(rows[0]?.data).toMatchObject({ provider, mode: 'test' })
    },
  )

  test.each(PROVIDERS)(
    'a paid trial by %s is no money: no payment, no charge, no mail, whatever is notified, read or repeated',
    async (provider) => {
      const before = await rowsOfMoney()
      await tryBy(provider, 'pays')
      await stage.deliver()
      await stage.poll()
      await read(provider)
      await stage.app.clock.advance(60_000)
      await stage.deliver()
      await stage.poll()
      expect(await read(provider)).toMatchObject({ state: 'succeeded' })
      expect(await rowsOfMoney()).toEqual(before)
      expect(stage.failures).toEqual([])
    },
  )

  test('a trial by keys of production that were saved as those of a test is never begun', async () => {
    khipuTest = { kind: 'misconfigured', reason: 'mode' }
    expect(await start('khipu')).toMatchObject({ status: 409 })
    khipuTest = { kind: 'unavailable', cause: 'timeout' }
    expect(await start('khipu')).toMatchObject({ status: 503 })
    expect(stage.counts().checkouts).toBe(0)
  })

  test('a connection that was tried is offered to no payer', async () => {
    for (const provider of PROVIDERS) await tryBy(provider, 'pays')
    const page = await stage.app.call({
      method: 'GET',
      path: `/shared-documents/${stage.token}/`,
    })
    expect(Object(page.body).payment.online.providers).toEqual([])
    for (const provider of PROVIDERS) {
      expect(await stage.begin(provider)).toMatchObject({ status: 409 })
      const offered = { is_offered: true }
      const path = `/payments/connections/${stage.connections[provider]}/`
      expect(await stage.ask('PATCH', path, offered)).toMatchObject({ status: 409 })
    }
  })

  test.each(PROVIDERS)('a trial by %s that is refused says so', async (provider) => {
    await tryBy(provider, 'isRefused')
    expect(await read(provider)).toMatchObject({ state: 'failed' })
  })

  test.each(PROVIDERS)('a trial by %s that is given up says so', async (provider) => {
    await tryBy(provider, 'givesUp')
    expect(await read(provider)).toMatchObject({ state: 'cancelled' })
  })

  test('a trial that nobody paid ends with its time', async () => {
    redirectIn(await start('transbank'))
    expect(await read('transbank')).toMatchObject({ state: 'pending' })
    await stage.app.clock.advance(11 * 60_000)
    expect(await read('transbank')).toMatchObject({ state: 'expired' })
  })

  test('a trial that nobody settled and the bank undid was not paid', async () => {
    redirectIn(await start('transbank'))
    const [sale] = stage.simulators.webpay.transactions()
    Object.assign(sale?.parts[0] ?? {}, { isReversed: true })
    expect(await read('transbank')).toMatchObject({ state: 'failed' })
  })

  test('a trial that was paid stays paid when it is undone at the bank', async () => {
    await tryBy('transbank', 'pays')
    const [sale] = stage.simulators.webpay.transactions()
    Object.assign(sale?.parts[0] ?? {}, { isReversed: true })
    expect(await read('transbank')).toMatchObject({ state: 'succeeded' })
  })

  test('a trial is not paid by the word of a browser', async () => {
    for (const provider of ['khipu', 'fintoc', 'mercadoPago'] as const) {
      redirectIn(await start(provider))
      await stage.follow({ method: 'GET', url: await returnUrl(), fields: {} })
      expect(await read(provider)).toMatchObject({ state: 'pending' })
    }
  })

  test('a trial that was paid by another amount says so', async () => {
    await tryBy('khipu', 'pays')
    const asked = { amount_clp: 2_000, state: 'pending' } as const
    await stage.app.database.db.updateTable('payment_trial').set(asked).execute()
    expect(await read('khipu')).toMatchObject({ state: 'mismatch' })
  })

  test('a trial says whether the provider’s signed notice arrived', async () => {
    redirectIn(await start('fintoc'))
    expect(await read('fintoc')).toMatchObject({ state: 'pending', is_notified: false })
    end(stage, 'fintoc', 'pays')
    await stage.deliver()
    expect(await read('fintoc')).toMatchObject({ state: 'succeeded', is_notified: true })
    await tryBy('transbank', 'pays')
    expect(await read('transbank')).toMatchObject({ is_notified: null })
  })

  test('a production account is never tried: nothing is asked of its provider', async () => {
    const { db } = stage.app.database
    await db.updateTable('payment_connection').set({ mode: 'live' }).execute()
    for (const provider of PROVIDERS) {
      expect(await start(provider)).toMatchObject({ status: 409 })
      expect(await read(provider)).toBeNull()
    }
    expect(stage.counts()).toMatchObject({ calls: 0, checkouts: 0 })
  })

  test('a trial that the provider refuses or does not answer leaves the last one as it was', async () => {
    await tryBy('khipu', 'pays')
    const last = await read('khipu')
    stage.simulators.khipu.troubles.set({ trouble: 'serverError' })
    expect(await start('khipu')).toMatchObject({ status: 503 })
    stage.simulators.khipu.troubles.set(null)
    expect(await read('khipu')).toEqual(last)
  })

  test('another trial takes the place of the last one, whose return is unknown then', async () => {
    redirectIn(await start('khipu'))
    const old = await returnUrl()
    await tryBy('khipu', 'pays')
    const back = await stage.follow({ method: 'GET', url: old, fields: {} })
    expect(back).toMatchObject({ status: 404, location: null })
    expect(await read('khipu')).toMatchObject({ state: 'succeeded' })
  })

  test('many open screens ask the provider once in two seconds', async () => {
    redirectIn(await start('khipu'))
    await read('khipu')
    const { calls } = stage.counts()
    for (let times = 0; times < 5; times += 1) await stage.ask('GET', pathOf('khipu'))
    expect(stage.counts().calls).toBe(calls)
  })
})

async function returnUrl(): Promise<string> {
  const { order_id: order } = await stage.app.database.db
    .selectFrom('payment_trial')
    .select('order_id')
    .orderBy('started_at', 'desc')
    .executeTakeFirstOrThrow()
  return `${stage.relay.url}/api/payments/trials/${order}/`
}
