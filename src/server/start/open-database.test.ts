import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { createTestDatabase } from '../db/test-database.ts'
import { StartFault } from '../start-fault.ts'
import { namingFolder, openDatabase } from './open-database.ts'
import { createStops } from './stops.ts'

test('a DATABASE_URL of a former numbering is refused without naming the data folder', async () => {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'folio-former-'))
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  writeFileSync(join(dataDir, '0001-former.sql'), 'CREATE TABLE former (id int)')
  await migrate(database.url, dataDir)
  const opened = openDatabase(
    { databaseUrl: database.url, databaseUrlApi: null, dataDir },
    createStops(),
  )
  await expect(opened).rejects.toThrow('databaseOlder: 0001-former.sql')
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

test.each([
  ['databaseOlder', 'dataFolderOlder'],
  ['migrationChanged', 'dataFolderOlder'],
  ['databaseNewer', 'databaseNewer'],
] as const)('of the embedded database %s is answered as %s', (found, said) => {
  expect(namingFolder(new StartFault(found, 'detail'), 'folder')).toMatchObject({ code: said })
})
