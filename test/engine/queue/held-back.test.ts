import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rut, type Rut } from '#domain/rut.ts'
import { mayDecide } from '#server/documents/queue/doubt.ts'
import { takeDueAtHome, takeNextOfPerson } from '#server/documents/queue/due.ts'
import { markLateDocuments } from '#server/documents/queue/past-date.ts'
import { tellWhoWaits } from '#server/documents/queue/waiting-behind-uncertain.ts'
import type { Schema } from '#server/db/schema.ts'
import type { DocumentRow } from '#server/documents/trail/trail.ts'
import { seedCrowd } from '../crowd.ts'
import { documentsOf, openHouse, type House } from '../house.ts'
import { untilLockWait } from '../lock-wait.ts'

let house: House

const DUE = '2026-11-30T12:00:00Z'
const SENT = '2026-11-30T12:10:00Z'
const CLOSED = '2026-11-30T12:20:00Z'
const SAID = '2026-11-30T12:30:00Z'
const SENT_AGAIN = '2026-11-30T12:40:00Z'
const OTHER_COMPANY = 900
const worker = { worker: 'w1', epoch: null }

// 30 November 2026, 10:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

interface Tried {
  number?: number
  at?: string
  closedAt?: string | null
}

/** A try of it whose answer is lost. */
async function addTry(
  row: DocumentRow,
  { number = 1, at = SENT, closedAt = CLOSED }: Tried = {},
): Promise<void> {
  await house.db
    .insertInto('attempt')
    .values({
      organisation_id: row.organisation_id,
      document_id: row.id,
      number,
      person_rut: row.person_rut,
      epoch: 1,
      worker: 'w0',
      highest_folio: 0,
      intended_at: at,
      deadline_at: at,
      outcome: 'uncertain',
      fenced_at: closedAt,
    })
    .execute()
}

type Change = Updateable<Schema['document']>

async function update(row: DocumentRow, change: Change): Promise<void> {
  await house.db.updateTable('document').set(change).where('id', '=', row.id).execute()
}

/** In doubt, with a question that nobody has answered. */
async function putInDoubt(row: DocumentRow): Promise<void> {
  await update(row, { state: 'uncertain', reason: 'notFoundTwice', next_try_at: null })
  await addTry(row)
}

/** Two that say the same for one person, of which the first is in doubt. */
async function oneInDoubt(): Promise<{ open: DocumentRow; waiting: DocumentRow; person: Rut }> {
  await seedCrowd(house.db, { organisationId: 1, documents: [2], dueSince: DUE, state: 'queued' })
  const [open, waiting] = await documentsOf(house)
  if (open === undefined || waiting === undefined) throw new Error('not both are there')
  await putInDoubt(open)
  return { open, waiting, person: rut(waiting.person_rut) }
}

async function say(row: DocumentRow): Promise<void> {
  await house.db
    .insertInto('document_event')
    .values({
      organisation_id: row.organisation_id,
      document_id: row.id,
      seq: 1,
      kind: 'alikeAccepted',
      data: JSON.stringify({ documents: [], folios: [] }),
      at: SAID,
      worker: 'user:1',
      previous_hash: Buffer.alloc(32),
      hash: Buffer.alloc(32, 1),
    })
    .execute()
}

async function addCompany({ organisation_id, company_id }: DocumentRow): Promise<void> {
  await sql`insert into company (organisation_id, id, facturator_id, rut, name, created_at)
    select organisation_id, ${OTHER_COMPANY}::bigint, facturator_id, '76543210-3', 'Otra', created_at
    from company where organisation_id = ${organisation_id} and id = ${company_id}`.execute(
    house.db,
  )
}

test('a document that says the same as one in doubt has no turn', async () => {
  const { person } = await oneInDoubt()
  expect(await takeNextOfPerson(house, person)).toBeNull()
})

