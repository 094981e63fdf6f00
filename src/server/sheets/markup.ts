import { Refused } from './table.ts'

/** What a scan of XML or HTML reports, in the order of the text. Names are lower-case and without prefix. */
export interface MarkupReader {
  open(name: string, attributes: string, isEmpty: boolean): void
  close(name: string): void
  /** As written: `decodeText` resolves its references. */
  text(written: string): void
}

/** What a chunk cuts is looked at again with the next one: so long is no tag and no comment of a program. */
const MAX_CUT_CHARACTERS = 256 * 1024
/** Returned instead of the end of what the chunk cuts. */
const CUT = -1

/**
 * Scans markup without judging it, as what banks call .xls is seldom well formed. It takes the text whole or in chunks,
 * and looks at each character a bounded number of times. Comments, processing instructions and DOCTYPE are passed over;
 * no entity is defined.
 */
export class MarkupScanner {
  readonly #reader: MarkupReader
  readonly #isStrict: boolean
  #cut = ''

  /** Strict: a DOCTYPE is refused. */
  constructor(reader: MarkupReader, isStrict = false) {
    this.#reader = reader
    this.#isStrict = isStrict
  }

  /** Throws `Refused` for a tag that goes on for many chunks. */
  push(chunk: string): void {
    if (this.#cut.length > MAX_CUT_CHARACTERS) throw new Refused('damaged')
    const source = this.#cut === '' ? chunk : this.#cut + chunk
    this.#cut = source.slice(this.#scan(source, false))
  }

  /** What is cut then ends with the text. */
  end(): void {
    const source = this.#cut
    this.#cut = ''
    this.#scan(source, true)
  }

  /** Returns where what is cut begins. */
  #scan(source: string, isLast: boolean): number {
    let end = 0
    for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', end)) {
      if (at > end) this.#reader.text(source.slice(end, at))
      const next = this.#pass(source, at, isLast)
      if (next === CUT) return at
      end = next
    }
    if (end < source.length) this.#reader.text(source.slice(end))
    return source.length
  }

  #pass(source: string, at: number, isLast: boolean): number {
    const first = source.charCodeAt(at + 1)
    if (!isLast && source.length - at < LONGEST_MARK && !isLetter(first) && first !== SLASH) {
      return CUT
    }
    if (first === SLASH) {
      const end = endAfter(source, '>', at, isLast)
      if (end !== CUT) this.#reader.close(nameAt(source, at + 2).name)
      return end
    }
    if (first === BANG || first === QUESTION) return this.#passSpecial(source, at, isLast)
    if (!isLetter(first)) {
      this.#reader.text('<')
      return at + 1
    }
    return this.#passOpenTag(source, at, isLast)
  }

  #passSpecial(source: string, at: number, isLast: boolean): number {
    if (source.startsWith('<!--', at)) return endAfter(source, '-->', at, isLast)
    if (!source.startsWith(CDATA, at)) {
      if (this.#isStrict && DOCTYPE.test(source.slice(at, at + LONGEST_MARK))) {
        throw new Refused('entities')
      }
      return endAfter(source, '>', at, isLast)
    }
    const end = endAfter(source, ']]>', at, isLast)
    // Its characters stand for themselves.
    if (end !== CUT) {
      this.#reader.text(source.slice(at + CDATA.length, end - 3).replaceAll('&', '&amp;'))
    }
    return end
  }

  #passOpenTag(source: string, at: number, isLast: boolean): number {
    const { name, end: nameEnd } = nameAt(source, at + 1)
    let end = nameEnd
    let quote = 0
    for (; end < source.length; end += 1) {
      const code = source.charCodeAt(end)
      if (quote !== 0) {
        if (code === quote) quote = 0
      } else if (code === TAG_END) break
      else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code
    }
    if (end === source.length && !isLast) return CUT
    const isEmpty = source.charCodeAt(end - 1) === SLASH
    this.#reader.open(name, source.slice(nameEnd, isEmpty ? end - 1 : end), isEmpty)
    return end + 1
  }
}

/** Scans a whole text. */
export function scanMarkup(source: string, reader: MarkupReader): void {
  const scanner = new MarkupScanner(reader)
  scanner.push(source)
  scanner.end()
}

const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const TAG_END = 0x3e
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const COLON = 0x3a
const CDATA = '<![CDATA['
const DOCTYPE = /^<!DOCTYPE$/i
/** As long as the beginning must be by which one mark is told from another. */
const LONGEST_MARK = CDATA.length

/** Some writers of Excel files put a prefix before every name. */
function nameAt(source: string, from: number): { name: string; end: number } {
  let start = from
  let end = from
  for (let code = source.charCodeAt(end); isNameCode(code); code = source.charCodeAt(end)) {
    end += 1
    if (code === COLON) start = end
  }
  return { name: source.slice(start, end).toLowerCase(), end }
}

function endAfter(source: string, mark: string, from: number, isLast: boolean): number {
  const at = source.indexOf(mark, from)
  if (at === -1) return isLast ? source.length : CUT
  return at + mark.length
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

function isNameCode(code: number): boolean {
  return (
    isLetter(code) ||
    code === COLON ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x5f
  )
}

/** The value of an attribute, references resolved, with any quotes or none; null when it isn't there. */
export function attributeOf(attributes: string, name: string): string | null {
  const sought = `${name}=`
  for (let at = attributes.indexOf(sought); at !== -1; at = attributes.indexOf(sought, at + 1)) {
    if (at > 0 && attributes.charCodeAt(at - 1) > 0x20) continue
    const from = at + sought.length
    const quote = attributes.charCodeAt(from)
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) {
      return decodeText(/^[^\s>]*/.exec(attributes.slice(from))?.[0] ?? '')
    }
    const end = attributes.indexOf(String.fromCharCode(quote), from + 1)
    return decodeText(attributes.slice(from + 1, end === -1 ? undefined : end))
  }
  return null
}

/** Those that Spanish needs and those of XML: what is unknown stays as it is written. */
const ENTITIES = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    aacute: '\u00e1',
    eacute: '\u00e9',
    iacute: '\u00ed',
    oacute: '\u00f3',
    uacute: '\u00fa',
    uuml: '\u00fc',
    ntilde: '\u00f1',
    Aacute: '\u00c1',
    Eacute: '\u00c9',
    Iacute: '\u00cd',
    Oacute: '\u00d3',
    Uacute: '\u00da',
    Uuml: '\u00dc',
    Ntilde: '\u00d1',
    deg: '\u00b0',
    ordm: '\u00ba',
    ordf: '\u00aa',
  }),
)

const REFERENCE = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,8});/g

export function decodeText(written: string): string {
  if (!written.includes('&')) return written
  return written.replaceAll(REFERENCE, (whole, body: string) => {
    if (!body.startsWith('#')) return ENTITIES.get(body) ?? whole
    const isHex = body[1] === 'x' || body[1] === 'X'
    const code = isHex ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1))
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}
