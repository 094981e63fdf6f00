import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockStatements } from '#server/payments/reconcile/store.ts'
import { untilBlockedBy, untilLockWait } from '../../engine/lock-wait.ts'
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

const paid = (changed: Partial<Line> = {}): Line => ({ rut: CLIENT, clp: 119_000, ...changed })

test('a movement that was undone stays undone when its statement is uploaded again', async () => {
  const document = await stage.document(119_000)
  await stage.upload([paid()])
  const { id } = await stage.theMovement('matched')
  expect((await stage.act(id, 'undo')).status).toBe(204)
  expect(await stage.payment(document)).toMatchObject({ open: 119_000, paid: 0 })
  expect(await stage.upload([paid()])).toMatchObject({ added: 0, matched: 0, review: 0 })
  expect(await stage.upload([paid(), { clp: 5, day: '2026-11-06' }])).toMatchObject({
    matched: 0,
    review: 0,
  })
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
  expect((await stage.act(id, 'undo')).status).toBe(409)
})

test('a movement whose payment was undone on its document’s page stays undone, too', async () => {
  const document = await stage.document(119_000)
  await stage.upload([paid()])
  await stage.undoPaymentOf(document)
  expect(await stage.upload([paid()])).toMatchObject({ matched: 0, review: 0 })
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
})

test('a movement that another format has without its number is known, and pays nothing more', async () => {
  const september = await stage.document(119_000, { issueDay: '2026-09-20' })
  const october = await stage.document(119_000)
  await stage.upload([paid({ operation: '77' })])
  const { id } = await stage.theMovement()
  const shares = [{ document: september, amount: 119_000 }]
  expect((await stage.act(id, 'match', { shares })).status).toBe(204)
  expect(await stage.upload([paid({ text: 'TEF' })])).toMatchObject({ added: 0, review: 0 })
  expect(await stage.payment(october)).toMatchObject({ paid: 0 })
  expect(await stage.count('payment')).toBe(1)
})

test.each<[string, Line[]]>([
  ['by its text', [paid({ text: 'Devolución transferencia' })]],
  ['of what left', [{ clp: -119_000, day: '2026-11-04' }, paid({ text: 'Reversa' })]],
  [
    'that was taken back',
    [
      paid({ operation: '9' }),
      { clp: -119_000, operation: '9', text: 'Reversa', day: '2026-11-06' },
    ],
  ],
])('a movement that seems a reversal %s is matched by a person alone', async (_what, lines) => {
  const document = await stage.document(119_000)
  expect(await stage.upload(lines)).toMatchObject({ matched: 0, review: 1 })
  const { id, proposals } = await stage.theMovement()
  expect(proposals).toMatchObject([{ reason: 'mayBeReversed', documents: [{ id: document }] }])
  expect(await stage.upload([...lines, { clp: 5 }])).toMatchObject({ matched: 0, review: 1 })
  await stage.app.clock.advance(60_000)
  const shares = [{ document, amount: 119_000 }]
  expect((await stage.act(id, 'match', { shares })).status).toBe(204)
  expect(await stage.payment(document)).toMatchObject({ state: 'paid' })
  // Who matched it knew what the bank says.
  expect((await stage.view('review')).movements).toEqual([])
})

test('a movement that seems a reversal and fits no document is listed with the others', async () => {
  await stage.upload([paid({ text: 'Devolución transferencia' })])
  const { id } = await stage.theMovement('others')
  expect((await stage.act(id, 'set-aside')).status).toBe(204)
})

test('a movement whose proposal was refused is neither matched nor proposed for it again', async () => {
  const document = await stage.document(119_000)
  await stage.upload([paid({ rut: THIRD_PARTY })])
  const { id, proposals } = await stage.theMovement()
  expect(proposals).toMatchObject([{ reason: 'amountAlone', documents: [{ id: document }] }])
  expect((await stage.act(id, 'refuse', { documents: [document] })).status).toBe(204)
  // From now on its payer may pay: what was refused stays so.
  await stage.ask('POST', `/payments/terms/${stage.ana.ids.company}/payers/`, {
    client_rut: CLIENT,
    payer_rut: THIRD_PARTY,
  })
  const again = [paid({ rut: THIRD_PARTY }), { clp: 4, day: '2026-11-06' }]
  expect(await stage.upload(again)).toMatchObject({ matched: 0, review: 0 })
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
  // Until a person asks for it.
  expect((await stage.act(id, 'reconsider')).status).toBe(204)
  expect(await stage.theMovement()).toMatchObject({ id, proposals: [{ reason: 'exact' }] })
})

