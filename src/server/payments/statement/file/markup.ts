/** What a scan of XML or HTML reports, in the order of the text. Names are lower-case and without prefix. */
export interface MarkupReader {
  open(name: string, attributes: string, isEmpty: boolean): void
  close(name: string): void
  /** As written: `decodeText` resolves its references. */
  text(written: string): void
}

/**
 * Scans markup without judging it, as what banks call .xls is seldom well formed. One pass: each character is looked at
 * a bounded number of times. Comments, processing instructions and DOCTYPE are passed over; no entity is defined.
 */
export function scanMarkup(source: string, reader: MarkupReader): void {
  let end = 0
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', end)) {
    if (at > end) reader.text(source.slice(end, at))
    end = passMarkup(source, at, reader)
  }
  if (end < source.length) reader.text(source.slice(end))
}

const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const TAG_END = 0x3e
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const COLON = 0x3a

/** Returns where it ends. */
function passMarkup(source: string, at: number, reader: MarkupReader): number {
  const first = source.charCodeAt(at + 1)
  if (first === SLASH) {
    const end = endAfter(source, '>', at)
    reader.close(nameAt(source, at + 2).name)
    return end
  }
  if (first === BANG || first === QUESTION) return passSpecial(source, at, reader)
  if (!isLetter(first)) {
    reader.text('<')
    return at + 1
  }
  return passOpenTag(source, at, reader)
}

function passSpecial(source: string, at: number, reader: MarkupReader): number {
  if (source.startsWith('<!--', at)) return endAfter(source, '-->', at)
  if (!source.startsWith('<![CDATA[', at)) return endAfter(source, '>', at)
  const end = endAfter(source, ']]>', at)
  // Its characters stand for themselves.
  reader.text(source.slice(at + 9, end - 3).replaceAll('&', '&amp;'))
  return end
}

function passOpenTag(source: string, at: number, reader: MarkupReader): number {
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
  const isEmpty = source.charCodeAt(end - 1) === SLASH
  reader.open(name, source.slice(nameEnd, isEmpty ? end - 1 : end), isEmpty)
  return end + 1
}

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

function endAfter(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from)
  return at === -1 ? source.length : at + mark.length
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