test.each<[string, (open: DocumentRow) => Change]>([
  ['to another recipient', () => ({ recipient_rut: '90909090-3' })],
  ['over another total', ({ total_clp }) => ({ total_clp: (total_clp ?? 0) + 1 })],
  ['of another day', () => ({ issue_day: '2026-11-29' })],
  ['of another company', () => ({ company_id: OTHER_COMPANY })],
  ['of another kind', ({ id }) => ({ kind: 'notaCredito', nota_of: id, nota_code: 1 })],
  ['with a number told by a person', () => ({ told_folio: 7 })],
])('a document %s has its turn beside one in doubt', async (_, change) => {
  const { open, waiting, person } = await oneInDoubt()
  await addCompany(open)
  await update(waiting, change(open))
  expect(await takeNextOfPerson(house, person)).toMatchObject({ id: waiting.id })
})

test('a word given after the try lets the other document go', async () => {
  const { waiting, person } = await oneInDoubt()
  await say(waiting)
  expect(await takeNextOfPerson(house, person)).toMatchObject({ id: waiting.id })
})

test('a word given before the latest try does not let the other document go', async () => {
  const { open, waiting, person } = await oneInDoubt()
  await say(waiting)
  await addTry(open, { number: 2, at: SENT_AGAIN, closedAt: SENT_AGAIN })
  expect(await takeNextOfPerson(house, person)).toBeNull()
})

test('a document of another person does not wait for one in doubt', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [1, 2],
    dueSince: DUE,
    state: 'queued',
  })
  const [first, own, waiting] = await documentsOf(house)
  if (first === undefined || own === undefined || waiting === undefined) throw new Error('few')
  expect(own.person_rut).toBe(waiting.person_rut)
  await putInDoubt(first)
  await putInDoubt(own)
  await update(own, { total_clp: 1 })
  expect(await tellWhoWaits(house, worker, () => undefined)).toBe(0)
  expect((await documentsOf(house)).at(-1)).toMatchObject({ reason: null })
})

test('a person decides once the session of the latest try is closed', async () => {
  const { open } = await oneInDoubt()
  const inDoubt = {
    ...open,
    state: 'uncertain',
    reason: 'notFoundTwice',
    next_try_at: null,
  } as const
  expect(await mayDecide(house.db, house.clock, inDoubt)).toBe(true)
  await addTry(open, { number: 2, at: SENT_AGAIN, closedAt: null })
  expect(await mayDecide(house.db, house.clock, inDoubt)).toBe(false)
})

test('a person decides while looks are still to come only two hours after the session closed', async () => {
  const { open } = await oneInDoubt()
  const inDoubt = { ...open, state: 'uncertain', reason: 'notFoundTwice' } as const
  const looked = { ...inDoubt, next_try_at: new Date(house.clock.now()).toISOString() }
  const closedFor = (ms: number) =>
    mayDecide(house.db, { ...house.clock, now: () => Date.parse(CLOSED) + ms }, looked)
  expect(await closedFor(2 * 60 * 60_000 - 1)).toBe(false)
  expect(await closedFor(2 * 60 * 60_000)).toBe(true)
})

test('another document of the person waits for the looks to come, no longer than two hours after the session closed', async () => {
  const { open, waiting, person } = await oneInDoubt()
  await update(open, { next_try_at: '2026-12-01T12:00:00Z' })
  await update(waiting, { recipient_rut: '90909090-3' })
  const takenAfter = (ms: number) => {
    const clock = { ...house.clock, now: () => Date.parse(CLOSED) + ms }
    return takeNextOfPerson({ db: house.db, clock }, person)
  }
  expect(await takenAfter(2 * 60 * 60_000 - 1)).toBeNull()
  expect(await takenAfter(2 * 60 * 60_000)).toMatchObject({ id: waiting.id })
})

