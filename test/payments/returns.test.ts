import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Throttled } from '#server/http/errors.ts'
import { end, payBy } from './checkouts.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from './stage.ts'

let stage: Stage
/** Whether whoever comes from the payer's address made all requests that are allowed from there. */
let isUsedUp = false
const counted: string[] = []
beforeAll(async () => {
  const limits = {
    consume: (name: string) => {
      if (!isUsedUp) return Promise.resolve(1)
      counted.push(name)
      return Promise.reject(new Throttled(60))
    },
    clear: () => Promise.resolve(),
  }
  stage = await openStage({ limits })
})
afterAll(() => stage.close())
beforeEach(() => {
  isUsedUp = false
  counted.length = 0
  return stage.reset()
})
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

const webpay = () => stage.simulators.webpay
const newest = () => webpay().transactions()[0]?.token ?? ''
const page = () => `${stage.relay.url}/d/${stage.token}`
const commits = () => stage.counts().commits

async function orderId(): Promise<string> {
  const { order_id: id } = await stage.app.database.db
    .selectFrom('payment_attempt')
    .select('order_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** Where a payer is led who sees the document no more. */
const ownPage = async () => `${stage.relay.url}/paid/${await orderId()}`

/** What that page says. */
async function told(order?: string) {
  const path = `/payments/returned/${order ?? (await orderId())}/`
  const { status, body } = await stage.app.call({ method: 'GET', path })
  return { status, body }
}

/** Lines of payments and refunds, which no test takes back. */
async function charged(): Promise<number> {
  const rows = stage.app.database.db
    .selectFrom('charge')
    .select('id')
    .where('kind', 'in', ['payment', 'refund'])
  return (await rows.execute()).length
}

async function arrive(query: string, path = ''): Promise<number> {
  const url = `${stage.relay.url}/api/payments/return/${await orderId()}/${path}?${query}`
  const response = await fetch(url, { redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}

test.each(['GET', 'POST'] as const)('an approved payment comes back by %s', async (method) => {
  webpay().settings.returnMethod = method
  expect(await payBy(stage, 'transbank', 'pays')).toEqual({ status: 303, location: page() })
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
})

test.each(['GET', 'POST'] as const)(
  'an annulled one comes back by %s, uncommitted',
  async (method) => {
    webpay().settings.returnMethod = method
    expect(await payBy(stage, 'transbank', 'givesUp')).toEqual({ status: 303, location: page() })
    expect(commits()).toBe(0)
    expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'cancelled' }], paid: 0 })
  },
)

test.each(['TBK_ID_SESION', 'TBK_ID_SESSION'] as const)(
  'a form that ran out is expired, uncommitted, whichever way %s is spelled',
  async (sessionField) => {
    webpay().settings.sessionField = sessionField
    redirectIn(await stage.begin('transbank'))
    const back = webpay().answer(newest(), { kind: 'timeOut' })
    expect(await stage.follow(back)).toEqual({ status: 303, location: page() })
    expect(commits()).toBe(0)
    expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'expired', open: false }] })
  },
)

test('an error of the form is failed, uncommitted', async () => {
  redirectIn(await stage.begin('transbank'))
  const back = webpay().answer(newest(), { kind: 'formError' })
  expect(await stage.follow(back)).toEqual({ status: 303, location: page() })
  expect(commits()).toBe(0)
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'failed', open: false }] })
})

test('what no page of the provider sends is refused and changes nothing', async () => {
  redirectIn(await stage.begin('transbank'))
  const before = await standing(stage)
  for (const query of [
    '',
    'token_ws=short',
    'TBK_ORDEN_COMPRA=another',
    `token_ws=${'0'.repeat(64)}`,
  ]) {
    expect(await arrive(query)).toBe(400)
  }
  expect(await standing(stage)).toEqual(before)
  expect(commits()).toBe(0)
})

test('an order that is none of ours is not found', async () => {
  expect(await arriveOf('a'.repeat(26))).toBe(404)
  expect(await arriveOf('short')).toBe(404)
})

test('a return is taken from an address whose requests are used up', async () => {
  redirectIn(await stage.begin('transbank'))
  const back = webpay().answer(newest(), { kind: 'approve' })
  isUsedUp = true
  expect(await stage.follow(back)).toEqual({ status: 303, location: page() })
  expect(counted).toEqual([])
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'succeeded' }], paid: TOTAL })
})

test.each(['a'.repeat(26), 'short'])(
  'the order %s, none of ours, counts against its address',
  async (order) => {
    isUsedUp = true
    expect(await arriveOf(order)).toBe(429)
    expect(counted).toEqual(['sharedMissNetwork'])
  },
)

async function arriveOf(order: string): Promise<number> {
  const { status } = await fetch(`${stage.relay.url}/api/payments/return/${order}/`)
  return status
}

test('a repeated return shows what is on record and asks nothing', async () => {
  redirectIn(await stage.begin('transbank'))
  const back = webpay().answer(newest(), { kind: 'approve' })
  await stage.follow(back)
  const { calls } = stage.counts()
  expect(await stage.follow(back)).toEqual({ status: 303, location: page() })
  expect(stage.counts().calls).toBe(calls)
})

