import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { applyState } from '#server/payments/attempts/apply.ts'
import { keepNotice } from '#server/payments/attempts/notices/notices.ts'
import { startPoller } from '#server/payments/attempts/poll.ts'
import { createReturns } from '#server/payments/attempts/return.ts'
import { openConnection } from '#server/payments/connections/store.ts'
import type { Fields, PaymentState } from '#server/payments/providers/port.ts'
import type { PaymentProviders } from '#server/payments/providers/providers.ts'
import { untilLockWait } from '../engine/lock-wait.ts'
import { untilSo } from '../setup/until-so.ts'
import { end } from './checkouts.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from './stage.ts'

let stage: Stage
/** What happens between the making of a checkout at Khipu and our hearing of it. */
let meanwhile: (() => Promise<void>) | null = null
/** Whether what Webpay says of a state never arrives. */
let isLost = false
beforeAll(async () => {
  stage = await openStage({ providers: withMeanwhile })
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())
afterEach(() => {
  meanwhile = null
  isLost = false
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

function withMeanwhile(providers: PaymentProviders): PaymentProviders {
  const { khipu, transbank } = providers
  return {
    ...providers,
    transbank: {
      ...transbank,
      fetchState: async (connection, refs) => {
        const read = await transbank.fetchState(connection, refs)
        return isLost ? { kind: 'unavailable', cause: 'timeout' } : read
      },
    },
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

/** What Khipu says of the newest attempt, which was paid there, and how a state of it is applied. */
async function paidAtKhipu() {
  redirectIn(await stage.begin('khipu'))
  end(stage, 'khipu', 'pays')
  const { organisation_id: organisationId, id: attemptId, ...row } = await attempt()
  const { connection_id: connectionId } = row
  const opened = await openConnection(stage.needs, { organisationId, connectionId })
  if (opened === null) throw new Error('no connection')
  const provider = stage.providers.khipu
  const { connection } = opened
  const refs = { providerRef: row.provider_ref, paymentRef: null, buyOrder: row.order_id }
  const reading = await provider.fetchState(connection, refs)
  if (reading.kind !== 'found') throw new Error(reading.kind)
  const apply = (state: PaymentState) =>
    applyState(stage.needs, { organisationId, attemptId }, { connection, provider }, state)
  return { attemptId, reading, apply }
}

test('one state applied many times at once is money once', async () => {
  const { reading, apply } = await paidAtKhipu()
  await Promise.all(Array.from({ length: 5 }, () => apply(reading)))
  await apply(reading)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
})

test('an old state that is applied beside a success takes no step back', async () => {
  const { attemptId, reading, apply } = await paidAtKhipu()
  const { db } = stage.app.database
  const applied: Promise<unknown>[] = []
  await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('payment_attempt')
      .where('id', '=', attemptId)
      .select('id')
      .forNoKeyUpdate()
      .execute()
    for (const status of [reading.status, 'pending'] as const) {
      applied.push(apply({ ...reading, status }))
      await untilLockWait(db, applied.length)
    }
  })
  await Promise.all(applied)
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'succeeded' }], paid: TOTAL })
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

test.each(['slow', 'lost'])(
  'a %s reading that began before its payer was back does not put off the settling',
  async (what) => {
    isLost = what === 'lost'
    redirectIn(await stage.begin('transbank'))
    const { clock } = stage.app
    await clock.advance(3 * 60_000)
    const { troubles } = stage.simulators.webpay
    troubles.set({ trouble: 'slow', times: 1 })
    const polled = stage.poll()
    await untilSo('a reading that Webpay holds', () => troubles.held() === 1)
    const form = end(stage, 'transbank', 'pays')?.fields ?? {}
    const { order_id: order } = await attempt()
    let isDone = false
    const page = createReturns(stage.needs)
      .arrive(order, { query: {}, form, isCancelled: false })
      .finally(() => (isDone = true))
    while (!isDone) {
      if (clock.waiting > 0) await clock.advance(250)
      else await nextTurn()
    }
    await page
    troubles.release()
    await polled
    expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'pending' }], paid: 0 })
    await clock.advance(10_000)
    await stage.poll()
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  },
)

test('a usual return stands beside an annulled one in another process', async () => {
  redirectIn(await stage.begin('transbank'))
  const usual = end(stage, 'transbank', 'pays')?.fields ?? {}
  const { order_id: order, id } = await attempt()
  const annulled = { TBK_TOKEN: usual['token_ws'] ?? '', TBK_ORDEN_COMPRA: order }
  const { db } = stage.app.database
  const arrivals: Promise<string>[] = []
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('payment_attempt').where('id', '=', id).select('id').forUpdate().execute()
    for (const form of [usual, annulled]) {
      arrivals.push(
        createReturns(stage.needs).arrive(order, { query: {}, form, isCancelled: false }),
      )
      await untilLockWait(db, arrivals.length)
    }
  })
  let isDone = false
  const pages = Promise.all(arrivals).finally(() => (isDone = true))
  while (!isDone) {
    if (stage.app.clock.waiting > 0) await stage.app.clock.advance(250)
    else await nextTurn()
  }
  await pages
  expect(await attempt()).toMatchObject({ returned: 'normal', state: 'succeeded' })
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
  await untilSo(
    'a return that was led on, and one that is read',
    () => ledOn > 0 && troubles.held() > 0,
  )
  expect([ledOn, troubles.held()]).toEqual([1, 1])
  expect(await arrive(1, older ?? {})).toBe(`${stage.relay.url}/d/${stage.token}`)
  troubles.set(null)
  troubles.release()
  await Promise.all(repeated)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  await stage.poll()
  // Its payment is read, and not settled, because the newest one paid the document.
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'notOwed' }, { state: 'succeeded' }],
    paid: TOTAL,
    payments: 1,
  })
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

