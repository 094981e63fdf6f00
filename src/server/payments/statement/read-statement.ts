import { readCsv } from './file/csv.ts'
import { readHtmlTable } from './file/html-table.ts'
import { MAX_FILE_BYTES, Refused, type Refusal, type Table } from './file/table.ts'
import { textOf } from './file/text.ts'
import { readXlsx } from './file/xlsx.ts'

/** A statement's sheets, each with at least one row, or why it is none: the texts have a sentence for each reason. */
export type StatementFile =
  { kind: 'sheets'; tables: Table[] } | { kind: 'refused'; reason: Refusal }

/**
 * Reads a bank's statement by what it holds, whatever it is called: an .xlsx, a text with delimiters, or a page with a
 * table, which banks like to call .xls. Limits: 5 MB, 20,000 rows, 60 columns. The name only names the sheet of a file
 * that has none. Synchronous, and up to a second for a file at its limits: run it outside the API's event loop.
 */
export function readStatement(bytes: Uint8Array, fileName: string): StatementFile {
  if (bytes.length > MAX_FILE_BYTES) return { kind: 'refused', reason: 'tooLarge' }
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const tables = tablesOf(buffer, fileName).filter(({ rows }) => rows.length > 0)
    if (tables.length === 0) return { kind: 'refused', reason: 'empty' }
    return { kind: 'sheets', tables }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', reason: error.reason }
    throw error
  }
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Of Microsoft's older formats, and of a workbook with a password. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const PACKAGE_WITH_PASSWORD = Buffer.from('EncryptedPackage', 'utf16le')

function tablesOf(bytes: Buffer, fileName: string): Table[] {
  if (startsWith(bytes, ZIP)) return readXlsx(bytes)
  if (startsWith(bytes, COMPOUND_FILE)) {
    throw new Refused(bytes.includes(PACKAGE_WITH_PASSWORD) ? 'encrypted' : 'oldExcel')
  }
  if (startsWith(bytes, Buffer.from('%PDF'))) throw new Refused('pdf')
  const text = textOf(bytes)
  if (text.trim() === '') throw new Refused('empty')
  if (text.includes('\0')) throw new Refused('notASheet')
  const name = fileName.replace(/\.[A-Za-z]{1,5}$/, '')
  if (isPage(text)) return [readHtmlTable(name, text)]
  const table = readCsv(name, text)
  if (table === null) throw new Refused('notASheet')
  return [table]
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

function isPage(text: string): boolean {
  return text.trimStart().startsWith('<') && /<table[\s>]/i.test(text)
}
