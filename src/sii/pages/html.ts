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

/**
 * Comments are left out: the portal hides texts in them that no person sees. Attributes are left unread where
 * only the names of the tags are asked for.
 */
export function* tokens(
  html: string,
  read: 'attributes' | 'names' = 'attributes',
): Generator<Token> {
  let at = 0
  while (at < html.length) {
    const open = tagStart(html, at)
    if (open < 0) break
    if (open > at) yield { kind: 'text', text: html.slice(at, open) }
    if (html.startsWith('<!--', open)) {
      at = after(html, '-->', open + 4)
      continue
    }
    const token = readTag(html, open, read === 'attributes')
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

/** The next `<` that a browser takes for a tag's beginning; -1 when there is none. */
function tagStart(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    const next = html.charCodeAt(at + 1)
    if (isLetter(next) || next === BANG || next === QUESTION) return at
    if (next === SLASH && isLetter(html.charCodeAt(at + 2))) return at
  }
  return -1
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

const BANG = 0x21
const SLASH = 0x2f
const QUESTION = 0x3f

const RAW = new Set(['script', 'style', 'textarea'])

/** Decodes numeric and the named references of Latin-1 once: '&amp;lt;' becomes '&lt;'. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}\d{0,2});?/g, (all, name) =>
    decodeReference(String(name), all),
  )
}

/** What a person reads: one line per block, no scripts, no field values, spaces collapsed. */
export function visibleText(html: string): string {
  const parts: string[] = []
  for (const token of tokens(html, 'names')) {
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

function readTag(html: string, start: number, readsAttributes: boolean): Tag {
  const isClose = html.charCodeAt(start + 1) === SLASH
  const nameStart = start + (isClose ? 2 : 1)
  const nameEnd = skip(html, nameStart, IN_NAME)
  // <!DOCTYPE …> and <?xml …?> are passed over like the end of nothing.
  if (nameEnd === nameStart) return { kind: 'close', name: '', end: after(html, '>', start) }
  const name = html.slice(nameStart, nameEnd).toLowerCase()
  if (isClose) return { kind: 'close', name, end: after(html, '>', nameEnd) }
  if (html[nameEnd] === '>') return { kind: 'open', name, attributes: NONE, end: nameEnd + 1 }
  const attributes = readsAttributes ? new Map<string, string>() : null
  const end = readAttributes(html, nameEnd, attributes)
  return { kind: 'open', name, attributes: attributes ?? NONE, end }
}

/** To the tag's end; `into` null only finds it. */
function readAttributes(html: string, start: number, into: Map<string, string> | null): number {
  let at = start
  while (at < html.length) {
    at = skip(html, at, SPACE_OR_SLASH)
    if (html[at] === '>' || at >= html.length) break
    const nameStart = at
    const nameEnd = Math.max(at + 1, skip(html, at, IN_ATTRIBUTE_NAME))
    at = skip(html, nameEnd, SPACE)
    const hasValue = html[at] === '='
    const valueStart = hasValue ? skip(html, at + 1, SPACE) : at
    const valueEnd = hasValue ? endOfValue(html, valueStart) : at
    if (into !== null) {
      const name = html.slice(nameStart, nameEnd).toLowerCase()
      const value = hasValue ? unquoted(html, valueStart, valueEnd) : ''
      set(into, name, decodeEntities(value))
    }
    at = valueEnd
  }
  return Math.min(at + 1, html.length)
}

/** With its quotes, when it has both. */
function endOfValue(html: string, start: number): number {
  const close = closingQuote(html, start)
  return close < 0 ? skip(html, start, UNQUOTED) : close + 1
}

function unquoted(html: string, start: number, end: number): string {
  return closingQuote(html, start) < 0 ? html.slice(start, end) : html.slice(start + 1, end - 1)
}

function closingQuote(html: string, start: number): number {
  const quote = html.charAt(start)
  return quote === '"' || quote === "'" ? html.indexOf(quote, start + 1) : -1
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

/** Past the characters of that kind; those beyond ASCII are of `OF_OTHERS`. */
function skip(html: string, start: number, kind: number): number {
  let at = start
  while (at < html.length) {
    const code = html.charCodeAt(at)
    if (((code < 128 ? (KINDS[code] ?? 0) : OF_OTHERS) & kind) === 0) break
    at += 1
  }
  return at
}

const IN_NAME = 1
const SPACE = 2
const SPACE_OR_SLASH = 4
const IN_ATTRIBUTE_NAME = 8
const UNQUOTED = 16
const OF_OTHERS = IN_ATTRIBUTE_NAME | UNQUOTED
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => kindsOf(String.fromCharCode(code)))

function kindsOf(character: string): number {
  if (/[a-zA-Z0-9]/.test(character)) return IN_NAME | OF_OTHERS
  if (/[ \n\r\t]/.test(character)) return SPACE | SPACE_OR_SLASH
  if (character === '/') return SPACE_OR_SLASH | UNQUOTED
  if (character === '=') return UNQUOTED
  return character === '>' ? 0 : OF_OTHERS
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
