import { annotateSheet, type Annotation, type Annotations } from './annotate-sheet.ts'
import { placedRecords } from './csv.ts'
import { Refused, type SheetLimits } from './table.ts'
import { bytesOfText, encodingOf, textOf } from './text.ts'
import { repack } from './repack.ts'
import { Archive } from './unzip.ts'
import { readWorkbook, relationshipsOf, workbookOf } from './workbook-parts.ts'

export interface ToAnnotate {
  bytes: Buffer
  /** The sheet's name; of a csv it says nothing. */
  sheet: string
  cells: Annotations
  /** Whose new cells look like the one before. */
  headerRow: number | null
}

/**
 * A file that was read before, with these cells written into one of its sheets, and nothing else of it changed: of an
 * .xlsx the other parts are copied as they are packed, of a csv separator and encoding stay. Throws `Refused` as reading
 * does.
 */
export async function annotate(file: ToAnnotate, limits: SheetLimits): Promise<Buffer> {
  const isArchive = file.bytes.subarray(0, 2).toString('latin1') === 'PK'
  return isArchive ? annotateXlsx(file, limits) : annotateCsv(file)
}

async function annotateXlsx(
  { bytes, sheet, cells, headerRow }: ToAnnotate,
  limits: SheetLimits,
): Promise<Buffer> {
  const archive = new Archive(bytes, limits)
  const workbookPath = await workbookOf(archive)
  const { sheets } = await readWorkbook(archive, workbookPath)
  const parts = await relationshipsOf(archive, workbookPath)
  const id = sheets.find(({ name }) => name === sheet)?.id ?? ''
  const path = parts.get(id)?.path
  const content = path === undefined ? null : await archive.read(path)
  if (path === undefined || content === null) throw new Refused('damaged')
  const encoding = encodingOf(content)
  const xml = annotateSheet(unmarked(textOf(content)), cells, headerRow)
  return repack(bytes, path, bytesOfText(xml, encoding))
}

function annotateCsv({ bytes, cells }: Pick<ToAnnotate, 'bytes' | 'cells'>): Buffer {
  const encoding = encodingOf(bytes)
  const text = unmarked(textOf(bytes))
  const read = placedRecords(text)
  if (read === null) throw new Refused('notASheet')
  const { delimiter, records } = read
  const pieces: string[] = []
  let copied = 0
  for (const { row, fields } of records) {
    const values = cells.get(row)
    if (values === undefined) continue
    const inOrder = [...values].toSorted(([a], [b]) => a - b)
    let width = fields.length
    for (const [column, value] of inOrder) {
      const field = fields[column]
      const end = field?.end ?? fields.at(-1)?.end ?? copied
      const lead = field === undefined ? delimiter.repeat(column - width + 1) : ''
      pieces.push(text.slice(copied, field?.from ?? end), lead, csvField(value, delimiter))
      copied = end
      width = Math.max(width, column + 1)
    }
  }
  const whole = pieces.join('') + text.slice(copied)
  return bytesOfText(whole + addedRecords(whole, cells, read), encoding)
}

/** Rows below the last one of the file. */
function addedRecords(
  text: string,
  cells: Annotations,
  { delimiter, records }: NonNullable<ReturnType<typeof placedRecords>>,
): string {
  const last = records.at(-1)?.row ?? 0
  const added = [...cells].filter(([row]) => row > last).toSorted(([a], [b]) => a - b)
  if (added.length === 0) return ''
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = added.map(([, values]) => {
    const width = Math.max(...values.keys()) + 1
    const fields = Array.from({ length: width }, (_, column) => values.get(column) ?? '')
    return fields.map((field) => csvField(field, delimiter)).join(delimiter)
  })
  return (text.endsWith('\n') ? '' : end) + lines.join(end) + (text.endsWith('\n') ? end : '')
}

/** The mark of an encoding is no character of the text. */
function unmarked(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** Programs take a text that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function csvField(value: Annotation, delimiter: string): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  const isPlain = !safe.includes(delimiter) && !/["\r\n]/.test(safe)
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`
}
