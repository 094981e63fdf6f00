import { daysBetween, knownDay, type Day } from '#domain/day.ts'
import { columnXml, validationsXml, type SheetLayout } from './layout.ts'
import type { WallTime, ZipEntry } from './zip.ts'
import { zip } from './zip.ts'

// ECMA-376 part 1, SpreadsheetML. Texts stand in the cells themselves: a table of them would have to be kept until
// the end. What names the sheets comes last, because a long one goes on in another.

/** Null is an empty cell. A text is never anything else: no formula, no link, no number. */
export type Cell = string | number | boolean | { day: Day } | { day: Day; minutes: number } | null

export interface Sheet {
  /** Unique in its workbook. Of what Excel refuses in a name nothing, and 25 characters at most. */
  name: string
  headings: string[]
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>
  layout?: SheetLayout
}

/** Rows of one sheet, its headings among them: Excel's own limit. What is more goes on in "Name (2)". */
const MOST_ROWS = 1_048_576
/** Characters in one cell: Excel's own limit. What is longer ends in "…". */
const MOST_CHARACTERS = 32_767

/** An .xlsx as it is read: nothing of it waits in memory but a row. */
export function workbook(
  sheets: AsyncIterable<Sheet>,
  at: WallTime,
  mostRows = MOST_ROWS,
): AsyncIterable<Uint8Array> {
  return zip(partsOf(sheets, mostRows), at)
}

async function* partsOf(sheets: AsyncIterable<Sheet>, mostRows: number): AsyncGenerator<ZipEntry> {
  const names: NamedSheet[] = []
  for await (const { name, headings, rows, layout = {} } of sheets) {
    const left = new Rows(rows)
    for (let part = 1; part === 1 || (await left.hasMore()); part += 1) {
      names.push({
        name: part === 1 ? name : `${name} (${part})`,
        isHidden: layout.isHidden === true,
      })
      yield {
        name: `xl/worksheets/sheet${names.length}.xml`,
        content: sheetXml({ headings, layout }, left, mostRows),
      }
    }
  }
  for (const [path, xml] of Object.entries(frameOf(names))) {
    yield { name: path, content: Buffer.from(`${DECLARATION}${xml}`) }
  }
}

interface NamedSheet {
  name: string
  isHidden: boolean
}

/** The rows that are left, of which the next one may be looked at. */
class Rows {
  readonly #iterator: AsyncIterator<Cell[]> | Iterator<Cell[]>
  #next: IteratorResult<Cell[], unknown> | undefined

  constructor(rows: Sheet['rows']) {
    this.#iterator =
      Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  }

  async hasMore(): Promise<boolean> {
    this.#next ??= await this.#iterator.next()
    return this.#next.done !== true
  }

  async take(): Promise<Cell[] | null> {
    const next = this.#next ?? (await this.#iterator.next())
    this.#next = next.done === true ? next : undefined
    return next.done === true ? null : next.value
  }
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

// Their order in the styles below; the sixth is of columns whose cells are texts (layout.ts).
const STYLE = { plain: 0, heading: 1, day: 2, instant: 3, text: 4 }

/** The first row stays in sight. */
async function* sheetXml(
  { headings, layout }: Required<Pick<Sheet, 'headings' | 'layout'>>,
  left: Rows,
  mostRows: number,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<sheetFormatPr defaultRowHeight="15"/><cols>${columnXml(headings.length, layout)}</cols>` +
      `<sheetData>${rowXml(headings, STYLE.heading)}`,
  )
  for (let row = 1; row < mostRows; row += 1) {
    const cells = await left.take()
    if (cells === null) break
    yield Buffer.from(rowXml(cells))
  }
  yield Buffer.from(`</sheetData>${validationsXml(layout)}</worksheet>`)
}

function rowXml(cells: Cell[], ofTexts = STYLE.text): string {
  return `<row>${cells.map((cell) => cellXml(cell, ofTexts)).join('')}</row>`
}

function cellXml(cell: Cell, ofTexts: number): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'string') {
    return `<c s="${ofTexts}" t="inlineStr"><is><t xml:space="preserve">${textXml(cell)}</t></is></c>`
  }
  const days = KNOWN_DAY.number + daysBetween(KNOWN_DAY.day, cell.day)
  if (!('minutes' in cell)) return `<c s="${STYLE.day}"><v>${days}</v></c>`
  return `<c s="${STYLE.instant}"><v>${days + cell.minutes / MINUTES_A_DAY}</v></c>`
}

/** Excel counts days from 1900 on: this is its 36,526th. */
const KNOWN_DAY = { day: knownDay('2000-01-01'), number: 36_526 }
const MINUTES_A_DAY = 24 * 60

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Of control characters XML takes three; and what Excel would read as one of its own escapes is escaped. */
export function textXml(text: string): string {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
  return short
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (found) => ENTITIES[found] ?? '')
}

function frameOf(names: readonly NamedSheet[]): Record<string, string> {
  const relationship = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`
  const part = (name: string, type: string): string =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const each = (write: (number: number, sheet: NamedSheet) => string): string =>
    names.map((sheet, index) => write(index + 1, sheet)).join('')
  return {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>` +
      each(
        (number, { name, isHidden }) =>
          `<sheet name="${textXml(name)}" sheetId="${number}"${isHidden ? ' state="hidden"' : ''} r:id="rId${number}"/>`,
      ) +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${PACKAGE}/relationships">` +
      each((number) => relationship(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)) +
      `${relationship('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels':
      `<Relationships xmlns="${PACKAGE}/relationships">` +
      `${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}` +
      `${each((number) => part(`/xl/worksheets/sheet${number}.xml`, 'worksheet'))}</Types>`,
  }
}

/** With quotePrefix a text that begins like a formula stays one when somebody edits its cell. */
const STYLES =
  `<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/>' +
  '<numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