test('a movement of the day and amount of a payment recorded by hand is proposed as that one', async () => {
  const [october] = [await stage.document(119_000), await stage.document(80_000)]
  const november = await stage.document(119_000, { issueDay: '2026-11-01' })
  await stage.record(october, 119_000)
  expect(await stage.upload([paid()])).toMatchObject({ matched: 0, review: 1 })
  const { id, proposals } = await stage.theMovement()
  expect(proposals[0]).toMatchObject({ reason: 'recorded', payment: { amount: 119_000 } })
  expect(proposals[1]).toMatchObject({ reason: 'maybeRecorded', documents: [{ id: november }] })
  const payment = proposals[0]?.payment?.id
  expect((await stage.act(id, 'link', { payment })).status).toBe(204)
  expect(await stage.payment(october)).toMatchObject({ paid: 119_000 })
  expect(await stage.payment(november)).toMatchObject({ paid: 0 })
  expect(await stage.count('payment')).toBe(1)
  expect(await stage.theMovement('matched')).toMatchObject({ match: { how: 'recorded' } })
  // Undone, its payment stays, and it is proposed as that one no more.
  expect((await stage.act(id, 'undo')).status).toBe(204)
  expect(await stage.payment(october)).toMatchObject({ paid: 119_000 })
  expect((await stage.view('review')).movements).toMatchObject([
    { proposals: [{ reason: 'exact', documents: [{ id: november }] }] },
  ])
})

test('a transfer of several documents is given back for each of them up to its own share', async () => {
  const first = await stage.document(100_000)
  const second = await stage.document(50_000)
  await stage.upload([paid({ clp: 150_000 })])
  const { id } = await stage.theMovement()
  const shares = [
    { document: first, amount: 100_000 },
    { document: second, amount: 50_000 },
  ]
  expect((await stage.act(id, 'match', { shares })).status).toBe(204)
  const [payment] = Object(await stage.payment(first)).payments
  const giveBack = (document: number, amount: number) => {
    const refund = { payment: payment.id, day: '2026-11-06', amount, note: '' }
    return stage.ask('POST', `/documents/${document}/refunds/`, refund)
  }
  expect(await giveBack(first, 100_001)).toMatchObject({ status: 400 })
  expect((await giveBack(first, 100_000)).status).toBe(201)
  expect(await giveBack(first, 1)).toMatchObject({ status: 400 })
  expect(await giveBack(second, 50_001)).toMatchObject({ status: 400 })
  expect((await giveBack(second, 50_000)).status).toBe(201)
  expect(await stage.payment(first)).toMatchObject({ refunded: 100_000 })
  expect(await stage.payment(second)).toMatchObject({ refunded: 50_000 })
})

test('a movement some days after its client’s payment was recorded by hand may be that one', async () => {
  const october = await stage.document(119_000)
  await stage.document(119_000, { issueDay: '2026-11-01' })
  await stage.record(october, 119_000, '2026-11-03')
  expect(await stage.upload([paid({ day: '2026-11-10' })])).toMatchObject({
    matched: 0,
    review: 1,
  })
})

test('a movement up to sixty days from a payment of its client recorded by hand may be that one', async () => {
  const october = await stage.document(119_000, { issueDay: '2026-09-01' })
  const november = await stage.document(119_000, { issueDay: '2026-11-01' })
  expect((await stage.record(october, 119_000, '2026-11-20')).status).toBe(201)
  // Written down two weeks after the money came.
  expect(await stage.upload([paid({ day: '2026-11-05' })])).toMatchObject({ matched: 0, review: 1 })
  expect((await stage.theMovement()).proposals).toMatchObject([
    { reason: 'recorded' },
    { reason: 'maybeRecorded', documents: [{ id: november }] },
  ])
  expect(await stage.payment(november)).toMatchObject({ paid: 0 })
})

test.each([
  ['2026-09-06', 0],
  ['2026-09-05', 1],
])(
  'a movement sixty days after a payment by hand of %s is matched or not',
  async (day, matched) => {
    const september = await stage.document(119_000, { issueDay: '2026-09-01' })
    await stage.document(119_000, { issueDay: '2026-11-01' })
    await stage.record(september, 119_000, day)
    expect(await stage.upload([paid({ day: '2026-11-05' })])).toMatchObject({ matched })
  },
)

