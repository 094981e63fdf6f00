/** Shuts down the embedded databases that a killed server or test run left running, if it did. */
import { join } from 'node:path'
import { stopSurvivor } from '#server/db/postgres/embedded-postgres.ts'
import { sweepAbandoned } from '#server/db/test-postgres.ts'

const dataDir = process.env.FOLIO_DATA_DIR ?? join(import.meta.dirname, '../.data')

await sweepAbandoned()
if (process.env.DATABASE_URL === undefined) await stopSurvivor(dataDir)
