/** The tables as Mermaid diagrams for docs/schema.md, from the catalogue and the migrations' sections. */
import type { Client } from 'pg'
import { readMigrations } from '#server/db/migrate.ts'

type Table = { name: string; section: string; columns: Column[]; references: Reference[] }
/** `keys` has the letters of pg_constraint.contype: p, u, f. */
type Column = { name: string; type: string; keys: string }
type Reference = { target: string; columns: string[]; isOptional: boolean; isUnique: boolean }

export async function pictureSource(client: Client): Promise<string> {
  const sections = await readSections()
  const { rows } = await client.query<Omit<Table, 'section'>>(tablesQuery)
  const known = new Map(rows.map((row) => [row.name, row]))
  const tables = [...sections].flatMap(([name, section]) => {
    const row = known.get(name)
    return row === undefined ? [] : [{ ...row, section }]
  })
  const missing = rows.find(({ name }) => !sections.has(name) && name !== 'schema_migration')
  if (missing !== undefined) throw new Error(`${missing.name} stands below no section's heading`)
  const groups = Map.groupBy(tables, ({ section }) => section)
  return [
    introduction,
    overview(tables),
    ...[...groups].map(([section, own]) => sectionSource(section, own)),
  ].join('\n')
}

/** The section of each table, in the order of the files: `-- Rules ----…` above its `create table`. */
async function readSections(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { sql } of await readMigrations()) {
    let section: string | undefined
    for (const [, heading, table] of sql.matchAll(headingOrTable)) {
      if (heading !== undefined) section = heading
      else if (table !== undefined && section !== undefined) found.set(table, section)
    }
  }
  return found
}

const headingOrTable = /^-- ([A-Z]\w*) -{20,}$|^create table (\w+)/gim

const introduction = `# The tables

Written by scripts/db/types.ts from the migrated database: npm run db:types

One diagram per section of the [migrations](../src/server/db/migrations), which have all
columns and the reason of each table; here are only the columns of its keys. A table with organisation_id
belongs to an organisation: that line isn't drawn. An empty box is a table of another section.
`

/** Which section's tables refer to which other's. */
function overview(tables: Table[]): string {
  const sectionOf = new Map(tables.map(({ name, section }) => [name, section]))
  const arrows = tables.flatMap(({ section, references }) =>
    references
      .map(({ target }) => sectionOf.get(target))
      .filter((target) => target !== undefined && target !== section)
      .map((target) => `  ${section} --> ${target}`),
  )
  return mermaid('flowchart LR', [...new Set(arrows)])
}

function sectionSource(section: string, tables: Table[]): string {
  const boxes = tables.flatMap(({ name, columns }) => [
    `  ${name} {`,
    ...columns.map((column) => `    ${column.type} ${column.name} ${keyMarks(column)}`),
    '  }',
  ])
  const lines = tables.flatMap(({ name, references }) =>
    references.map(
      ({ target, columns, isOptional, isUnique }) =>
        `  ${name} ${isUnique ? '|o' : '}o'}--${isOptional ? 'o|' : '||'} ${target} : "${columns.join(', ')}"`,
    ),
  )
  return `## ${section}\n\n${mermaid('erDiagram', ['  direction LR', ...boxes, ...lines])}`
}

function keyMarks({ keys }: Column): string {
  const marks = ['p', 'u', 'f'].filter((kind) => keys.includes(kind))
  return marks.map((kind) => `${kind.toUpperCase()}K`).join(', ')
}

function mermaid(kind: string, lines: string[]): string {
  return ['```mermaid', kind, ...lines, '```', ''].join('\n')
}

const keyNames = `
  ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS part (attnum, place)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = part.attnum ORDER BY place)`

const columnsOfKeys = `
  SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
                                     'keys', keys.kinds)
                  ORDER BY a.attnum)
  FROM pg_attribute a
  CROSS JOIN LATERAL (
    SELECT string_agg(DISTINCT k.contype::text, '') AS kinds FROM pg_constraint k
    WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'f') AND a.attnum = ANY (k.conkey)
  ) keys
  WHERE a.attrelid = c.oid AND keys.kinds IS NOT NULL`

// Two rows with one value are impossible where a unique key lies within the reference's columns.
const referencesOf = `
  SELECT json_agg(json_build_object(
      'target', k.confrelid::regclass::text,
      'columns', array_remove(${keyNames}, 'organisation_id'),
      'isOptional', EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid
                            AND a.attnum = ANY (k.conkey) AND NOT a.attnotnull),
      'isUnique', EXISTS (SELECT FROM pg_constraint u WHERE u.conrelid = c.oid
                          AND u.contype IN ('p', 'u') AND u.conkey <@ k.conkey)
    ) ORDER BY k.conname COLLATE "C")
  FROM pg_constraint k
  WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> 'organisation'::regclass`

const tablesQuery = `
  SELECT c.relname AS name, coalesce((${columnsOfKeys}), '[]') AS columns,
         coalesce((${referencesOf}), '[]') AS references
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.relname COLLATE "C"`