test('the state of a returned payment is shown for its own order alone, and guesses are limited', async () => {
  redirectIn(await stage.begin('transbank'))
  expect(await told('a'.repeat(26))).toMatchObject({ status: 404 })
  expect(await told('not-an-order')).toMatchObject({ status: 404 })
  isUsedUp = true
  expect(await told()).toMatchObject({ status: 429 })
  expect(counted).toEqual(['sharedNetwork'])
})

test('an old address of a return leads no more to the document', async () => {
  redirectIn(await stage.begin('transbank'))
  const back = webpay().answer(newest(), { kind: 'approve' })
  await stage.follow(back)
  await stage.app.clock.advance(24 * 60 * 60_000 + 1)
  expect(await stage.follow(back)).toEqual({ status: 303, location: await ownPage() })
  expect(await told()).toEqual({
    status: 200,
    body: { provider: 'transbank', state: 'succeeded' },
  })
})

test('a link that its owner withdrew meanwhile is not led to, and the money is money', async () => {
  redirectIn(await stage.begin('transbank'))
  const back = webpay().answer(newest(), { kind: 'approve' })
  const withdrawn = await stage.app.call({
    method: 'DELETE',
    path: `/documents/${stage.documentId}/share/`,
    token: stage.ana.access,
  })
  expect(withdrawn.status).toBe(204)
  expect(await told()).toMatchObject({ body: { state: 'started' } })
  expect(await stage.follow(back)).toEqual({ status: 303, location: await ownPage() })
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
  expect(await told()).toMatchObject({ body: { state: 'succeeded' } })
})

test('a commit whose answer was lost is found out by reading, and nothing is called failed', async () => {
  redirectIn(await stage.begin('transbank'))
  const back = webpay().answer(newest(), { kind: 'approve' })
  webpay().troubles.set({ trouble: 'cutAfter' })
  expect(await stage.follow(back)).toEqual({ status: 303, location: page() })
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'pending', open: true }],
    paid: 0,
  })
  expect(
    Object((await stage.app.call({ path: `/shared-documents/${stage.token}/` })).body),
  ).toMatchObject({ payment: { online: { attempt: { state: 'checking' } } } })
  webpay().troubles.set(null)
  await stage.app.clock.advance(60_000)
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'succeeded' }], paid: TOTAL })
})

test('a payer who came back before this process died is settled by the poller', async () => {
  redirectIn(await stage.begin('transbank'))
  const back = webpay().answer(newest(), { kind: 'approve' })
  webpay().troubles.set({ trouble: 'cutBefore' })
  await stage.follow(back)
  webpay().troubles.set(null)
  await stage.app.clock.advance(60_000)
  await stage.poll()
  expect(commits()).toBeGreaterThan(0)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
})

test('a payer who never came back from Webpay has not paid, and that is expired', async () => {
  redirectIn(await stage.begin('transbank'))
  webpay().answer(newest(), { kind: 'approve' })
  await stage.app.clock.advance(11 * 60_000)
  await stage.poll()
  expect(commits()).toBe(0)
  expect(await standing(stage)).toMatchObject({
    attempts: [{ state: 'expired', open: false }],
    paid: 0,
  })
})

test('a sale of Webpay that nobody settled and the bank undid has ended without money', async () => {
  const before = await charged()
  redirectIn(await stage.begin('transbank'))
  webpay().answer(newest(), { kind: 'approve' })
  Object.assign(webpay().transactions()[0]?.parts[0] ?? {}, { isReversed: true })
  await stage.app.clock.advance(60_000)
  await stage.poll()
  expect(commits()).toBe(0)
  expect(await standing(stage)).toEqual({
    attempts: [{ state: 'failed', questions: [], open: false }],
    paid: 0,
    refunded: 0,
    payments: 0,
  })
  expect(await charged()).toBe(before)
})

test('a transfer that is being verified is not given up because its payer went back', async () => {
  redirectIn(await stage.begin('khipu'))
  const { khipu } = stage.simulators
  const id = khipu.payments()[0]?.id ?? ''
  const back = khipu.act(id, { kind: 'verify' })
  if (back === null) throw new Error('leads nowhere')
  await stage.follow(back)
  expect(await arrive('', 'cancelled/')).toBe(303)
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'pending', open: true }] })
  khipu.act(id, { kind: 'settle' })
  await stage.app.clock.advance(60_000)
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ paid: TOTAL })
})

test('a transfer after its payer gave up is money', async () => {
  await payBy(stage, 'khipu', 'givesUp')
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'cancelled' }] })
  end(stage, 'khipu', 'pays')
  await stage.app.clock.advance(60_000)
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'succeeded' }], paid: TOTAL })
})

test('a transfer after the checkout and the page ran out is money', async () => {
  redirectIn(await stage.begin('khipu'))
  const { khipu } = stage.simulators
  const id = khipu.payments()[0]?.id ?? ''
  await stage.app.clock.advance(3 * 60 * 60_000)
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'expired', open: false }] })
  await stage.app.database.db.updateTable('receivable').set({ closes_day: '2026-11-04' }).execute()
  khipu.act(id, { kind: 'payLate' })
  await stage.deliver()
  await stage.poll()
  expect(await standing(stage)).toMatchObject({ attempts: [{ state: 'succeeded' }], paid: TOTAL })
})
