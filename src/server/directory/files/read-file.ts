import type { DirectoryList } from '#contract/directory.ts'
import { MAX_DIRECTORY_BYTES } from '#domain/directory.ts'
import { readSheets } from '../../sheets/read-sheets.ts'
import { isMergedAway, type SheetLimits, type SheetRefusal } from '../../sheets/table.ts'
import { NO_CELL, readCell, type ReadCell } from './cells.ts'
import {
  findSheet,
  SHEET_ROLES,
  SHEETS_OF,
  type Columns,
  type Role,
  type SheetFound,
  type SheetKind,
} from './columns.ts'

/** A company's 5,000 clients with seven addresses and contacts each. */
export const DIRECTORY_LIMITS: SheetLimits = {
  fileBytes: MAX_DIRECTORY_BYTES,
  unpackedBytes: 32 * 1024 * 1024,
  rows: 40_000,
  writtenRows: 100_000,
  columns: 60,
  cells: 600_000,
  sharedTexts: 200_000,
  textCharacters: 8 * 1024 * 1024,
  isStrict: true,
}

export type DirectoryRefusal = SheetRefusal | 'noColumns' | 'severalColumns'

export interface ReadRow {
  sheet: SheetRead
  row: number
  cells: Partial<Record<Role, ReadCell>>
}

/** Its name in the file, and where its columns are, for faults of cells that aren't there. */
export interface SheetRead {
  kind: SheetKind
  name: string
  columns: Columns
}

export interface DirectoryFile {
  kind: 'rows'
  rows: Partial<Record<SheetKind, ReadRow[]>>
  unread: string[]
}

export type FileRead = DirectoryFile | { kind: 'refused'; reason: DirectoryRefusal }

export interface FileToRead {
  bytes: Uint8Array
  fileName: string
  list: DirectoryList
}

/** A file of clients or products to its rows, each cell read for what its column holds. Never throws. */
export async function readDirectoryFile({ bytes, fileName, list }: FileToRead): Promise<FileRead> {
  const file = await readSheets(bytes, fileName, DIRECTORY_LIMITS)
  if (file.kind === 'refused') return file
  const rows: DirectoryFile['rows'] = {}
  const unread: string[] = []
  let left = file.tables
  for (const kind of SHEETS_OF[list]) {
    const found = findSheet(left, kind)
    if (found === 'several') return { kind: 'refused', reason: 'severalColumns' }
    if (found === 'none') continue
    left = left.filter((table) => table !== found.table)
    rows[kind] = rowsOf(kind, found)
    unread.push(...found.unread)
  }
  if (Object.keys(rows).length === 0) return { kind: 'refused', reason: 'noColumns' }
  return { kind: 'rows', rows, unread }
}

function rowsOf(kind: SheetKind, { table, columns, rows }: SheetFound): ReadRow[] {
  const sheet = { kind, name: table.name, columns }
  return rows.flatMap(({ row, cells }) => {
    const read: ReadRow['cells'] = {}
    let isEmpty = true
    for (const role of SHEET_ROLES[kind]) {
      const column = columns[role]
      if (column === undefined) continue
      const cell = cells[column] ?? null
      const isMerged = cell === null && isMergedAway(table, row, column)
      const one = readCell(role, cell, column, isMerged)
      if (one.cell !== null) isEmpty = false
      read[role] = one
    }
    return isEmpty ? [] : [{ sheet, row, cells: read }]
  })
}

export function cellOf(row: ReadRow, role: Role): ReadCell {
  return row.cells[role] ?? NO_CELL
}
