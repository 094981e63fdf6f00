import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEPT } from '#domain/kept.ts'
import { forgetOldCharges } from '#server/charges/forget.ts'
import { settableClock } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import { openBooks } from './books.ts'
import { plant, type Fault } from './plant.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await borrowTestDatabase()
})
afterEach(() => database.drop())

/** Past for the database's clock too, whenever this runs. */
const NIGHT = '2016-02-10T06:40:00Z'
const [LAST_GONE, FIRST_KEPT] = ['2009-11-09', '2009-11-10']

type Db = Kysely<Schema>

/** A line of that day of an organisation of its own, which it returns. */
async function lineOf(db: Db, day: string): Promise<number> {
  const { organisationId, plan, issue } = await openBooks(db)
  await issue(await plan({ issueDay: day }), `${day}T15:00:00Z`)
  return organisationId
}

async function daysLeft(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('charge').select('day').orderBy('day').execute()
  return rows.map(({ day }) => day)
}

const forget = (db: Db, night = NIGHT) => forgetOldCharges({ db, clock: settableClock(night) })

/** So many days after the day six years ago, by the database's clock. */
async function sixYearsAgo(db: Db, days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((current_date - interval '6 years')::date + ${days}::int)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

test('a line of the ledger goes as late as the documents of its day, and one day younger stays', async () => {
  const { db } = database
  await lineOf(db, LAST_GONE)
  await lineOf(db, FIRST_KEPT)
  expect(await forget(db)).toBe(1)
  expect(await daysLeft(db)).toEqual([FIRST_KEPT])
  expect(await forget(db)).toBe(0)
})

test('a line of an account that is erased goes at the same age', async () => {
  const { db } = database
  const organisation = await lineOf(db, LAST_GONE)
  await lineOf(db, FIRST_KEPT)
  await sql`delete from organisation where id = ${organisation}`.execute(db)
  expect(await forget(db)).toBe(1)
  expect(await daysLeft(db)).toEqual([FIRST_KEPT])
})

test('a line stays while the owner has suspended the use of their data', async () => {
  const { db } = database
  const organisation = await lineOf(db, LAST_GONE)
  await sql`update organisation set blocked_at = ${NIGHT} where id = ${organisation}`.execute(db)
  expect(await forget(db)).toBe(0)
  expect(await daysLeft(db)).toEqual([LAST_GONE])
})

test('a deletion takes no more lines than asked, the oldest first', async () => {
  const { db } = database
  for (const day of ['2009-03-05', '2009-03-04', '2009-03-06']) await lineOf(db, day)
  await sql`select forget_charges('2009-11-10', 2)`.execute(db)
  expect(await daysLeft(db)).toEqual(['2009-03-06'])
})

test('a line younger than six years is not deleted by a process whose clock is wrong', async () => {
  const { db } = database
  const day = await sixYearsAgo(db, 0)
  await lineOf(db, day)
  await expect(forget(db, '2090-01-01T06:40:00Z')).rejects.toThrow(/never changed/)
  expect(await daysLeft(db)).toEqual([day])
})

test('a line past its time is deleted by the sweep alone', async () => {
  const { db } = database
  await lineOf(db, LAST_GONE)
  await expect(sql`delete from charge`.execute(db)).rejects.toThrow(/never changed/)
  expect(await daysLeft(db)).toEqual([LAST_GONE])
  const { rows } = await sql<{ can: boolean }>`
    select has_function_privilege('folio_api', 'forget_charges(date, integer)', 'execute') as can`.execute(
    db,
  )
  expect(rows).toEqual([{ can: false }])
})

test('the age at which lines go is no less than the six years that the database holds to', () => {
  expect(KEPT.documentYears).toBeGreaterThanOrEqual(6)
})

const FAULTS: Fault[] = [
  {
    name: 'a line of the first day kept goes too',
    function: 'forget_charges',
    from: 'where day < first_kept',
    to: 'where day <= first_kept',
  },
  {
    name: 'a line of a suspended account goes',
    function: 'forget_charges',
    from: 'blocked_at is not null',
    to: 'blocked_at is null and false',
  },
  {
    name: 'a deletion has no limit',
    function: 'forget_charges',
    from: 'limit at_most',
    to: '',
  },
  {
    name: 'the right to delete outlives the deletion',
    function: 'forget_charges',
    from: "set_config('folio.forgets_charges', '', true)",
    to: "set_config('folio.forgets_charges', 'on', true)",
  },
  {
    name: 'anybody deletes a line past its time',
    function: 'keep_charge',
    from: "current_setting('folio.forgets_charges', true) = 'on'",
    to: 'true',
  },
  {
    name: 'a line is deleted by the clock of a process alone',
    function: 'keep_charge',
    from: "and old.day < current_date - interval '6 years'",
    to: '',
  },
  {
    name: 'a line that is six years old to the day is deleted',
    function: 'keep_charge',
    from: 'old.day < current_date',
    to: 'old.day <= current_date',
  },
]

test('no fault is planted in the deletion as it is', async () => {
  expect(await played(async () => undefined)).toEqual(AS_IT_SHOULD)
})

test.each(FAULTS)('it is noticed when $name', async (fault) => {
  expect(await played((trx) => plant(trx, fault))).not.toEqual(AS_IT_SHOULD)
})

const AS_IT_SHOULD = {
  suspended: 0,
  night: 1,
  left: [FIRST_KEPT],
  atMost: 1,
  byHand: 'refused',
  sixYearsOld: 'refused',
  dayOlder: 'done',
}

/** What each kind of deletion comes to, in a transaction that leaves nothing. */
async function played(before: (trx: Db) => Promise<void>): Promise<object> {
  const trx = await database.db.startTransaction().execute()
  try {
    await before(trx)
    const organisation = await lineOf(trx, LAST_GONE)
    await sql`update organisation set blocked_at = ${NIGHT} where id = ${organisation}`.execute(trx)
    const suspended = await forget(trx)
    await sql`update organisation set blocked_at = null`.execute(trx)
    if (suspended > 0) await lineOf(trx, LAST_GONE)
    await lineOf(trx, FIRST_KEPT)
    const night = await forget(trx)
    const left = await daysLeft(trx)
    await lineOf(trx, LAST_GONE)
    const atMost = await numberOf(trx, sql`select forget_charges('2009-11-11', 1) as number`)
    const byHand = await tried(trx, sql`delete from charge`)
    await forget(trx, '2017-01-01T06:40:00Z')
    const all = sql`select forget_charges(current_date, 10)`
    await lineOf(trx, await sixYearsAgo(trx, -1))
    const dayOlder = await tried(trx, all)
    await lineOf(trx, await sixYearsAgo(trx, 0))
    const sixYearsOld = await tried(trx, all)
    return { suspended, night, left, atMost, byHand, dayOlder, sixYearsOld }
  } finally {
    await trx.rollback().execute()
  }
}

async function numberOf(trx: Db, query: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await query.execute(trx)
  return Object(rows[0]).number
}

async function tried(trx: Db, query: ReturnType<typeof sql>): Promise<'done' | 'refused'> {
  await sql`savepoint tried`.execute(trx)
  try {
    await query.execute(trx)
    return 'done'
  } catch {
    await sql`rollback to savepoint tried`.execute(trx)
    return 'refused'
  }
}
