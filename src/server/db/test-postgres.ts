import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres, stopSurvivor } from './postgres/embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { isAlive } from './postgres/postmaster.ts'

/** What the test processes are told, as JSON in FOLIO_TEST_POSTGRES. */
export type TestPostgres = {
  url: string
  /** Null on a server that is not ours: there the owner takes on the tenants' role. */
  tenantsUrl: string | null
  adminUrl: string
  template: string
}

type RunningTestPostgres = { postgres: TestPostgres; stop: () => Promise<void> }

/** Vitest's global set-up: one server for the whole run, told to every test process, or the one that a caller has. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.FOLIO_TEST_POSTGRES !== undefined) return async () => undefined
  const { postgres, stop } = await startTestPostgres()
  process.env.FOLIO_TEST_POSTGRES = JSON.stringify(postgres)
  return stop
}

/**
 * A server and a template database, migrated once, of which `createTestDatabase` makes copies. Uses
 * the PostgreSQL of DATABASE_URL when there is one (its role must be allowed to create databases),
 * else an embedded one that forgets everything.
 */
export async function startTestPostgres(): Promise<RunningTestPostgres> {
  const given = process.env.DATABASE_URL
  const server =
    given === undefined ? await startForgetful() : { url: given, tenantsUrl: null, adminUrl: given }
  const template = `folio_template_${process.pid}`
  const stop = async (): Promise<void> => {
    if ('stop' in server) return server.stop()
    await dropWithCopies(server.adminUrl, template)
  }
  try {
    await makeTemplate(server.adminUrl, server.url, template)
  } catch (error) {
    await stop()
    throw error
  }
  const { url, tenantsUrl, adminUrl } = server
  return { postgres: { url, tenantsUrl, adminUrl, template }, stop }
}

async function startForgetful(): ReturnType<typeof startEmbeddedPostgres> {
  mkdirSync(testFolder, { recursive: true })
  await sweepAbandoned()
  const dataDir = join(testFolder, String(process.pid))
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const testFolder = join(import.meta.dirname, '../../../.cache/test-postgres')

/** A run that was killed left a folder behind, and perhaps a server. */
export async function sweepAbandoned(): Promise<void> {
  if (!existsSync(testFolder)) return
  for (const name of readdirSync(testFolder)) {
    if (isAlive(Number(name))) continue
    await stopSurvivor(join(testFolder, name))
    rmSync(join(testFolder, name), { recursive: true, force: true })
  }
}

/** The template and every copy that a test process kept for its next test. */
function dropWithCopies(adminUrl: string, template: string): Promise<void> {
  return dropDatabases(adminUrl, template, () => true)
}

/** The copies that test processes kept which have ended: where many run one after another, they fill the disk. */
export function dropEndedCopies({ adminUrl, template }: TestPostgres): Promise<void> {
  return dropDatabases(adminUrl, template, (name) => {
    const owner = /_(\d+)_[0-9a-f]+$/.exec(name)?.[1]
    return name !== template && owner !== undefined && !isAlive(Number(owner))
  })
}

async function dropDatabases(
  adminUrl: string,
  template: string,
  isMeant: (name: string) => boolean,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname = $1 or starts_with(datname, $1 || '_')`,
      [template],
    )
    for (const { name } of rows.filter((row) => isMeant(row.name))) {
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    }
  } finally {
    await client.end()
  }
}

/** Another template on this server, migrated by the files of another folder. */
export async function withTemplateOf<T>(
  postgres: TestPostgres,
  folder: string,
  work: (postgres: TestPostgres) => Promise<T>,
): Promise<T> {
  const { url, adminUrl } = postgres
  const template = `${postgres.template}_${process.pid}_other`
  try {
    await makeTemplate(adminUrl, url, template, folder)
    return await work({ ...postgres, template })
  } finally {
    await dropWithCopies(adminUrl, template)
  }
}

async function makeTemplate(
  adminUrl: string,
  url: string,
  template: string,
  folder?: string,
): Promise<void> {
  const owner = decodeURIComponent(new URL(url).username)
  await execute(adminUrl, `CREATE DATABASE ${template} OWNER "${owner}"`)
  await migrate(withDatabase(url, template), folder)
}

export function withDatabase(url: string, database: string): string {
  const target = new URL(url)
  target.pathname = `/${database}`
  return target.href
}

export async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
