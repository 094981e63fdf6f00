import type { UploadRole } from '#domain/upload.ts'
import { textCell, type Cell, type Table } from '../sheets/table.ts'
import type { TypedCells } from './judge/result.ts'

/** A cell that a person typed, also one of a column or a row that the file doesn't have. */
export interface TypedCell {
  row: number
  role: UploadRole
  text: string
}

export interface Corrections {
  typed: readonly TypedCell[]
  removed: readonly number[]
}

export interface CorrectedTable {
  /** Without the rows that were taken out, with those that were added. */
  table: Table
  typed: TypedCells
}

/**
 * The table as a person corrected it; the file stays as it is. A typed text is read as that of a csv is: no number is
 * guessed. What is typed above the headings' row is left out.
 */
export function correctTable(
  table: Table,
  headerRow: number,
  corrections: Corrections,
): CorrectedTable {
  const typed = typedCells(headerRow, corrections)
  const removed = new Set(corrections.removed.filter((row) => row > headerRow))
  if (typed.size === 0 && removed.size === 0) return { table, typed }
  const rows = withAdded(table, typed).filter(({ row }) => !removed.has(row))
  return { table: { ...table, rows }, typed }
}

/** The table's rows and those that have typed cells alone, in their order. */
export function withAdded({ rows }: Table, typed: TypedCells): Table['rows'] {
  const there = new Set(rows.map(({ row }) => row))
  const added = [...typed.keys()].filter((row) => !there.has(row))
  if (added.length === 0) return rows
  return [...rows, ...added.map((row) => ({ row, cells: [] }))].toSorted((a, b) => a.row - b.row)
}

function typedCells(headerRow: number, { typed }: Corrections): TypedCells {
  const byRow = new Map<number, Map<UploadRole, Cell>>()
  for (const { row, role, text } of typed) {
    if (row <= headerRow) continue
    const cells = byRow.get(row) ?? new Map<UploadRole, Cell>()
    byRow.set(row, cells.set(role, textCell(text)))
  }
  return byRow
}
