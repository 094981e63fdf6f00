import { attributeOf, decodeText, type MarkupReader } from './markup.ts'
import { SheetReader, unescaped, type SheetNeeds } from './sheet.ts'
import {
  MAX_CELL_CHARACTERS,
  Refused,
  RowCounter,
  textCell,
  type SheetLimits,
  type Table,
} from './table.ts'
import { Archive } from './unzip.ts'
import { readWorkbook, relationshipsOf, workbookOf, type Part } from './workbook-parts.ts'

// ECMA-376 part 1, SpreadsheetML. Why this reader is our own: docs/decisions/0022-bank-statements.md.

/** Of Excel's own parts: code, old macro sheets and values taken from other files. */
const MACROS = /(?:^|\/)(?:vbaproject\.bin|macrosheets\/)/
const EXTERNAL_LINKS = /(?:^|\/)(?:externallinks\/|connections\.xml$)/

/** The visible sheets of an .xlsx, each cell by its type. Throws `Refused`. */
export async function readXlsx(bytes: Buffer, limits: SheetLimits): Promise<Table[]> {
  const archive = new Archive(bytes, limits)
  if (limits.isStrict) refuseForeign(archive)
  const workbookPath = await workbookOf(archive)
  const { sheets, isFrom1904 } = await readWorkbook(archive, workbookPath)
  const parts = await relationshipsOf(archive, workbookPath)
  const counter = new RowCounter(limits)
  const needs: SheetNeeds = {
    counter,
    limits,
    isFrom1904,
    isDateStyle: await readDateStyles(archive, parts),
    sharedTexts: await readSharedTexts(archive, parts, { limits, counter }),
  }
  const tables: Table[] = []
  for (const { name, id } of sheets) {
    const part = parts.get(id)
    if (part?.type !== 'worksheet') continue
    const reader = new SheetReader(needs)
    if (!(await archive.scan(part.path, reader))) continue
    const { rows, merges, hiddenRows } = reader
    tables.push({ name, rows, merges, hiddenRows, fields: null })
  }
  return tables
}

function refuseForeign(archive: Archive): void {
  if (archive.hasMatching(MACROS)) throw new Refused('macros')
  if (archive.hasMatching(EXTERNAL_LINKS)) throw new Refused('externalLinks')
}

function pathOf(parts: Map<string, Part>, type: string): string | null {
  return [...parts.values()].find((one) => one.type === type)?.path ?? null
}

/** Which of the cell formats show a day. */
async function readDateStyles(archive: Archive, parts: Map<string, Part>): Promise<boolean[]> {
  const path = pathOf(parts, 'styles')
  const reader = new StyleReader()
  if (path !== null) await archive.scan(path, reader)
  return reader.formats
}

/** Excel's own limit of a file's cell formats. */
const MAX_FORMATS = 65_490

class StyleReader implements MarkupReader {
  readonly formats: boolean[] = []
  readonly #own = new Map<number, boolean>()
  #isInCellFormats = false

  open(name: string, attributes: string): void {
    if (name === 'numfmt') {
      const code = attributeOf(attributes, 'formatCode') ?? ''
      this.#own.set(Number(attributeOf(attributes, 'numFmtId')), showsDay(code))
      if (this.#own.size > MAX_FORMATS) throw new Refused('tooManyCells')
    } else if (name === 'cellxfs') this.#isInCellFormats = true
    else if (name === 'xf' && this.#isInCellFormats) {
      const id = Number(attributeOf(attributes, 'numFmtId'))
      this.formats.push(this.#own.get(id) ?? isBuiltInDay(id))
      if (this.formats.length > MAX_FORMATS) throw new Refused('tooManyCells')
    }
  }

  close(name: string): void {
    if (name === 'cellxfs') this.#isInCellFormats = false
  }

  text(): void {}
}

/** ECMA-376 part 1, 18.8.30: dates 14 to 17 and 22, those of East Asia 27 to 36 and 50 to 58; 18 to 21 are hours. */
function isBuiltInDay(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
}

/** Excel takes no longer code. */
const MAX_CODE = 255

/** A code that has a day or a year outside quotes, brackets and escapes. */
function showsDay(code: string): boolean {
  return /[dy]/i.test(code.slice(0, MAX_CODE).replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, ''))
}

async function readSharedTexts(
  archive: Archive,
  parts: Map<string, Part>,
  needs: Pick<SheetNeeds, 'limits' | 'counter'>,
): Promise<readonly string[]> {
  const path = pathOf(parts, 'sharedStrings')
  const reader = new SharedTextReader(needs)
  if (path !== null) await archive.scan(path, reader)
  return reader.texts
}

/** The texts that cells point at by their number: trimmed once here, because many cells may share one. */
class SharedTextReader implements MarkupReader {
  readonly texts: string[] = []
  readonly #needs: Pick<SheetNeeds, 'limits' | 'counter'>
  #written = ''
  #isText = false
  #isPhonetic = false

  constructor(needs: Pick<SheetNeeds, 'limits' | 'counter'>) {
    this.#needs = needs
  }

  open(name: string, _attributes: string, isEmpty: boolean): void {
    if (name === 'si') {
      this.#written = ''
      if (isEmpty) this.#take()
    } else if (name === 't') this.#isText = !isEmpty && !this.#isPhonetic
    else if (name === 'rph') this.#isPhonetic = !isEmpty
  }

  close(name: string): void {
    if (name === 'si') this.#take()
    else if (name === 't') this.#isText = false
    else if (name === 'rph') this.#isPhonetic = false
  }

  text(written: string): void {
    if (!this.#isText) return
    this.#written += written
    if (this.#written.length > MAX_WRITTEN) throw new Refused('tooManyTexts')
  }

  #take(): void {
    const text = textCell(unescaped(decodeText(this.#written))) ?? ''
    this.#written = ''
    this.texts.push(text)
    const { limits, counter } = this.#needs
    if (this.texts.length > limits.sharedTexts) throw new Refused('tooManyTexts')
    counter.countCharacters(text.length)
  }
}

/** As written: a reference takes up to ten characters. */
const MAX_WRITTEN = 10 * MAX_CELL_CHARACTERS