test('a movement more than a week after a payment by hand that was undone, or of another client, is its own', async () => {
  const october = await stage.document(119_000)
  await stage.record(october, 119_000, '2026-11-03')
  await stage.undoPaymentOf(october)
  expect(await stage.upload([paid({ day: '2026-11-11' })])).toMatchObject({ matched: 1 })
  const first = await stage.document(80_000)
  await stage.record(first, 80_000, '2026-11-03')
  await stage.document(80_000, { client: OTHER_CLIENT })
  const other = paid({ clp: 80_000, rut: OTHER_CLIENT, day: '2026-11-04' })
  expect(await stage.upload([other])).toMatchObject({ matched: 1 })
})

test('a movement like a payment by hand that was undone is left to a person', async () => {
  const document = await stage.document(119_000)
  await stage.record(document, 119_000)
  await stage.undoPaymentOf(document)
  expect(await stage.upload([paid()])).toMatchObject({ matched: 0, review: 1 })
  expect(await stage.theMovement()).toMatchObject({ proposals: [{ reason: 'undoneBefore' }] })
})

test('a movement that pays what was declared confirms the declaration', async () => {
  const document = await stage.document(119_000)
  await stage.declare(document, 119_000)
  expect(await stage.upload([paid()])).toMatchObject({ matched: 1 })
  expect(await stage.payment(document)).toMatchObject({ state: 'paid', declarations: [] })
  expect(
    await stage.count('payment_declaration', "state = 'confirmed' and decided_by is null"),
  ).toBe(1)
  expect(await stage.count('payment')).toBe(1)
  expect(await stage.count('payment', 'wants_receipt')).toBe(1)
})

test('a movement that pays what nobody declared sends no receipt', async () => {
  await stage.document(119_000)
  expect(await stage.upload([paid()])).toMatchObject({ matched: 1 })
  expect(await stage.count('payment', 'wants_receipt')).toBe(0)
})

test('a declaration that a movement confirmed waits for its owner again once the match is undone', async () => {
  const document = await stage.document(119_000)
  await stage.declare(document, 119_000)
  await stage.upload([paid()])
  const { id } = await stage.theMovement('matched')
  expect((await stage.act(id, 'undo')).status).toBe(204)
  const waits = { state: 'declared', paid: 0, declarations: [{ amount: 119_000 }] }
  expect(await stage.payment(document)).toMatchObject(waits)
  const event = `kind = 'declarationReopened' and subject = 'document:${document}'`
  expect(await stage.count('audit_event', event)).toBe(1)
  expect(await stage.count('receivable', 'declared_clp = 119000')).toBe(1)
})

test.each([
  ['another amount', [50_000]],
  ['that amount twice', [119_000, 119_000]],
])('a movement of a document with %s declared is proposed', async (_what, amounts) => {
  const document = await stage.document(119_000)
  for (const amount of amounts) await stage.declare(document, amount)
  expect(await stage.upload([paid()])).toMatchObject({ matched: 0, review: 1 })
  expect(await stage.theMovement()).toMatchObject({ proposals: [{ reason: 'declaredOther' }] })
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
})

test('a movement of the amount of a stranger’s document is never matched by it alone', async () => {
  const document = await stage.document(119_000)
  expect(await stage.upload([paid({ rut: OTHER_CLIENT })])).toMatchObject({ matched: 0 })
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
})

test('a movement pays several documents at a person’s word, and each is open again when it is undone', async () => {
  const [one, two] = [await stage.document(70_000), await stage.document(40_000)]
  await stage.upload([paid({ clp: 115_000, rut: THIRD_PARTY })])
  const { id } = await stage.theMovement('others')
  const shares = [
    { document: one, amount: 70_000 },
    { document: two, amount: 40_000 },
  ]
  expect((await stage.act(id, 'match', { shares, remember_payer: true })).status).toBe(204)
  expect(await stage.payment(one)).toMatchObject({ state: 'paid' })
  expect(await stage.theMovement('matched')).toMatchObject({
    match: { how: 'person', rest: 5_000, documents: [{ id: one }, { id: two }] },
  })
  const payers = `/payments/terms/${stage.ana.ids.company}/payers/`
  expect((await stage.ask('GET', payers)).body).toMatchObject([
    { client: { identifier: CLIENT }, payer: { identifier: THIRD_PARTY } },
  ])
  expect((await stage.act(id, 'match', { shares })).status).toBe(409)
  expect((await stage.act(id, 'undo')).status).toBe(204)
  expect(await stage.payment(one)).toMatchObject({ open: 70_000 })
  expect(await stage.payment(two)).toMatchObject({ open: 40_000 })
})

