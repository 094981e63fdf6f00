import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPayment } from '#contract/payments.ts'
import { listMovements } from '#contract/statements.ts'
import { attention } from '#server/agenda/attention.ts'
import { instantText } from '#server/clock.ts'
import { matchRequested } from '#server/payments/reconcile/match-requested.ts'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { MethodDetails } from '#server/payments/providers/port.ts'
import type { PaymentProviders } from '#server/payments/providers/providers.ts'
import { untilBlockedBy, untilLockWait } from '../../engine/lock-wait.ts'
import { end, type PayerEnd } from '../checkouts.ts'
import { csvOf, type Line } from './csv-statement.ts'
import { insertOwed } from '../owed-documents.ts'
import { openStage, redirectIn, standing, TOTAL, type Stage } from '../stage.ts'

const CLIENT = '90.909.090-3'
const OTHER = '76.192.083-9'

let stage: Stage
/** As Mercado Pago says of its payments. */
let paidBy: MethodDetails['kind'] = 'creditCard'
beforeAll(async () => {
  stage = await openStage({ providers: withMethod })
})
afterAll(() => stage.close())
beforeEach(async () => {
  paidBy = 'creditCard'
  await stage.app.database.db.deleteFrom('payment_declaration').execute()
  await stage.reset()
  for (const table of ['bank_statement', 'authorised_payer', 'match_request'] as const) {
    await stage.app.database.db.deleteFrom(table).execute()
  }
  // Bank days are known of some years.
  await stage.app.database.db.updateTable('receivable').set({ closes_day: '2026-12-31' }).execute()
})
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

function withMethod(providers: PaymentProviders): PaymentProviders {
  const { mercadoPago } = providers
  return {
    ...providers,
    mercadoPago: {
      ...mercadoPago,
      fetchState: async (connection, refs) => {
        const read = await mercadoPago.fetchState(connection, refs)
        return read.kind === 'found' ? { ...read, method: { ...read.method, kind: paidBy } } : read
      },
    },
  }
}

const paid = (changed: Partial<Line> = {}): Line => ({ rut: CLIENT, clp: TOTAL, ...changed })

