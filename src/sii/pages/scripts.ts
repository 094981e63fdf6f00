import { decodeEntities, plain, tokens, visibleText } from './html.ts'

/** The portal keeps in scripts what other pages keep in fields. Nothing here runs any of it. */

/** Every `NAME = [[…],[…]]` of strings, by name; flat arrays (`["2026","11","20"]`) come as one row. */
export function arrayLiterals(html: string): Map<string, string[][]> {
  const found = new Map<string, string[][]>()
  for (const match of html.matchAll(/\b([A-Za-z_]\w{0,60})\s{0,20}=\s{0,20}\[/g)) {
    const rows = readRows(html, match.index + match[0].length)
    if (rows !== null && !found.has(String(match[1]))) found.set(String(match[1]), rows)
  }
  return found
}

/** The JSON assigned to a variable, still unchecked; null when it is missing or isn't JSON. */
export function jsonLiteral(html: string, variable: string): unknown {
  const assignment = new RegExp(`\\b${variable}\\s{0,20}=\\s{0,20}(?=[[{])`).exec(html)
  if (assignment === null) return null
  const start = assignment.index + assignment[0].length
  try {
    return JSON.parse(html.slice(start, endOfBalanced(html, start)))
  } catch {
    return null
  }
}

/**
 * The sentences of the alerts a page would really show: not those commented out. One is a verdict; several
 * are a page's catalogue of possible messages and say nothing (portal 9.4).
 */
export function liveAlerts(html: string): string[] {
  const found: string[] = []
  let examined = 0
  for (const match of html.matchAll(/\balert\s{0,10}\(\s{0,10}(['"])/g)) {
    examined += 1
    if (examined > MAX_ALERTS) break
    if (isCommentedOut(html, match.index)) continue
    const text = readString(html, match.index + match[0].length - 1)
    if (text !== null) found.push(visibleText(text.value))
  }
  return found.filter((text) => text !== '')
}

/** Where a small page's script or meta tag sends the browser on to; null when it doesn't, or to two places. */
export function scriptedTarget(html: string): string | null {
  if (html.length > MAX_REDIRECT_PAGE_LENGTH) return null
  const targets = new Set([...locationTargets(html), ...refreshTargets(html)])
  const [target] = targets
  return targets.size === 1 && target !== undefined ? target : null
}

/** The address of the first link whose whole text is `label`, accents and case aside. */
export function linkNamed(html: string, label: string): string | null {
  let href: string | null = null
  let text = ''
  for (const token of tokens(html)) {
    if (token.kind === 'text') text += token.text
    if (token.kind === 'raw' || token.kind === 'text' || token.name !== 'a') continue
    if (href !== null && plain(decodeEntities(text)).trim() === plain(label)) return href
    href = token.kind === 'open' ? (token.attributes.get('href') ?? null) : null
    text = ''
  }
  return null
}

const MAX_ALERTS = 200
const MAX_ROWS = 2000
const MAX_REDIRECT_PAGE_LENGTH = 8000

const LOCATION =
  /\blocation(?:\.href)?\s{0,5}(?:=|\.\s{0,5}(?:replace|assign)\s{0,5}\()\s{0,5}(?=['"])/g

function* locationTargets(html: string): Generator<string> {
  for (const match of html.matchAll(LOCATION)) {
    if (isCommentedOut(html, match.index)) continue
    const text = readString(html, match.index + match[0].length)
    if (text !== null && text.value !== '') yield decodeEntities(text.value)
  }
}

function* refreshTargets(html: string): Generator<string> {
  for (const token of tokens(html)) {
    if (token.kind !== 'open' || token.name !== 'meta') continue
    if (token.attributes.get('http-equiv')?.toLowerCase() !== 'refresh') continue
    const url = /^[\d.\s]{0,10};\s{0,5}url\s{0,5}=\s{0,5}['"]?([^'"\s]+)/i
    const target = url.exec(token.attributes.get('content') ?? '')?.[1]
    if (target !== undefined) yield target
  }
}

/** `//` earlier on the line, but not the one of an address. */
export function isCommentedOut(html: string, at: number): boolean {
  const before = html.slice(Math.max(0, at - MAX_LINE_LENGTH), at)
  return /(^|[^:'"])\/\//.test(before.slice(before.lastIndexOf('\n') + 1))
}

const MAX_LINE_LENGTH = 500

interface Read {
  value: string
  end: number
}

/** A JavaScript string from its opening quote; null when it doesn't end on its line. */
export function readString(html: string, start: number): Read | null {
  const quote = html[start]
  let value = ''
  for (let at = start + 1; at < html.length; at += 1) {
    const character = html.charAt(at)
    if (character === quote) return { value, end: at + 1 }
    if (character === '\n' || character === '\r') return null
    if (character !== '\\') {
      value += character
      continue
    }
    const escape = readEscape(html, at + 1)
    value += escape.value
    at = escape.end - 1
  }
  return null
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: ' ', b: '', f: '', v: '' }

function readEscape(html: string, at: number): Read {
  const code = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(html.slice(at, at + 5))
  const digits = code?.[1] ?? code?.[2]
  if (code !== null && digits !== undefined) {
    return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: at + code[0].length }
  }
  const character = html.charAt(at)
  return { value: ESCAPES[character] ?? character, end: at + 1 }
}

function readRows(html: string, start: number): string[][] | null {
  const rows: string[][] = []
  const flat: string[] = []
  for (let at = start; rows.length + flat.length <= MAX_ROWS;) {
    at = skipSpaces(html, at)
    const character = html[at]
    if (character === ']') return flat.length > 0 ? [flat] : rows
    if (character === ',') at += 1
    else if (character === '[') {
      const row = readRow(html, at + 1)
      if (row === null) return null
      rows.push(row.cells)
      at = row.end
    } else {
      const cell = readCell(html, at)
      if (cell === null) return null
      flat.push(cell.value)
      at = cell.end
    }
  }
  return null
}

function readRow(html: string, start: number): { cells: string[]; end: number } | null {
  const cells: string[] = []
  for (let at = start; cells.length <= MAX_ROWS;) {
    at = skipSpaces(html, at)
    const character = html[at]
    if (character === ']') return { cells, end: at + 1 }
    if (character === ',') {
      at += 1
      continue
    }
    const cell = readCell(html, at)
    if (cell === null) return null
    cells.push(cell.value)
    at = cell.end
  }
  return null
}

function readCell(html: string, at: number): Read | null {
  const character = html[at]
  if (character === '"' || character === "'") {
    const text = readString(html, at)
    return text === null ? null : { value: decodeEntities(text.value).trim(), end: text.end }
  }
  const bare = /^(?:-?\d{1,15}(?:\.\d{1,6})?|null)/.exec(html.slice(at, at + 24))
  if (bare === null) return null
  return { value: bare[0] === 'null' ? '' : bare[0], end: at + bare[0].length }
}

function skipSpaces(html: string, start: number): number {
  let at = start
  while (/\s/.test(html.charAt(at))) at += 1
  return at
}

/** The end of the braces or brackets that open at `start`, minding strings; the page's end when unclosed. */
function endOfBalanced(html: string, start: number): number {
  let depth = 0
  for (let at = start; at < html.length; at += 1) {
    const character = html[at]
    if (character === '"') {
      at = endOfJsonString(html, at)
    } else if (character === '{' || character === '[') {
      depth += 1
    } else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return html.length
}

function endOfJsonString(html: string, start: number): number {
  let at = start + 1
  while (at < html.length && html[at] !== '"') at += html[at] === '\\' ? 2 : 1
  return at
}
