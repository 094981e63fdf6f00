import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { z } from 'zod'
import { connect, type Database } from './connect.ts'
import { execute, withDatabase, type TestPostgres } from './test-postgres.ts'
import { readMigratedTables, resetFunction } from './test-reset.ts'

export type TestDatabase = Database & {
  url: string
  tenantsUrl: string | null
  /** Closes the pool and gives the database up. */
  drop(): Promise<void>
}

/** A fresh, migrated database for a test that changes more than its rows (about 35 ms). Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const copy = await copyTemplate()
  const database = open(copy)
  const drop = async (): Promise<void> => {
    await database.close()
    await dropDatabase(copy.name)
  }
  return { ...database, url: copy.url, tenantsUrl: copy.tenantsUrl, drop }
}

/**
 * A database as `createTestDatabase` makes it, of those that earlier tests of this process gave back and that were
 * emptied since: a copy and its first connections cost more than most tests, so the connections stay open too.
 */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  const borrowed = returned.pop() ?? (await createReusable())
  const { database, url, tenantsUrl } = borrowed
  const drop = async (): Promise<void> => {
    if (await borrowed.reset()) returned.push(borrowed)
  }
  return { ...database, url, tenantsUrl, drop }
}

interface Copy {
  name: string
  url: string
  tenantsUrl: string | null
}

interface Reusable extends Copy {
  database: Database
  /** False: the schema itself was changed, a query goes on or many rows were deleted, so the database is dropped. */
  reset(): Promise<boolean>
}

const returned: Reusable[] = []

async function createReusable(): Promise<Reusable> {
  const copy = await copyTemplate()
  const { name } = copy
  const cleaner = new Client({
    connectionString: withDatabase(testPostgres().adminUrl, name),
    options: '-c session_replication_role=replica',
  })
  // It stays open to the end of the process, and the server may end before it.
  cleaner.on('error', () => undefined)
  await cleaner.connect()
  await cleaner.query(resetFunction('pg_temp.reset', await readMigratedTables(cleaner)))
  const migrated = await schemaDigest(cleaner)
  const database = open(copy)
  const reset = async (): Promise<boolean> => {
    if ((await isQuiet(cleaner)) && (await schemaDigest(cleaner)) === migrated) {
      const { rows } = await cleaner.query<{ deleted: number }>('select pg_temp.reset() as deleted')
      if ((rows[0]?.deleted ?? 0) <= MAX_DELETED) return true
    }
    await Promise.all([cleaner.end(), database.close()])
    await dropDatabase(name)
    return false
  }
  return { ...copy, database, reset }
}

/** Without a vacuum deleted rows stay in the files, and every later query reads over them: a new copy costs less. */
const MAX_DELETED = 5_000

const APPLICATION = 'folio-test'

/** Ends what a test opened besides the kept pool; false when a query of that pool would write into the next test. */
async function isQuiet(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isBusy: boolean }>({
    name: 'isQuiet',
    text: `select coalesce(bool_or(case when application_name <> $1 then not pg_terminate_backend(pid) else state <> 'idle' end), false) as "isBusy"
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    values: [APPLICATION],
  })
  return rows[0]?.isBusy === false
}

/** The least number of what PostgreSQL did not bring itself. */
const FIRST_OWN_OID = 16_384

/**
 * Differs when a table, a right on it, a column, a function or a trigger is not what it was: whatever changes a row of
 * the catalogue is its newest writer.
 */
async function schemaDigest(client: Client): Promise<string> {
  const writers = (catalogue: string, namespace: string) =>
    `(select concat(count(*), ' ', sum(xmin::text::bigint)) from ${catalogue} where oid >= ${FIRST_OWN_OID} ${namespace})`
  const { rows } = await client.query<{ digest: string }>({
    name: 'schemaDigest',
    text: `select concat_ws(',',
       ${writers('pg_class', "and relnamespace = 'public'::regnamespace")},
       ${writers('pg_proc', "and pronamespace = 'public'::regnamespace")},
       ${writers('pg_trigger', '')}) as digest`,
  })
  return rows[0]?.digest ?? ''
}

/** The processes of the server that wait for an advisory lock in this database. */
export async function waitingForLocks(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}

function dropDatabase(name: string): Promise<void> {
  return execute(testPostgres().adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

function open({ url, tenantsUrl }: Copy): Database {
  return connect({ url, tenantsUrl, applicationName: APPLICATION, poolSize: 5 })
}

async function copyTemplate(): Promise<Copy> {
  const { url, tenantsUrl, adminUrl, template } = testPostgres()
  // The process is part of the name, because the random part is the same in each run of a file.
  const name = `${template}_${process.pid}_${randomBytes(6).toString('hex')}`
  const owner = decodeURIComponent(new URL(url).username)
  // A copy of the files, because the other way writes each page through the log at twice the processor time.
  const made = `CREATE DATABASE ${name} TEMPLATE ${template} OWNER "${owner}" STRATEGY FILE_COPY`
  await execute(adminUrl, made)
  return {
    name,
    url: withDatabase(url, name),
    tenantsUrl: tenantsUrl === null ? null : withDatabase(tenantsUrl, name),
  }
}

const testPostgresFacts = z.object({
  url: z.url(),
  tenantsUrl: z.url().nullable(),
  adminUrl: z.url(),
  template: z.string(),
})

/** The server of this run, for those who make a database in their own way. */
export function testPostgres(): TestPostgres {
  const facts = process.env.FOLIO_TEST_POSTGRES
  if (facts === undefined) throw new Error('createTestDatabase works inside a vitest run only')
  return testPostgresFacts.parse(JSON.parse(facts))
}
