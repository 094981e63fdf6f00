import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import { end, payBy } from './checkouts.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

const PROVIDERS: ProviderName[] = ['transbank', 'khipu', 'fintoc', 'mercadoPago']
const page = () => `${stage.relay.url}/d/${stage.token}`
const shown = async () =>
  Object((await stage.app.call({ path: `/shared-documents/${stage.token}/` })).body).payment

describe.each(PROVIDERS)('a payment by %s', (provider) => {
  test('a payment that is approved is money once its payer is back', async () => {
    expect(await payBy(stage, provider, 'pays')).toEqual({ status: 303, location: page() })
    expect(await standing(stage)).toEqual({
      attempts: [{ state: 'succeeded', questions: [], open: false }],
      paid: TOTAL,
      refunded: 0,
      payments: 1,
    })
    expect(await shown()).toMatchObject({
      state: 'paid',
      closed: 'paid',
      online: { attempt: { provider, amount: TOTAL, state: 'succeeded' } },
    })
  })

  test('a payment that is approved is money without its payer coming back', async () => {
    redirectIn(await stage.begin(provider))
    const back = end(stage, provider, 'pays')
    // Of Webpay the return is what settles it.
    if (provider === 'transbank' && back !== null) await stage.follow(back)
    await stage.deliver()
    await stage.poll()
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  })

  test('a payment that is refused leaves all open, and another may begin', async () => {
    expect(await payBy(stage, provider, 'isRefused')).toMatchObject({ status: 303 })
    expect(await standing(stage)).toMatchObject({
      attempts: [{ state: 'failed', open: false }],
      paid: 0,
    })
    expect(await shown()).toMatchObject({ online: { attempt: { state: 'failed' } } })
    expect(await payBy(stage, provider, 'pays')).toMatchObject({ status: 303 })
    expect(await standing(stage)).toMatchObject({
      attempts: [{ state: 'failed' }, { state: 'succeeded' }],
      paid: TOTAL,
    })
  })

  test('a payment that its payer gave up is cancelled', async () => {
    expect(await payBy(stage, provider, 'givesUp')).toMatchObject({ status: 303 })
    expect(await standing(stage)).toMatchObject({
      attempts: [{ state: 'cancelled', open: false }],
      paid: 0,
    })
    expect(await shown()).toMatchObject({ online: { attempt: { state: 'cancelled' } } })
  })

  test('a payment whose return comes many times at once is money once', async () => {
    redirectIn(await stage.begin(provider))
    const back = end(stage, provider, 'pays')
    if (back === null) throw new Error('leads nowhere')
    const all = await Promise.all(Array.from({ length: 8 }, () => stage.follow(back)))
    expect(all.every(({ status, location }) => status === 303 && location === page())).toBe(true)
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
    expect(stage.counts().commits).toBe(provider === 'transbank' ? 1 : 0)
  })

  test('a payment is seen by its owner as what it is', async () => {
    await payBy(stage, provider, 'pays')
    const { body } = await stage.ask('GET', `/documents/${stage.documentId}/payment/`)
    const way = provider === 'transbank' || provider === 'mercadoPago' ? 'card' : 'transfer'
    expect(body).toMatchObject({
      state: 'paid',
      payments: [{ source: 'provider', way, day: '2026-11-05', amount: TOTAL, recorded_by: null }],
      attempts: [{ provider, state: 'succeeded', amount: TOTAL, questions: [], refunds: [] }],
    })
  })
})