/** As if Khipu had notified a checkout that is not ours, so that it is asked what that is. */
function keepUnknown(connectionId: number, number: number): Promise<void> {
  const providerRef = `zfxnocsow${number.toString().padStart(3, '0')}`
  return keepNotice(stage.needs, {
    organisationId: stage.ana.organisationId,
    connectionId,
    eventKey: `unknown ${number}`,
    trust: 'authentic',
    refs: { providerRef, paymentRef: null, buyOrder: null },
    headers: {},
    rawBody: Buffer.alloc(0),
  })
}

/** Runs a poller while Khipu holds its answers, and lets them go at the end. */
async function whileKhipuHolds(during: (wake: () => void) => Promise<void>): Promise<void> {
  const { troubles } = stage.simulators.khipu
  troubles.set({ trouble: 'slow' })
  const onFailure = (_about: unknown, error: unknown) => void stage.failures.push(error)
  const poller = startPoller({ ...stage.needs, onFailure })
  try {
    await during(poller.wake)
  } finally {
    troubles.set(null)
    troubles.release()
    await poller.stop()
  }
}

test('a notice that comes while another provider does not answer is read at once', async () => {
  redirectIn(await stage.begin('khipu'))
  redirectIn(await stage.begin('fintoc'))
  end(stage, 'khipu', 'pays')
  await stage.deliver()
  await whileKhipuHolds(async (wake) => {
    const { troubles } = stage.simulators.khipu
    await untilSo('a reading that Khipu holds', () => troubles.held() === 1)
    end(stage, 'fintoc', 'pays')
    await stage.deliver()
    wake()
    await untilSo('the payment by Fintoc', async () => (await standing(stage)).paid === TOTAL)
    expect(troubles.held()).toBe(1)
  })
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, payments: 2 })
})

test('a poller that is never woken reads within a second while another provider does not answer', async () => {
  redirectIn(await stage.begin('khipu'))
  redirectIn(await stage.begin('fintoc'))
  end(stage, 'khipu', 'pays')
  await stage.deliver()
  await whileKhipuHolds(async () => {
    await untilSo('a reading that Khipu holds', () => stage.simulators.khipu.troubles.held() === 1)
    end(stage, 'fintoc', 'pays')
    await stage.deliver()
    await stage.app.clock.advance(1_000)
    await untilSo('the payment by Fintoc', async () => (await standing(stage)).paid === TOTAL)
  })
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, payments: 2 })
})

test('notices of one connection that wake the poller at the same time take two readers', async () => {
  await whileKhipuHolds(async (wake) => {
    for (let number = 0; number < 9; number += 1) {
      await keepUnknown(stage.connections.khipu, number)
    }
    for (let times = 0; times < 9; times += 1) {
      wake()
      await nextTurn()
    }
    const { troubles } = stage.simulators.khipu
    await untilSo('two readings that Khipu holds', () => troubles.held() >= 2)
    for (let looks = 0; looks < 50; looks += 1) await standing(stage)
    expect(troubles.held()).toBe(2)
  })
})

test('a provider of many companies that does not answer leaves readers to the others', async () => {
  redirectIn(await stage.begin('fintoc'))
  const connections = [stage.connections.khipu]
  for (let more = 0; more < 8; more += 1) connections.push(await anotherKhipu())
  for (const [index, connection] of connections.entries()) {
    await keepUnknown(connection, 2 * index)
    await keepUnknown(connection, 2 * index + 1)
  }
  await whileKhipuHolds(async (wake) => {
    const { troubles } = stage.simulators.khipu
    await untilSo('readings that Khipu holds', () => troubles.held() >= 6)
    end(stage, 'fintoc', 'pays')
    await stage.deliver()
    wake()
    await untilSo('the payment by Fintoc', async () => (await standing(stage)).paid === TOTAL)
    expect(troubles.held()).toBe(6)
  })
})

/** An ended connection of the same account: another row, as another company's would be. */
async function anotherKhipu(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into payment_connection (organisation_id, company_id, provider, mode, account, secret_id, public_id, created_by,
      created_at, ended_at)
    select organisation_id, company_id, provider, mode, account, secret_id, gen_random_uuid(), created_by, created_at,
      created_at
    from payment_connection where id = ${stage.connections.khipu} returning id`.execute(
    stage.app.database.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('no connection')
  return row.id
}
