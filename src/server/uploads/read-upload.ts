import {
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_COLUMNS,
  MAX_UPLOAD_ROWS,
  UPLOAD_ROLES,
  type UploadRole,
} from '#domain/upload.ts'
import { readSheets } from '../sheets/read-sheets.ts'
import { shownCell, type SheetLimits, type SheetRefusal } from '../sheets/table.ts'
import { annotatedColumns, type AnnotatedColumns } from './annotated-columns.ts'
import {
  findUploadColumns,
  rememberColumns,
  type ColumnsAnswer,
  type ColumnsAsked,
  type ColumnsFound,
  type RememberedColumns,
} from './find-columns.ts'
import { contentOf } from './judge/content.ts'
import { judgeTable } from './judge/judge.ts'
import type { Judged, UploadColumns, UploadFacts } from './judge/result.ts'

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

export type UploadRefusal = SheetRefusal | 'tooManyDocuments' | 'noDocuments'

export interface UploadToRead {
  bytes: Uint8Array
  fileName: string
  answer: ColumnsAnswer | null
  remembered: readonly RememberedColumns[]
  facts: UploadFacts
}

export interface UploadJudged extends Judged {
  kind: 'judged'
  sheet: string
  headerRow: number
  columns: UploadColumns
  unread: string[]
  /** `contentOf` its documents. */
  content: string
  /** Where what became of each row is written, and what was written there before. */
  annotated: AnnotatedColumns
  /** The columns that are read, and their cells as they are shown. */
  roles: UploadRole[]
  rows: { row: number; cells: string[] }[]
  /** What the answer says of the company's next files; null where no person answered. */
  toRemember: RememberedColumns | null
}

export type UploadRead =
  UploadJudged | ColumnsAsked | { kind: 'refused'; reason: UploadRefusal; count: number | null }

/** A file to its documents and everything that is wrong with them, or to what a person has to say first. Never throws. */
export async function readUpload(upload: UploadToRead): Promise<UploadRead> {
  const { bytes, fileName, answer, remembered, facts } = upload
  const file = await readSheets(bytes, fileName, UPLOAD_LIMITS)
  if (file.kind === 'refused') return { ...file, count: null }
  const found = findUploadColumns(file.tables, answer, remembered)
  if (found.kind === 'columns') return found
  const defaultKind = found.defaultKind ?? facts.defaultKind
  const judged = judgeTable(found, { ...facts, defaultKind })
  if (judged.kind === 'refused') return judged
  return {
    ...judged,
    sheet: found.table.name,
    headerRow: found.headerRow,
    columns: found.columns,
    unread: found.unread,
    content: contentOf(judged.documents),
    annotated: annotatedColumns(found, judged.documents),
    ...shownRows(found, judged.documents),
    toRemember: answer === null ? null : rememberColumns(found),
  }
}

/** A longer text is no cell of a document: the fault that it has shows its beginning. */
const MAX_SHOWN = 500

function shownRows(
  { table, columns }: ColumnsFound,
  documents: Judged['documents'],
): Pick<UploadJudged, 'roles' | 'rows'> {
  const roles = UPLOAD_ROLES.filter((role) => columns[role] !== undefined)
  const read = new Set(documents.flatMap(({ rows }) => rows))
  const rows = table.rows.filter(({ row }) => read.has(row))
  return {
    roles,
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: roles.map((role) => shownCell(cells[columns[role] ?? 0]).slice(0, MAX_SHOWN)),
    })),
  }
}
