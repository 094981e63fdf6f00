import { addDays, knownDay, type Day } from '#domain/day.ts'
import { attributeOf, decodeText, type MarkupReader } from './markup.ts'
import {
  MAX_CELL_CHARACTERS,
  MAX_MERGES,
  Refused,
  textCell,
  type Cell,
  type Merge,
  type RowCounter,
  type SheetLimits,
  type SheetRow,
} from './table.ts'

export interface SheetNeeds {
  counter: RowCounter
  limits: SheetLimits
  isFrom1904: boolean
  /** By the number of a cell's format. */
  isDateStyle: readonly boolean[]
  sharedTexts: readonly string[]
}

/** Collects the cells of one worksheet as it is scanned. Throws `Refused` past the limits. */
export class SheetReader implements MarkupReader {
  readonly rows: SheetRow[] = []
  readonly merges: Merge[] = []
  readonly hiddenRows: number[] = []
  readonly #needs: SheetNeeds
  #row = 0
  /** By a filter or by hand. */
  #isHidden = false
  #column = 0
  #cells: Cell[] = []
  #type = ''
  #style = 0
  #written = ''
  #isValue = false
  #isFormula = false
  #isInFormula = false
  #formula = ''
  #isPhonetic = false

  constructor(needs: SheetNeeds) {
    this.#needs = needs
  }