describe('beginning a payment', () => {
  test('beginning again, by another link of the document too, leads to the same checkout', async () => {
    const first = redirectIn(await stage.begin('khipu'))
    expect(redirectIn(await stage.begin('khipu'))).toEqual(first)
    const { db } = stage.app.database
    const link = await db.selectFrom('document_link').selectAll().executeTakeFirstOrThrow()
    expect(link.purpose).toBe('share')
    await db.updateTable('document_link').set({ purpose: 'mail' }).execute()
    const other = await stage.share()
    expect(other).not.toBe(stage.token)
    expect(redirectIn(await stage.begin('khipu', null, other))).toEqual(first)
    expect(stage.counts().checkouts).toBe(1)
  })

  test('beginning at once from many windows makes one attempt', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => stage.begin('transbank')))
    const begun = replies.filter(({ status }) => status === 201)
    expect(begun.length).toBeGreaterThan(0)
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect((await standing(stage)).attempts).toHaveLength(1)
    expect(stage.counts().checkouts).toBe(1)
  })

  test('beginning a payment of Webpay after its form ran out begins anew, and the first one is still read', async () => {
    redirectIn(await stage.begin('transbank'))
    const [late] = stage.simulators.webpay.transactions()
    await stage.app.clock.advance(5 * 60_000)
    redirectIn(await stage.begin('transbank'))
    expect((await standing(stage)).attempts).toMatchObject([
      { state: 'pending', open: false },
      { state: 'pending', open: true },
    ])
    const back = stage.simulators.webpay.answer(late?.token ?? '', { kind: 'approve' })
    expect(await stage.follow(back)).toMatchObject({ status: 303 })
    expect(await standing(stage)).toMatchObject({ paid: TOTAL })
  })

  test('beginning a payment by two providers side by side may bring money twice, and the second is too much', async () => {
    redirectIn(await stage.begin('khipu'))
    redirectIn(await stage.begin('fintoc'))
    for (const provider of ['khipu', 'fintoc'] as const) {
      const back = end(stage, provider, 'pays')
      if (back !== null) await stage.follow(back)
    }
    expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, payments: 2 })
    expect((await stage.ask('GET', `/documents/${stage.documentId}/payment/`)).body).toMatchObject({
      state: 'overpaid',
      excess: TOTAL,
    })
  })

  test('beginning a payment is refused for another amount, a closed page and what is not offered', async () => {
    for (const seen of [TOTAL - 1, TOTAL + 1]) {
      expect(await stage.begin('khipu', seen)).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/^What is left to pay changed/) },
      })
    }
    const { db } = stage.app.database
    await db.updateTable('payment_connection').set({ is_offered: false }).execute()
    expect(await stage.begin('khipu')).toMatchObject({ status: 409 })
    await db.updateTable('payment_connection').set({ is_offered: true }).execute()
    await db.updateTable('receivable').set({ closes_day: '2026-11-04' }).execute()
    expect(await stage.begin('khipu')).toMatchObject({ status: 409 })
    expect((await standing(stage)).attempts).toEqual([])
    expect(stage.counts().checkouts).toBe(0)
  })

  test('beginning a payment of what is paid is refused', async () => {
    await payBy(stage, 'khipu', 'pays')
    expect(await stage.begin('fintoc')).toMatchObject({ status: 409 })
    expect((await standing(stage)).attempts).toHaveLength(1)
  })

  test('beginning a payment of what was declared whole is refused until its payer says so', async () => {
    const path = `/shared-documents/${stage.token}/declarations/`
    const said = { amount: TOTAL, day: '2026-11-04' }
    expect(await stage.app.call({ path, body: said })).toMatchObject({ status: 201 })
    expect(await stage.begin('khipu', TOTAL)).toMatchObject({ status: 409 })
    redirectIn(await stage.begin('khipu', TOTAL, stage.token, true))
  })

  test('beginning a payment where the provider refuses leaves it on record as failed', async () => {
    const { db } = stage.app.database
    await db
      .updateTable('payment_connection')
      .set({ account: JSON.stringify({ commerceCode: '597000000000', storeCode: null }) })
      .where('provider', '=', 'transbank')
      .execute()
    expect(await stage.begin('transbank')).toMatchObject({ status: 409 })
    expect((await standing(stage)).attempts).toMatchObject([{ state: 'failed', open: false }])
  })

  test('beginning a payment while the provider is away says so, and begins anew later', async () => {
    stage.simulators.khipu.troubles.set({ trouble: 'rateLimited' })
    expect(await stage.begin('khipu')).toMatchObject({ status: 503 })
    stage.simulators.khipu.troubles.set(null)
    expect(await payBy(stage, 'khipu', 'pays')).toMatchObject({ status: 303 })
    expect(await standing(stage)).toMatchObject({ paid: TOTAL })
  })

  test('beginning a payment lets our page post its form to the provider and to nobody else', async () => {
    const reply = await stage.app.server.inject({ url: '/api/health' })
    const policy = String(reply.headers['content-security-policy'])
    const targets = /form-action ([^;]*)/.exec(policy)?.[1]
    expect(targets).toBe(`'self' ${stage.simulators.webpay.url}`)
  })
})

describe('a transfer that the bank verifies, and whose payer closed the page', () => {
  const khipu = () => stage.simulators.khipu
  async function verified() {
    redirectIn(await stage.begin('khipu'))
    const back = khipu().act(khipu().payments()[0]?.id ?? '', { kind: 'verify' })
    await stage.app.clock.advance(60_000)
    await stage.poll()
    return back
  }
  const checking = { online: { attempt: { provider: 'khipu', state: 'checking' } } }

  test('a transfer that is being verified is told as being checked, and after a day, too', async () => {
    await verified()
    expect(await shown()).toMatchObject(checking)
    await stage.app.clock.advance(30 * 60 * 60_000)
    expect(await shown()).toMatchObject(checking)
  })

  test('a transfer that is being verified is not paid again unless its payer says so', async () => {
    await verified()
    for (const provider of ['khipu', 'transbank'] as const) {
      expect(await stage.begin(provider)).toMatchObject({ status: 409 })
    }
    redirectIn(await stage.begin('transbank', TOTAL, stage.token, true))
    expect(await shown()).toMatchObject(checking)
  })

  test('a transfer that is being verified is not cancelled by a payer who leaves', async () => {
    await verified()
    const [attempt] = await stage.app.database.db
      .selectFrom('payment_attempt')
      .selectAll()
      .execute()
    const url = `${stage.relay.url}/api/payments/return/${attempt?.order_id}/cancelled/`
    expect(await stage.follow({ method: 'GET', url, fields: {} })).toMatchObject({ status: 303 })
    expect(await shown()).toMatchObject(checking)
  })
})

