import { createHash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import { execute, withDatabase, type TestPostgres } from '#server/db/test-postgres.ts'
import { readMigratedTables, resetStatements } from '#server/db/test-reset.ts'
import { valueParser } from '#server/db/value-parsers.ts'
import { createMemory, type Memory, type Result, type Row } from './remembered.ts'

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
  commit(): Promise<void>
  rollback(): Promise<void>
}

export type SeedRow = { table: string; values: Row }

/** A database of its own on a server of the tests, dropped when closed. */
export async function openWorldDatabase(server: TestPostgres): Promise<WorldDatabase> {
  // The process is part of the name, because the random part is the same in each run.
  const name = `folio_world_${process.pid}_${randomBytes(6).toString('hex')}`
  const owner = decodeURIComponent(new URL(server.url).username)
  const create = `CREATE DATABASE ${name} TEMPLATE ${server.template} OWNER "${owner}"`
  await execute(server.adminUrl, create)
  const client = await connect(withDatabase(server.url, name))
  const outside = await connect(withDatabase(server.url, name))
  // A table after the other, whichever hangs on whichever.
  const cleaner = await connect(
    withDatabase(server.adminUrl, name),
    'session_replication_role=replica',
  )
  const tables = new Map((await readMigratedTables(cleaner)).map((one) => [one.bare, one]))
  const memory = createMemory(new Set(tables.keys()))
  const doubts = { isChecking: false }
  const { isAtWork, ...connection } = connectionOf(client, memory, doubts)
  let begun = 0
  return {
    connection,
    begin: async (rows) => {
      await connection.rollback()
      begun += 1
      doubts.isChecking = begun % WORLDS_PER_CHECK === 0
      const written = begun === 1 ? tables.keys() : [...memory.written(), ...WRITTEN_BY_TRIGGERS]
      const touched = [...written].flatMap((table) => tables.get(table) ?? [])
      const insertions = insertionsOf(rows)
      await atOnce(cleaner, [
        ...resetStatements(touched, FIRST_ID).map((sql) => ({ sql, parameters: [] })),
        // Now and then the rows themselves are looked at: whether what they refer to is there.
        ...(doubts.isChecking ? [] : insertions),
      ])
      if (doubts.isChecking) await atOnce(outside, insertions)
      if (begun % WORLDS_PER_VACUUM === 0) await cleaner.query(VACUUM)
      memory.forget()
      for (const { sql, parameters } of insertions) memory.onWrite(sql, parameters)
    },
    inspect: async (sql, parameters = []) => {
      if (isAtWork()) return (await run(outside, sql, parameters)).rows
      return (await read(outside, { memory, doubts, sql, parameters })).rows
    },
    close: async () => {
      for (const one of [client, outside, cleaner]) await one.end()
      await execute(server.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** No statement names them. */
const WRITTEN_BY_TRIGGERS = ['delivery', 'receivable', 'charge', 'reminder_mute', 'match_request']

/** Of so many worlds one asks again whatever it remembers, and fails where the two answers differ. */
const WORLDS_PER_CHECK = 25

interface Doubts {
  isChecking: boolean
}

/** A transaction begins with its first write: nobody else is there whom a lock could keep out. */
function connectionOf(
  client: Client,
  memory: Memory,
  doubts: Doubts,
): Connection & { isAtWork(): boolean } {
  let state: 'none' | 'wanted' | 'open' = 'none'

  async function end(how: 'commit' | 'rollback'): Promise<void> {
    const wasOpen = state === 'open'
    state = 'none'
    if (!wasOpen) return
    await client.query(how)
    if (how === 'rollback') memory.undo()
  }

  async function write(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (state !== 'wanted') return run(client, sql, parameters)
    state = 'open'
    // Both travel in one packet; what fails is told by the second.
    const { stream } = client.connection
    stream.cork()
    client.query('begin').catch(() => undefined)
    const result = run(client, sql, parameters)
    stream.uncork()
    return result
  }

  return {
    isAtWork: () => state === 'open',
    run: async (sql, parameters) => {
      if (memory.isRead(sql)) return read(client, { memory, doubts, sql, parameters })
      memory.onWrite(sql, parameters)
      return write(sql, parameters)
    },
    begin: () => {
      state = 'wanted'
    },
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  }
}

interface Question {
  memory: Memory
  doubts: Doubts
  sql: string
  parameters: readonly unknown[]
}

async function read(client: Client, question: Question): Promise<Result> {
  const { memory, doubts, sql, parameters } = question
  const known = memory.recall(sql, parameters)
  if (known !== null && !doubts.isChecking) return known
  const remember = memory.onRead(sql, parameters)
  const result = await run(client, sql, parameters)
  if (known !== null && !isDeepStrictEqual(plain(result), plain(known))) {
    throw new Error(`It was remembered wrongly: ${sql}`)
  }
  remember(result)
  return result
}

/** Rows of the driver have a prototype of their own. */
function plain({ rows }: Result): Row[] {
  return rows.map((row) => ({ ...row }))
}

const WORLDS_PER_VACUUM = 20
const VACUUM = 'vacuum (skip_locked, truncate false)'
/** Above those that the rows of the beginning bring along. */
const FIRST_ID = 1001

interface Statement {
  sql: string
  parameters: unknown[]
}

/** One transaction, and one packet. */
async function atOnce(client: Client, statements: readonly Statement[]): Promise<void> {
  const { stream } = client.connection
  stream.cork()
  const sent = [
    client.query('begin'),
    ...statements.map(({ sql, parameters }) => run(client, sql, parameters)),
    client.query('commit'),
  ]
  stream.uncork()
  await Promise.all(sent)
}

/** One statement for each table; the rows of one have the same columns. */
export function insertionsOf(rows: readonly SeedRow[]): Statement[] {
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return [...byTable].map(([table, own]) =>
    insertionOf(
      table,
      own.map(({ values }) => values),
    ),
  )
}

function insertionOf(table: string, rows: readonly Row[]): Statement {
  const names = Object.keys(rows[0] ?? {})
  const columns = names.map((name) => `"${name}"`).join(', ')
  const places = rows.map(
    (_, row) => `(${names.map((_name, at) => `$${row * names.length + at + 1}`).join(', ')})`,
  )
  const sql = `insert into "${table}" (${columns}) values ${places.join(', ')}`
  return { sql, parameters: rows.flatMap((row) => names.map((name) => row[name])) }
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

async function connect(url: string, ...more: string[]): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'folio-worlds',
    options: [...SETTINGS, ...more].map((setting) => `-c ${setting}`).join(' '),
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
