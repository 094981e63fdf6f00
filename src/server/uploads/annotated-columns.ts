import { uploadOrderTexts, type UploadOrderTexts } from '#texts/upload-orders.ts'
import { headingKey } from '../sheets/headings.ts'
import { columnName, shownCell, type SheetRow } from '../sheets/table.ts'
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
  /** Whether Folio wrote these columns; the ids of others may be a user's own. */
  isAnnotated: boolean
}

/** In Spanish and English, as `headingKey` writes them. */
const HEADINGS: Readonly<Record<AnnotatedColumn, readonly string[]>> = {
  state: ['estado', 'status'],
  folio: ['folio'],
  error: ['error'],
  id: ['id folio', 'folio id'],
}
const COLUMNS: readonly AnnotatedColumn[] = ['state', 'folio', 'error', 'id']

const wordsOf = (chosen: (states: UploadOrderTexts['states']) => string[]): Set<string> =>
  new Set(
    (['es', 'en'] as const).flatMap((one) => chosen(uploadOrderTexts(one).states).map(headingKey)),
  )
/** All that Folio writes as a state, and what it writes beside a row that was taken out. */
const STATES = wordsOf((states) => Object.values(states))
const TAKEN_OUT = wordsOf(({ removed }) => [removed])

const ID = /^O-(\d{1,12})$/i

/** Columns that are not read, without those that Folio wrote itself. */
export function ofOthers(
  unread: readonly string[],
  { missing, places }: AnnotatedColumns,
  headerRow: number,
): string[] {
  if (missing.includes('id')) return [...unread]
  if (headerRow === 0) {
    const letters = new Set(COLUMNS.map((name) => columnName(places[name])))
    return unread.filter((letter) => !letters.has(letter))
  }
  const own = new Set(Object.values(HEADINGS).flat())
  return unread.filter((heading) => !own.has(headingKey(heading)))
}

/** The id of an order as a cell shows it: no number, which programs would write in other ways. */
export function shownId(orderId: number): string {
  return `O-${orderId}`
}

/**
 * Where what became of the rows is written: a column of Folio's own where the file was annotated before, or an empty one
 * of that name, because a user's own may have the same name; else behind the last column.
 */
export function annotatedColumns(
  { table, headerRow, columns }: ColumnsFound,
  documents: readonly UploadDocument[],
): AnnotatedColumns {
  const read = new Set(Object.values(columns))
  const own = new Set(documents.flatMap((document) => document.rows))
  const rows = table.rows.filter(({ row }) => own.has(row))
  const header = table.rows.find(({ row }) => row === headerRow)
  const { known, idColumn, isAnnotated } =
    header === undefined ? byContent(table.rows, read) : byHeadings(header, rows, read)
  let next = table.rows.reduce((width, { cells }) => Math.max(width, cells.length), 0)
  // The last of them may be empty, and then the file doesn't have it.
  next = Math.max(next, ...COLUMNS.map((name) => (known[name] ?? -1) + 1))
  const missing: AnnotatedColumn[] = []
  const placeOf = (name: AnnotatedColumn): number => {
    const column = known[name]
    if (column !== undefined) return column
    missing.push(name)
    next += 1
    return next - 1
  }
  const [state = 0, folio = 0, error = 0, id = 0] = COLUMNS.map(placeOf)
  const ids = rows.flatMap(({ row, cells }) => {
    const found = idColumn === null ? null : ID.exec(shownCell(cells[idColumn]))
    return found === null ? [] : [{ row, id: Number(found[1]) }]
  })
  const takenOut = rows.flatMap(({ row, cells }) =>
    isAnnotated && TAKEN_OUT.has(headingKey(shownCell(cells[state]))) ? row : [],
  )
  return { places: { state, folio, error, id }, missing, end: next, ids, takenOut, isAnnotated }
}

interface Known {
  known: Partial<Record<AnnotatedColumn, number>>
  /** Its ids count even where the other columns are not there. */
  idColumn: number | null
  /** Whether Folio wrote these columns. */
  isAnnotated: boolean
}

/** A column of ids with anything but ids of ours is a user's own. */
function byHeadings(
  { cells }: SheetRow,
  rows: readonly SheetRow[],
  read: ReadonlySet<number>,
): Known {
  const keys = cells.map((cell) => headingKey(shownCell(cell)))
  const isNamed = (name: AnnotatedColumn) => (key: string, column: number) =>
    HEADINGS[name].includes(key) && !read.has(column)
  const isEmpty = (column: number) => holdsOnly(rows, column, () => false)
  const idColumn = keys.findLastIndex(
    (key, column) => isNamed('id')(key, column) && holdsOnly(rows, column, isId),
  )
  const known: Known['known'] = {}
  if (idColumn === -1) {
    for (const name of COLUMNS) {
      const column = keys.findIndex(isNamed(name))
      if (column !== -1 && isEmpty(column)) known[name] = column
    }
    return { known, idColumn: null, isAnnotated: false }
  }
  // Folio's stand behind those of the same name that were there before.
  for (const name of COLUMNS) {
    const column = name === 'id' ? idColumn : keys.findLastIndex(isNamed(name))
    if (column !== -1) known[name] = column
  }
  return { known, idColumn, isAnnotated: true }
}

/**
 * Of a file without headings Folio's columns are known by what it writes: beside each other a state, a folio, an error and
 * an id of an order, or no id at all and the state of a row that was taken out. A column of ids counts wherever it was
 * moved to, because what has one must not be issued again.
 */
function byContent(rows: readonly SheetRow[], read: ReadonlySet<number>): Known {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const all = Array.from({ length: width }, (_, column) => column)
  const isOf = (column: number, isRight: (text: string) => boolean) =>
    !read.has(column) && holdsOnly(rows, column, isRight)
  const has = (column: number, isRight: (text: string) => boolean) =>
    rows.some(({ cells }) => isRight(shownCell(cells[column])))
  const isBlock = (first: number) =>
    isOf(first, isState) &&
    isOf(first + 1, isFolio) &&
    !read.has(first + 2) &&
    isOf(first + 3, isId)
  const idColumn = all.findLast((column) => has(column, isId) && isOf(column, isId)) ?? null
  const firsts =
    idColumn === null
      ? all.filter((column) => has(column, isTakenOut))
      : [idColumn - COLUMNS.indexOf('id')].filter((column) => has(column, isState))
  const first = firsts.findLast(isBlock)
  if (first === undefined) return { known: {}, idColumn, isAnnotated: false }
  const known = Object.fromEntries(COLUMNS.map((name, place) => [name, first + place]))
  return { known, idColumn, isAnnotated: true }
}

function holdsOnly(
  rows: readonly SheetRow[],
  column: number,
  isRight: (text: string) => boolean,
): boolean {
  return rows.every(({ cells }) => cells[column] == null || isRight(shownCell(cells[column])))
}

const isId = (text: string): boolean => ID.test(text)
const isFolio = (text: string): boolean => /^\d{1,12}$/.test(text)
const isState = (text: string): boolean => STATES.has(headingKey(text))
const isTakenOut = (text: string): boolean => TAKEN_OUT.has(headingKey(text))