test('a look that takes fewer than are due takes some of each tenant', async () => {
  await seedCrowd(house.db, { organisationId: 1, documents: [9], dueSince: DUE, state: 'planned' })
  await seedCrowd(house.db, { organisationId: 2, documents: [9], dueSince: SENT, state: 'planned' })
  const taken = await takeDueAtHome(house, 4)
  expect(taken.map(({ organisationId }) => organisationId)).toEqual([1, 2, 1, 2])
})

test.each<[string, Change, number]>([
  ['of the day before is late', {}, 1],
  ['with a number told by a person is not late', { told_folio: 7 }, 0],
  ['that a stop holds is not late', { reason: 'issuingStopped' }, 0],
  ['that was confirmed the day before is not late', { confirmed_day: '2026-11-29' }, 0],
  ['of today is not late', { issue_day: '2026-11-30' }, 0],
])('a queued document %s', async (_, change, late) => {
  await seedCrowd(house.db, { organisationId: 1, documents: [1], dueSince: DUE, state: 'queued' })
  const [row] = await documentsOf(house)
  if (row === undefined) throw new Error('none is there')
  await update(row, { issue_day: '2026-11-29', ...change })
  expect(await markLateDocuments(house, worker, () => undefined)).toBe(late)
})

async function onlyQueued(change: Change): Promise<DocumentRow> {
  await seedCrowd(house.db, { organisationId: 1, documents: [1], dueSince: DUE, state: 'queued' })
  const [row] = await documentsOf(house)
  if (row === undefined) throw new Error('none is there')
  await update(row, change)
  return row
}

const fail = (_document: number, error: unknown) => void house.failures.push(error)
const markLate = () => markLateDocuments(house, worker, fail)

test.each<[string, 'absent' | 'uncertain' | 'notSent', number]>([
  ['that was taken for absent is looked for first', 'absent', 0],
  ['whose answer was lost is looked for first', 'uncertain', 0],
  ['that sent nothing is late', 'notSent', 1],
])('a queued document of the day before with a try %s', async (_, outcome, late) => {
  const row = await onlyQueued({ issue_day: '2026-11-29' })
  await addTry(row)
  await house.db.updateTable('attempt').set({ outcome }).execute()
  expect(await markLate()).toBe(late)
})

const stopped = { state: 'skipped', reason: 'skippedByUser', next_try_at: null } as const
const issued = { state: 'issued', folio: 7, reason: null, next_try_at: DUE } as const

/** The document changes while `work`, which has found it queued, waits for its row; that change stays. */
async function expectToKeep(
  { id }: DocumentRow,
  change: typeof stopped | typeof issued,
  work: () => Promise<unknown>,
): Promise<void> {
  let working: Promise<unknown> | undefined
  await house.db.transaction().execute(async (trx) => {
    await trx.updateTable('document').set(change).where('id', '=', id).execute()
    working = work()
    await untilLockWait(house.db)
  })
  await working
  expect(house.failures).toEqual([])
  const row = (await documentsOf(house)).find((one) => one.id === id)
  expect(row).toMatchObject({ state: change.state, reason: change.reason })
}

test('a document that is stopped while the late ones are listed stays stopped', async () => {
  const row = await onlyQueued({ issue_day: '2026-11-29' })
  await expectToKeep(row, stopped, markLate)
})

test.each([
  ['stopped', stopped],
  ['issued', issued],
])(
  'a document that is %s while those behind one in doubt are listed stays so',
  async (_, change) => {
    const { waiting } = await oneInDoubt()
    await expectToKeep(waiting, change, () => tellWhoWaits(house, worker, fail))
  },
)

test('a step of a document is not taken before its time', async () => {
  await seedCrowd(house.db, { organisationId: 1, documents: [2], dueSince: DUE, state: 'planned' })
  const [first, later] = await documentsOf(house)
  if (first === undefined || later === undefined) throw new Error('not both are there')
  await update(later, { next_try_at: '2026-11-30T13:00:01Z' })
  expect((await takeDueAtHome(house, 9)).map(({ id }) => id)).toEqual([first.id])
})