test('a movement pays a document in part, and the declaration of that part is confirmed', async () => {
  const document = await stage.document(119_000)
  await stage.declare(document, 50_000)
  await stage.upload([paid({ clp: 50_000 })])
  const { id } = await stage.theMovement()
  const shares = [{ document, amount: 50_000 }]
  expect((await stage.act(id, 'match', { shares })).status).toBe(204)
  expect(await stage.payment(document)).toMatchObject({
    state: 'partly_paid',
    open: 69_000,
    declarations: [],
  })
  expect(await stage.count('payment', 'wants_receipt')).toBe(1)
})

test('two movements of the amount that was declared confirm it once', async () => {
  const document = await stage.document(100_000)
  await stage.declare(document, 50_000)
  await stage.upload([paid({ clp: 50_000 }), paid({ clp: 50_000, day: '2026-11-06' })])
  const [first, second] = (await stage.view('review')).movements
  const shares = [{ document, amount: 100_000 }]
  const both = { shares, with: [second?.id] }
  expect((await stage.act(first?.id ?? 0, 'match', both)).status).toBe(204)
  expect(await stage.payment(document)).toMatchObject({ state: 'paid', declarations: [] })
})

test('a movement pays one document together with another movement', async () => {
  const document = await stage.document(119_000)
  await stage.upload([paid({ clp: 100_000 }), paid({ clp: 19_000, day: '2026-11-06' })])
  const { movements } = await stage.view('review')
  const [first] = movements
  const proposal = first?.proposals.find(({ reason }) => reason === 'movementsAddUp')
  expect(proposal).toMatchObject({ documents: [{ id: document, share: 119_000 }] })
  const others = proposal?.with.map((one) => one.id)
  const shares = [{ document, amount: 119_000 }]
  expect((await stage.act(first?.id ?? 0, 'match', { shares, with: others })).status).toBe(204)
  expect(await stage.payment(document)).toMatchObject({ state: 'paid', payments: [{}, {}] })
})

test('a movement pays neither more than came nor more than is open', async () => {
  const document = await stage.document(100_000)
  await stage.upload([paid({ clp: 119_000, rut: THIRD_PARTY })])
  const { id } = await stage.theMovement('others')
  const match = (amount: number) => stage.act(id, 'match', { shares: [{ document, amount }] })
  expect((await match(119_001)).status).toBe(400)
  expect((await match(100_001)).status).toBe(409)
  expect((await match(100_000)).status).toBe(204)
})

test('a movement accepted by two at once pays once', async () => {
  const document = await stage.document(200_000)
  await stage.upload([paid({ clp: 100_000, rut: THIRD_PARTY })])
  const { id } = await stage.theMovement('others')
  const shares = [{ document, amount: 100_000 }]
  const { db } = stage.app.database
  const accepting = await db.transaction().execute(async (trx) => {
    await sql`select from receivable where document_id = ${document} for update`.execute(trx)
    const both = [1, 2].map(() => stage.act(id, 'match', { shares }))
    await untilLockWait(db, 2)
    return { both }
  })
  const answers = await Promise.all(accepting.both)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await stage.payment(document)).toMatchObject({ paid: 100_000 })
})

test('a movement set aside is proposed for nothing until it is brought back', async () => {
  await stage.document(119_000)
  await stage.upload([paid({ rut: THIRD_PARTY })])
  const { id } = await stage.theMovement()
  expect((await stage.act(id, 'set-aside')).status).toBe(204)
  expect(await stage.view('review')).toMatchObject({ movements: [], counts: { aside: 1 } })
  expect((await stage.act(id, 'match', { shares: [{ document: 1, amount: 1 }] })).status).toBe(409)
  expect(await stage.upload([paid({ rut: THIRD_PARTY })])).toMatchObject({ review: 0 })
  expect((await stage.act(id, 'reconsider')).status).toBe(204)
  expect(await stage.theMovement()).toMatchObject({ id, set_aside: null })
})

