import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Parameter } from './bind-message.ts'
import { preparedRead, type Place } from './prepared-read.ts'
import { withinOrganisation } from './reach.ts'
import { createTestDatabase, waitingForLocks, type TestDatabase } from './test-database.ts'

const LOCK = 1

let database: TestDatabase
let ana: number
let beto: number

beforeAll(async () => {
  database = await createTestDatabase()
  ana = await organisationWith('Ana')
  beto = await organisationWith('Beto')
})
afterAll(() => database.drop())

async function organisationWith(label: string): Promise<number> {
  const { db } = database
  const created_at = '2026-11-05T12:00:00Z'
  const { id } = await db
    .insertInto('organisation')
    .values({ name: label, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('facturator')
    .values({ organisation_id: id, person_rut: '15151515-0', label, created_at })
    .execute()
  return id
}

/** Without any filter of its own: only the database's wall is left. */
const everyLabel = preparedRead((db) => db.selectFrom('facturator').select('label'))

const quotient = preparedRead((db, place: Place<{ by: number }>) =>
  db.selectNoFrom(sql<number>`12 / ${place(({ by }) => by)}::int`.as('value')),
)

/** Waits until the lock is let go that `holdLock` took. */
const wait = preparedRead((db) => db.selectNoFrom(sql`pg_advisory_xact_lock(${LOCK})`.as('had')))

async function holdLock() {
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock($1)', [LOCK])
  return {
    letGo: async () => {
      await holder.query('select pg_advisory_unlock($1)', [LOCK])
      holder.release()
    },
  }
}

async function oneThatWaits(): Promise<number> {
  const waiting = () => waitingForLocks(database.pool)
  await expect.poll(async () => (await waiting()).length).toBe(1)
  return (await waiting())[0] ?? 0
}

async function labelsWithin(organisationId: number | null): Promise<string> {
  const rows = await withinOrganisation(organisationId, () => everyLabel(database.db, {}))
  return rows.map(({ label }) => label).join()
}

test('what several ask at the same moment reaches for each their own rows only', async () => {
  const askers = Array.from({ length: 100 }, (_, index) => [ana, null, beto][index % 3] ?? null)
  const found = await Promise.all(askers.map(labelsWithin))
  const expected = askers.map((id) => (id === ana ? 'Ana' : id === beto ? 'Beto' : ''))
  expect(found).toEqual(expected)
})

test('one that fails leaves those that left with it alone, and works the next time', async () => {
  const asked = [3, 0, 4, 0, 6].map((by) =>
    withinOrganisation(ana, () => quotient(database.db, { by })),
  )
  const found = await Promise.allSettled(asked)
  expect(found.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).toEqual(
    [
      [{ value: 4 }],
      expect.stringContaining('division by zero'),
      [{ value: 3 }],
      expect.stringContaining('division by zero'),
      [{ value: 2 }],
    ],
  )
  expect(await withinOrganisation(beto, () => quotient(database.db, { by: 2 }))).toEqual([
    { value: 6 },
  ])
  expect(await labelsWithin(beto)).toBe('Beto')
})

test('a slow one holds up nobody who comes later', async () => {
  const lock = await holdLock()
  let isOver = false
  const slow = withinOrganisation(ana, async () => {
    await wait(database.db, {})
    isOver = true
  })
  await oneThatWaits()
  expect(await labelsWithin(beto)).toBe('Beto')
  expect(isOver).toBe(false)
  await lock.letGo()
  await slow
})

test('it takes part in a transaction and sees what that has changed', async () => {
  const seen = await withinOrganisation(ana, () =>
    database.db.transaction().execute(async (trx) => {
      await trx.updateTable('facturator').set({ label: 'Ana María' }).execute()
      const rows = await everyLabel(trx, {})
      await trx.updateTable('facturator').set({ label: 'Ana' }).execute()
      return rows
    }),
  )
  expect(seen).toEqual([{ label: 'Ana María' }])
})

test('the workers, whose reach is everything, see everything', async () => {
  const labels = (await everyLabel(database.db, {})).map(({ label }) => label)
  expect(labels.toSorted()).toEqual(['Ana', 'Beto'])
})

test('cut off while it waits it fails, and the next one is answered', async () => {
  const lock = await holdLock()
  const ends = Promise.allSettled([withinOrganisation(ana, () => wait(database.db, {}))])
  await database.pool.query('select pg_terminate_backend($1)', [await oneThatWaits()])
  expect(await ends).toMatchObject([{ status: 'rejected', reason: { code: '57P01' } }])
  await lock.letGo()
  expect(await labelsWithin(ana)).toBe('Ana')
})

const echoed = preparedRead((db, place: Place<{ text: Parameter; flag: Parameter }>) =>
  db.selectNoFrom([
    sql<string | null>`${place(({ text }) => text)}::text`.as('text'),
    sql<boolean | null>`${place(({ flag }) => flag)}::bool`.as('flag'),
  ]),
)

test('values come back as they went', async () => {
  const value = fc.record({
    text: fc.option(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))),
    flag: fc.option(fc.boolean()),
  })
  await fc.assert(
    fc.asyncProperty(value, async (sent) => {
      const rows = await withinOrganisation(ana, () => echoed(database.db, sent))
      expect(rows).toEqual([sent])
    }),
    { numRuns: 100 },
  )
})

test('what is not exact is refused, and nothing else with it', async () => {
  const day = preparedRead((db, place: Place<{ day: string }>) =>
    db.selectNoFrom(sql<string>`${place((asked) => asked.day)}::date`.as('day')),
  )
  const asked = ['2026-02-28', 'infinity'].map((text) =>
    withinOrganisation(ana, () => day(database.db, { day: text })),
  )
  const [exact, endless] = await Promise.allSettled(asked)
  expect(exact).toMatchObject({ value: [{ day: '2026-02-28' }] })
  expect(endless).toMatchObject({ reason: expect.any(RangeError) })
})