async function upload(...lines: Line[]): Promise<unknown> {
  const reply = await stage.app.server.inject({
    method: 'PUT',
    url: `/api/payments/terms/${stage.ana.ids.company}/statements/upload/`,
    query: { name: 'cartola.csv', answers: '{}' },
    headers: {
      authorization: `Bearer ${stage.ana.access}`,
      'content-type': 'application/octet-stream',
    },
    payload: csvOf(lines),
  })
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`)
  return reply.json<unknown>()
}

async function view(name: 'review' | 'matched' | 'others') {
  const path = `/payments/terms/${stage.ana.ids.company}/movements/?view=${name}`
  return listMovements.reply.parse((await stage.ask('GET', path)).body).movements
}

async function theMovement(name: 'review' | 'matched' | 'others' = 'review') {
  const [only, another] = await view(name)
  if (only === undefined || another !== undefined) throw new Error(`Not one movement: ${name}`)
  return only
}

const act = (movement: number, action: string, body?: object) =>
  stage.ask('POST', `/payments/movements/${movement}/${action}/`, body)

const shares = (amount = TOTAL) => ({ shares: [{ document: stage.documentId, amount }] })

async function payment() {
  const { body } = await stage.ask('GET', `/documents/${stage.documentId}/payment/`)
  return readPayment.reply.parse(body)
}

async function codes(): Promise<string[]> {
  const { organisationId } = stage.ana
  const { items } = await attention(stage.needs, { organisationId })
  return items.map(({ code }) => code).filter((code) => /payment|overpaid/i.test(code))
}

/** Its payer ends so at Khipu, whose notice is read. */
async function endAt(how: PayerEnd, provider: ProviderName = 'khipu') {
  const back = end(stage, provider, how)
  // Who gives up is known by coming back alone.
  if (how === 'givesUp' && back !== null) await stage.follow(back)
  await stage.deliver()
  await stage.app.clock.advance(120_000)
  await stage.poll()
}

/** Begun at Khipu, and given up by us long before its money comes. */
async function beginLate(provider: 'khipu' | 'mercadoPago' = 'khipu'): Promise<void> {
  redirectIn(await stage.begin(provider))
  await stage.app.database.db
    .updateTable('payment_attempt')
    .set({ state: 'expired', poll_at: null })
    .execute()
  await stage.app.database.db.updateTable('payment_attempt_share').set({ is_open: false }).execute()
}

/** How often a declaration was put on record as waiting again. */
async function reopened(): Promise<number> {
  const events = await stage.app.database.db
    .selectFrom('audit_event')
    .select('id')
    .where('kind', '=', 'declarationReopened')
    .execute()
  return events.length
}

/** Whom a mail of payments by statements is queued for. */
async function told(): Promise<string[]> {
  const rows = await stage.app.database.db
    .selectFrom('system_mail')
    .select('recipient')
    .where('template', '=', 'statementPayments')
    .execute()
  return rows.map(({ recipient }) => recipient)
}

/** As a worker does every minute. */
function matchAgain(): Promise<number> {
  const { clock, database } = stage.app
  return matchRequested({ db: database.db, clock }, (_companyId, error) => {
    throw error
  })
}

/** Its owner is to look into the only attempt. */
async function askAbout(kind: 'mismatch' | 'unread'): Promise<void> {
  const { db } = stage.app.database
  const { organisation_id, id } = await db
    .selectFrom('payment_attempt')
    .select(['organisation_id', 'id'])
    .executeTakeFirstOrThrow()
  const asked_at = instantText(stage.app.clock.now())
  await db
    .insertInto('payment_question')
    .values({ organisation_id, attempt_id: id, kind, payment_ref: '1', about: '{}', asked_at })
    .execute()
}

describe.each(['khipu', 'fintoc'] as const)('a payment by %s', (provider) => {
  test('a payment under way holds its movement, which is offered as that payment once it came', async () => {
    redirectIn(await stage.begin(provider))
    expect(await upload(paid())).toMatchObject({ matched: 0, review: 1 })
    expect(await theMovement()).toMatchObject({
      maybe_online: { provider, day: '2026-11-05' },
      proposals: [{ reason: 'maybeOnline', documents: [{ id: stage.documentId }] }],
    })
    await endAt('pays', provider)
    // What a person has yet to look into there doesn't make it uncertain.
    await askAbout('mismatch')
    const { id, maybe_online, proposals } = await theMovement()
    expect(maybe_online).toBeNull()
    expect(proposals).toMatchObject([{ reason: 'recorded', payment: { amount: TOTAL } }])
    expect((await act(id, 'link', { payment: proposals[0]?.payment?.id })).status).toBe(204)
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
    expect(await view('review')).toEqual([])
  })

  test.each(['isRefused', 'givesUp'] as const)(
    'a payment that ended without money (%s) has its movement matched by a worker, once',
    async (how) => {
      redirectIn(await stage.begin(provider))
      expect(await upload(paid())).toMatchObject({ matched: 0, review: 1 })
      expect(await matchAgain()).toBe(0)
      await endAt(how, provider)
      expect(await matchAgain()).toBe(1)
      expect(await matchAgain()).toBe(0)
      expect(await view('review')).toEqual([])
      expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
      expect(await told()).toEqual(['ana@folio.example'])
    },
  )

  test('a payment that ended with money has nothing matched by a worker', async () => {
    redirectIn(await stage.begin(provider))
    await upload(paid())
    await endAt('pays', provider)
    expect(await matchAgain()).toBe(0)
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  })

  test('a payment that ended without money holds its movement no more', async () => {
    redirectIn(await stage.begin(provider))
    expect(await upload(paid())).toMatchObject({ matched: 0, review: 1 })
    await endAt('isRefused', provider)
    expect(await theMovement()).toMatchObject({
      maybe_online: null,
      proposals: [{ reason: 'exact', documents: [{ id: stage.documentId }] }],
    })
    // The next statement matches it.
    expect(await upload(paid(), { clp: 5 })).toMatchObject({ matched: 1 })
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  })
})

test('a payment by card under way holds no movement', async () => {
  redirectIn(await stage.begin('mercadoPago'))
  expect(await upload(paid())).toMatchObject({ matched: 1 })
})

test.each(['unread', 'mismatch'] as const)(
  'a payment that ended as %s holds its movement until a person looked into it',
  async (question) => {
    redirectIn(await stage.begin('khipu'))
    const { db } = stage.app.database
    const state = question === 'unread' ? 'expired' : 'mismatch'
    await db.updateTable('payment_attempt').set({ state, poll_at: null }).execute()
    await askAbout(question)
    expect(await upload(paid())).toMatchObject({ matched: 0, review: 1 })
    expect(await theMovement()).toMatchObject({ maybe_online: { provider: 'khipu' } })
    const [asked] = (await payment()).attempts.flatMap(({ questions }) => questions)
    const path = `/documents/${stage.documentId}/payment-questions/${asked?.id ?? 0}/answer/`
    expect(await matchAgain()).toBe(0)
    expect((await stage.ask('POST', path)).status).toBe(200)
    expect(await theMovement()).toMatchObject({
      maybe_online: null,
      proposals: [{ reason: 'exact' }],
    })
    expect(await matchAgain()).toBe(1)
    expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
  },
)

test('a movement that is stored while the payment that holds it ends is matched by a worker', async () => {
  const { ana, app } = stage
  const { db } = app.database
  const at = { organisationId: ana.organisationId, companyId: ana.ids.company }
  const owed = { folio: 9_002, rut: OTHER, name: 'Otra', amount: 5_000, issueDay: '2026-11-01' }
  const [other = 0] = await insertOwed(db, at, [owed])
  redirectIn(await stage.begin('khipu'))
  const both = await db.transaction().execute(async (trx) => {
    await sql`select from receivable where document_id = ${other} for update`.execute(trx)
    // Both are judged; storing them waits for the other document.
    const uploading = upload(paid(), paid({ rut: OTHER, clp: 5_000 }))
    await untilBlockedBy(db, trx)
    await db.updateTable('payment_attempt').set({ state: 'failed', poll_at: null }).execute()
    const matching = matchAgain()
    await Promise.race([untilLockWait(db, 2), matching])
    return { uploading, matching }
  })
  expect(await both.uploading).toMatchObject({ matched: 1 })
  expect(await both.matching).toBe(1)
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 2 })
  await forgetDocument(other)
})

test('a request to match that is made while movements are matched is left for the next run', async () => {
  redirectIn(await stage.begin('khipu'))
  await upload(paid())
  await endAt('isRefused')
  const { ana, app, documentId } = stage
  const { db } = app.database
  const { matching } = await db.transaction().execute(async (trx) => {
    await sql`select from receivable where document_id = ${documentId} for update`.execute(trx)
    const matched = matchAgain()
    await untilBlockedBy(db, trx)
    const request = { organisation_id: ana.organisationId, company_id: ana.ids.company }
    await db.insertInto('match_request').values(request).execute()
    return { matching: matched }
  })
  expect(await matching).toBe(1)
  expect(await db.selectFrom('match_request').selectAll().execute()).toHaveLength(1)
})

test('a movement that was undone stays undone when a payment that ended has movements matched', async () => {
  expect(await upload(paid())).toMatchObject({ matched: 1 })
  const { id } = await theMovement('matched')
  expect((await act(id, 'undo')).status).toBe(204)
  redirectIn(await stage.begin('khipu'))
  await endAt('isRefused')
  expect(await matchAgain()).toBe(0)
  expect(await standing(stage)).toMatchObject({ paid: 0 })
})

test('movements of an organisation whose data are not to be used are matched once they are again', async () => {
  redirectIn(await stage.begin('khipu'))
  await upload(paid())
  await endAt('isRefused')
  const { db } = stage.app.database
  const block = (blocked_at: string | null) =>
    db.updateTable('organisation').set({ blocked_at }).execute()
  await block(instantText(stage.app.clock.now()))
  expect(await matchAgain()).toBe(0)
  await block(null)
  expect(await matchAgain()).toBe(1)
})

test('a payment under way is told of a stranger’s movement that is proposed for its document', async () => {
  redirectIn(await stage.begin('khipu'))
  await upload(paid({ rut: OTHER }))
  expect(await theMovement()).toMatchObject({
    maybe_online: { provider: 'khipu' },
    proposals: [{ reason: 'amountAlone' }],
  })
  // Another amount is another transfer, whatever it is proposed for.
  await upload(paid({ clp: TOTAL - 1 }))
  expect((await view('review')).find(({ amount }) => amount === TOTAL - 1)).toMatchObject({
    maybe_online: null,
    proposals: [{ reason: 'part', documents: [{ id: stage.documentId }] }],
  })
})

test('a payment begun while a statement waits for its document holds the movement', async () => {
  const { db } = stage.app.database
  const { documentId } = stage
  redirectIn(await stage.begin('khipu'))
  const kept = await db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow()
  await db.updateTable('payment_attempt').set({ state: 'failed' }).execute()
  const uploading = await db.transaction().execute(async (trx) => {
    await sql`select from receivable where document_id = ${documentId} for update`.execute(trx)
    const taking = upload(paid())
    await untilBlockedBy(db, trx)
    await trx.updateTable('payment_attempt').set({ state: kept.state }).execute()
    return { taking }
  })
  expect(await uploading.taking).toMatchObject({ kind: 'taken', matched: 0, review: 1 })
  expect(await standing(stage)).toMatchObject({ paid: 0 })
})

test('a payment that comes after its statement’s is asked about, and linked counts once', async () => {
  redirectIn(await stage.begin('khipu'))
  await upload(paid())
  const { id } = await theMovement()
  // A person decides all the same.
  expect((await act(id, 'match', shares())).status).toBe(204)
  expect(await codes()).toEqual([])
  await endAt('pays')
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, payments: 2 })
  expect(await codes()).toEqual(['paymentMaybeTwice'])
  const [doubt] = (await payment()).doubts
  expect(doubt).toMatchObject({ movement: id, provider: 'khipu', amount: TOTAL })
  expect(await theMovement()).toMatchObject({
    match: { how: 'person', maybe_payment: { id: doubt?.payment, provider: 'khipu' } },
  })
  expect((await act(id, 'link', { payment: doubt?.payment })).status).toBe(204)
  expect(await payment()).toMatchObject({ state: 'paid', paid: TOTAL, doubts: [] })
  expect(await codes()).toEqual([])
  expect(await view('review')).toEqual([])
  expect(await theMovement('matched')).toMatchObject({
    match: { how: 'recorded', maybe_payment: null },
  })
})

test('a payment that is linked takes over what its statement’s confirmed', async () => {
  await beginLate()
  await sql`insert into payment_declaration (organisation_id, document_id, amount_clp, day, declared_at)
    values (${stage.ana.organisationId}, ${stage.documentId}, ${TOTAL}, '2026-11-04', '2026-11-04T15:00:00Z')`.execute(
    stage.app.database.db,
  )
  expect(await upload(paid())).toMatchObject({ matched: 1 })
  await endAt('pays')
  const { id, match } = await theMovement()
  expect((await act(id, 'link', { payment: match?.maybe_payment?.id })).status).toBe(204)
  expect(await payment()).toMatchObject({ state: 'paid', paid: TOTAL, declarations: [] })
  // It was handed on, and never waited again.
  expect(await reopened()).toBe(0)
})

test('a payment that is another than its statement’s is too much, and asked about no more', async () => {
  await beginLate()
  expect(await upload(paid())).toMatchObject({ matched: 1 })
  await endAt('pays')
  expect(await codes()).toEqual(['paymentMaybeTwice'])
  const { id, match } = await theMovement()
  const refused = { documents: [], payment: match?.maybe_payment?.id }
  expect((await act(id, 'refuse', refused)).status).toBe(204)
  expect(await payment()).toMatchObject({ state: 'overpaid', excess: TOTAL, doubts: [] })
  expect(await codes()).toEqual(['overpaid'])
  expect(await view('review')).toEqual([])
  // Until a person asks for it.
  expect((await act(id, 'reconsider')).status).toBe(204)
  expect(await codes()).toEqual(['paymentMaybeTwice'])
})

test('a payment that was given back is asked about no more', async () => {
  await beginLate()
  await upload(paid())
  await endAt('pays')
  const [doubt] = (await payment()).doubts
  const refund = { payment: doubt?.payment, day: '2026-11-05', amount: TOTAL, note: '' }
  const reply = await stage.ask('POST', `/documents/${stage.documentId}/refunds/`, refund)
  expect(reply).toMatchObject({ status: 201, body: { state: 'paid', doubts: [] } })
  expect(await codes()).toEqual([])
})

test('a payment of which a part was given back is asked about until all of it was', async () => {
  await beginLate()
  await upload(paid())
  await endAt('pays')
  const [doubt] = (await payment()).doubts
  for (const amount of [1_000, TOTAL - 1_001]) {
    const refund = { payment: doubt?.payment, day: '2026-11-05', amount, note: '' }
    const reply = await stage.ask('POST', `/documents/${stage.documentId}/refunds/`, refund)
    expect(reply).toMatchObject({ status: 201, body: { doubts: [{ payment: doubt?.payment }] } })
    expect(await codes()).toEqual(['paymentMaybeTwice'])
  }
  const last = { payment: doubt?.payment, day: '2026-11-05', amount: 1, note: '' }
  await stage.ask('POST', `/documents/${stage.documentId}/refunds/`, last)
  expect(await codes()).toEqual([])
})

test('a payment whose statement’s was undone is offered as its movement’s', async () => {
  await beginLate()
  await upload(paid())
  await endAt('pays')
  const { id } = await theMovement()
  expect((await act(id, 'undo')).status).toBe(204)
  expect(await payment()).toMatchObject({ state: 'paid', paid: TOTAL, doubts: [] })
  expect(await theMovement()).toMatchObject({ id, proposals: [{ reason: 'recorded' }] })
})

test.each<[string, Partial<Line>, number]>([
  ['more than a week before', { day: '2026-10-28' }, TOTAL],
  ['of a movement of another amount', { clp: TOTAL + 1 }, TOTAL],
  ['of a part', {}, TOTAL - 1],
])('a payment is another than one %s', async (_what, changed, amount) => {
  await beginLate()
  await upload(paid({ rut: OTHER, ...changed }))
  const [movement] = [...(await view('review')), ...(await view('others'))]
  expect((await act(movement?.id ?? 0, 'match', shares(amount))).status).toBe(204)
  await endAt('pays')
  expect(await payment()).toMatchObject({ paid: TOTAL + amount, doubts: [] })
  expect(await codes()).toEqual(['overpaid'])
})

test('a payment is another than one of another document', async () => {
  const { app, ana } = stage
  const at = { organisationId: ana.organisationId, companyId: ana.ids.company }
  const owed = { folio: 9_001, rut: OTHER, name: 'Otra', amount: TOTAL, issueDay: '2026-11-01' }
  const [other = 0] = await insertOwed(app.database.db, at, [owed])
  await beginLate()
  await upload(paid({ day: '2026-11-04' }), paid({ rut: OTHER }))
  await endAt('pays')
  const [doubt, another] = (await payment()).doubts
  expect(another).toBeUndefined()
  const asked = await view('review')
  expect(asked).toMatchObject([{ id: doubt?.movement }])
  // Nobody doubts the other's, which stays what it is.
  const theirs = (await view('matched')).find(({ id }) => id !== doubt?.movement)
  const link = { payment: doubt?.payment }
  expect((await act(theirs?.id ?? 0, 'link', link)).status).toBe(409)
  expect((await stage.ask('GET', `/documents/${other}/payment/`)).body).toMatchObject({
    state: 'paid',
  })
  // Of two movements that may be one payment, one is.
  await sql`update movement_match set maybe_payment_id = ${doubt?.payment ?? 0}`.execute(
    app.database.db,
  )
  expect(await view('review')).toHaveLength(2)
  expect((await act(doubt?.movement ?? 0, 'link', link)).status).toBe(204)
  expect(await view('review')).toEqual([])
  await forgetDocument(other)
})

async function forgetDocument(id: number): Promise<void> {
  const { db } = stage.app.database
  for (const table of ['payment_attempt', 'payment', 'bank_statement'] as const) {
    await db.deleteFrom(table).execute()
  }
  await db.deleteFrom('receivable').where('document_id', '=', id).execute()
  await db.deleteFrom('document').where('id', '=', id).execute()
}

test.each([
  ['card', 'creditCard'],
  ['transfer to the account at its provider', 'transfer'],
] as const)('a payment by %s is another than its statement’s', async (_how, kind) => {
  paidBy = kind
  await beginLate('mercadoPago')
  expect(await upload(paid())).toMatchObject({ matched: 1 })
  await endAt('pays', 'mercadoPago')
  expect(await payment()).toMatchObject({ paid: 2 * TOTAL, doubts: [] })
})

test('a payment is another than one by hand that its movement was linked with', async () => {
  await beginLate()
  const byHand = { day: '2026-11-05', amount: TOTAL, way: 'transfer', note: '' }
  await stage.ask('POST', `/documents/${stage.documentId}/payments/`, byHand)
  await upload(paid())
  const { id, proposals } = await theMovement()
  expect((await act(id, 'link', { payment: proposals[0]?.payment?.id })).status).toBe(204)
  await endAt('pays')
  expect(await payment()).toMatchObject({ paid: 2 * TOTAL, doubts: [] })
})

test('a payment a week after its statement’s may be the same', async () => {
  await beginLate()
  await upload(paid({ rut: OTHER, day: '2026-10-29' }))
  const [movement] = [...(await view('review')), ...(await view('others'))]
  expect((await act(movement?.id ?? 0, 'match', shares())).status).toBe(204)
  await endAt('pays')
  expect(await codes()).toEqual(['paymentMaybeTwice'])
})

test('a payment confirmed while its statement is matched waits for the match and is asked about', async () => {
  await beginLate()
  end(stage, 'khipu', 'pays')
  const { db } = stage.app.database
  const both = await db.transaction().execute(async (trx) => {
    await sql`select from receivable where document_id = ${stage.documentId} for update`.execute(
      trx,
    )
    const uploading = upload(paid())
    await untilBlockedBy(db, trx)
    const confirming = stage.deliver().then(() => stage.poll())
    await untilLockWait(db, 2)
    return { uploading, confirming }
  })
  expect(await both.uploading).toMatchObject({ matched: 1 })
  await both.confirming
  expect(await standing(stage)).toMatchObject({ paid: 2 * TOTAL, payments: 2 })
  expect(await codes()).toEqual(['paymentMaybeTwice'])
})

test('a payment confirmed first leaves nothing for the statement that waits', async () => {
  await beginLate()
  end(stage, 'khipu', 'pays')
  const { db } = stage.app.database
  const both = await db.transaction().execute(async (trx) => {
    await sql`select from receivable where document_id = ${stage.documentId} for update`.execute(
      trx,
    )
    const confirming = stage.deliver().then(() => stage.poll())
    await untilBlockedBy(db, trx)
    const uploading = upload(paid())
    await untilLockWait(db, 2)
    return { uploading, confirming }
  })
  await both.confirming
  expect(await both.uploading).toMatchObject({ matched: 0, review: 1 })
  expect(await standing(stage)).toMatchObject({ paid: TOTAL, payments: 1 })
})
