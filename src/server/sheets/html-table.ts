import { attributeOf, decodeText, scanMarkup } from './markup.ts'
import {
  MAX_MERGES,
  Refused,
  RowCounter,
  textCell,
  type Cell,
  type SheetLimits,
  type Table,
} from './table.ts'

/** Deeper tables lay a page out and hold no movements. */
const MAX_DEPTH = 20

/** The rows of all tables of a page, in their order, as banks call such a page .xls. Throws `Refused`. */
export function readHtmlTable(name: string, source: string, limits: SheetLimits): Table {
  const reader = new PageReader(name, limits)
  scanMarkup(source, reader)
  reader.end()
  return reader.table
}

/** A row under way of one table. */
interface OpenTable {
  cells: Cell[]
  text: string | null
  columns: number
  rows: number
}

class PageReader {
  readonly table: Table
  readonly #counter: RowCounter
  readonly #mostColumns: number
  readonly #open: OpenTable[] = []
  #row = 0
  #isHidden = false

  constructor(name: string, limits: SheetLimits) {
    this.table = { name, rows: [], merges: [], hiddenRows: [], fields: null }
    this.#counter = new RowCounter(limits)
    this.#mostColumns = limits.columns
  }

  open(name: string, attributes: string): void {
    if (name === 'table' && this.#open.length < MAX_DEPTH) {
      this.#open.push({ cells: [], text: null, columns: 1, rows: 1 })
    } else if (name === 'tr') this.#endRow()
    else if (name === 'td' || name === 'th') this.#beginCell(attributes)
    else if (name === 'br' || name === 'p' || name === 'div') this.#add(' ')
    else if (name === 'style' || name === 'script') this.#isHidden = true
  }

  close(name: string): void {
    if (name === 'td' || name === 'th') this.#endCell()
    else if (name === 'tr') this.#endRow()
    else if (name === 'table') {
      this.#endRow()
      this.#open.pop()
    } else if (name === 'style' || name === 'script') this.#isHidden = false
  }

  text(written: string): void {
    if (!this.#isHidden) this.#add(decodeText(written))
  }

  end(): void {
    while (this.#open.length > 0) this.close('table')
  }

  #add(text: string): void {
    const table = this.#open.at(-1)
    if (table !== undefined && table.text !== null) table.text += text
  }

  #beginCell(attributes: string): void {
    this.#endCell()
    const table = this.#open.at(-1)
    if (table === undefined) return
    table.text = ''
    table.columns = spanOf(attributes, 'colspan', this.#mostColumns)
    table.rows = spanOf(attributes, 'rowspan', 0xffff)
  }

  #endCell(): void {
    const table = this.#open.at(-1)
    if (table === undefined || table.text === null) return
    const fromColumn = table.cells.length
    const cell = textCell(table.text.replaceAll(/[\s\u00a0]+/g, ' '))
    table.text = null
    if (fromColumn >= this.#mostColumns) {
      if (cell !== null) throw new Refused('tooManyColumns')
      return
    }
    table.cells.push(cell)
    const toColumn = Math.min(fromColumn + table.columns, this.#mostColumns)
    while (table.cells.length < toColumn) table.cells.push(null)
    if (table.rows === 1 || this.table.merges.length >= MAX_MERGES) return
    const fromRow = this.#row + 1
    this.table.merges.push({
      fromRow,
      toRow: fromRow + table.rows - 1,
      fromColumn,
      toColumn: table.cells.length - 1,
    })
  }

  #endRow(): void {
    this.#endCell()
    const table = this.#open.at(-1)
    if (table === undefined || table.cells.length === 0) return
    this.#row += 1
    const row = this.#counter.take(this.#row, table.cells)
    if (row !== null) this.table.rows.push(row)
    table.cells = []
  }
}

function spanOf(attributes: string, name: string, most: number): number {
  const span = Number(attributeOf(attributes, name) ?? 1)
  return Number.isInteger(span) && span >= 1 ? Math.min(span, most) : 1
}
