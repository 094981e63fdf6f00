import { mkdirSync } from 'node:fs'
import type { Config } from '../config.ts'
import { requireDatabase, requireTenantsRole } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/postgres/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { StartFault } from '../start-fault.ts'
import type { Stops } from './stops.ts'

/**
 * URLs of the migrated database: that of DATABASE_URL, or the embedded one in the data folder. A
 * database of a former numbering is refused (StartFault) and left as it is.
 */
export async function openDatabase(
  config: DatabaseConfig,
  stops: Stops,
): Promise<{ url: string; tenantsUrl: string | null }> {
  if (config.databaseUrl !== null) {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    await requireDatabase(config.databaseUrl)
    await migrate(config.databaseUrl)
    const { databaseUrl: url, databaseUrlApi: tenantsUrl } = config
    if (tenantsUrl !== null) await requireTenantsRole(url, tenantsUrl)
    return { url, tenantsUrl }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir })
  stops.add('database', embedded.stop)
  await migrate(embedded.url).catch((error: unknown) => {
    throw namingFolder(error, config.dataDir)
  })
  return { url: embedded.url, tenantsUrl: embedded.tenantsUrl }
}

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseUrlApi' | 'dataDir'>

const OF_ANOTHER_VERSION: ReadonlySet<string> = new Set(['databaseOlder', 'migrationChanged'])

/** The data folder instead of DATABASE_URL or a file, neither of which the user of the embedded server knows. */
export function namingFolder(error: unknown, dataDir: string): unknown {
  const isOlder = error instanceof StartFault && OF_ANOTHER_VERSION.has(error.code)
  return isOlder ? new StartFault('dataFolderOlder', dataDir) : error
}
