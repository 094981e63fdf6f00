import type { FaultValues, UploadFaultCause, UploadRole } from '#domain/upload.ts'
import {
  isMergedAway,
  type Cell,
  type Merge,
  type SheetRow,
  type Table,
} from '../../sheets/table.ts'
import { shownValue, type CellFault } from '../cells/cell-read.ts'
import type { TypedCells, UploadColumns, UploadFault } from './result.ts'

/** A file of mistakes alone has more than anybody reads: the rest is counted. */
export const MAX_FAULTS = 5_000

/** Collects what is wrong, each fault at the cell that a person mends. */
export class Faults {
  readonly list: UploadFault[] = []
  count = 0
  /** The rows that something is wrong with. */
  readonly rows = new Set<number>()
  readonly #columns: UploadColumns
  readonly #typed: TypedCells
  readonly #merges: ReadonlyMap<number, readonly Merge[]>

  constructor(table: Table, columns: UploadColumns, typed: TypedCells) {
    this.#columns = columns
    this.#typed = typed
    this.#merges = mergesByRow(table)
  }

  /** What a person typed, else the file's. */
  cellOf(row: SheetRow, role: UploadRole): Cell {
    if (this.#typed.size > 0) {
      const typed = this.#typed.get(row.row)?.get(role)
      if (typed !== undefined) return typed
    }
    const column = this.#columns[role]
    return column === undefined ? null : (row.cells[column] ?? null)
  }

  /** A cell that a person typed, if only to leave it empty, is no part of another. */
  isMerged(row: SheetRow, role: UploadRole): boolean {
    const merges = this.#merges.get(row.row)
    const column = this.#columns[role]
    if (merges === undefined || column === undefined) return false
    return !this.isTyped(row, role) && isMergedAway({ merges }, row.row, column)
  }

  isTyped(row: SheetRow, role: UploadRole): boolean {
    return this.#typed.get(row.row)?.has(role) === true
  }

  add(row: SheetRow, role: UploadRole, { cause, values }: CellFault): void {
    const column = this.#columns[role] ?? null
    const value = shownValue(this.cellOf(row, role))
    this.#add({ row: row.row, column, role, value, cause, values })
  }

  /** What stands where nothing is read. */
  addBeside(row: SheetRow, role: UploadRole, column: number, cause: UploadFaultCause): void {
    const value = shownValue(row.cells[column])
    this.#add({ row: row.row, column, role, value, cause, values: {} })
  }

  addMissing(row: SheetRow, role: UploadRole): void {
    this.addCause(row, role, 'missing')
  }

  addCause(
    row: SheetRow,
    role: UploadRole,
    cause: UploadFaultCause,
    values: FaultValues = {},
  ): void {
    this.add(row, role, { cause, values })
  }

  #add(fault: UploadFault): void {
    this.count += 1
    this.rows.add(fault.row)
    if (this.list.length < MAX_FAULTS) this.list.push(fault)
  }
}

function mergesByRow({ rows, merges }: Table): Map<number, Merge[]> {
  const byRow = new Map<number, Merge[]>()
  if (merges.length === 0) return byRow
  for (const { row } of rows) {
    const over = merges.filter(({ fromRow, toRow }) => row >= fromRow && row <= toRow)
    if (over.length > 0) byRow.set(row, over)
  }
  return byRow
}
