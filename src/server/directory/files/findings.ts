import type { FaultValues } from '#domain/upload.ts'
import type { FaultCause, ReadCell } from './cells.ts'
import type { Role, SheetKind } from './columns.ts'
import { cellOf, type ReadRow } from './read-file.ts'

export interface Fault {
  sheet: string
  kind: SheetKind
  row: number
  role: Role
  /** From 0; null where the file has no such column. */
  column: number | null
  value: string
  cause: FaultCause
  values: FaultValues
}

export interface FieldChange {
  role: Role
  /** Null: there was nothing. */
  before: string | null
  after: string
  /** Of a price, that of each. */
  currencies?: { before: 'CLP' | 'UF'; after: 'CLP' | 'UF' }
}

/** What a row of the file brings, for a person to see before it is done. */
export interface Change {
  sheet: string
  kind: SheetKind
  row: number
  isNew: boolean
  /** A RUT or a code, and a name. */
  identifier: string
  name: string
  fields: FieldChange[]
}

export interface Count {
  added: number
  changed: number
  unchanged: number
}

/** A file of mistakes alone has more than anybody reads: the rest is counted. */
const MAX_FAULTS = 5_000

/** Collects what a file would change, and what is wrong at which cell. */
export class Findings {
  readonly changes: Change[] = []
  readonly faults: Fault[] = []
  readonly counts: Partial<Record<SheetKind, Count>> = {}
  faultCount = 0

  addFault(row: ReadRow, role: Role, cause: FaultCause, values: FaultValues = {}): void {
    this.faultCount += 1
    if (this.faults.length >= MAX_FAULTS) return
    const { column, value } = cellOf(row, role)
    const { kind, name: sheet, columns } = row.sheet
    const at = { sheet, kind, row: row.row, role, column: column ?? columns[role] ?? null }
    this.faults.push({ ...at, value, cause, values })
  }

  /** What isn't there: because a cell above is merged over it, or because nobody wrote it. */
  addMissing(row: ReadRow, role: Role): void {
    this.addFault(row, role, cellOf(row, role).isMerged ? 'mergedCell' : 'missing')
  }

  addChange(change: Change): void {
    this.count(change.kind, change.isNew ? 'added' : 'changed')
    this.changes.push(change)
  }

  count(kind: SheetKind, what: keyof Count): void {
    const counted = (this.counts[kind] ??= { added: 0, changed: 0, unchanged: 0 })
    counted[what] += 1
  }
}

/** What a cell says of a field. `same`: it is empty, or says what is stored. */
export type FieldRead = { kind: 'same' } | { kind: 'other'; value: string } | { kind: 'fault' }

/**
 * Compares a cell with what is stored before anything is asked of it, because what was exported comes back as it is,
 * whatever it is. An empty cell changes nothing.
 */
export function compareField(
  row: ReadRow,
  role: Role,
  stored: string | null,
  findings: Findings,
  read: (cell: ReadCell) => ReadCell['read'] = (cell) => cell.read,
): FieldRead {
  const cell = cellOf(row, role)
  if (cell.cell === null) {
    if (!cell.isMerged) return { kind: 'same' }
    findings.addFault(row, role, 'mergedCell')
    return { kind: 'fault' }
  }
  if (isText(cell) && stored !== null && tidy(cell.text) === tidy(stored)) return { kind: 'same' }
  const found = read(cell)
  if (found.kind === 'fault') {
    findings.addFault(row, role, found.cause, found.values)
    return { kind: 'fault' }
  }
  if (found.kind === 'none' || found.value === stored) return { kind: 'same' }
  return { kind: 'other', value: found.value }
}

/** What a formula shows is no value. */
function isText({ cell }: ReadCell): boolean {
  return typeof cell === 'string' || typeof cell === 'number'
}

/** As a cell can hold it: without control characters, one space for all that are beside each other. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
}
