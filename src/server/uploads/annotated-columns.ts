import { uploadOrderTexts } from '#texts/upload-orders.ts'
import { headingKey } from '../sheets/headings.ts'
import { shownCell } from '../sheets/table.ts'
import type { ColumnsFound } from './find-columns.ts'
import type { UploadDocument } from './judge/result.ts'

export type AnnotatedColumn = 'state' | 'folio' | 'error' | 'id'

export interface AnnotatedColumns {
  /** From 0; a column of the file, or one behind its last. */
  places: Record<AnnotatedColumn, number>
  /** Those that the file has no heading for. */
  missing: AnnotatedColumn[]
  /** The first column behind those of the file and these. */
  end: number
  /** What was ordered of its rows before, where it is an annotated file. */
  ids: { row: number; id: number }[]
  /** Rows that were taken out before, where it is one. */
  takenOut: number[]
}

/** In Spanish and English, as `headingKey` writes them. */
const HEADINGS: Readonly<Record<AnnotatedColumn, readonly string[]>> = {
  state: ['estado', 'status'],
  folio: ['folio'],
  error: ['error'],
  id: ['id folio', 'folio id'],
}
const COLUMNS: readonly AnnotatedColumn[] = ['state', 'folio', 'error', 'id']

/** What Folio writes beside a row that was taken out. */
const TAKEN_OUT = new Set(
  (['es', 'en'] as const).map((one) => headingKey(uploadOrderTexts(one).states.removed)),
)

const ID = /^O-(\d{1,12})$/i

/** Headings that are not read, without those that Folio wrote itself. */
export function ofOthers(unread: readonly string[], { missing }: AnnotatedColumns): string[] {
  const own = new Set(missing.includes('id') ? [] : Object.values(HEADINGS).flat())
  return unread.filter((heading) => !own.has(headingKey(heading)))
}

/** The id of an order as a cell shows it: no number, which programs would write in other ways. */
export function shownId(orderId: number): string {
  return `O-${orderId}`
}

/**
 * Where what became of the rows is written: a column of that name where the file was annotated before or the column is
 * empty, because a user's own may have the same name; else behind the last column. A column of ids with anything but
 * ids of ours is a user's own.
 */
export function annotatedColumns(
  { table, headerRow, columns }: ColumnsFound,
  documents: readonly UploadDocument[],
): AnnotatedColumns {
  const header = table.rows.find(({ row }) => row === headerRow)
  const keys = (header?.cells ?? []).map((cell) => headingKey(shownCell(cell)))
  const read = new Set(Object.values(columns))
  const isNamed = (name: AnnotatedColumn) => (key: string, column: number) =>
    HEADINGS[name].includes(key) && !read.has(column)
  const own = new Set(documents.flatMap(({ rows }) => rows))
  const rows = table.rows.filter(({ row }) => own.has(row))
  const hasOnlyIds = (column: number) =>
    rows.every(({ cells }) => cells[column] == null || ID.test(shownCell(cells[column])))
  const idColumn = keys.findLastIndex(
    (key, column) => isNamed('id')(key, column) && hasOnlyIds(column),
  )
  // Folio's stand behind those of the same name that were there before.
  const named = (name: AnnotatedColumn) =>
    idColumn === -1
      ? keys.findIndex(isNamed(name))
      : name === 'id'
        ? idColumn
        : keys.findLastIndex(isNamed(name))
  const isFree = (column: number) =>
    column !== -1 && (idColumn !== -1 || rows.every(({ cells }) => cells[column] == null))
  let next = table.rows.reduce((width, { cells }) => Math.max(width, cells.length), 0)
  const missing: AnnotatedColumn[] = []
  const placeOf = (name: AnnotatedColumn): number => {
    const column = named(name)
    if (isFree(column)) return column
    missing.push(name)
    next += 1
    return next - 1
  }
  const [state = 0, folio = 0, error = 0, id = 0] = COLUMNS.map(placeOf)
  const ids = rows.flatMap(({ row, cells }) => {
    const found = idColumn === -1 ? null : ID.exec(shownCell(cells[idColumn]))
    return found === null ? [] : [{ row, id: Number(found[1]) }]
  })
  const takenOut = rows.flatMap(({ row, cells }) =>
    idColumn !== -1 && TAKEN_OUT.has(headingKey(shownCell(cells[state]))) ? row : [],
  )
  return { places: { state, folio, error, id }, missing, end: next, ids, takenOut }
}
