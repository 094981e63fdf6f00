import { afterAll, beforeAll } from 'vitest'
import { testPostgres } from '#server/db/test-database.ts'
import { openWorldDatabase, type WorldDatabase } from './database.ts'

const WORLDS_AT_ONCE = 3

/** Those that a file's worlds are played on, there once its tests begin. */
export function worldDatabases(): readonly WorldDatabase[] {
  const databases: WorldDatabase[] = []
  beforeAll(async () => {
    while (databases.length < WORLDS_AT_ONCE) {
      databases.push(await openWorldDatabase(testPostgres()))
    }
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
  })
  return databases
}
