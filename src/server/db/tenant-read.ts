import type { Connection, FieldDef } from 'pg'
import { transactionMessage, type Parameter } from './bind-message.ts'
import { valueParser } from './value-parsers.ts'

/** One statement as every connection knows it by its name, which is never another's. */
export type Statement = { name: string; text: string }

export type Rows = Record<string, unknown>[]

/**
 * A query within one organisation's reach, on a pipelined connection that others use too: who reaches and what
 * is asked are one transaction of one packet, so that nothing of it is left for whoever comes next.
 */
export class TenantRead {
  readonly #asked: Asked
  readonly #ended: (error: unknown, rows: Rows) => void
  readonly #rows: Rows = []
  #telling: Known | undefined
  #known: Known | undefined
  #isTold = false
  #fault: unknown = undefined

  constructor(asked: Asked, ended: (error: unknown, rows: Rows) => void) {
    this.#asked = asked
    this.#ended = ended
  }

  send(connection: Connection): void {
    const { organisationId, statement, parameters } = this.#asked
    this.#telling = prepare(connection, TELL)
    this.#known = prepare(connection, statement)
    const message = transactionMessage([
      { statement: TELL.name, parameters: [organisationId ?? ''] },
      { statement: statement.name, parameters },
    ])
    connection.stream.write(message)
  }

  row(fields: (string | null)[]): void {
    // The first is the answer of being told.
    if (!this.#isTold || this.#fault !== undefined) return
    try {
      this.#rows.push(rowOf(this.#known?.columns ?? [], fields))
    } catch (error) {
      this.#fault = error
    }
  }

  describe(fields: FieldDef[]): void {
    if (this.#known === undefined) return
    this.#known.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: valueParser(dataTypeID),
    }))
  }

  complete(): void {
    this.#isTold = true
  }

  end(): void {
    this.#ended(this.#fault, this.#rows)
  }

  fail(error: unknown): void {
    for (const known of [this.#telling, this.#known]) if (known) known.isStale = true
    this.#ended(error, this.#rows)
  }
}

/** Null reaches no tenant's rows. */
export type Asked = {
  organisationId: number | null
  statement: Statement
  parameters: readonly Parameter[]
}

/** Until the transaction ends, that is until the packet's Sync. */
const TELL = {
  name: 'folio_reach',
  text: `select set_config('folio.organisation_id', $1, true)`,
}

type Column = { name: string; parse: (text: string) => unknown }

/** What a connection knows of a statement. After a failure it may no longer be what it was, or not be there. */
type Known = { columns: Column[]; isStale: boolean }

const statements = new WeakMap<Connection, Map<string, Known>>()

function prepare(connection: Connection, { name, text }: Statement): Known {
  const all = statements.get(connection) ?? new Map<string, Known>()
  const before = all.get(name)
  if (before !== undefined && !before.isStale) return before
  if (all.size === 0) statements.set(connection, all)
  if (before !== undefined) connection.close({ type: 'S', name }, true)
  connection.parse({ name, text, types: [] }, true)
  // What it answers to being told is never looked at.
  if (name !== TELL.name) connection.describe({ type: 'S', name }, true)
  const known = { columns: [], isStale: false }
  all.set(name, known)
  return known
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]) {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index]
    const text = fields[index]
    if (column) row[column.name] = text === null || text === undefined ? null : column.parse(text)
  }
  return row
}