  open(name: string, attributes: string, isEmpty: boolean): void {
    if (name === 'c') this.#openCell(attributes, isEmpty)
    else if (name === 'v' || name === 't') this.#isValue = !isEmpty && !this.#isPhonetic
    else if (name === 'f') {
      this.#isFormula = true
      this.#isInFormula = !isEmpty
    } else if (name === 'row') this.#openRow(attributes)
    else if (name === 'rph') this.#isPhonetic = !isEmpty
    else if (name === 'mergecell') this.#addMerge(attributeOf(attributes, 'ref') ?? '')
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'f') this.#isInFormula = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (name === 'rph') this.#isPhonetic = false
  }

  text(written: string): void {
    if (this.#isInFormula && this.#formula.length < MAX_CONSTANT) this.#formula += written
    if (!this.#isValue) return
    this.#written += written
    if (this.#written.length > MAX_WRITTEN) throw new Refused('tooManyTexts')
  }

  #openRow(attributes: string): void {
    const number = Number(attributeOf(attributes, 'r'))
    this.#row = Number.isInteger(number) && number > 0 ? number : this.#row + 1
    this.#column = 0
    this.#cells = []
    this.#isHidden = ['1', 'true'].includes(attributeOf(attributes, 'hidden') ?? '')
    this.#needs.counter.countWritten(this.#row)
  }

  #closeRow(): void {
    const row = this.#needs.counter.take(this.#row, this.#cells)
    if (row !== null) {
      this.rows.push(row)
      if (this.#isHidden) this.hiddenRows.push(row.row)
    }
    this.#cells = []
  }

  #openCell(attributes: string, isEmpty: boolean): void {
    this.#type = 'n'
    this.#style = 0
    this.#readCellAttributes(attributes)
    this.#written = ''
    this.#isFormula = false
    this.#formula = ''
    this.#needs.counter.countCell()
    if (isEmpty) this.#column += 1
  }

  /** In one pass: a file has a hundred thousand cells. The names of what counts have one letter. */
  #readCellAttributes(attributes: string): void {
    for (let at = 0; at < attributes.length;) {
      const equals = attributes.indexOf('=', at)
      const end = equals === -1 ? -1 : attributes.indexOf(attributes.charAt(equals + 1), equals + 2)
      if (end === -1) return
      if (attributes.charCodeAt(equals - 2) <= SPACE) {
        this.#takeAttribute(attributes.charCodeAt(equals - 1), attributes.slice(equals + 2, end))
      }
      at = end + 1
    }
  }

  #takeAttribute(letter: number, value: string): void {
    if (letter === LETTER_R) this.#column = columnOf(value) ?? this.#column
    else if (letter === LETTER_T) this.#type = value
    else if (letter === LETTER_S) this.#style = Number(value)
  }

  #closeCell(): void {
    const cell = this.#value()
    // A text that cells share was counted where it stands.
    if (this.#type !== 's') this.#needs.counter.countCharacters(lengthOf(cell))
    if (cell !== null) {
      // Before the row ends, because up to the last of Excel's columns thousands of empty cells would be made.
      if (this.#column >= this.#needs.limits.columns) throw new Refused('tooManyColumns')
      while (this.#cells.length < this.#column) this.#cells.push(null)
      this.#cells[this.#column] = cell
    }
    this.#column += 1
  }

  #value(): Cell {
    const text = this.#text()
    if (this.#isFormula && !CONSTANT.test(this.#formula)) {
      return { kind: 'formula', shown: text.trim() }
    }
    // As Excel shows it in Chile.
    if (this.#type === 'b') return text === '1' || text === 'true' ? 'VERDADERO' : 'FALSO'
    if (this.#type === 's') return this.#needs.sharedTexts[Number(this.#written)] ?? null
    if (this.#type !== 'n') return textCell(text)
    if (text === '') return null
    const value = Number(text)
    if (!Number.isFinite(value)) return textCell(text)
    const isDay = this.#needs.isDateStyle[this.#style] === true
    const day = isDay ? dayOfSerial(value + (this.#needs.isFrom1904 ? DAYS_TO_1904 : 0)) : null
    return day === null ? value : { kind: 'day', day }
  }

  #text(): string {
    if (this.#type === 's') return this.#needs.sharedTexts[Number(this.#written)] ?? ''
    const text = decodeText(this.#written)
    return this.#type === 'n' ? text.trim() : unescaped(text)
  }

  #addMerge(reference: string): void {
    const [from = '', to = from] = reference.split(':')
    const merge = {
      fromRow: rowOf(from),
      toRow: rowOf(to),
      fromColumn: columnOf(from) ?? 0,
      toColumn: columnOf(to) ?? 0,
    }
    const { isStrict } = this.#needs.limits
    const isTall = merge.toRow > merge.fromRow
    if (!isTall && !(isStrict && merge.toColumn > merge.fromColumn)) return
    if (this.merges.length < MAX_MERGES) this.merges.push(merge)
    else if (isStrict) throw new Refused('tooManyMerges')
  }
}

function lengthOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length
  return cell !== null && typeof cell === 'object' && cell.kind === 'formula'
    ? cell.shown.length
    : 0
}

/** LibreOffice writes a yes or no as a formula, whose value can't be stale. */
const CONSTANT = /^(?:TRUE|FALSE)\(\)$/
const MAX_CONSTANT = 20
const SPACE = 0x20
const LETTER_R = 0x72
const LETTER_S = 0x73
const LETTER_T = 0x74
/** As written: a reference takes up to ten characters, and what XML can't hold seven. */
const MAX_WRITTEN = 10 * MAX_CELL_CHARACTERS
/** Excel's columns end at XFD. */
const MAX_LETTERS = 3

/** 'C5' is 2; null when it doesn't begin with a column. */
export function columnOf(reference: string): number | null {
  let column = 0
  let letters = 0
  for (; letters < MAX_LETTERS; letters += 1) {
    const letter = reference.charCodeAt(letters) & ~0x20
    if (!(letter >= 0x41 && letter <= 0x5a)) break
    column = column * 26 + letter - 0x40
  }
  return letters === 0 ? null : column - 1
}

function rowOf(reference: string): number {
  return Number(reference.replace(/^[A-Za-z]{1,3}/, ''))
}

/** In texts Excel writes what XML can't hold as '_x000D_'. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\da-fA-F]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Excel counts days from 1900 on: this is its 36,526th. Its mistake about 1900 lies before. */
const KNOWN_DAY = { day: knownDay('2000-01-01'), number: 36_526 }
const LAST_NUMBER = 73_050
const DAYS_TO_1904 = 1_462

/** The day of an Excel date, whatever its hour; null outside of 2000 to 2099. */
export function dayOfSerial(serial: number): Day | null {
  const number = Math.floor(serial)
  if (!(number >= KNOWN_DAY.number && number <= LAST_NUMBER)) return null
  const known = days.get(number)
  if (known !== undefined) return known
  const day = addDays(KNOWN_DAY.day, number - KNOWN_DAY.number)
  days.set(number, day)
  return day
}

/** At most one for each day of a hundred years. */
const days = new Map<number, Day>()
