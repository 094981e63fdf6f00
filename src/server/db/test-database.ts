import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { connect, type Database } from './connect.ts'
import { execute, withDatabase, type TestPostgres } from './test-postgres.ts'

export type TestDatabase = Database & {
  url: string
  /** Closes the pool and drops the database. */
  drop(): Promise<void>
}

/** A fresh, migrated database for one test file (about 35 ms). Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, adminUrl, template } = testPostgres()
  // The process is part of the name, because the random part is the same in each run of a file.
  const name = `folio_test_${process.pid}_${randomBytes(6).toString('hex')}`
  const owner = decodeURIComponent(new URL(url).username)
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER "${owner}"`)
  const ownUrl = withDatabase(url, name)
  const database = connect({ url: ownUrl, applicationName: 'folio-test', poolSize: 5 })
  const drop = async (): Promise<void> => {
    await database.close()
    await execute(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { ...database, url: ownUrl, drop }
}

const testPostgresFacts = z.object({ url: z.url(), adminUrl: z.url(), template: z.string() })

/** The server of this run, for those who make a database in their own way. */
export function testPostgres(): TestPostgres {
  const facts = process.env.FOLIO_TEST_POSTGRES
  if (facts === undefined) throw new Error('createTestDatabase works inside a vitest run only')
  return testPostgresFacts.parse(JSON.parse(facts))
}
