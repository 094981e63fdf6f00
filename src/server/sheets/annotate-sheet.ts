import { attributeOf } from './markup.ts'
import { columnOf } from './sheet.ts'
import { columnName } from './table.ts'
import { textXml } from './workbook.ts'

/** What is written into a cell: a text is never a formula, whatever it begins with. */
export type Annotation = string | number

/** By row and column, from 1 and from 0 as Excel and `Table` number them. */
export type Annotations = ReadonlyMap<number, ReadonlyMap<number, Annotation>>

interface Tag {
  /** Lower-case, without prefix. */
  name: string
  /** As it is written: 'x:c'. */
  written: string
  attributes: string
  from: number
  end: number
  kind: 'open' | 'close' | 'empty'
}

/**
 * The XML of a worksheet with these cells written: each takes the format of the cell that it replaces, a new one that of
 * the cell before it where it stands in `styledRow`. Rows that the sheet doesn't have are added in their place. Every other
 * character stays, and so does a formula, because other parts of the file count on it.
 */
export function annotateSheet(
  xml: string,
  annotations: Annotations,
  styledRow: number | null,
): string {
  const pieces: string[] = []
  let copied = 0
  const put = (from: number, end: number, text: string): void => {
    pieces.push(xml.slice(copied, from), text)
    copied = end
  }
  const left = new Map([...annotations].toSorted(([a], [b]) => a - b))
  /** Those that stand before that row, and that the sheet doesn't have. */
  const addBefore = (next: number, at: Tag, prefix: string): void => {
    for (const [added, cells] of left) {
      if (added >= next) return
      left.delete(added)
      const text = cellsXml([...cells], { row: added, prefix, isStyled: false }, null)
      put(at.from, at.from, `<${prefix}row r="${added}">${text}</${prefix}row>`)
    }
  }
  let row = 0
  let open: OpenRow | null = null
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'dimension' && tag.kind !== 'close') {
      const wide = widened(xml.slice(tag.from, tag.end), annotations)
      if (wide !== null) put(tag.from, tag.end, wide)
    } else if (tag.name === 'row' && tag.kind !== 'close') {
      row = numberOf(attributeOf(tag.attributes, 'r')) ?? row + 1
      const prefix = tag.written.slice(0, -'row'.length)
      addBefore(row, tag, prefix)
      const cells = left.get(row)
      if (cells === undefined) continue
      left.delete(row)
      const of = { row, prefix, isStyled: row === styledRow }
      if (tag.kind === 'empty') {
        const head = spanned(xml.slice(tag.from, tag.end - 2).trimEnd(), cells)
        put(tag.from, tag.end, `${head}>${cellsXml([...cells], of, null)}</${tag.written}>`)
      } else {
        open = { ...of, cells: new Map(cells), column: 0, style: null, replaced: null }
        put(tag.from, tag.end, spanned(xml.slice(tag.from, tag.end), cells))
      }
    } else if (tag.name === 'sheetdata' && tag.kind === 'close') {
      addBefore(Number.POSITIVE_INFINITY, tag, tag.written.slice(0, -'sheetData'.length))
    } else if (open !== null && tag.name === 'c' && tag.kind !== 'close') {
      const before = takeBefore(open, columnAt(open, tag.attributes))
      if (before !== '') put(tag.from, tag.from, before)
      openCell(open, tag, put)
    } else if (open !== null && tag.name === 'f') {
      open.replaced = null
    } else if (open !== null && tag.name === 'c') {
      closeCell(open, tag, put)
    } else if (open !== null && tag.name === 'row') {
      const behind = takeBefore(open, Number.POSITIVE_INFINITY)
      if (behind !== '') put(tag.from, tag.from, behind)
      open = null
    }
  }
  return pieces.join('') + xml.slice(copied)
}

interface RowOf {
  row: number
  prefix: string
  isStyled: boolean
}

interface OpenRow extends RowOf {
  /** Those still to be written. */
  cells: Map<number, Annotation>
  /** Where a cell stands that doesn't say it. */
  column: number
  /** Of the last cell. */
  style: string | null
  /** What is written in the place of the cell that is open. */
  replaced: { from: number; text: string } | null
}

type Put = (from: number, end: number, text: string) => void

function columnAt(open: OpenRow, attributes: string): number {
  const reference = attributeOf(attributes, 'r')
  return (reference === null ? null : columnOf(reference)) ?? open.column
}

