/**
 * Reading the SII's pages. They leave options and cells unclosed and are hostile until proven otherwise,
 * so everything here cuts by lookahead in one pass: time grows with the page's length.
 */

export type Token =
  | { kind: 'open'; name: string; attributes: Attributes; end: number }
  | { kind: 'close'; name: string; end: number }
  | { kind: 'text'; text: string }
  /** What stands inside script, style and textarea, untouched. Comes right after their opening. */
  | { kind: 'raw'; name: string; text: string; start: number }

export type Attributes = ReadonlyMap<string, string>

/** Comments are left out: the portal hides texts in them that no person sees. */
export function* tokens(html: string): Generator<Token> {
  const tagStart = /<(?=[a-zA-Z!?]|\/[a-zA-Z])/g
  let at = 0
  while (at < html.length) {
    tagStart.lastIndex = at
    const open = tagStart.exec(html)?.index
    if (open === undefined) break
    if (open > at) yield { kind: 'text', text: html.slice(at, open) }
    if (html.startsWith('<!--', open)) {
      at = after(html, '-->', open + 4)
      continue
    }
    const token = readTag(html, open)
    yield token
    at = token.end
    if (token.kind === 'open' && RAW.has(token.name)) {
      const end = endOfRaw(html, token.name, at)
      yield { kind: 'raw', name: token.name, text: html.slice(at, end), start: at }
      at = end
    }
  }
  if (at < html.length) yield { kind: 'text', text: html.slice(at) }
}

const RAW = new Set(['script', 'style', 'textarea'])

/** Decodes numeric and the named references of Latin-1 once: '&amp;lt;' becomes '&lt;'. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}\d{0,2});?/g, (all, name) =>
    decodeReference(String(name), all),
  )
}

/** What a person reads: one line per block, no scripts, no field values, spaces collapsed. */
export function visibleText(html: string): string {
  const parts: string[] = []
  for (const token of tokens(html)) {
    if (token.kind === 'raw') continue
    if (token.kind === 'text') parts.push(token.text)
    else {
      const gap = BLOCKS.has(token.name) ? '\n' : ' '
      if (gap !== parts.at(-1)) parts.push(gap)
    }
  }
  return decodeEntities(parts.join(''))
    .split('\n')
    .map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Without inline joins: for single lines such as an option's label or a cell. */
export function inlineText(html: string): string {
  return visibleText(html).replaceAll('\n', ' ')
}

export function titleOf(html: string): string {
  const start = html.search(/<title[\s>]/i)
  if (start < 0) return ''
  const from = html.indexOf('>', start) + 1
  const end = html.indexOf('<', from)
  return inlineText(html.slice(from, end < 0 ? from + 300 : end))
}

/** Lower case without accents, spaces collapsed: the portal writes its words both ways. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
}

const BLOCKS = new Set(
  (
    'address article blockquote body br center dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 head ' +
    'hr html iframe legend li ol option p pre section select table tbody td th tr title ul'
  ).split(' '),
)

const NONE: Attributes = new Map()

type Tag = Extract<Token, { kind: 'open' | 'close' }>

function readTag(html: string, start: number): Tag {
  const isClose = html[start + 1] === '/'
  const nameStart = start + (isClose ? 2 : 1)
  const nameEnd = skip(html, nameStart, isNameCharacter)
  // <!DOCTYPE …> and <?xml …?> are passed over like the end of nothing.
  if (nameEnd === nameStart) return { kind: 'close', name: '', end: after(html, '>', start) }
  const name = html.slice(nameStart, nameEnd).toLowerCase()
  if (isClose) return { kind: 'close', name, end: after(html, '>', nameEnd) }
  if (html[nameEnd] === '>') return { kind: 'open', name, attributes: NONE, end: nameEnd + 1 }
  const attributes = new Map<string, string>()
  const end = readAttributes(html, nameEnd, attributes)
  return { kind: 'open', name, attributes, end }
}

function readAttributes(html: string, start: number, into: Map<string, string>): number {
  let at = start
  while (at < html.length) {
    at = skip(html, at, isSpaceOrSlash)
    if (html[at] === '>' || at >= html.length) break
    const nameEnd = Math.max(at + 1, skip(html, at, isAttributeNameCharacter))
    const name = html.slice(at, nameEnd).toLowerCase()
    at = skip(html, nameEnd, isSpace)
    if (html[at] !== '=') {
      set(into, name, '')
      continue
    }
    const value = readValue(html, skip(html, at + 1, isSpace))
    set(into, name, decodeEntities(value.text))
    at = value.end
  }
  return Math.min(at + 1, html.length)
}

function readValue(html: string, start: number): { text: string; end: number } {
  const quote = html[start]
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, start + 1)
    if (close >= 0) return { text: html.slice(start + 1, close), end: close + 1 }
  }
  const end = skip(html, start, isUnquotedCharacter)
  return { text: html.slice(start, end), end }
}

/** As in browsers, the first of two attributes of the same name counts. */
function set(into: Map<string, string>, name: string, value: string): void {
  if (!into.has(name)) into.set(name, value)
}

function endOfRaw(html: string, name: string, start: number): number {
  const close = new RegExp(`</${name}`, 'gi')
  close.lastIndex = start
  return close.exec(html)?.index ?? html.length
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}

function skip(html: string, start: number, accepts: (character: string) => boolean): number {
  let at = start
  while (at < html.length && accepts(html.charAt(at))) at += 1
  return at
}

function isNameCharacter(character: string): boolean {
  return (
    (character >= 'a' && character <= 'z') ||
    (character >= 'A' && character <= 'Z') ||
    (character >= '0' && character <= '9')
  )
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}

function isSpaceOrSlash(character: string): boolean {
  return isSpace(character) || character === '/'
}

function isAttributeNameCharacter(character: string): boolean {
  return !isSpaceOrSlash(character) && character !== '=' && character !== '>'
}

function isUnquotedCharacter(character: string): boolean {
  return !isSpace(character) && character !== '>'
}

function decodeReference(name: string, whole: string): string {
  if (!name.startsWith('#')) return NAMED.get(name) ?? whole
  const isHex = name[1] === 'x' || name[1] === 'X'
  const code = isHex ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252.charAt(code - 0x80)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

/** References 128–159 mean windows-1252, as in every browser. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** ISO 8859-1 from 160 in order, as HTML names them. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 ' +
  'acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml ' +
  'Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde ' +
  'Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ' +
  'ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide ' +
  'oslash ugrave uacute ucirc uuml yacute thorn yuml'

const NAMED = new Map<string, string>([
  ...LATIN_1.split(' ').map((name, index): [string, string] => [
    name,
    String.fromCharCode(0xa0 + index),
  ]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['euro', '€'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['bull', '•'],
])