test('a movement that the bank takes back in a later statement is shown to a person', async () => {
  const document = await stage.document(119_000)
  await stage.upload([paid({ operation: '778' })])
  await stage.upload([{ clp: -119_000, operation: '778', day: '2026-11-09', text: 'Reversa' }])
  expect(await stage.theMovement()).toMatchObject({
    reversal: 'reversed',
    match: { documents: [{ id: document }] },
  })
  // Taken back before it was matched, it pays nothing.
  const other = await stage.document(50_000, { client: OTHER_CLIENT })
  await stage.upload([
    { clp: 50_000, operation: '9', rut: OTHER_CLIENT },
    { clp: -50_000, operation: '9', text: 'Reversa' },
  ])
  expect(await stage.payment(other)).toMatchObject({ paid: 0 })
})

test('a movement that a person matched before the bank takes it back is shown to a person', async () => {
  const document = await stage.document(200_000)
  await stage.upload([paid({ operation: '778' })])
  const { id } = await stage.theMovement()
  const shares = [{ document, amount: 119_000 }]
  expect((await stage.act(id, 'match', { shares })).status).toBe(204)
  expect((await stage.view('review')).movements).toEqual([])
  await stage.app.clock.advance(60_000)
  await stage.upload([{ clp: -119_000, operation: '778', day: '2026-11-09', text: 'Reversa' }])
  expect(await stage.theMovement()).toMatchObject({ id, reversal: 'reversed' })
})

test('a movement like one of an earlier statement that nothing was paid by is left to a person', async () => {
  await stage.upload([paid({ operation: '777' })])
  const document = await stage.document(119_000)
  expect(await stage.upload([paid({ operation: '778' })])).toMatchObject({ matched: 0, review: 1 })
  expect((await stage.view('review')).movements).toHaveLength(2)
  expect(await stage.payment(document)).toMatchObject({ paid: 0 })
})

test('a movement of a payer whom its owner authorised pays by itself', async () => {
  const document = await stage.document(119_000)
  const payers = `/payments/terms/${stage.ana.ids.company}/payers/`
  const pair = { client_rut: CLIENT, payer_rut: THIRD_PARTY }
  expect((await stage.ask('POST', payers, pair)).status).toBe(204)
  expect(await stage.upload([paid({ rut: THIRD_PARTY })])).toMatchObject({ matched: 1 })
  expect(await stage.payment(document)).toMatchObject({ state: 'paid' })
  expect((await stage.ask('POST', payers, { ...pair, payer_rut: CLIENT })).status).toBe(400)
})

test('a payment recorded while a statement waits for its document is not paid again', async () => {
  const document = await stage.document(119_000)
  const { db } = stage.app.database
  const uploading = await db.transaction().execute(async (trx) => {
    await sql`select from receivable where document_id = ${document} for update`.execute(trx)
    const upload = stage.upload([paid()])
    await untilBlockedBy(db, trx)
    await sql`insert into payment (organisation_id, id, company_id, day, amount_clp, way, source, recorded_at)
      values (${stage.ana.organisationId}, 900, ${stage.ana.ids.company}, '2026-10-25', 119000, 'cash', 'person',
        '2026-11-20T15:00:00Z')`.execute(trx)
    await sql`insert into payment_share (organisation_id, payment_id, document_id, amount_clp)
      values (${stage.ana.organisationId}, 900, ${document}, 119000)`.execute(trx)
    return { upload }
  })
  expect(await uploading.upload).toMatchObject({ kind: 'taken', matched: 0, review: 1 })
  expect(await stage.payment(document)).toMatchObject({ paid: 119_000, state: 'paid' })
})

test('a document issued while a statement waits makes its movement ambiguous', async () => {
  await stage.document(119_000)
  const { db } = stage.app.database
  const at = { organisationId: stage.ana.organisationId, companyId: stage.ana.ids.company }
  const uploading = await db.transaction().execute(async (trx) => {
    await lockStatements(trx, at)
    const upload = stage.upload([paid()])
    await untilBlockedBy(db, trx)
    await stage.document(119_000, { issueDay: '2026-11-01' })
    return { upload }
  })
  expect(await uploading.upload).toMatchObject({ kind: 'taken', matched: 0, review: 1 })
})
