import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Line } from './csv-statement.ts'
import {
  CLIENT,
  OTHER_CLIENT,
  statementStage,
  THIRD_PARTY,
  type StatementStage,
} from './statement-stage.ts'

let stage: StatementStage

beforeAll(async () => {
  stage = await statementStage()
})
beforeEach(() => stage.reset())
afterAll(() => stage.close())

const came = (changed: Partial<Line> = {}): Line => ({ rut: CLIENT, clp: 200_000, ...changed })

/** A document that is paid by hand, whole. */
async function recorded(
  amount: number,
  { client = CLIENT, day = '2026-11-05' }: { client?: string; day?: string } = {},
): Promise<number> {
  const document = await stage.document(amount, { client, issueDay: '2026-09-01' })
  expect((await stage.record(document, amount, day)).status).toBe(201)
  return document
}

/** The document that the transfer of 200.000 must not pay by itself. */
const open = () => stage.document(200_000)

test('a transfer of two documents that were recorded one by one pays no third one of its amount', async () => {
  await recorded(80_000)
  await recorded(120_000)
  const document = await open()
  expect(await stage.upload([came()])).toMatchObject({ matched: 0, review: 1 })
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
  expect(await stage.theMovement()).toMatchObject({
    proposals: [{ reason: 'maybeRecorded', documents: [{ id: document }] }],
    maybe_recorded: [{ amount: 120_000, day: '2026-11-05' }, { amount: 80_000 }],
  })
})

test('a transfer of a declaration that a person confirmed and of one recorded by hand pays no third document', async () => {
  const declared = await stage.document(80_000)
  await stage.declare(declared, 80_000)
  const { body } = await stage.ask('GET', '/payments/declarations/')
  const [{ id }] = Object(body)
  const decision = { id, word: 'confirm', amount: 80_000, day: '2026-11-04' }
  const confirmed = await stage.ask('POST', '/payments/declarations/decide/', {
    decisions: [decision],
  })
  expect(confirmed.body).toMatchObject({ outcomes: [{ outcome: 'confirmed' }] })
  await recorded(120_000)
  await open()
  expect(await stage.upload([came()])).toMatchObject({ matched: 0, review: 1 })
})

test('two transfers that were recorded as one payment pay no documents of their amounts', async () => {
  await recorded(300_000)
  const documents = [await open(), await stage.document(100_000)]
  const lines = [came(), came({ clp: 100_000, day: '2026-11-09' })]
  expect(await stage.upload(lines)).toMatchObject({ matched: 0, review: 2 })
  for (const document of documents) {
    expect(await stage.payment(document)).toMatchObject({ paid: 0 })
  }
})

test('a transfer and one of another statement that were recorded as one payment are found', async () => {
  await recorded(300_000, { day: '2026-11-01' })
  await stage.upload([came({ clp: 100_000, day: '2026-10-02' })])
  await open()
  expect(await stage.upload([came()])).toMatchObject({ matched: 0, review: 1 })
})

test('a transfer and one that nobody knows the payer of may be one payment of that day', async () => {
  await recorded(300_000)
  await open()
  const lines = [came(), came({ clp: 100_000, rut: '' })]
  expect(await stage.upload(lines)).toMatchObject({ matched: 0 })
})

test('a transfer and one of a payer whom its owner authorised may be one payment', async () => {
  await stage.ask('POST', `/payments/terms/${stage.ana.ids.company}/payers/`, {
    client_rut: CLIENT,
    payer_rut: THIRD_PARTY,
  })
  await recorded(300_000)
  await open()
  const lines = [came(), came({ clp: 100_000, rut: THIRD_PARTY })]
  expect(await stage.upload(lines)).toMatchObject({ matched: 0 })
  await stage.document(90_000)
  await recorded(40_000)
  await recorded(50_000)
  // So may two documents that the client’s payer pays at once.
  const next = came({ clp: 90_000, rut: THIRD_PARTY, day: '2026-11-10' })
  expect(await stage.upload([next])).toMatchObject({ matched: 0 })
})

test('a transfer of a document that was recorded and one that is open pays no third one of its amount', async () => {
  await recorded(80_000)
  await stage.document(120_000)
  const document = await open()
  expect(await stage.upload([came()])).toMatchObject({ matched: 0, review: 1 })
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
})

