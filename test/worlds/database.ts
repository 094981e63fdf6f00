/** What runs the statements of one world. */
export interface WorldDatabase {
  /** Empties it and writes the rows with which a world begins. */
  begin(rows: readonly SeedRow[]): Promise<void>
  /** A connection of its own for each transaction, or the one that all share when nothing overlaps. */
  connect(): Connection
  /** What is committed, seen from outside the world. */
  inspect(sql: string, parameters?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface Connection {
  run(sql: string, parameters: readonly unknown[]): Promise<Result> | Result
  begin(): Promise<unknown> | void
  commit(): Promise<unknown> | void
  rollback(): Promise<unknown> | void
}

export interface Result {
  rows: Row[]
  changed: number
}

export type Row = Record<string, unknown>
export type SeedRow = { table: string; values: Row }

/** The tables a world writes to, in an order in which they can be filled. */
export function insertOf({ table, values }: SeedRow): { sql: string; parameters: unknown[] } {
  const names = Object.keys(values)
  const places = names.map((_, index) => `$${index + 1}`)
  return {
    sql: `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${places.join(', ')})`,
    parameters: Object.values(values),
  }
}
