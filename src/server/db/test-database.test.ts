import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { borrowTestDatabase } from './test-database.ts'

async function named(database: Awaited<ReturnType<typeof borrowTestDatabase>>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    database.db,
  )
  return rows[0]?.name ?? ''
}

test('a borrowed database comes back without the rows of the test before, ids from the first on', async () => {
  const before = await borrowTestDatabase()
  await sql`insert into organisation (name, created_at) values ('Una', now())`.execute(before.db)
  const name = await named(before)
  await before.drop()
  const after = await borrowTestDatabase()
  expect(await named(after)).toBe(name)
  const { rows } = await sql<{ id: number }>`
    insert into organisation (name, created_at) values ('Otra', now()) returning id`.execute(
    after.db,
  )
  expect(rows).toEqual([{ id: 1 }])
  expect((await sql`select from organisation`.execute(after.db)).rows).toHaveLength(1)
  await after.drop()
})

test.each([
  ['a table', 'create table extra ()'],
  ['a column', 'alter table organisation add column extra text'],
  ['a right', 'grant delete on organisation to public'],
  ['a function', 'create function extra() returns int language sql as $$ select 1 $$'],
  ['a trigger', 'alter table document disable trigger user'],
])('a database with %s changed is given to no other test', async (_, change) => {
  const changed = await borrowTestDatabase()
  const name = await named(changed)
  await sql.raw(change).execute(changed.db)
  await changed.drop()
  const next = await borrowTestDatabase()
  expect(await named(next)).not.toBe(name)
  await next.drop()
})
