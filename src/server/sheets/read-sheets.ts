import { readCsv } from './csv.ts'
import { readHtmlTable } from './html-table.ts'
import { Refused, type SheetLimits, type SheetRefusal, type Table } from './table.ts'
import { textOf } from './text.ts'
import { readXlsx } from './xlsx.ts'

export type SheetsRead =
  | { kind: 'sheets'; tables: Table[] }
  | { kind: 'refused'; reason: SheetRefusal }

/**
 * The sheets with rows of an .xlsx, of a text with delimiters or of a page that is called .xls, known by its content.
 * Never throws. Slow: a file at its limits takes a second, so the API reads one in a thread of its own.
 */
export async function readSheets(
  bytes: Uint8Array,
  fileName: string,
  limits: SheetLimits,
): Promise<SheetsRead> {
  if (bytes.length === 0) return { kind: 'refused', reason: 'empty' }
  if (bytes.length > limits.fileBytes) return { kind: 'refused', reason: 'tooLarge' }
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const read = await tablesOf(buffer, fileName, limits)
    const tables = read.filter(({ rows }) => rows.length > 0)
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

async function tablesOf(bytes: Buffer, fileName: string, limits: SheetLimits): Promise<Table[]> {
  if (startsWith(bytes, ZIP)) {
    if (limits.isStrict) requireExtension(fileName, ARCHIVES)
    return readXlsx(bytes, limits)
  }
  if (startsWith(bytes, COMPOUND_FILE)) {
    throw new Refused(bytes.includes(PACKAGE_WITH_PASSWORD) ? 'encrypted' : 'oldExcel')
  }
  if (startsWith(bytes, Buffer.from('%PDF'))) throw new Refused('pdf')
  if (limits.isStrict) requireExtension(fileName, TEXTS)
  const text = textOf(bytes)
  if (text.trim() === '') throw new Refused('empty')
  if (text.includes('\0')) throw new Refused('notASheet')
  const name = fileName.replace(/\.[A-Za-z]{1,5}$/, '')
  if (isPage(text)) {
    if (limits.isStrict) throw new Refused('notASheet')
    return [readHtmlTable(name, text, limits)]
  }
  const table = readCsv(name, text, limits)
  if (table === null) throw new Refused('notASheet')
  return [table]
}

const ARCHIVES = ['xlsx', 'xlsm', 'xltx']
const TEXTS = ['csv', 'txt', 'tsv']

/** A name without any says nothing wrong. */
function requireExtension(fileName: string, extensions: readonly string[]): void {
  const found = /\.([A-Za-z\d]{1,5})$/.exec(fileName)
  if (found !== null && !extensions.includes(String(found[1]).toLowerCase())) {
    throw new Refused('wrongExtension')
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

function isPage(text: string): boolean {
  return text.trimStart().startsWith('<') && /<table[\s>]/i.test(text)
}