test('a transfer waits for the statement that may tell of the rest of a payment', async () => {
  await recorded(300_000, { day: '2026-11-10' })
  const document = await open()
  expect(await stage.upload([came()])).toMatchObject({ matched: 0, review: 1 })
  // It tells of none.
  await stage.upload([came({ clp: 7, rut: OTHER_CLIENT, day: '2026-11-10' })])
  expect(await stage.payment(document)).toMatchObject({ open: 0 })
})

test.each([
  ['of which no sum is its amount', () => recorded(80_001)],
  ['of another client', () => recorded(80_000, { client: OTHER_CLIENT })],
  ['of more than sixty days before', () => recorded(80_000, { day: '2026-09-05' })],
])('a transfer is matched in spite of payments by hand %s', async (_, make) => {
  await recorded(120_000)
  await make()
  await open()
  // With an older movement older payments are thought of.
  const older = came({ clp: 7, rut: OTHER_CLIENT, day: '2026-09-02' })
  expect(await stage.upload([came(), older])).toMatchObject({ matched: 1 })
})

test('a transfer is matched in spite of payments by hand that were undone', async () => {
  await recorded(120_000)
  // Open again, it makes up the amount with the other payment as little as before.
  const undone = await stage.document(85_000)
  expect((await stage.record(undone, 80_000)).status).toBe(201)
  await stage.undoPaymentOf(undone)
  await open()
  expect(await stage.upload([came()])).toMatchObject({ matched: 1 })
})

test('a transfer that the bank took back is no part of a payment', async () => {
  await recorded(300_000)
  await open()
  const gone = came({ clp: 100_000, operation: '77' })
  const back = { ...gone, clp: -100_000, text: 'Reversa', day: '2026-11-06' }
  expect(await stage.upload([came(), gone, back])).toMatchObject({ matched: 1 })
})

test('a transfer that a person says was recorded counts for nothing, and still is a part of its payment', async () => {
  await recorded(300_000, { day: '2026-11-01' })
  await stage.upload([came({ clp: 100_000, day: '2026-10-02' })])
  const { id } = await stage.theMovement('others')
  expect((await stage.act(id, 'set-aside', { why: 'recorded' })).status).toBe(204)
  expect(await stage.theMovement('aside')).toMatchObject({ id, set_aside: { why: 'recorded' } })
  expect(await stage.count('payment')).toBe(1)
  const document = await open()
  expect(await stage.upload([came()])).toMatchObject({ matched: 0, review: 1 })
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
  expect((await stage.act(id, 'reconsider')).status).toBe(204)
  expect(await stage.view('aside')).toMatchObject({ movements: [] })
  // One that is no client’s is a part of none.
  expect((await stage.act(id, 'set-aside')).status).toBe(204)
  expect(await stage.theMovement('aside')).toMatchObject({ set_aside: { why: 'notOfClient' } })
  expect(await stage.theMovement()).toMatchObject({
    proposals: [{ reason: 'exact', documents: [{ id: document }] }],
    maybe_recorded: [],
  })
})

test('a transfer that a person said is none of those payments is proposed like every other', async () => {
  await recorded(120_000)
  const second = await recorded(80_000)
  const document = await open()
  await stage.upload([came()])
  const { id, maybe_recorded: near } = await stage.theMovement()
  const [payment] = Object(await stage.payment(second)).payments
  expect(near).toHaveLength(2)
  const refusal = { documents: [], payment: payment.id }
  expect((await stage.act(id, 'refuse', refusal)).status).toBe(204)
  expect(await stage.theMovement()).toMatchObject({
    proposals: [{ reason: 'exact', documents: [{ id: document }] }],
    maybe_recorded: [],
  })
})

test('a transfer that fits no document shows the payments that it may be', async () => {
  await recorded(80_000)
  await recorded(120_000)
  expect(await stage.upload([came()])).toMatchObject({ matched: 0, others: 1 })
  expect(await stage.theMovement('others')).toMatchObject({
    proposals: [],
    maybe_recorded: [{ amount: 120_000 }, { amount: 80_000 }],
  })
})
