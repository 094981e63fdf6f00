import type { UploadRole } from '#domain/upload.ts'
import type { UploadFault } from '#web/api/uploads.ts'
import type { Unsaved } from '../edits/corrections.ts'

export type RowFaults = ReadonlyMap<UploadRole, readonly UploadFault[]>
type RowTyped = Unsaved['cells'] extends ReadonlyMap<number, infer Row> ? Row : never

/** What the grid shows. The parts of a row stay the same value while nothing of the row changes. */
export interface GridData {
  /** Numbers of the sheet's rows, in the order in which they are shown. */
  rows: readonly number[]
  columns: readonly UploadRole[]
  /** Where each column's text stands among the cells of a row; -1 where no file and no person wrote one. */
  places: readonly number[]
  cellsOf(row: number): readonly string[]
  typedOf(row: number): RowTyped | undefined
  faultsOf(row: number): RowFaults | undefined
  editedOf(row: number): ReadonlySet<UploadRole> | undefined
  /** Of a document that was ordered: its cells are as they were issued. */
  isLocked(row: number): boolean
  /** Below the last row: what is written there adds rows. */
  firstNewRow: number
  maxRows: number
}

export function textAt(data: GridData, row: number, role: UploadRole): string {
  const typed = data.typedOf(row)?.get(role)
  if (typed !== undefined) return typed.change.shown
  return data.cellsOf(row)[data.places[data.columns.indexOf(role)] ?? -1] ?? ''
}

/** Pixels of each column. */
export const COLUMN_WIDTHS: Readonly<Record<UploadRole, number>> = {
  group: 110,
  kind: 150,
  rut: 124,
  name: 220,
  giro: 180,
  street: 220,
  commune: 140,
  city: 120,
  withholder: 120,
  ufDate: 180,
  dueDay: 120,
  serviceMonth: 130,
  sendEmail: 120,
  to: 220,
  cc: 180,
  ownId: 110,
  code: 100,
  description: 260,
  quantity: 90,
  price: 120,
  currency: 90,
}

/** Pixels of the numbers of the rows. */
export const ROW_HEAD_WIDTH = 56

export function leftOf(columns: readonly UploadRole[], column: number): number {
  let left = ROW_HEAD_WIDTH
  for (const role of columns.slice(0, column)) left += COLUMN_WIDTHS[role]
  return left
}