test('a test account is offered to nobody where payments are real', async () => {
  const real = await openStage({ isReal: true })
  try {
    expect(await real.begin('khipu')).toMatchObject({ status: 409 })
    expect((await standing(real)).attempts).toEqual([])
  } finally {
    await real.close()
  }
})

describe('in parts', () => {
  let parts: Stage
  beforeAll(async () => {
    parts = await openStage({ allowsPartial: true })
  })
  afterAll(() => parts.close())
  beforeEach(() => parts.reset())

  test('an amount of its payer’s choice is taken, up to what is open', async () => {
    redirectIn(await parts.begin('khipu', 50_000))
    const back = end(parts, 'khipu', 'pays')
    if (back !== null) await parts.follow(back)
    expect(await standing(parts)).toMatchObject({ paid: 50_000 })
    expect(await parts.begin('khipu', TOTAL - 49_999)).toMatchObject({ status: 400 })
    redirectIn(await parts.begin('khipu'))
    end(parts, 'khipu', 'pays')
    await parts.deliver()
    await parts.poll()
    expect(await standing(parts)).toMatchObject({ paid: TOTAL, payments: 2 })
  })

  const told = async () =>
    Object((await parts.app.call({ path: `/shared-documents/${parts.token}/` })).body).payment
      .online.attempt
  const MINUTE_MS = 60_000

  /** A transfer that its payer is back from, and the bank has not confirmed. */
  async function verifying(amount: number | null): Promise<void> {
    redirectIn(await parts.begin('khipu', amount))
    const { khipu } = parts.simulators
    const back = khipu.act(khipu.payments()[0]?.id ?? '', { kind: 'verify' })
    if (back !== null) await parts.follow(back)
  }

  async function paidPart(amount: number): Promise<void> {
    redirectIn(await parts.begin('khipu', amount))
    const back = end(parts, 'khipu', 'pays')
    if (back !== null) await parts.follow(back)
    await parts.app.clock.advance(MINUTE_MS)
  }

  test('a part that is being checked is told before one that was paid, and before what is begun after it', async () => {
    await paidPart(50_000)
    await verifying(60_000)
    const checking = { provider: 'khipu', amount: 60_000, state: 'checking' }
    expect(await told()).toEqual(checking)
    await parts.app.clock.advance(MINUTE_MS)
    redirectIn(await parts.begin('transbank', 10_000, parts.token, true))
    expect(await told()).toEqual(checking)
  })

  test('what is begun after a transfer was declared is for what is left', async () => {
    const { token } = parts
    const said = { amount: 48_750, day: '2026-11-04' }
    const path = `/shared-documents/${token}/declarations/`
    expect(await parts.app.call({ path, body: said })).toMatchObject({ status: 201 })
    expect(await parts.begin('khipu', 100_001)).toMatchObject({ status: 400 })
    redirectIn(await parts.begin('khipu'))
    expect(await told()).toMatchObject({ amount: 100_000 })
    redirectIn(await parts.begin('khipu', 100_001, token, true))
  })

  test('a part that is refused after one was paid is told as refused', async () => {
    await paidPart(50_000)
    expect(await told()).toMatchObject({ state: 'succeeded', amount: 50_000 })
    expect(await payBy(parts, 'fintoc', 'isRefused')).toMatchObject({ status: 303 })
    expect(await told()).toMatchObject({ provider: 'fintoc', state: 'failed' })
  })

  test('a part that was paid is told before one that was begun or refused until then', async () => {
    expect(await payBy(parts, 'mercadoPago', 'isRefused')).toMatchObject({ status: 303 })
    redirectIn(await parts.begin('khipu', 50_000))
    await parts.app.clock.advance(MINUTE_MS)
    redirectIn(await parts.begin('fintoc', 60_000))
    await parts.app.clock.advance(MINUTE_MS)
    // Its payer does not come back.
    end(parts, 'khipu', 'pays')
    await parts.deliver()
    await parts.poll()
    expect(await told()).toMatchObject({ provider: 'khipu', state: 'succeeded' })
  })

  test('another amount ends the checkout that was open', async () => {
    redirectIn(await parts.begin('khipu', 50_000))
    redirectIn(await parts.begin('khipu', 60_000))
    expect((await standing(parts)).attempts).toMatchObject([{ open: false }, { open: true }])
  })
})
