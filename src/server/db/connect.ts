import { Kysely, type PostgresPool } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { withNamedStatements } from './named-statements.ts'
import { ReachDialect } from './reach-driver.ts'
import type { Schema } from './schema.ts'
import { StartFault } from '../start-fault.ts'
import { tenantReads } from './tenant-reads.ts'
import { valueParser } from './value-parsers.ts'

export type Database = {
  /** Typed queries. Give a transaction (`Kysely<Schema>` too) to whatever must happen together. */
  db: Kysely<Schema>
  /** The workers' connections, for what is no typed query. */
  pool: Pool
  close(): Promise<void>
}

export type ConnectOptions = {
  /** Of the role that owns the tables. */
  url: string
  /** The same database by the tenants' role, or one that is a member of it; null: the owner takes on that role. */
  tenantsUrl?: string | null
  /** Seen in pg_stat_activity: 'folio-web', 'folio-worker'. */
  applicationName: string
  poolSize?: number
  statementTimeoutMs?: number
  /** How long a query may wait for a database that is gone before it fails. */
  patienceMs?: number
}

/** Made by the migrations: it sees the rows of one organisation at a time (db/reach.ts). */
const TENANTS_ROLE = 'folio_api'

/** Opens a pool; connects when first asked. Values arrive as `value-parsers.ts` says. */
export function connect(options: ConnectOptions): Database {
  const { patienceMs = 10_000, poolSize = 10 } = options
  const config = { ...poolConfig(options), max: poolSize, pipeline: true }
  const pool = openPool(config)
  const ofTenants =
    options.tenantsUrl == null
      ? { ...config, options: `${config.options} -c role=${TENANTS_ROLE}` }
      : { ...config, connectionString: options.tenantsUrl }
  const tenants = openPool(ofTenants)
  // How long they may be silent is watched by who carries the reads.
  const readers = openPool({ ...ofTenants, max: READERS, query_timeout: 0 })
  const dialect = new ReachDialect({
    everything: patient(pool, patienceMs),
    tenants: patient(tenants, patienceMs),
    reads: tenantReads(READERS, () => connectPatiently(readers, patienceMs)),
  })
  const db = new Kysely<Schema>({ dialect })
  const close = async (): Promise<void> => {
    await db.destroy()
    await readers.end()
  }
  return { db, pool, close }
}

/** Few, so that what is read at about the same moment shares one; several, so that a slow read holds up few. */
const READERS = 3

function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // A connection that breaks is only dropped, idle or lent; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

function patient(pool: Pool, patienceMs: number): PostgresPool {
  return {
    connect: async () => withNamedStatements(await connectPatiently(pool, patienceMs)),
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * Proves at start that the tenants' address is of the same database, and of a role from which nothing leads to more than
 * one organisation's rows; says in a StartFault why not.
 */
export async function requireTenantsRole(url: string, tenantsUrl: string): Promise<void> {
  const [owner, tenants] = [url, tenantsUrl].map((connectionString) =>
    openPool({
      ...poolConfig({ url: connectionString, applicationName: 'folio-start' }),
      max: 1,
    }),
  )
  if (!owner || !tenants) return
  try {
    const holder = await connectPatiently(owner, 15_000)
    await holder.query('select pg_advisory_lock($1)', [SAME_DATABASE_LOCK])
    const { rows } = await tenants.query<TenantsRole>(tenantsRole, [SAME_DATABASE_LOCK])
    holder.release(true)
    const [found] = rows
    if (!found?.isSameDatabase) throw new StartFault('tenantsDatabaseDiffers')
    if (!found.isTenants || found.isMore) throw new StartFault('tenantsRoleWrong', found.role)
  } catch (error) {
    throw connectFault(error)
  } finally {
    await Promise.all([owner.end(), tenants.end()])
  }
}

interface TenantsRole {
  role: string
  isSameDatabase: boolean
  isTenants: boolean
  isMore: boolean
}

/** Held by one connection, it can't be had by another of the same database. */
const SAME_DATABASE_LOCK = 7_365_002
const tenantsRole = `
  select session_user as role,
    not pg_try_advisory_lock($1) as "isSameDatabase",
    pg_has_role(session_user, '${TENANTS_ROLE}', 'member') as "isTenants",
    exists (select from pg_roles
      where pg_has_role(session_user, oid, 'member') and (rolsuper or rolbypassrls or rolcreaterole
        or oid in (select relowner from pg_class where relnamespace = 'public'::regnamespace))) as "isMore"`

/** Proves at start that the database answers and is new enough; says in a StartFault why not. */
export async function requireDatabase(url: string, patienceMs = 15_000): Promise<void> {
  const pool = openPool({ ...poolConfig({ url, applicationName: 'folio-start' }), max: 1 })
  try {
    const client = await connectPatiently(pool, patienceMs)
    const { rows } = await client.query<{ version: number }>(serverVersion)
    client.release()
    const version = rows[0]?.version ?? 0
    if (version < oldestVersion) throw new StartFault('databaseTooOld', String(version))
  } catch (error) {
    throw connectFault(error)
  } finally {
    await pool.end()
  }
}

/** A connection, asked for again while the database is away or starting, until patience ends. */
async function connectPatiently(pool: Pool, patienceMs: number): Promise<PoolClient> {
  const limit = performance.now() + patienceMs
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 1000)) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isAway(error) || performance.now() + waitMs > limit) throw error
    }
    await sleep(waitMs)
  }
}

function poolConfig(options: ConnectOptions): PoolConfig {
  return {
    connectionString: options.url,
    application_name: options.applicationName,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 60_000,
    // A server that froze answers nothing at all, not even that a statement took too long.
    query_timeout: (options.statementTimeoutMs ?? 15_000) + 5_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=iso_8601',
    types: { getTypeParser: valueParser },
  }
}

const serverVersion = `SELECT current_setting('server_version_num')::int AS version`
const oldestVersion = 150_000

/** Away: no answer at the address, or the server says it is starting, stopping or full. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'timeout' || networkAway.test(code) || serverAway.test(code)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return /timeout|Connection terminated/.test(error.message) ? 'timeout' : ''
}

const networkAway = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/
// admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
const serverAway = /^(57P01|57P02|57P03|53300)$/

function connectFault(error: unknown): unknown {
  if (error instanceof StartFault || !(error instanceof Error)) return error
  return new StartFault(isAway(error) ? 'databaseUnreachable' : 'databaseRefused', error.message)
}
