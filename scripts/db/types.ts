/**
 * Writes what is generated from the migrated database: src/server/db/schema.ts, its Kysely types, and
 * docs/schema.md, its picture; with --check it only says whether the files are what it would write. A
 * CHECK that lists a column's values becomes a union.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { formatted } from '../house/formatted.ts'
import { startTestPostgres, withDatabase } from '#server/db/test-postgres.ts'
import { pictureSource } from './picture.ts'

const typesPath = 'src/server/db/schema.ts'
const picturePath = 'docs/schema.md'

async function main(): Promise<void> {
  for (const [path, written] of await generatedFiles()) {
    const target = join(import.meta.dirname, '../..', path)
    if (!process.argv.includes('--check')) writeFileSync(target, written)
    else if (!existsSync(target) || readFileSync(target, 'utf8') !== written) {
      console.error(`${path} is not what the migrations say: npm run db:types`)
      process.exitCode = 1
    }
  }
}

async function generatedFiles(): Promise<Map<string, string>> {
  const { postgres, stop } = await startTestPostgres()
  const client = new Client({
    connectionString: withDatabase(postgres.adminUrl, postgres.template),
  })
  try {
    await client.connect()
    return new Map([
      [typesPath, await schemaSource(client)],
      [picturePath, await pictureSource(client)],
    ])
  } finally {
    await client.end()
    await stop()
  }
}

async function schemaSource(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(columnsQuery)
  return formatted(typesPath, sourceOf(rows))
}

type Column = {
  table_name: string
  name: string
  type: string
  is_array: boolean
  is_nullable: boolean
  has_default: boolean
  is_always: boolean
  checks: string[]
}

const columnsQuery = `
  SELECT c.relname AS table_name, a.attname AS name, coalesce(e.typname, t.typname) AS type,
         e.oid IS NOT NULL AS is_array, NOT a.attnotnull AS is_nullable,
         a.atthasdef OR a.attidentity = 'd' AS has_default,
         a.attidentity = 'a' OR a.attgenerated <> '' AS is_always,
         ARRAY(SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
               WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
               ORDER BY k.conname) AS checks
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
    AND NOT c.relispartition
  ORDER BY c.relname COLLATE "C", a.attnum`

function sourceOf(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table_name)
  const body = [...tables].map(([table, own]) => tableSource(table, own)).join('\n')
  const names = [...tables.keys()].map((table) => `${table}: ${tableType(table)}`).join('\n')
  const used = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) =>
    new RegExp(`\\b${name}<`).test(body),
  )
  return `// Written by scripts/db/types.ts from the migrated database: npm run db:types
    import type { ${used.join(', ')} } from 'kysely'

    export interface Schema { ${names} }

    ${body}`
}

function tableSource(table: string, columns: Column[]): string {
  const fields = columns.map((column) => `${column.name}: ${columnType(column)}`)
  return `export interface ${tableType(table)} { ${fields.join('\n')} }\n`
}

function tableType(table: string): string {
  const words = table.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Table`
}

function columnType(column: Column): string {
  const { select, write } = valueTypes(column)
  const orNull = column.is_nullable ? ' | null' : ''
  if (column.is_always) return `GeneratedAlways<${select}${orNull}>`
  if (select === write) {
    return column.has_default ? `Generated<${select}${orNull}>` : `${select}${orNull}`
  }
  const optional = column.has_default || column.is_nullable ? ' | undefined' : ''
  const read = select === 'unknown' ? select : `${select}${orNull}`
  return `ColumnType<${read}, ${write}${orNull}${optional}, ${write}${orNull}>`
}

/** What a read gives (see value-parsers.ts) and what a write takes. */
function valueTypes(column: Column): { select: string; write: string } {
  const found = typeNames.get(column.type)
  if (found === undefined) {
    throw new Error(`${column.table_name}.${column.name}: no type for ${column.type}`)
  }
  const [select, write = select] = found
  const union = column.checks.map(unionOf).find((values) => values !== undefined)
  if (column.is_array) return { select: `${select}[]`, write: `${write}[]` }
  return union === undefined ? { select, write } : { select: union, write: union }
}

type ReadAndWrite = [select: string, write?: string]

const typeNames = new Map<string, ReadAndWrite>([
  ['bool', ['boolean']],
  ...each(['int2', 'int4', 'int8', 'float4', 'float8'], 'number'),
  ...each(['text', 'varchar', 'bpchar', 'uuid', 'inet'], 'string'),
  ...each(['date', 'timestamptz', 'interval', 'numeric'], 'string'),
  ['bytea', ['Buffer', 'Uint8Array']],
  // JSON is written as text, because pg would turn a JavaScript array into a PostgreSQL array.
  ['json', ['unknown', 'string']],
  ['jsonb', ['unknown', 'string']],
])

function each(names: string[], type: string): [string, ReadAndWrite][] {
  return names.map((name) => [name, [type]])
}

/** The values of `CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))`, as a TypeScript union. */
function unionOf(check: string): string | undefined {
  const list = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.*)\]\)|([^()]*))\)\)(?: NOT VALID)?$/s.exec(
    check,
  )
  const values = (list?.[1] ?? list?.[2])?.split(', ').map(literalOf)
  return values?.every((value) => value !== undefined) ? values.join(' | ') : undefined
}

function literalOf(sql: string): string | undefined {
  const text = /^'([\w.-]+)'::text$/.exec(sql)?.[1]
  if (text !== undefined) return `'${text}'`
  return /^\(?'?(-?\d+)'?\)?(?:::\w+)?$/.exec(sql)?.[1]
}

await main()
