/** Thrown for text that isn't well-formed, or that a DTE has no use for and an attacker has. */
export class XmlMistake extends Error {
  constructor(at: number) {
    super(`Not a well-formed document at character ${at}`)
  }
}

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

export type Attribute = readonly [name: string, value: string]

export type Markup =
  | { kind: 'comment'; end: number }
  | OpenMarkup
  | { kind: 'close'; name: string; end: number }

export interface OpenMarkup {
  kind: 'open'
  name: string
  attributes: readonly Attribute[]
  empty: boolean
  end: number
}

/** The largest start tag, an envelope's, has four or five. */
const MAX_ATTRIBUTES = 20
// Stricter than XML where no DTE goes: names are of ASCII, and of one prefix at most.
const NAME = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`
const SPACE = String.raw`[ \t\r\n]`
const OPEN_NAME = new RegExp(`<(${NAME})(?=[ \\t\\r\\n/>])`, 'y')
const CLOSE = new RegExp(`</(${NAME})${SPACE}*>`, 'y')
const TAG_SIGN = /["'<>]/g
const ATTRIBUTE = new RegExp(
  `${SPACE}+(${NAME})${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')|${SPACE}+$`,
  'y',
)

/** Reads the markup that begins with the `<` at this place. DOCTYPE, CDATA and instructions are mistakes. */
export function markupAt(source: string, at: number): Markup {
  if (source.startsWith('<!--', at)) return commentAt(source, at)
  if (source[at + 1] === '/') {
    const [whole, name] = matchAt(CLOSE, source, at)
    return { kind: 'close', name, end: at + whole.length }
  }
  const [, name] = matchAt(OPEN_NAME, source, at)
  const end = tagEnd(source, at)
  if (!isLegal(source.slice(at, end))) throw new XmlMistake(at)
  const empty = source[end - 2] === '/'
  const inside = source.slice(at + 1, empty ? end - 2 : end - 1)
  const attributes = name.length === inside.length ? [] : attributesIn(inside, name.length, at)
  return { kind: 'open', name, attributes, empty, end }
}

/** References resolved, line ends as XML reads them. */
export function decodeText(written: string): string {
  const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written
  // Nearly all of them are ampersands.
  if (!/&(?!amp;)/.test(text)) return text.replaceAll('&amp;', '&')
  if (/&(?!#?\w{1,10};)/.test(text)) throw new XmlMistake(text.indexOf('&'))
  return text.replace(/&(#?\w{1,10});/g, resolved)
}

/** Whether every character may stand in XML: no controls but tab and line ends, no half of a pair. */
export function isLegal(text: string): boolean {
  if (!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\uffff]/.test(text)) return true
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text)
}

function commentAt(source: string, at: number): Markup {
  const end = source.indexOf('--', at + 4)
  // Two hyphens are only the end of it.
  if (end === -1 || source[end + 2] !== '>' || !isLegal(source.slice(at, end))) {
    throw new XmlMistake(at)
  }
  return { kind: 'comment', end: end + 3 }
}

function matchAt(expression: RegExp, source: string, at: number): [string, string] {
  expression.lastIndex = at
  const [whole, name] = expression.exec(source) ?? []
  if (whole === undefined || name === undefined) throw new XmlMistake(at)
  return [whole, name]
}

/** Behind the `>` that isn't inside a quoted value. */
function tagEnd(source: string, at: number): number {
  TAG_SIGN.lastIndex = at + 1
  for (let values = 0; values <= MAX_ATTRIBUTES; values += 1) {
    const [sign] = TAG_SIGN.exec(source) ?? []
    if (sign === '>') return TAG_SIGN.lastIndex
    if (sign === undefined || sign === '<') break
    const quote = source.indexOf(sign, TAG_SIGN.lastIndex)
    if (quote === -1) break
    TAG_SIGN.lastIndex = quote + 1
  }
  throw new XmlMistake(at)
}

function attributesIn(inside: string, from: number, at: number): Attribute[] {
  const found: Attribute[] = []
  ATTRIBUTE.lastIndex = from
  while (ATTRIBUTE.lastIndex < inside.length) {
    const match = ATTRIBUTE.exec(inside)
    if (!match) throw new XmlMistake(at)
    const [, name, quoted, apostrophed] = match
    if (name === undefined) break
    const isRepeated = found.some(([known]) => known === name)
    if (isRepeated || found.length === MAX_ATTRIBUTES) throw new XmlMistake(at)
    found.push([name, attributeValue(quoted ?? apostrophed ?? '')])
  }
  return found
}

/** Written line ends and tabs become spaces; those of a reference stay (XML 1.0, 3.3.3). */
function attributeValue(written: string): string {
  return decodeText(written.replace(/\r\n|[\t\n\r]/g, ' '))
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function resolved(reference: string, name: string): string {
  const named = NAMED.get(name)
  if (named !== undefined) return named
  const code = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name)
  const point = code?.[1] === undefined ? Number(code?.[2] ?? 0) : Number.parseInt(code[1], 16)
  if (point === 0 || point > 0x10ffff) throw new XmlMistake(reference.length)
  const character = String.fromCodePoint(point)
  if (!isLegal(character)) throw new XmlMistake(reference.length)
  return character
}
