import { RowCounter, textCell, type SheetLimits, type Table } from './table.ts'

const DELIMITERS = [';', '\t', ','] as const
/** Lines sampled to detect the delimiter, and how much of each. */
const SAMPLE_LINES = 200
const SAMPLE_CHARACTERS = 10_000
/** With more lines the opening quote is taken as a plain character, because that bank doesn't quote. */
const MAX_LINES_OF_A_TEXT = 5

/** The cells of a text with delimiters; null when it has none. Rows are numbered as Excel would. Throws `Refused`. */
export function readCsv(name: string, text: string, limits: SheetLimits): Table | null {
  const { delimiter, from } = delimiterOf(text)
  if (delimiter === null) return null
  const counter = new RowCounter(limits)
  const counts = new Map<number, number>()
  const table: Table = {
    name,
    rows: [],
    merges: [],
    hiddenRows: [],
    fields: { delimiter, counts },
  }
  const reader = new RecordReader(text, delimiter, from)
  for (let number = from === 0 ? 1 : 2; !reader.isAtEnd; number += 1) {
    const fields: string[] = []
    // Counted before each is kept, and without its place: one line may have more than the limit of them.
    reader.next((value) => {
      counter.countCell()
      fields.push(value)
    })
    const row = counter.take(number, fields.map(textCell))
    if (row === null) continue
    table.rows.push(row)
    counts.set(number, fields.length)
  }
  return table
}

/** A field of a record, and where it is written, with its quotes. */
export interface PlacedField {
  value: string
  from: number
  end: number
}

/** The records of a text with delimiters, numbered as `readCsv` does, for one that is written again. */
export function placedRecords(
  text: string,
): { delimiter: string; records: { row: number; fields: PlacedField[] }[] } | null {
  const { delimiter, from } = delimiterOf(text)
  if (delimiter === null) return null
  const records: { row: number; fields: PlacedField[] }[] = []
  const reader = new RecordReader(text, delimiter, from)
  for (let row = from === 0 ? 1 : 2; !reader.isAtEnd; row += 1) {
    const fields: PlacedField[] = []
    reader.next((value, from, end) => fields.push({ value, from, end }))
    records.push({ row, fields })
  }
  return { delimiter, records }
}

/** From Excel's own first line 'sep=;', else the one that most lines contain equally often. */
function delimiterOf(text: string): { delimiter: string | null; from: number } {
  const said = /^sep=([;,\t])\r?\n/i.exec(text)
  if (said?.[1] !== undefined) return { delimiter: said[1], from: said[0].length }
  const lines = sampleOf(text)
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(lines, delimiter) }))
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  return { delimiter: best.score === 0 ? null : best.delimiter, from: 0 }
}

function sampleOf(text: string): string[] {
  const lines: string[] = []
  for (let at = 0; at < text.length && lines.length < SAMPLE_LINES;) {
    const end = text.indexOf('\n', at)
    lines.push(text.slice(at, Math.min(end === -1 ? text.length : end, at + SAMPLE_CHARACTERS)))
    at = end === -1 ? text.length : end + 1
  }
  return lines
}

function scoreOf(lines: string[], delimiter: string): number {
  const counts = Map.groupBy(
    lines.map((line) => line.split(delimiter).length - 1),
    (count) => count,
  )
  return Math.max(...[...counts].map(([count, same]) => count * same.length), 0)
}

const QUOTE = 0x22
const LINE_FEED = 0x0a
const RETURN = 0x0d

class RecordReader {
  readonly #text: string
  readonly #delimiter: number
  #at: number
  /** Up to here quotes are characters like others. */
  #plainUntil = 0

  constructor(text: string, delimiter: string, from: number) {
    this.#text = text
    this.#delimiter = delimiter.charCodeAt(0)
    this.#at = from
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** Reads a record field by field; `onField` may throw to stop at a limit. */
  next(onField: (value: string, from: number, end: number) => void): void {
    for (;;) {
      const from = this.#at
      const value = this.#field()
      onField(value, from, this.#at)
      const code = this.#text.charCodeAt(this.#at)
      this.#at += 1
      if (code === this.#delimiter) continue
      if (code === RETURN && this.#text.charCodeAt(this.#at) === LINE_FEED) this.#at += 1
      return
    }
  }

  #field(): string {
    const from = this.#at
    if (this.#text.charCodeAt(from) === QUOTE && from >= this.#plainUntil) {
      const end = this.#closingQuote(from + 1)
      if (end !== null) {
        this.#at = end + 1
        return this.#text.slice(from + 1, end).replaceAll('""', '"')
      }
      this.#plainUntil = this.#endOfLine(from)
    }
    let end = from
    while (!this.#isEndOfField(end)) end += 1
    this.#at = end
    return this.#text.slice(from, end)
  }

  /** The quote that ends the text and stands at the end of its field. */
  #closingQuote(from: number): number | null {
    let lines = 0
    for (let at = from; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at)
      if (code === LINE_FEED) lines += 1
      if (lines >= MAX_LINES_OF_A_TEXT) return null
      if (code !== QUOTE) continue
      if (this.#text.charCodeAt(at + 1) === QUOTE) at += 1
      else return this.#isEndOfField(at + 1) ? at : null
    }
    return null
  }

  #isEndOfField(at: number): boolean {
    if (at >= this.#text.length) return true
    const code = this.#text.charCodeAt(at)
    return code === this.#delimiter || code === LINE_FEED || code === RETURN
  }

  #endOfLine(from: number): number {
    const end = this.#text.indexOf('\n', from)
    return end === -1 ? this.#text.length : end
  }
}
