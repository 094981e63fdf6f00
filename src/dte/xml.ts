/** An element with the place of its exact source text, so that what is read and what is digested are the same. */
export interface XmlElement {
  /** As written, with prefix. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** Its own text, references resolved. */
  text: string
  /** `source.slice(start, end)` runs from its `<` to the `>` of its end tag. */
  start: number
  end: number
}

export type Markup =
  | { kind: 'comment'; end: number }
  | { kind: 'open'; name: string; attributes: [string, string][]; empty: boolean; end: number }
  | { kind: 'close'; name: string; end: number }

/** No DTE is deeper than ten, and the largest envelope of a file we read has fewer elements. */
const MAX_DEPTH = 30
const MAX_ELEMENTS = 250_000
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/**
 * The tree of a well-formed text without DOCTYPE, CDATA or processing instructions (`openDteFile` sees to that).
 * Ours because libxml2 doesn't tell where an element stands, and the exact text is what is signed.
 */
export function readXml(source: string, from = 0): XmlElement {
  const root = element('', NO_ATTRIBUTES, from)
  const open = [root]
  let elements = 0
  for (let at = source.indexOf('<', from); at !== -1;) {
    const parent = open[open.length - 1] ?? root
    const markup = markupAt(source, at)
    if (markup.kind === 'close') {
      if (parent.name !== markup.name || open.length === 1) throw new XmlMistake(at)
      parent.end = markup.end
      open.pop()
    } else if (markup.kind === 'open') {
      const child = element(markup.name, attributesOf(markup.attributes), at)
      parent.children.push(child)
      child.end = markup.end
      if (!markup.empty) open.push(child)
      elements += 1
      if (open.length > MAX_DEPTH || elements > MAX_ELEMENTS) throw new XmlMistake(at)
    }
    const next = source.indexOf('<', markup.end)
    const holder = open[open.length - 1] ?? root
    if (next > markup.end) holder.text += decodeText(source.slice(markup.end, next))
    at = next
  }
  const [top, second] = root.children
  if (!top || second || open.length !== 1) throw new XmlMistake(source.length)
  return top
}

/** Thrown for text that isn't what `readXml` asks for. */
export class XmlMistake extends Error {
  constructor(at: number) {
    super(`Not a well-formed document at character ${at}`)
  }
}

/** Reads the markup that begins with the `<` at this place. */
export function markupAt(source: string, at: number): Markup {
  if (source.startsWith('<!--', at)) return { kind: 'comment', end: after(source, '-->', at + 4) }
  const end = tagEnd(source, at)
  if (source[at + 1] === '/') {
    return { kind: 'close', name: source.slice(at + 2, end - 1).trimEnd(), end }
  }
  const empty = source[end - 2] === '/'
  const inside = source.slice(at + 1, empty ? end - 2 : end - 1)
  const name = /^[^\s<>/="'&!?]+/.exec(inside)?.[0]
  if (name === undefined) throw new XmlMistake(at)
  const attributes = name.length === inside.length ? [] : writtenAttributes(inside, name.length)
  return { kind: 'open', name, attributes, empty, end }
}

/** References resolved, line ends as XML reads them. */
export function decodeText(written: string): string {
  const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written
  return text.includes('&') ? text.replace(/&([^;&]{0,12});/g, resolved) : text
}

/** The one child of this name, or null; the first when there are several. */
export function childOf(parent: XmlElement | null, name: string): XmlElement | null {
  return parent?.children.find((child) => child.name === name) ?? null
}

export function childrenOf(parent: XmlElement | null, name: string): XmlElement[] {
  return parent?.children.filter((child) => child.name === name) ?? []
}

/** The text at the end of a path of names; '' when it isn't there. */
export function textAt(start: XmlElement | null, ...path: string[]): string {
  return path.reduce<XmlElement | null>((at, name) => childOf(at, name), start)?.text ?? ''
}

function element(name: string, attributes: ReadonlyMap<string, string>, start: number): XmlElement {
  return { name, attributes, children: [], text: '', start, end: start }
}

function attributesOf(pairs: [string, string][]): ReadonlyMap<string, string> {
  return pairs.length === 0 ? NO_ATTRIBUTES : new Map(pairs)
}

/** Up to the `>` that isn't inside a quoted value. Linear, whatever hostile text it meets. */
const TAG = /<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y

function tagEnd(source: string, at: number): number {
  TAG.lastIndex = at
  if (!TAG.test(source)) throw new XmlMistake(at)
  return TAG.lastIndex
}

const ATTRIBUTE = /\s+([^\s<>/="'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')|\s+$/y

function writtenAttributes(inside: string, from: number): [string, string][] {
  const found: [string, string][] = []
  ATTRIBUTE.lastIndex = from
  while (ATTRIBUTE.lastIndex < inside.length) {
    const match = ATTRIBUTE.exec(inside)
    if (!match) throw new XmlMistake(from)
    const value = match[2] ?? match[3] ?? ''
    if (match[1] !== undefined) found.push([match[1], attributeValue(value)])
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
  if (!code) throw new XmlMistake(0)
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16)
  if (point === 0 || point > 0x10ffff) throw new XmlMistake(reference.length)
  return String.fromCodePoint(point)
}

function after(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from)
  if (found === -1) throw new XmlMistake(from)
  return found + what.length
}
