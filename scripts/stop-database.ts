/** Shuts down the embedded database that a killed server left running, if it did. */
import { join } from 'node:path'
import { stopSurvivor } from '#server/db/embedded-postgres.ts'

const dataDir = process.env.FOLIO_DATA_DIR ?? join(import.meta.dirname, '../.data')

if (process.env.DATABASE_URL === undefined) await stopSurvivor(dataDir)
