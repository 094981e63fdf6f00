import { msOf } from '#server/clock.ts'

export type Row = Record<string, unknown>

export interface Result {
  rows: Row[]
  changed: number
}

/**
 * What a world has read and nobody has changed since: most looks of most passes find the tables as the last
 * look left them, and to ask again would be half of a world's cost. What compares its rows with an instant is
 * asked anew once any instant that was ever written has gone by meanwhile: instants come from the clock, and no
 * statement reckons with them.
 */
export interface Memory {
  /** What this would read again; null: ask. */
  recall(sql: string, parameters: readonly unknown[]): Result | null
  /** Told of each change before it is asked for: whatever is asked after it may find it done. */
  onWrite(sql: string, parameters: readonly unknown[]): void
  /** Told of each read as it is asked, and then what it answered. */
  onRead(sql: string, parameters: readonly unknown[]): (result: Result) => void
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
  /** It reads the database's clock, or what triggers write: the answer may be another one each time. */
  isOfItsMoment: boolean
  tables: readonly string[]
}

interface Remembered {
  at: number
  instants: readonly number[]
  result: Result
}

/** `key` is the same whatever the instants are. */
interface Question {
  key: string
  instants: readonly number[]
}

/** `tables` are all that there are: whichever a statement names, it reads or writes. */
export function createMemory(tables: ReadonlySet<string>): Memory {
  const statements = new Map<string, Statement>()
  const changedAt = new Map<string, number>()
  let known = new Map<string, Remembered>()
  let changes = 0
  let doubtedAt = 0
  /** By table all instants that stand in it, and more. */
  const written = new Map<string, Set<number>>()

  function statementOf(sql: string): Statement {
    const seen = statements.get(sql)
    if (seen !== undefined) return seen
    const words = new Set(sql.match(/[a-z_]+/g))
    const made = {
      isRead: /^(select|with)\b/.test(sql) && !WRITES.test(sql),
      isOfItsMoment: [...words].some((word) => OF_ITS_MOMENT.has(word)),
      tables: [...words].filter((word) => tables.has(word)),
    }
    statements.set(sql, made)
    return made
  }

  /** Whatever has been read may be otherwise now. */
  function doubt(): void {
    known = new Map()
    changes += 1
    doubtedAt = changes
  }

  /** Whether an instant of these tables may lie between. */
  function hasPassed(
    tables: readonly string[],
    from: readonly number[],
    to: readonly number[],
  ): boolean {
    return to.some((instant, place) => {
      const before = from[place] ?? 0
      const [least, most] = before < instant ? [before, instant] : [instant, before]
      return (
        least < most &&
        tables.some((name) => {
          for (const one of written.get(name) ?? []) if (least <= one && one <= most) return true
          return false
        })
      )
    })
  }

  return {
    isRead: (sql) => statementOf(sql).isRead,
    written: () => changedAt.keys(),
    forget: () => {
      changedAt.clear()
      written.clear()
      doubt()
    },
    undo: doubt,
    recall: (sql, parameters) => {
      const question = questionOf(sql, parameters)
      const found = question === null ? undefined : known.get(question.key)
      if (question === null || found === undefined) return null
      const { tables: named, isOfItsMoment } = statementOf(sql)
      if (isOfItsMoment) return null
      const isOld = named.some((name) => (changedAt.get(name) ?? 0) > found.at)
      if (isOld || hasPassed(named, found.instants, question.instants)) return null
      return copyOf(found.result)
    },
    onWrite: (sql, parameters) => {
      const { tables: named } = statementOf(sql)
      const instants = instantsIn(parameters)
      changes += 1
      for (const name of named) {
        changedAt.set(name, changes)
        const own = written.get(name) ?? new Set()
        written.set(name, own)
        for (const instant of instants) own.add(instant)
      }
      // What hangs on a deleted row goes with it.
      if (/\bdelete\b/.test(sql)) doubt()
    },
    onRead: (sql, parameters) => {
      const question = questionOf(sql, parameters)
      const at = changes
      return (result) => {
        if (question === null || at < doubtedAt) return
        const { key, instants } = question
        known.set(key, { at, instants, result: copyOf(result) })
      }
    },
  }
}

/** What triggers write: no statement says so. */
const OF_ITS_MOMENT = new Set(['clock_timestamp', 'receivable', 'reminder_mute', 'match_request'])

/** A lock says `for update`; whatever calls a function that does something is no mere read either. */
const WRITES =
  /\b(insert|delete|merge)\b|(?<!for |for no key )\bupdate\b|\b(pg_advisory\w*|set_config|setval|nextval|pg_notify|now|random)\(/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const INSTANTS = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** Null: never asked twice alike. */
function questionOf(sql: string, parameters: readonly unknown[]): Question | null {
  let key = sql
  const instants: number[] = []
  for (const value of parameters) {
    if (value instanceof Uint8Array) return null
    if (typeof value === 'string' && INSTANT.test(value)) {
      instants.push(msOf(value))
      key += '\0\0\0'
    } else key += typeof value === 'string' ? `\0${value}` : `\0\0${JSON.stringify(value)}`
  }
  return { key, instants }
}

function instantsIn(parameters: readonly unknown[]): number[] {
  return parameters.flatMap((value) => {
    if (Array.isArray(value)) return instantsIn(value)
    return typeof value === 'string' ? (value.match(INSTANTS) ?? []).map(msOf) : []
  })
}

/** Whoever is answered may change the rows, not what is in them. */
function copyOf({ rows, changed }: Result): Result {
  return { rows: rows.map((row) => ({ ...row })), changed }
}
