import type { Day } from '#domain/day.ts'

/**
 * What a cell holds, as its file says it; null for an empty one. A text is no number yet, and what a formula shows is
 * no value: it may be stale.
 */
export type Cell = string | number | { kind: 'day'; day: Day } | FormulaCell | null

export interface FormulaCell {
  kind: 'formula'
  shown: string
}

export interface SheetRow {
  /** As Excel numbers it, from 1. */
  row: number
  cells: readonly Cell[]
}

/** Cells merged over several rows; those merged within a row do no harm and are left out. Columns from 0, ends included. */
export interface TallMerge {
  fromRow: number
  toRow: number
  fromColumn: number
  toColumn: number
}

/** One sheet of a file, or the whole of a file that has no sheets; rows without a value are left out. */
export interface Table {
  name: string
  rows: SheetRow[]
  merges: TallMerge[]
}

export const MAX_FILE_BYTES = 5 * 1024 * 1024
/** Of all sheets together. */
export const MAX_ROWS = 20_000
export const MAX_COLUMNS = 60
/** A cell of a later merge is reported as missing instead of merged. */
export const MAX_MERGES = 1_000

/** Why a file is no statement. `oldExcel`: Excel's binary format of before 2007. */
export type Refusal =
  | 'empty'
  | 'tooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'encrypted'
  | 'oldExcel'
  | 'pdf'
  | 'notASheet'
  | 'damaged'

/** Thrown inside the room `file` alone: `readStatement` returns its reason. */
export class Refused extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(`A statement was refused: ${reason}`)
    this.reason = reason
  }
}

/** Collects the rows of all sheets of a file under one limit. */
export class RowCounter {
  #left = MAX_ROWS

  /** Null for a row without a value. Throws `Refused` past the limits of rows and columns. */
  take(row: number, cells: Cell[]): SheetRow | null {
    const width = cells.findLastIndex((cell) => cell !== null) + 1
    if (width === 0) return null
    if (width > MAX_COLUMNS) throw new Refused('tooManyColumns')
    this.#left -= 1
    if (this.#left < 0) throw new Refused('tooManyRows')
    return { row, cells: width === cells.length ? cells : cells.slice(0, width) }
  }
}

/** A text as a cell: null when there is nothing to read in it. */
export function textCell(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : trimmed
}

/** The cell's text for a fault. */
export function shownCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return cell.kind === 'day' ? cell.day : cell.shown
  return String(cell)
}

/** Whether a cell is empty because one above it is merged over it. */
export function isMergedAway(table: Table, row: number, column: number): boolean {
  return table.merges.some(
    (merge) =>
      row > merge.fromRow &&
      row <= merge.toRow &&
      column >= merge.fromColumn &&
      column <= merge.toColumn,
  )
}
