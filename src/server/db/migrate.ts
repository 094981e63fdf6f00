import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { StartFault } from '../start-fault.ts'

type Migration = { name: string; sql: string; checksum: string }

/**
 * Brings the database up to this code: applies the files `NNNN-name.sql` that it has not seen, in
 * order, each in its own transaction, and answers their names. Two that start together wait for
 * each other. Refuses (StartFault) a database that is newer than the code or older than its first
 * file, and a file that was changed after it was applied: a change is always a new file.
 */
export async function migrate(url: string, folder = ownFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new Client({ connectionString: url, application_name: 'folio-migrate' })
  await client.connect()
  try {
    await client.query(`SET lock_timeout = '120s'`)
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    const missing = await missingFrom(client, migrations)
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map((name, index) => readMigration(folder, name, names[index - 1])))
}

const ownFolder = join(import.meta.dirname, 'migrations')
// Any fixed number will do; this one belongs to migrations.
const lockKey = 7_365_001

/** Numbers give the order and may leave gaps: two changes written side by side don't wait for each other. */
async function readMigration(
  folder: string,
  name: string,
  before: string | undefined,
): Promise<Migration> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || name.slice(0, 4) === before?.slice(0, 4)) {
    throw new Error(`Migration ${name} should have a number of its own, of four digits`)
  }
  const sql = await readFile(join(folder, name), 'utf8')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

async function missingFrom(client: Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(journal)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = rows.find(({ name }) => !known.has(name))
  if (unknown !== undefined) throw new StartFault(ageOf(migrations, applied), unknown.name)
  for (const { name, checksum } of migrations) {
    if ((applied.get(name) ?? checksum) !== checksum) throw new StartFault('migrationChanged', name)
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

/** A database with files that are no longer here, but without our first one, is of before this numbering. */
function ageOf(
  [first]: Migration[],
  applied: ReadonlyMap<string, string>,
): 'databaseOlder' | 'databaseNewer' {
  return first !== undefined && !applied.has(first.name) ? 'databaseOlder' : 'databaseNewer'
}

const journal = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT now()
  )`

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      name,
      checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    throw new StartFault('migrationFailed', `${name}${lineOf(error, sql)}: ${messageOf(error)}`)
  }
}

function lineOf(error: unknown, sql: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
  return position > 0 ? `:${sql.slice(0, position).split('\n').length}` : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
