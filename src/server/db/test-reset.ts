import { escapeLiteral, type Client } from 'pg'

/** A table as the migrations leave it. */
export interface MigratedTable {
  /** Its name without quotes. */
  bare: string
  name: string
  sequences: string[]
  /** The rows that the migrations wrote, as a JSON array. */
  rows: string
}

/** All tables, read from a freshly migrated database, so that no migration has to be known here. */
export async function readMigratedTables(client: Client): Promise<MigratedTable[]> {
  const { rows: found } = await client.query<Omit<MigratedTable, 'rows'>>(
    `select table_name as bare, format('%I', table_name) as name,
       array_remove(array_agg(pg_get_serial_sequence(format('%I', table_name), column_name)), null) as sequences
     from information_schema.tables
     join information_schema.columns using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
     group by table_name order by table_name`,
  )
  const contents = found.map(
    ({ bare, name }) =>
      `select ${escapeLiteral(bare)} as bare, coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
  )
  const { rows } = await client.query<{ bare: string; rows: string }>(contents.join(' union all '))
  const rowsOf = new Map(rows.map((row) => [row.bare, row.rows]))
  return found.map((table) => ({ ...table, rows: rowsOf.get(table.bare) ?? NO_ROWS }))
}

const NO_ROWS = '[]'

export function hasMigratedRows({ rows }: MigratedTable): boolean {
  return rows !== NO_ROWS
}

/**
 * Creates a function that puts these tables back and returns how many rows it deleted: its connection plans them once, which
 * takes longer than they do.
 */
export function resetFunction(name: string, tables: readonly MigratedTable[]): string {
  const statements = resetStatements(tables, 1).map((sql) =>
    sql.startsWith('delete ')
      ? `${sql}; get diagnostics gone = row_count; deleted := deleted + gone`
      : sql.replace(/^select /, 'perform '),
  )
  return `create function ${name}() returns int language plpgsql as $reset$
    declare gone int; deleted int := 0;
    begin ${statements.join(';\n')}; return deleted; end $reset$`
}

/**
 * Statements that put these tables back to what the migrations left; new ids begin at `firstId`. They need
 * `session_replication_role=replica`, because the tables refer to each other.
 */
export function resetStatements(tables: readonly MigratedTable[], firstId: number): string[] {
  const sequences = tables.flatMap((table) => table.sequences)
  const names = sequences.map((one) => escapeLiteral(one)).join(', ')
  return [
    ...tables.map(({ name }) => `delete from ${name}`),
    `select setval(name::regclass, ${firstId}, false) from unnest(array[${names}]::text[]) as name`,
    ...tables.filter(hasMigratedRows).map(
      ({ name, rows }) =>
        `insert into ${name} overriding system value
           select * from jsonb_populate_recordset(null::${name}, ${escapeLiteral(rows)})`,
    ),
  ]
}
