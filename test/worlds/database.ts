import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { execute, withDatabase, type TestPostgres } from '#server/db/test-postgres.ts'
import { valueParser } from '#server/db/value-parsers.ts'

/** What runs the statements of one world after the other: PostgreSQL, as the migrations leave it. */
export interface WorldDatabase {
  /** Empties it and writes the rows with which a world begins. */
  begin(rows: readonly SeedRow[]): Promise<void>
  /** One connection plays everybody, as only one of them acts at a time and whole transactions at that. */
  connection: Connection
  /** What is committed, seen from outside the world. */
  inspect(sql: string, parameters?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface Connection {
  run(sql: string, parameters: readonly unknown[]): Promise<Result>
  begin(): void
  commit(): Promise<unknown>
  rollback(): Promise<unknown>
}

interface Result {
  rows: Row[]
  changed: number
}

export type Row = Record<string, unknown>
export type SeedRow = { table: string; values: Row }

/** A database of its own on a server of the tests, dropped when closed. */
export async function openWorldDatabase(server: TestPostgres): Promise<WorldDatabase> {
  const name = `folio_world_${randomBytes(6).toString('hex')}`
  const owner = decodeURIComponent(new URL(server.url).username)
  const create = `CREATE DATABASE ${name} TEMPLATE ${server.template} OWNER "${owner}"`
  await execute(server.adminUrl, create)
  const client = await connect(withDatabase(server.url, name))
  const outside = await connect(withDatabase(server.url, name))
  const cleaner = await connect(withDatabase(server.adminUrl, name))
  const { empty, vacuum } = await cleaningOf(cleaner)
  let begun = 0
  return {
    connection: {
      run: (sql, parameters) => run(client, sql, parameters),
      // What fails is told by the next statement: both travel together.
      begin: () => void client.query('begin').catch(() => undefined),
      commit: () => client.query('commit'),
      rollback: () => client.query('rollback'),
    },
    begin: async (rows) => {
      await client.query('rollback')
      await cleaner.query(empty)
      begun += 1
      if (begun % WORLDS_PER_VACUUM === 0) await cleaner.query(vacuum)
      await Promise.all(rows.map((row) => insert(outside, row)))
    },
    inspect: async (sql, parameters = []) => (await run(outside, sql, parameters)).rows,
    close: async () => {
      for (const one of [client, outside, cleaner]) await one.end()
      await execute(server.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

const WORLDS_PER_VACUUM = 20
/** Above those that the rows of the beginning bring along. */
const FIRST_ID = 1000

/** Read from the database itself, so that no migration has to be known here; what those wrote stays. */
async function cleaningOf(cleaner: Client): Promise<{ empty: string; vacuum: string }> {
  const found = await cleaner.query<{ name: string; sequence: string | null }>(
    `select format('%I', table_name) as name, pg_get_serial_sequence(table_name, column_name) as sequence
     from information_schema.tables
     left join information_schema.columns using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const tables: string[] = []
  for (const name of new Set(found.rows.map((row) => row.name))) {
    const { rowCount } = await cleaner.query(`select from ${name} limit 1`)
    if (rowCount === 0) tables.push(name)
  }
  const sequences = found.rows.flatMap(({ sequence }) => sequence ?? [])
  return {
    empty: [
      // A table after the other, whichever hangs on whichever.
      'set session_replication_role = replica',
      ...tables.map((name) => `delete from ${name}`),
      ...sequences.map((sequence) => `select setval('${sequence}', ${FIRST_ID})`),
    ].join(';'),
    vacuum: `vacuum (skip_locked, truncate false) ${tables.join(', ')}`,
  }
}

async function insert(client: Client, row: SeedRow): Promise<void> {
  const { sql, parameters } = insertionOf(row)
  await run(client, sql, parameters)
}

export function insertionOf({ table, values }: SeedRow): { sql: string; parameters: unknown[] } {
  const names = Object.keys(values)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const places = names.map((_, index) => `$${index + 1}`).join(', ')
  const sql = `insert into "${table}" (${columns}) values (${places})`
  return { sql, parameters: Object.values(values) }
}

/** Plans are made once: a world asks the same few dozen statements over and over. */
const SETTINGS = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=iso_8601',
  'synchronous_commit=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
]

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'folio-worlds',
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser: valueParser },
    pipeline: true,
  })
  await client.connect()
  return client
}

const names = new Map<string, string>()

async function run(client: Client, sql: string, parameters: readonly unknown[]): Promise<Result> {
  const name = names.get(sql) ?? createHash('sha1').update(sql).digest('base64')
  names.set(sql, name)
  const { rows, rowCount } = await client.query<Row>({ name, text: sql, values: [...parameters] })
  return { rows, changed: rowCount ?? 0 }
}
