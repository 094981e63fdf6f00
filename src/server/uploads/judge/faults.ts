import type { FaultValues, UploadFaultCause, UploadRole } from '#domain/upload.ts'
import { isMergedAway, type Cell, type SheetRow, type Table } from '../../sheets/table.ts'
import { shownValue, type CellFault } from '../cells/cell-read.ts'
import type { UploadColumns, UploadFault } from './result.ts'

/** A file of mistakes alone has more than anybody reads: the rest is counted. */
export const MAX_FAULTS = 5_000

/** Collects what is wrong, each fault at the cell that a person mends. */
export class Faults {
  readonly list: UploadFault[] = []
  count = 0
  /** The rows that something is wrong with. */
  readonly rows = new Set<number>()
  readonly #table: Table
  readonly #columns: UploadColumns

  constructor(table: Table, columns: UploadColumns) {
    this.#table = table
    this.#columns = columns
  }

  cellOf(row: SheetRow, role: UploadRole): Cell {
    const column = this.#columns[role]
    return column === undefined ? null : (row.cells[column] ?? null)
  }

  isMerged(row: SheetRow, role: UploadRole): boolean {
    const column = this.#columns[role]
    if (column === undefined || this.#table.merges.length === 0) return false
    return isMergedAway(this.#table, row.row, column)
  }

  add(row: SheetRow, role: UploadRole, { cause, values }: CellFault): void {
    this.count += 1
    this.rows.add(row.row)
    if (this.list.length >= MAX_FAULTS) return
    const column = this.#columns[role] ?? null
    const value = shownValue(this.cellOf(row, role))
    this.list.push({ row: row.row, column, role, value, cause, values })
  }

  /** What isn't there: because a cell above is merged over it, or because nobody wrote it. */
  addMissing(row: SheetRow, role: UploadRole): void {
    const cause = this.isMerged(row, role) ? 'mergedCell' : 'missing'
    this.add(row, role, { cause, values: {} })
  }

  addCause(
    row: SheetRow,
    role: UploadRole,
    cause: UploadFaultCause,
    values: FaultValues = {},
  ): void {
    this.add(row, role, { cause, values })
  }
}
