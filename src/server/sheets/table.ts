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

/** Cells merged into one, of which the first alone has a value. Columns from 0, ends included. */
export interface Merge {
  fromRow: number
  toRow: number
  fromColumn: number
  toColumn: number
}

/** One sheet of a file, or the whole of a file that has no sheets; rows without a value are left out. */
export interface Table {
  name: string
  rows: SheetRow[]
  /** Over several rows; of a file that is read strictly within a row, too. */
  merges: Merge[]
  /** Rows with a value that the file doesn't show. */
  hiddenRows: number[]
  /** Of a text with delimiters: which one, and by row how many fields it has, empty ones too. */
  fields: { delimiter: string; counts: ReadonlyMap<number, number> } | null
}

/** What a file may have at most, all its sheets together, and what it may not have at all. */
export interface SheetLimits {
  fileBytes: number
  /** Of all parts that are read: the size that an archive claims is not trusted. */
  unpackedBytes: number
  /** Rows with a value. */
  rows: number
  /** Rows that the file writes down, empty ones too; a row's number is within it. */
  writtenRows: number
  columns: number
  /** Cells that the file writes down, empty ones too. */
  cells: number
  /** Texts that cells share. */
  sharedTexts: number
  /** Of all texts together: each that cells share once, and those that stand in their cells. */
  textCharacters: number
  /** Refuse macros, links to other files and definitions of entities, and a name that says another type of file. */
  isStrict: boolean
}

/** More are refused where the file is read strictly; else a cell of a later one is missing instead of merged. */
export const MAX_MERGES = 1_000
/** Excel's own limit of a cell. */
export const MAX_CELL_CHARACTERS = 32_767

/** Why a file is not read. `oldExcel`: Excel's binary format of before 2007. */
export type SheetRefusal =
  | 'empty'
  | 'tooLarge'
  | 'unpackedTooLarge'
  | 'tooManyParts'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'tooManyCells'
  | 'tooManyTexts'
  | 'tooManyMerges'
  | 'encrypted'
  | 'oldExcel'
  | 'pdf'
  | 'notASheet'
  | 'damaged'
  | 'macros'
  | 'externalLinks'
  | 'entities'
  | 'wrongExtension'

/** Thrown while a file is read: `readSheets` returns its reason. */
export class Refused extends Error {
  readonly reason: SheetRefusal

  constructor(reason: SheetRefusal) {
    super(`A file was refused: ${reason}`)
    this.reason = reason
  }
}

/** Counts what all sheets of a file have, under one limit for each. */
export class RowCounter {
  readonly #limits: SheetLimits
  #rows = 0
  #written = 0
  #cells = 0
  #characters = 0

  constructor(limits: SheetLimits) {
    this.#limits = limits
  }

  /** Null for a row without a value. Throws `Refused` past the limits of rows and columns. */
  take(row: number, cells: Cell[]): SheetRow | null {
    const width = cells.findLastIndex((cell) => cell !== null) + 1
    if (width === 0) return null
    if (width > this.#limits.columns) throw new Refused('tooManyColumns')
    this.#rows += 1
    if (this.#rows > this.#limits.rows) throw new Refused('tooManyRows')
    return { row, cells: width === cells.length ? cells : cells.slice(0, width) }
  }

  /** A row that is written down, before it is known whether it has a value. */
  countWritten(row: number): void {
    this.#written += 1
    const { writtenRows } = this.#limits
    if (this.#written > writtenRows || row > writtenRows) throw new Refused('tooManyRows')
  }

  countCell(): void {
    this.#cells += 1
    if (this.#cells > this.#limits.cells) throw new Refused('tooManyCells')
  }

  countCharacters(count: number): void {
    this.#characters += count
    if (this.#characters > this.#limits.textCharacters) throw new Refused('tooManyTexts')
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

/** Whether a cell is empty because one above it or beside it is merged over it. */
export function isMergedAway(
  { merges }: { merges: readonly Merge[] },
  row: number,
  column: number,
): boolean {
  return merges.some(
    (merge) =>
      row >= merge.fromRow &&
      row <= merge.toRow &&
      column >= merge.fromColumn &&
      column <= merge.toColumn &&
      (row !== merge.fromRow || column !== merge.fromColumn),
  )
}

const LETTERS = 26

/** As Excel calls the column of that place: A to Z, then AA. */
export function columnName(column: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (column % LETTERS))
  const before = Math.floor(column / LETTERS)
  return before === 0 ? last : columnName(before - 1) + last
}