function openCell(open: OpenRow, tag: Tag, put: Put): void {
  const column = columnAt(open, tag.attributes)
  const style = attributeOf(tag.attributes, 's')
  const value = open.cells.get(column)
  open.column = column + 1
  open.style = style
  if (value === undefined) return
  open.cells.delete(column)
  const text = cellXml(column, value, open, style)
  if (tag.kind === 'empty') put(tag.from, tag.end, text)
  else open.replaced = { from: tag.from, text }
}

function closeCell(open: OpenRow, tag: Tag, put: Put): void {
  if (open.replaced === null) return
  put(open.replaced.from, tag.end, open.replaced.text)
  open.replaced = null
}

/** Those that stand before that column. */
function takeBefore(open: OpenRow, column: number): string {
  const before = [...open.cells].filter(([at]) => at < column)
  for (const [at] of before) open.cells.delete(at)
  return cellsXml(before, open, open.isStyled ? open.style : null)
}

function cellsXml(cells: [number, Annotation][], of: RowOf, style: string | null): string {
  return cells
    .toSorted(([a], [b]) => a - b)
    .map(([column, value]) => cellXml(column, value, of, style))
    .join('')
}

function cellXml(
  column: number,
  value: Annotation,
  { row, prefix }: RowOf,
  style: string | null,
): string {
  const name = `${prefix}c`
  const place = ` r="${columnName(column)}${row}"${style === null ? '' : ` s="${textXml(style)}"`}`
  if (value === '') return `<${name}${place}/>`
  if (typeof value === 'number') {
    return `<${name}${place}><${prefix}v>${value}</${prefix}v></${name}>`
  }
  return (
    `<${name}${place} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">` +
    `${textXml(value)}</${prefix}t></${prefix}is></${name}>`
  )
}

/** A row may say which columns it spans: no fewer than it has then. */
function spanned(tag: string, cells: ReadonlyMap<number, Annotation>): string {
  const last = Math.max(...cells.keys()) + 1
  return tag.replace(
    /\bspans=(["'])(\d{1,5}):(\d{1,5})\1/,
    (_whole, quote: string, from: string, to: string) => {
      return `spans=${quote}${from}:${Math.max(Number(to), last)}${quote}`
    },
  )
}

/** Null when it doesn't say a range. */
function widened(tag: string, annotations: Annotations): string | null {
  const found = /\bref=(["'])([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?\1/.exec(tag)
  if (found === null) return null
  const [whole, quote = '"', left = 'A', top = '1', right = left, bottom = top] = found
  const columns = [...annotations.values()].flatMap((cells) => [...cells.keys()])
  const lastColumn = columns.reduce((last, column) => Math.max(last, column), columnOf(right) ?? 0)
  const lastRow = [...annotations.keys()].reduce((last, row) => Math.max(last, row), Number(bottom))
  const range = `${left}${top}:${columnName(lastColumn)}${lastRow}`
  return tag.replace(whole, `ref=${quote}${range}${quote}`)
}

function numberOf(text: string | null): number | null {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number > 0 ? number : null
}

/** The tags of well-formed markup with their places; comments, instructions and CDATA are passed over. */
function* tagsOf(xml: string): Generator<Tag> {
  for (let from = xml.indexOf('<'); from !== -1;) {
    const end = endOfMark(xml, from)
    const tag = tagAt(xml, from, end)
    if (tag !== null) yield tag
    from = xml.indexOf('<', end)
  }
}

function endOfMark(xml: string, from: number): number {
  if (xml.startsWith('<!--', from)) return after(xml, '-->', from)
  if (xml.startsWith('<![CDATA[', from)) return after(xml, ']]>', from)
  if (xml.startsWith('<?', from)) return after(xml, '?>', from)
  let quote = ''
  for (let at = from + 1; at < xml.length; at += 1) {
    const character = xml.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at + 1
    else if (character === '"' || character === "'") quote = character
  }
  return xml.length
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  return at === -1 ? xml.length : at + mark.length
}

const NAME = /^[A-Za-z_][\w:.-]{0,200}/

function tagAt(xml: string, from: number, end: number): Tag | null {
  const isClose = xml.charAt(from + 1) === '/'
  const nameFrom = from + (isClose ? 2 : 1)
  const written = NAME.exec(xml.slice(nameFrom, Math.min(end, nameFrom + 201)))?.[0]
  if (written === undefined) return null
  const isEmpty = !isClose && xml.charAt(end - 2) === '/'
  const name = written.slice(written.indexOf(':') + 1).toLowerCase()
  const attributes = isClose ? '' : xml.slice(nameFrom + written.length, end - (isEmpty ? 2 : 1))
  return {
    name,
    written,
    attributes,
    from,
    end,
    kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
  }
}
