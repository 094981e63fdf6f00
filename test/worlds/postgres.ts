import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { valueParser } from '#server/db/value-parsers.ts'
import { insertOf, type Connection, type Result, type WorldDatabase } from './database.ts'

/** The real database. One connection plays everybody, as only one of them acts at a time. */
export async function openPostgres(url: string): Promise<WorldDatabase> {
  const client = await connect(url)
  const outside = await connect(url)
  const { rows } = await outside.query<{ sequence: string }>(
    `select pg_get_serial_sequence(table_name, column_name) as sequence
     from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  )
  // Everything of a tenant goes with its organisation.
  const empty = [
    'begin',
    'delete from organisation',
    'delete from portal_person',
    ...rows.map(({ sequence }) => `select setval('${sequence}', ${FIRST_ID})`),
  ].join(';')
  const connection: Connection = {
    run: (sql, parameters) => run(client, sql, parameters),
    begin: () => client.query('begin'),
    commit: () => client.query('commit'),
    rollback: () => client.query('rollback'),
  }
  return {
    begin: async (seeds) => {
      await connection.rollback()
      await outside.query(empty)
      for (const seed of seeds) {
        const { sql, parameters } = insertOf(seed)
        await run(outside, sql, parameters)
      }
      await outside.query('commit')
    },
    connect: () => connection,
    inspect: async (sql, parameters = []) => (await run(outside, sql, parameters)).rows,
    close: async () => {
      await client.end()
      await outside.end()
    },
  }
}

/** Above those that the rows of the beginning bring along. */
const FIRST_ID = 1000

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'folio-worlds',
    options: '-c timezone=UTC -c datestyle=ISO -c synchronous_commit=off',
    types: { getTypeParser: valueParser },
  })
  await client.connect()
  return client
}

/** Prepared once by name: a world asks the same few dozen statements over and over. */
async function run(client: Client, sql: string, parameters: readonly unknown[]): Promise<Result> {
  const { rows, rowCount } = await client.query<Result['rows'][number]>({
    name: createHash('sha1').update(sql).digest('base64'),
    text: sql,
    values: [...parameters],
  })
  return { rows, changed: rowCount ?? 0 }
}
