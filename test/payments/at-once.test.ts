import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { applyState } from '#server/payments/attempts/apply.ts'
import { createReturns } from '#server/payments/attempts/return.ts'
import { openConnection } from '#server/payments/connections/store.ts'
import type { Fields } from '#server/payments/providers/port.ts'
import type { PaymentProviders } from '#server/payments/providers/providers.ts'
import { untilSo } from '../setup/until-so.ts'
import { end } from './checkouts.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from './stage.ts'

let stage: Stage
/** What happens between the making of a checkout at Khipu and our hearing of it. */
let meanwhile: (() => Promise<void>) | null = null
beforeAll(async () => {
  stage = await openStage({ providers: withMeanwhile })
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())
afterEach(() => {
  meanwhile = null
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

function withMeanwhile(providers: PaymentProviders): PaymentProviders {
  const { khipu } = providers
  return {
    ...providers,
    khipu: {
      ...khipu,
      createCheckout: async (connection, order) => {
        const made = await khipu.createCheckout(connection, order)
        await meanwhile?.()
        return made
      },
    },
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn()
}

async function attempt() {
  return stage.app.database.db
    .selectFrom('payment_attempt')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

test('one state applied many times at once is money once', async () => {
  redirectIn(await stage.begin('khipu'))
  end(stage, 'khipu', 'pays')
  const {
    organisation_id: organisationId,
    id,
    connection_id: connectionId,
    ...row
  } = await attempt()
  const opened = await openConnection(stage.needs, { organisationId, connectionId })
  if (opened === null) throw new Error('no connection')
  const provider = stage.providers.khipu
  const { connection } = opened
  const refs = { providerRef: row.provider_ref, paymentRef: null, buyOrder: row.order_id }
  const reading = await provider.fetchState(connection, refs)
  if (reading.kind !== 'found') throw new Error(reading.kind)
  const apply = () =>
    applyState(stage.needs, { organisationId, attemptId: id }, { connection, provider }, reading)
  await Promise.all(Array.from({ length: 5 }, apply))
  await apply()
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
})

test('returns in two processes commit once, and both lead to what is on record', async () => {
  redirectIn(await stage.begin('transbank'))
  const back = end(stage, 'transbank', 'pays')
  const { order_id: order } = await attempt()
  const arrived = { query: {}, form: back?.fields ?? {}, isCancelled: false }
  const { clock } = stage.app
  const { troubles } = stage.simulators.webpay
  troubles.set({ trouble: 'slow' })
  const first = createReturns(stage.needs).arrive(order, arrived)
  await until(() => troubles.held() === 1)
  // While the first one's commit is under way, the second waits, or commits as well.
  const second = createReturns(stage.needs).arrive(order, arrived)
  await until(() => clock.waiting > 0 || troubles.held() > 1)
  troubles.set(null)
  troubles.release()
  let isDone = false
  const pages = Promise.all([first, second]).finally(() => (isDone = true))
  while (!isDone) {
    if (clock.waiting > 0) await clock.advance(250)
    else await nextTurn()
  }
  const page = `${stage.relay.url}/d/${stage.token}`
  expect(await pages).toEqual([page, page])
  expect(stage.counts().commits).toBe(1)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
})

test('of one connection sixteen returns are read at a time, and the next poll reads those beyond', async () => {
  redirectIn(await stage.begin('transbank'))
  await stage.app.clock.advance(5 * 60_000)
  redirectIn(await stage.begin('transbank'))
  const orders = await stage.app.database.db
    .selectFrom('payment_attempt')
    .select('order_id')
    .orderBy('id', 'desc')
    .execute()
  const { troubles } = stage.simulators.webpay
  const returns = createReturns(stage.needs)
  const arrive = (at: number, form: Fields) =>
    returns.arrive(orders[at]?.order_id ?? '', { query: {}, form, isCancelled: false })
  const [newest, older] = [0, 1].map((at) => end(stage, 'transbank', 'pays', at)?.fields ?? {})
  troubles.set({ trouble: 'slow' })
  let ledOn = 0
  const repeated = Array.from({ length: 17 }, () =>
    arrive(0, newest ?? {}).finally(() => (ledOn += 1)),
  )
  await untilSo('a return that was led on', () => ledOn > 0)
  expect([ledOn, troubles.held()]).toEqual([1, 1])
  expect(await arrive(1, older ?? {})).toBe(`${stage.relay.url}/d/${stage.token}`)
  troubles.set(null)
  troubles.release()
  await Promise.all(repeated)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, payments: 2 })
})

test('a notice before the answer to the making of a checkout is money, and takes no step back', async () => {
  meanwhile = async () => {
    end(stage, 'khipu', 'pays')
    await stage.deliver()
    await stage.poll()
  }
  redirectIn(await stage.begin('khipu'))
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'succeeded' }], paid: TOTAL })
  expect((await attempt()).provider_ref).not.toBeNull()
})

test('while a checkout is being made nobody makes another', async () => {
  let second: number | null = null
  meanwhile = async () => {
    meanwhile = null
    second = (await stage.begin('khipu')).status
  }
  redirectIn(await stage.begin('khipu'))
  expect(second).toBe(409)
  expect(stage.counts().checkouts).toBe(1)
})

test('of one connection one attempt is read at a time, and the others’ are read meanwhile', async () => {
  redirectIn(await stage.begin('khipu'))
  await stage.app.clock.advance(51 * 60_000)
  redirectIn(await stage.begin('khipu'))
  redirectIn(await stage.begin('fintoc'))
  end(stage, 'fintoc', 'pays')
  await stage.app.clock.advance(60_000)
  const { troubles } = stage.simulators.khipu
  troubles.set({ trouble: 'slow' })
  const polled = stage.poll()
  await untilSo(
    'one payment read while the other is held',
    async () => (await standing(stage)).paid === TOTAL && troubles.held() > 0,
  )
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
  expect(troubles.held()).toBe(1)
  troubles.set(null)
  troubles.release()
  await polled
})
