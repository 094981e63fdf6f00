import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, testPostgres, type TestDatabase } from './test-database.ts'
import { execute, withDatabase } from './test-postgres.ts'
import { requireTenantsRole } from './connect.ts'
import { migrate } from './migrate.ts'

const { rows } = await (async () => {
  const client = new Client({ connectionString: testPostgres().adminUrl })
  await client.connect()
  const found = await client.query<{ name: string }>('select current_user as name')
  await client.end()
  return found
})()
const admin = rows[0]?.name ?? ''

/** Only on a server of our own does the tests' tenants' role have a password, so that a connection can be its. */
const hasTenantsRole = testPostgres().tenantsUrl !== null

const needsServer = { meta: { needs: 'a database server of its own, not DATABASE_URL' } }
describe.skipIf(!hasTenantsRole)('the role of the API', needsServer, () => {
  let database: TestDatabase
  let tenantsUrl: string
  beforeAll(async () => {
    database = await createTestDatabase()
    const own = await database.db
      .insertInto('organisation')
      .values({ name: 'x', created_at: '2026-11-05T15:00:00Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('secret')
      .values({
        organisation_id: own.id,
        kind: 'clave',
        key_id: 'x',
        wrapped_key: Buffer.of(1),
        sealed: Buffer.of(1),
        created_at: '2026-11-05T15:00:00Z',
      })
      .execute()
    tenantsUrl = database.tenantsUrl ?? ''
  })
  afterAll(() => database.drop())

  /** What a statement slipped into a query of the API could do on its connection. */
  async function asTenant(statement: string): Promise<string> {
    const client = new Client({ connectionString: tenantsUrl })
    await client.connect()
    try {
      await client.query(statement)
      const { rows } = await client.query<{ count: number }>(
        'select count(id)::int as count from secret',
      )
      return `sees ${rows[0]?.count}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      await client.end()
    }
  }

  test.each([
    'select 1',
    'set role none',
    'reset role',
    'set role folio_api',
    'reset session authorization',
    'discard all',
  ])('the connection of a call sees no tenant’s secret after: %s', async (statement) => {
    expect(await asTenant(statement)).toBe('sees 0')
  })

  test.each([
    'set role folio',
    'set session authorization folio',
    `set role "${admin}"`,
    'alter table secret disable row level security',
    'alter table secret owner to folio_api',
    'grant folio to folio_api',
    'create table public.mine ()',
  ])('the connection of a call may not: %s', async (statement) => {
    expect(await asTenant(statement)).toMatch(/permission denied|must be owner|permission to/)
  })

  test('a new database lets the tenants’ role make no temporary table', async () => {
    const { url, adminUrl } = testPostgres()
    const name = `folio_test_${process.pid}_${randomBytes(6).toString('hex')}`
    const owner = decodeURIComponent(new URL(url).username)
    await execute(adminUrl, `create database ${name} owner "${owner}"`)
    try {
      await migrate(withDatabase(url, name))
      await expect(
        execute(withDatabase(tenantsUrl, name), 'create temporary table document (id int)'),
      ).rejects.toThrow('permission denied to create temporary tables')
    } finally {
      await execute(adminUrl, `drop database ${name} with (force)`)
    }
  })

  test('a function with its owner’s rights looks for names in no place that others write', async () => {
    const found = await database.pool.query<{ name: string; settings: string[] | null }>(
      `select proname as name, proconfig as settings from pg_proc
       where prosecdef and pronamespace = 'public'::regnamespace`,
    )
    expect(found.rows.length).toBeGreaterThan(2)
    for (const { name, settings } of found.rows) {
      expect({ name, settings }).toEqual({
        name,
        settings: ['search_path=pg_catalog, public, pg_temp'],
      })
    }
  })

  test('the start takes the tenants’ role of the same database, and nothing else', async () => {
    await requireTenantsRole(database.url, tenantsUrl)
    await expect(requireTenantsRole(database.url, database.url)).rejects.toThrow('tenantsRoleWrong')
    const admin = withDatabase(testPostgres().adminUrl, new URL(database.url).pathname.slice(1))
    await expect(requireTenantsRole(database.url, admin)).rejects.toThrow('tenantsRoleWrong')
    const other = await createTestDatabase()
    try {
      await expect(requireTenantsRole(database.url, other.tenantsUrl ?? '')).rejects.toThrow(
        'tenantsDatabaseDiffers',
      )
    } finally {
      await other.drop()
    }
  })
})
