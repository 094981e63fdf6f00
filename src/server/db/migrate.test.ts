import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase, waitingForLocks, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  folder = mkdtempSync(join(tmpdir(), 'folio-migrations-'))
  return () => rmSync(folder, { recursive: true })
})

function file(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql)
}

describe('migrate', () => {
  test('applies what is missing, in order, and nothing twice', async () => {
    file('0001-a.sql', 'CREATE TABLE a (id int)')
    expect(await migrate(database.url, folder)).toEqual(['0001-a.sql'])
    file('0002-b.sql', 'ALTER TABLE a ADD b int; CREATE TABLE c (id int)')
    expect(await migrate(database.url, folder)).toEqual(['0002-b.sql'])
    expect(await migrate(database.url, folder)).toEqual([])
    await database.pool.query('SELECT a.b FROM a, c')
  })

  test('leaves nothing of a file that fails, and names its line', async () => {
    file('0001-a.sql', 'CREATE TABLE a (id int);\nCREATE TABLE a2 (id nonsense);')
    const failure = migrate(database.url, folder)
    await expect(failure).rejects.toThrow('migrationFailed: 0001-a.sql:2: type "nonsense"')
    const { rows } = await database.pool.query(`SELECT to_regclass('a') AS a`)
    expect(rows).toEqual([{ a: null }])
  })

  test('refuses a file that was changed after it was applied', async () => {
    file('0001-a.sql', 'CREATE TABLE a (id int)')
    await migrate(database.url, folder)
    file('0001-a.sql', 'CREATE TABLE a (id bigint)')
    await expect(migrate(database.url, folder)).rejects.toThrow('migrationChanged: 0001-a.sql')
  })

  test('refuses a database that is newer than the code', async () => {
    file('0001-a.sql', 'CREATE TABLE a (id int)')
    file('0002-b.sql', 'CREATE TABLE b (id int)')
    await migrate(database.url, folder)
    rmSync(join(folder, '0002-b.sql'))
    await expect(migrate(database.url, folder)).rejects.toThrow('databaseNewer: 0002-b.sql')
  })

  test('refuses a database of a former numbering and leaves its tables', async () => {
    file('0001-former.sql', 'CREATE TABLE former (id int)')
    file('0002-later.sql', 'ALTER TABLE former ADD b int')
    await migrate(database.url, folder)
    rmSync(join(folder, '0001-former.sql'))
    file('0001-first.sql', 'CREATE TABLE a (id int, b int)')
    // Its name is that of a file of before: what is told is the age, not that this file changed.
    file('0002-later.sql', 'CREATE TABLE b (id int)')
    await expect(migrate(database.url, folder)).rejects.toThrow('databaseOlder: 0001-former.sql')
    const { rows } = await database.pool.query(
      `SELECT to_regclass('former')::text AS former, to_regclass('a')::text AS a`,
    )
    expect(rows).toEqual([{ former: 'former', a: null }])
  })

  test('refuses two files with one number', async () => {
    file('0001-a.sql', 'SELECT 1')
    file('0001-b.sql', 'SELECT 1')
    await expect(migrate(database.url, folder)).rejects.toThrow(
      '0001-b.sql should have a number of its own',
    )
  })

  test('applies each file once when several start at the same moment', async () => {
    file('0001-a.sql', 'CREATE TABLE a (id int); SELECT pg_advisory_xact_lock(1)')
    const holder = await database.pool.connect()
    await holder.query('SELECT pg_advisory_lock(1)')
    const starts = [1, 2, 3].map(() => migrate(database.url, folder))
    // One of them stands in its file, and the others behind it.
    await expect.poll(async () => (await waitingForLocks(database.pool)).length).toBe(3)
    await holder.query('SELECT pg_advisory_unlock(1)')
    holder.release()
    const applied = (await Promise.all(starts)).flat()
    expect(applied).toEqual(['0001-a.sql'])
  })
})
