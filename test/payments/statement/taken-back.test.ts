import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPayment } from '#contract/payments.ts'
import type { Line } from './csv-statement.ts'
import { CLIENT, OTHER_CLIENT, statementStage, type StatementStage } from './statement-stage.ts'

let stage: StatementStage
beforeAll(async () => {
  stage = await statementStage()
})
beforeEach(() => stage.reset())
afterAll(() => stage.close())

const paid = (changed: Partial<Line> = {}): Line => ({ rut: CLIENT, clp: 119_000, ...changed })
const back: Line = { clp: -119_000, operation: '778', day: '2026-11-09', text: 'Reversa' }

/** What is asked about payments on "Hoy". */
async function codes(): Promise<string[]> {
  const { body } = await stage.ask('GET', '/attention/')
  const { items }: { items: { code: string }[] } = Object(body)
  return items.map(({ code }) => code).filter((code) => /^(?:payment|recorded)/.test(code))
}

async function takenBack(document: number) {
  const { body } = await stage.ask('GET', `/documents/${document}/payment/`)
  return readPayment.reply.parse(body).taken_back_by_bank
}

test('a payment that a later statement takes back is counted, asked about and told on its document', async () => {
  const document = await stage.document(119_000)
  expect(await stage.upload([paid({ operation: '778' })])).toMatchObject({ matched: 1, review: 0 })
  expect(await codes()).toEqual([])
  expect(await takenBack(document)).toEqual([])
  const taken = await stage.upload([back, { clp: 5, day: '2026-11-09' }])
  expect(taken).toMatchObject({ movements: 2, matched: 0, review: 1, others: 1 })
  const { id, match } = await stage.theMovement()
  expect(match).toMatchObject({ taken_back: true })
  expect(await codes()).toEqual(['paymentTakenBack'])
  expect(await takenBack(document)).toEqual([
    { movement: id, amount: 119_000, day: '2026-11-05', is_doubtful: false },
  ])
  expect((await stage.act(id, 'undo')).status).toBe(204)
  expect(await codes()).toEqual([])
  expect(await takenBack(document)).toEqual([])
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
})

test('a payment of which a person said that it stayed is asked about once more when another statement takes it back', async () => {
  const document = await stage.document(119_000)
  const other = await stage.document(119_000, { client: OTHER_CLIENT })
  await stage.upload([
    { ...paid(), rut: CLIENT },
    { ...paid(), rut: OTHER_CLIENT },
  ])
  expect(await stage.payment(document)).toMatchObject({ paid: 119_000 })
  expect(await stage.payment(other)).toMatchObject({ paid: 119_000 })
  // Either may be meant.
  const doubtful = await stage.upload([{ ...back, operation: '' }])
  expect(doubtful).toMatchObject({ movements: 1, review: 1, others: 0 })
  expect(await codes()).toEqual(['paymentMaybeTakenBack', 'paymentMaybeTakenBack'])
  const [asked] = await takenBack(document)
  expect(asked).toMatchObject({ is_doubtful: true })
  const id = asked?.movement ?? 0
  expect((await stage.act(id, 'keep')).status).toBe(204)
  expect(await takenBack(document)).toEqual([])
  expect(await codes()).toEqual(['paymentMaybeTakenBack'])
  expect((await stage.view('review')).counts).toMatchObject({ review: 1 })
  expect(await stage.payment(document)).toMatchObject({ paid: 119_000 })
  expect(await stage.count('audit_event', `kind = 'movementKept'`)).toBe(1)
  await stage.app.clock.advance(60_000)
  const again = await stage.upload([{ ...back, operation: '', rut: CLIENT, day: '2026-11-10' }])
  expect(again).toMatchObject({ movements: 1, review: 1, others: 0 })
  expect(await takenBack(document)).toMatchObject([{ movement: id, is_doubtful: false }])
})

test('money that nothing pays with can’t be said to have stayed', async () => {
  await stage.upload([paid()])
  const { id } = await stage.theMovement('others')
  expect(await stage.act(id, 'keep')).toMatchObject({ status: 409 })
})

test('a transfer that was said to be on record, and that the bank takes back later, is told until it was looked into', async () => {
  const document = await stage.document(119_000)
  await stage.record(document, 119_000)
  await stage.upload([paid({ operation: '778' })])
  const { id } = await stage.theMovement()
  expect((await stage.act(id, 'set-aside', { why: 'recorded' })).status).toBe(204)
  expect(await codes()).toEqual([])
  await stage.app.clock.advance(60_000)
  await stage.upload([back, { clp: 5, day: '2026-11-09' }])
  expect(await codes()).toEqual(['recordedTakenBack'])
  const aside = () => stage.theMovement('aside')
  expect(await aside()).toMatchObject({ id, set_aside: { why: 'recorded', taken_back: true } })
  await stage.app.clock.advance(60_000)
  expect((await stage.act(id, 'set-aside', { why: 'recorded' })).status).toBe(204)
  expect(await codes()).toEqual([])
  expect(await aside()).toMatchObject({ set_aside: { taken_back: false } })
})

test('a transfer that was no client’s, or that was taken back before it was set aside, is told to nobody', async () => {
  await stage.upload([paid({ operation: '778' })])
  const { id } = await stage.theMovement('others')
  await stage.act(id, 'set-aside', { why: 'notOfClient' })
  await stage.app.clock.advance(60_000)
  await stage.upload([back, { clp: 5, day: '2026-11-09' }])
  await stage.app.clock.advance(60_000)
  expect(await codes()).toEqual([])
  await stage.act(id, 'reconsider')
  await stage.act(id, 'set-aside', { why: 'recorded' })
  expect(await codes()).toEqual([])
})
