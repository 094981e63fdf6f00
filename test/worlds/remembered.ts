export type Row = Record<string, unknown>

export interface Result {
  rows: Row[]
  changed: number
}

/**
 * What a world has read and nobody has changed since: most looks of most passes find the tables as the last
 * look left them, and to ask again would be half of a world's cost. What depends on an instant is asked anew.
 */
export interface Memory {
  /** What this would read again; null: ask. */
  recall(sql: string, parameters: readonly unknown[]): Result | null
  /** Told of each statement that was run, and what it answered. */
  onRun(sql: string, parameters: readonly unknown[], result: Result): void
  isRead(sql: string): boolean
  /** The tables written since all was forgotten, or never: all that may have changed. */
  written(): Iterable<string>
  /** The world is another one. */
  forget(): void
  /** What was written is no longer so. */
  undo(): void
}

interface Statement {
  isRead: boolean
  tables: readonly string[]
}

interface Remembered {
  at: number
  result: Result
}

/** `tables` are all that there are: whichever a statement names, it reads or writes. */
export function createMemory(tables: ReadonlySet<string>): Memory {
  const statements = new Map<string, Statement>()
  const changedAt = new Map<string, number>()
  let known = new Map<string, Remembered>()
  let changes = 0

  function statementOf(sql: string): Statement {
    const seen = statements.get(sql)
    if (seen !== undefined) return seen
    const words = new Set(sql.match(/[a-z_]+/g))
    const made = {
      isRead: /^(select|with)\b/.test(sql) && !WRITES.test(sql),
      tables: [...words].filter((word) => tables.has(word)),
    }
    statements.set(sql, made)
    return made
  }

  /** Whatever has been read may be otherwise now. */
  function doubt(): void {
    known = new Map()
    changes += 1
  }

  return {
    isRead: (sql) => statementOf(sql).isRead,
    written: () => changedAt.keys(),
    forget: () => {
      changedAt.clear()
      doubt()
    },
    undo: doubt,
    recall: (sql, parameters) => {
      const key = keyOf(sql, parameters)
      const found = key === null ? undefined : known.get(key)
      if (found === undefined) return null
      const isOld = statementOf(sql).tables.some((name) => (changedAt.get(name) ?? 0) > found.at)
      return isOld ? null : copyOf(found.result)
    },
    onRun: (sql, parameters, result) => {
      const { isRead, tables: named } = statementOf(sql)
      if (!isRead) {
        changes += 1
        for (const name of named) changedAt.set(name, changes)
        // What hangs on a deleted row goes with it.
        if (/\bdelete\b/.test(sql)) doubt()
        return
      }
      const key = keyOf(sql, parameters)
      if (key !== null) known.set(key, { at: changes, result: copyOf(result) })
    },
  }
}

/** A lock says `for update`; whatever calls a function that does something is no mere read either. */
const WRITES =
  /\b(insert|delete|merge)\b|(?<!for |for no key )\bupdate\b|\b(pg_advisory\w*|set_config|setval|nextval|pg_notify|now|random)\(/
const INSTANT = /^\d{4}-\d\d-\d\dT/

/** Null: never asked twice alike. */
function keyOf(sql: string, parameters: readonly unknown[]): string | null {
  let key = sql
  for (const value of parameters) {
    if (value instanceof Uint8Array) return null
    if (typeof value === 'string' && INSTANT.test(value)) return null
    key += typeof value === 'string' ? `\0${value}` : `\0\0${JSON.stringify(value)}`
  }
  return key
}

/** Whoever is answered may change the rows, not what is in them. */
function copyOf({ rows, changed }: Result): Result {
  return { rows: rows.map((row) => ({ ...row })), changed }
}
