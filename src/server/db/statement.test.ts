import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastly, statement, together, type PlaceOf } from './statement.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const quotient = statement((db, place: PlaceOf<{ by: number }>) =>
  db.selectNoFrom(sql<number>`12 / ${place(({ by }) => by)}::int`.as('value')),
)
const named = statement((db, place: PlaceOf<{ name: string }>) =>
  db
    .insertInto('organisation')
    .values({ name: place(({ name }) => name), created_at: '2026-11-05T12:00:00Z' })
    .returning('name'),
)
const counted = statement((db, place: PlaceOf<{ name: string }>) =>
  db
    .selectFrom('organisation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(
      'name',
      '=',
      place(({ name }) => name),
    ),
)

test('a statement has one text, and each time its own values', async () => {
  const [three, four] = [quotient({ by: 3 }), quotient({ by: 4 })]
  expect(four.sql).toBe(three.sql)
  expect((await database.db.executeQuery(three)).rows).toEqual([{ value: 4 }])
  expect((await database.db.executeQuery(four)).rows).toEqual([{ value: 3 }])
})

test('a text that is SQL is only a value', async () => {
  const name = "x'; drop table organisation; --"
  const { db } = database
  expect((await db.executeQuery(named({ name }))).rows).toEqual([{ name }])
  expect((await db.executeQuery(counted({ name }))).rows).toEqual([{ count: 1 }])
  const found = await db
    .selectFrom('organisation')
    .select('name')
    .where('name', '=', name)
    .execute()
  expect(found).toEqual([{ name }])
})

test('what is asked together is answered in its order, each seeing what came before', async () => {
  const name = 'Together'
  const [before, made, after] = await database.db
    .transaction()
    .execute((trx) =>
      together(trx, (ask) =>
        Promise.all([ask(counted({ name })), ask(named({ name })), ask(counted({ name }))]),
      ),
    )
  expect([before, made, after]).toEqual([[{ count: 0 }], [{ name }], [{ count: 1 }]])
})

test('when one of them fails the first failure is told and nothing of the transaction stays', async () => {
  const name = 'Failed'
  const failing = database.db.transaction().execute(async (trx) => {
    await trx.executeQuery(named({ name }))
    await together(trx, (ask) => Promise.all([ask(quotient({ by: 0 })), ask(named({ name }))]))
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect((await database.db.executeQuery(counted({ name }))).rows).toEqual([{ count: 0 }])
})

test('a transaction that asks nothing, and one whose callback fails, leave the connection as it was', async () => {
  const { db } = database
  expect(await db.transaction().execute(async () => 'done')).toBe('done')
  const failing = db.transaction().execute(() => Promise.reject(new Error('ours')))
  await expect(failing).rejects.toThrow('ours')
  const open = await sql`select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(db)
  expect(open.rows).toEqual([])
})

test('a connection that is cut in a transaction tells what led there, and the next one works', async () => {
  const { db } = database
  const cut = db.transaction().execute(async (trx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
  })
  await expect(cut).rejects.toThrow(/terminat/)
  expect((await db.executeQuery(quotient({ by: 6 }))).rows).toEqual([{ value: 2 }])
})

test('what is asked last is kept with the commit', async () => {
  const { db } = database
  await db.transaction().execute((trx) => lastly(trx, [named({ name: 'last' })]))
  expect((await db.executeQuery(counted({ name: 'last' }))).rows).toEqual([{ count: 1 }])
})

test.each([
  ['the first', [quotient({ by: 0 }), named({ name: 'neither' })]],
  ['the last', [named({ name: 'neither' }), quotient({ by: 0 })]],
])('a commit behind a failure, of %s, fails and keeps nothing', async (_, queries) => {
  const { db } = database
  const kept = db.transaction().execute((trx) => lastly(trx, queries))
  await expect(kept).rejects.toThrow('division by zero')
  expect((await db.executeQuery(counted({ name: 'neither' }))).rows).toEqual([{ count: 0 }])
})

test('what the driver can’t write isn’t left out of a commit: nothing of it is kept', async () => {
  const { db } = database
  const ring: Record<string, unknown> = {}
  ring['ring'] = ring
  const last = [named({ name: 'half' }), CompiledQuery.raw('select $1::jsonb', [ring])]
  const kept = db.transaction().execute((trx) => lastly(trx, last))
  await expect(kept).rejects.toThrow(TypeError)
  expect((await db.executeQuery(counted({ name: 'half' }))).rows).toEqual([{ count: 0 }])
})

test('a connection that is cut under a commit tells so, and keeps nothing of it', async () => {
  const { db } = database
  const cut = CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid())')
  const kept = db.transaction().execute((trx) => lastly(trx, [named({ name: 'cut' }), cut]))
  await expect(kept).rejects.toThrow(/terminat/)
  expect((await db.executeQuery(counted({ name: 'cut' }))).rows).toEqual([{ count: 0 }])
})
