import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { KEPT } from '#domain/kept.ts'
import { instantText } from '#server/clock.ts'
import { keepNotice } from '#server/payments/attempts/notices/notices.ts'
import { shortenNotices, shortNotice } from '#server/payments/attempts/notices/shorten-notices.ts'
import { openConnection } from '#server/payments/connections/store.ts'
import { FINTOC_SAMPLE, KHIPU_SAMPLE } from '#server/payments/providers/test-samples.ts'
import { payBy } from '../checkouts.ts'
import { openStage, type Stage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())

const DAY_MS = 24 * 60 * 60_000
const inShort = (body: unknown): unknown =>
  JSON.parse(shortNotice(Buffer.from(JSON.stringify(body))).toString('utf8'))

test('a shortened notice of Khipu keeps nothing that names its payer', () => {
  const bytes = Buffer.from(JSON.stringify(KHIPU_SAMPLE))
  expect(JSON.parse(shortNotice(bytes).toString('utf8'))).toEqual({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    payment_id: 'zfxnocsow6mz',
    receiver_id: 990_939,
    amount: '1000.0000',
    discount: '0.0000',
    currency: 'CLP',
    out_of_date_conciliation: false,
    transaction_id: '15f836bd-e8a7-4d12-b2f1-56403012b555',
    payment_method: 'simplified_transfer',
    conciliation_date: '2024-04-18T13:56:54.859Z',
  })
})

test('a shortened notice of Fintoc keeps neither account', () => {
  const short = JSON.stringify(inShort(FINTOC_SAMPLE))
  expect(short).toContain('pi_2vKOKniSGXRhXTKrJ67VXZxGCVt')
  expect(short).not.toMatch(/account|holder|token|email/)
})

test('a shortened notice leaves out fields that a provider adds, wherever they stand', () => {
  const payer = { id: 'cus_1', name: 'Ana', tax_id: '1-9' }
  const data = { id: 'pi_1', amount: 5, customer: payer, metadata: { buy_order: 'O', note: 'Ana' } }
  const named = { id: 'evt_1', type: { first: 'Ana' }, status: 'A'.repeat(101), data, payer }
  expect(inShort(named)).toMatchObject({
    id: 'evt_1',
    data: { id: 'pi_1', amount: 5, metadata: { buy_order: 'O' } },
  })
  expect(JSON.stringify(inShort(named))).not.toMatch(/Ana|cus_1|AAA/)
  expect(shortNotice(Buffer.from(JSON.stringify([payer]))).toString('utf8')).not.toContain('Ana')
  const text = shortNotice(Buffer.from('Ana paid')).toString('utf8')
  expect(text).toContain('sha256')
  expect(text).not.toContain('Ana')
})

const notices = () =>
  stage.app.database.db.selectFrom('payment_notice').selectAll().orderBy('id').execute()

const sweep = () =>
  shortenNotices(stage.needs, instantText(stage.app.clock.now() - KEPT.wholeNoticeDays * DAY_MS))

async function receive(): Promise<void> {
  await payBy(stage, 'khipu', 'pays')
  await stage.deliver()
  expect(await notices()).toHaveLength(1)
}

test('a notice is shortened thirty days after it was processed, once', async () => {
  await receive()
  await stage.poll()
  const [whole] = await notices()
  await stage.app.clock.advance(KEPT.wholeNoticeDays * DAY_MS)
  expect(await sweep()).toBe(0)
  await stage.app.clock.advance(1)
  expect(await sweep()).toBe(1)
  const [short] = await notices()
  expect(short?.raw_body.toString('utf8')).not.toContain('11.111.111-1')
  expect(short).toMatchObject({
    ...whole,
    headers: {},
    raw_body: shortNotice(whole?.raw_body ?? Buffer.alloc(0)),
    shortened_at: expect.any(String),
  })
  expect(await sweep()).toBe(0)
  expect((await notices())[0]?.raw_body).toEqual(short?.raw_body)
})

test('a notice is kept with the headers of its signature and no others, by which it is authentic again', async () => {
  await receive()
  const [whole] = await notices()
  const kept = z.record(z.string(), z.string()).parse(whole?.headers)
  expect(Object.keys(kept)).toEqual(['x-khipu-signature'])
  const connection = await openConnection(stage.needs, {
    organisationId: stage.ana.organisationId,
    connectionId: stage.connections.khipu,
  })
  if (connection?.connection.provider !== 'khipu') throw new Error('No connection of Khipu')
  const notice = { rawBody: whole?.raw_body ?? Buffer.alloc(0), query: {} }
  const verify = (headers: Record<string, string>) =>
    stage.providers.khipu.verifyNotification(
      connection.connection,
      { ...notice, headers },
      stage.app.clock.now(),
    )
  expect(verify(kept)).toMatchObject({ kind: 'authentic' })
  expect(verify({})).toEqual({ kind: 'forged' })
})

test('a notice that waits to be processed is never shortened', async () => {
  await receive()
  await stage.app.clock.advance(400 * DAY_MS)
  expect(await sweep()).toBe(0)
  expect((await notices())[0]?.raw_body.toString('utf8')).toContain('11.111.111-1')
})

test('a notice of an account whose data is not to be used stays as it is', async () => {
  await receive()
  await stage.poll()
  const { db } = stage.app.database
  const block = (at: string | null) =>
    db
      .updateTable('organisation')
      .set({ blocked_at: at })
      .where('id', '=', stage.ana.organisationId)
      .execute()
  await block(instantText(stage.app.clock.now()))
  await stage.app.clock.advance(31 * DAY_MS)
  expect(await sweep()).toBe(0)
  await block(null)
  expect(await sweep()).toBe(1)
})

test('a repetition of a notice in short is the same notice', async () => {
  await receive()
  await stage.poll()
  const [whole] = await notices()
  await stage.app.clock.advance(31 * DAY_MS)
  await sweep()
  const [short] = await notices()
  await keepNotice(stage.needs, {
    organisationId: stage.ana.organisationId,
    connectionId: stage.connections.khipu,
    eventKey: whole?.event_key ?? '',
    trust: 'stale',
    refs: { providerRef: null, paymentRef: null, buyOrder: null },
    headers: {},
    rawBody: whole?.raw_body ?? Buffer.alloc(0),
  })
  expect(await notices()).toEqual([short])
})
