import {
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_COLUMNS,
  MAX_UPLOAD_ROWS,
  MAX_UPLOAD_TEXT,
  UPLOAD_ROLES,
  type UploadRole,
} from '#domain/upload.ts'
import { readSheets } from '../sheets/read-sheets.ts'
import { shownCell, type SheetLimits, type SheetRefusal } from '../sheets/table.ts'
import { annotatedColumns, ofOthers, type AnnotatedColumns } from './annotated-columns.ts'
import { correctTable, withAdded, type Corrections } from './corrections.ts'
import {
  findUploadColumns,
  rememberColumns,
  type ColumnsAnswer,
  type ColumnsAsked,
  type ColumnsFound,
  type RememberedColumns,
} from './find-columns.ts'
import { judgeTable } from './judge/judge.ts'
import type { Judged, TypedCells, UploadColumns, UploadFacts } from './judge/result.ts'

/** Beside the documents a file may have a sheet of help and rows of headings. */
const MAX_OTHER_ROWS = 1_000

export const UPLOAD_LIMITS: SheetLimits = {
  fileBytes: MAX_UPLOAD_BYTES,
  unpackedBytes: 32 * 1024 * 1024,
  rows: MAX_UPLOAD_ROWS + MAX_OTHER_ROWS,
  writtenRows: 100_000,
  columns: MAX_UPLOAD_COLUMNS,
  cells: 600_000,
  sharedTexts: 200_000,
  textCharacters: 8 * 1024 * 1024,
  isStrict: true,
}

/** Of the columns that are read, as they are shown: a reply stays within a few megabytes. */
const MAX_SHOWN_CHARACTERS = 4_000_000

export type UploadRefusal =
  | SheetRefusal
  | 'tooManyDocuments'
  | 'noDocuments'
  | 'tooMuchText'
  | 'tooManyKept'

export interface UploadToRead {
  bytes: Uint8Array
  fileName: string
  answer: ColumnsAnswer | null
  remembered: readonly RememberedColumns[]
  corrections: Corrections
  facts: UploadFacts
}

export interface UploadJudged extends Judged, ShownRows {
  kind: 'judged'
  sheet: string
  headerRow: number
  columns: UploadColumns
  /** By what a person points out other ones. */
  question: Pick<ColumnsFound, 'sheets' | 'defaultKind' | 'preview'>
  unread: string[]
  otherSheets: string[]
  /** The last row that the file has a value in. */
  lastRow: number
  /** Where what became of each row is written, and what was written there before. */
  annotated: AnnotatedColumns
  /** What the answer says of the company's next files; null where no person answered. */
  toRemember: RememberedColumns | null
}

interface ShownRows {
  /** The columns that are read or filled in, and their cells as they are shown, with rows that were taken out. */
  roles: UploadRole[]
  rows: { row: number; cells: string[] }[]
  /** Of these rows: those that the file hides, those that were taken out, and cells that were typed. */
  hiddenRows: number[]
  removed: number[]
  edited: { row: number; role: UploadRole }[]
}

export type UploadRead =
  | UploadJudged
  | ColumnsAsked
  | { kind: 'refused'; reason: UploadRefusal; count: number | null }

/** A file to its documents and everything that is wrong with them, or to what a person has to say first. Never throws. */
export async function readUpload(upload: UploadToRead): Promise<UploadRead> {
  const { bytes, fileName, answer, remembered, corrections, facts } = upload
  const file = await readSheets(bytes, fileName, UPLOAD_LIMITS)
  if (file.kind === 'refused') return { ...file, count: null }
  const found = findUploadColumns(file.tables, answer, remembered)
  if (found.kind === 'columns') return found
  const { headerRow, columns } = found
  const corrected = correctTable(found.table, headerRow, corrections)
  const defaultKind = found.defaultKind ?? facts.defaultKind
  const judged = judgeTable({ ...corrected, headerRow, columns }, { ...facts, defaultKind })
  if (judged.kind === 'refused') return judged
  const annotated = annotatedColumns(found, judged.documents)
  const shown = shownRows(found, corrected.typed, corrections, judged.documents)
  if (shown === null) return { kind: 'refused', reason: 'tooMuchText', count: null }
  return {
    ...judged,
    sheet: found.table.name,
    headerRow,
    columns,
    question: {
      sheets: found.sheets,
      defaultKind: found.defaultKind,
      preview: found.preview,
    },
    unread: ofOthers(found.unread, annotated, headerRow),
    otherSheets: found.otherSheets,
    lastRow: found.table.rows.at(-1)?.row ?? headerRow,
    annotated,
    ...shown,
    toRemember: answer === null ? null : rememberColumns(found),
  }
}

/** Null where they come to more text than a reply takes. */
function shownRows(
  { table, headerRow, columns }: ColumnsFound,
  typed: TypedCells,
  corrections: Corrections,
  documents: Judged['documents'],
): ShownRows | null {
  const filledIn = new Set(corrections.typed.map(({ role }) => role))
  const roles = UPLOAD_ROLES.filter((role) => columns[role] !== undefined || filledIn.has(role))
  const removed = new Set(corrections.removed.filter((row) => row > headerRow))
  const read = new Set(documents.flatMap(({ rows }) => rows))
  let characters = 0
  const rows = withAdded(table, typed)
    .filter(({ row }) => read.has(row) || removed.has(row))
    .map(({ row, cells }) => {
      const over = typed.get(row)
      const shown = roles.map((role) => {
        const column = columns[role]
        const own = column === undefined ? null : cells[column]
        return shownCell(over?.has(role) === true ? over.get(role) : own).slice(0, MAX_SHOWN)
      })
      characters += shown.reduce((sum, text) => sum + text.length, 0)
      return { row, cells: shown }
    })
  if (characters > MAX_SHOWN_CHARACTERS) return null
  return {
    roles,
    rows,
    hiddenRows: table.hiddenRows.filter((row) => read.has(row)),
    removed: rows.flatMap(({ row }) => (removed.has(row) ? [row] : [])),
    edited: [...typed].flatMap(([row, cells]) => [...cells.keys()].map((role) => ({ row, role }))),
  }
}

/** What a person may type; a longer text is no cell of a document. */
const MAX_SHOWN = MAX_UPLOAD_TEXT
