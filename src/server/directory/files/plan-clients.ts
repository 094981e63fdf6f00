import { rut, type Rut } from '#domain/rut.ts'
import { MOST_PARTS } from '../../parties/client-parts.ts'
import { MOST_CLIENTS } from '../../parties/client-store.ts'
import { compareField, type FieldChange, type FieldRead, type Findings } from './findings.ts'
import { planParts, type PartWrites } from './plan-addresses.ts'
import { cellOf, type ReadRow } from './read-file.ts'
import type { StoredClient } from './stored.ts'

export interface ClientWrite {
  /** Null: a new one. */
  clientId: number | null
  rut: Rut
  name: string
  isRenamed: boolean
  dueDays: number | null
  changesDueDays: boolean
  parts: PartWrites
}

/** One for each address and each activity that a client may have: more say something twice. */
export const MAX_ROWS_OF_CLIENT = 2 * MOST_PARTS

const NONE = { addresses: [], activities: [] }

/** What the rows would write; rows with one RUT are one client with more addresses and activities. */
export function planClients(
  rows: readonly ReadRow[],
  stored: ReadonlyMap<Rut, StoredClient>,
  findings: Findings,
): ClientWrite[] {
  const writes: ClientWrite[] = []
  let room = MOST_CLIENTS - stored.size
  for (const [of, group] of Map.groupBy(rows, (row) => rutOf(row, findings))) {
    if (of === null) continue
    const over = group[MAX_ROWS_OF_CLIENT]
    if (over !== undefined) {
      const values = { limit: MAX_ROWS_OF_CLIENT, count: group.length }
      findings.addFault(over, 'rut', 'rowsOfClient', values)
      continue
    }
    const write = planClient(of, group, stored.get(of), findings)
    if (write === null) continue
    if (write.clientId === null) {
      if (room <= 0) {
        addToFirst(group, findings, 'clientsFull')
        continue
      }
      room -= 1
    }
    record(write, group, stored.get(of), findings, writes)
  }
  return writes
}

function addToFirst(group: readonly ReadRow[], findings: Findings, cause: 'clientsFull'): void {
  const [row] = group
  if (row !== undefined) findings.addFault(row, 'rut', cause, { limit: MOST_CLIENTS })
}

/** Null where the cell says none, which is said at it. */
export function rutOf(row: ReadRow, findings: Findings): Rut | null {
  const cell = cellOf(row, 'rut')
  if (cell.cell === null) {
    findings.addMissing(row, 'rut')
    return null
  }
  if (cell.read.kind === 'value') return rut(cell.read.value)
  if (cell.read.kind === 'fault') findings.addFault(row, 'rut', cell.read.cause, cell.read.values)
  else findings.addMissing(row, 'rut')
  return null
}

function planClient(
  of: Rut,
  rows: readonly ReadRow[],
  stored: StoredClient | undefined,
  findings: Findings,
): ClientWrite | null {
  const name = agreed(rows, 'name', stored?.name ?? null, findings)
  const days = stored?.dueDays ?? null
  const dueDays = agreed(rows, 'dueDays', days === null ? null : String(days), findings)
  const parts = planParts(rows, stored ?? NONE, findings)
  const isNamed = name.kind === 'other' && mayName(rows, stored, findings)
  const [first] = rows
  if (stored === undefined && name.kind === 'same' && first !== undefined) {
    findings.addMissing(first, 'name')
    return null
  }
  if (name.kind === 'fault' || dueDays.kind === 'fault' || parts.isFaulty) return null
  if (name.kind === 'other' && !isNamed) return null
  return {
    clientId: stored?.id ?? null,
    rut: of,
    name: name.kind === 'other' ? name.value : (stored?.name ?? ''),
    isRenamed: isNamed && stored !== undefined,
    dueDays: dueDays.kind === 'other' ? Number(dueDays.value) : days,
    changesDueDays: dueDays.kind === 'other',
    parts,
  }
}

/** A name that the SII gave stays: what is issued must bear that one. */
function mayName(
  rows: readonly ReadRow[],
  stored: StoredClient | undefined,
  findings: Findings,
): boolean {
  if (stored === undefined || stored.nameIsWritten) return true
  const row = rows.find((one) => cellOf(one, 'name').cell !== null)
  if (row !== undefined) findings.addFault(row, 'name', 'nameOfTheSii', { name: stored.name })
  return false
}

/** What all rows that say it say alike. */
function agreed(
  rows: readonly ReadRow[],
  role: 'name' | 'dueDays',
  stored: string | null,
  findings: Findings,
): FieldRead {
  let said: { read: FieldRead; row: ReadRow } | undefined
  for (const row of rows) {
    const read = compareField(row, role, stored, findings)
    if (read.kind === 'fault') return read
    if (cellOf(row, role).cell === null) continue
    said ??= { read, row }
    if (textOf(read) === textOf(said.read)) continue
    const first = cellOf(said.row, role).value
    findings.addFault(row, role, 'differsBelow', { row: said.row.row, first })
    return { kind: 'fault' }
  }
  return said?.read ?? { kind: 'same' }
}

function textOf(read: FieldRead): string | null {
  return read.kind === 'other' ? read.value : null
}

function record(
  write: ClientWrite,
  rows: readonly ReadRow[],
  stored: StoredClient | undefined,
  findings: Findings,
  writes: ClientWrite[],
): void {
  const fields = fieldsOf(write, stored)
  if (stored !== undefined && fields.length === 0) {
    findings.count('clients', 'unchanged')
    return
  }
  const [row] = rows
  if (row === undefined) return
  writes.push(write)
  findings.addChange({
    sheet: row.sheet.name,
    kind: 'clients',
    row: row.row,
    isNew: stored === undefined,
    identifier: write.rut,
    name: write.name,
    fields,
  })
}

function fieldsOf(write: ClientWrite, stored: StoredClient | undefined): FieldChange[] {
  const { isRenamed, changesDueDays, dueDays, name, parts } = write
  const named: FieldChange[] =
    isRenamed && stored !== undefined ? [{ role: 'name', before: stored.name, after: name }] : []
  const before = stored?.dueDays ?? null
  const days: FieldChange[] = changesDueDays
    ? [{ role: 'dueDays', before: before === null ? null : String(before), after: String(dueDays) }]
    : []
  return [...named, ...days, ...parts.fields]
}
