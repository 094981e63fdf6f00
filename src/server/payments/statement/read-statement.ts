import { readSheets } from '../../sheets/read-sheets.ts'
import type { SheetLimits, SheetRefusal, Table } from '../../sheets/table.ts'

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

/** A statement's sheets, each with at least one row, or why it is none: the texts have a sentence for each reason. */
export type StatementFile =
  | { kind: 'sheets'; tables: Table[] }
  | { kind: 'refused'; reason: Refusal }

/** Lenient in what a bank's file may hold beside its cells, because a person cannot change it. */
const LIMITS: SheetLimits = {
  fileBytes: 5 * 1024 * 1024,
  // The largest sheet within the limits of rows and columns is about as large.
  unpackedBytes: 64 * 1024 * 1024,
  rows: 20_000,
  // Excel's own.
  writtenRows: 1_048_576,
  columns: 60,
  cells: 2_000_000,
  sharedTexts: 1_200_000,
  textCharacters: 32 * 1024 * 1024,
  isStrict: false,
}

/**
 * Reads a bank's statement by what it holds, whatever it is called: an .xlsx, a text with delimiters, or a page with a
 * table, which banks like to call .xls. The name only names the sheet of a file that has none.
 */
export async function readStatement(bytes: Uint8Array, fileName: string): Promise<StatementFile> {
  const read = await readSheets(bytes, fileName, LIMITS)
  return read.kind === 'sheets' ? read : { kind: 'refused', reason: REASONS[read.reason] }
}

const REASONS: Readonly<Record<SheetRefusal, Refusal>> = {
  empty: 'empty',
  tooLarge: 'tooLarge',
  unpackedTooLarge: 'tooLarge',
  tooManyParts: 'tooLarge',
  tooManyCells: 'tooLarge',
  tooManyTexts: 'tooLarge',
  tooManyMerges: 'tooLarge',
  tooManyRows: 'tooManyRows',
  tooManyColumns: 'tooManyColumns',
  encrypted: 'encrypted',
  oldExcel: 'oldExcel',
  pdf: 'pdf',
  notASheet: 'notASheet',
  damaged: 'damaged',
  // What only a strict reader refuses.
  macros: 'notASheet',
  externalLinks: 'notASheet',
  entities: 'notASheet',
  wrongExtension: 'notASheet',
}
