import type { XmlElement } from './element.ts'
import type { OpenMarkup } from './markup.ts'
import { decodeText, isLegal, markupAt, XmlMistake } from './markup.ts'
import { hashed, interned, internedSlice } from './names.ts'
import { PrefixScope } from './prefixes.ts'
import { detached } from './recall.ts'
import { keepRepeat, mayRepeat, repeatAt } from './repeats.ts'
import { isCanonicalTag, isOfNamespaces } from './start-tag.ts'

/** No DTE is deeper than ten, and the largest envelope of a file we read has fewer elements. */
const MAX_DEPTH = 30
const MAX_ELEMENTS = 250_000
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()
/** Of most elements; whoever gets a child gets a list of its own. */
const NO_CHILDREN: XmlElement[] = []
const SLASH = 0x2f
const TAG_END = 0x3e
const LINE_FEED = 0x0a

/**
 * The tree of a well-formed text without DOCTYPE, CDATA or processing instructions. Ours, as whoever judges the text
 * must be who reads it, and no parser tells where an element stands: the exact text is what is signed. Stricter than
 * XML in names, depth and number; linear in the length of the text. Throws `XmlMistake`.
 */
export function readXml(source: string, from = 0): XmlElement {
  return new Reader(source, from).read()
}

/** The one child of this name, or null; the first when there are several. */
export function childOf(parent: XmlElement | null, name: string): XmlElement | null {
  if (parent !== null) for (const child of parent.children) if (child.name === name) return child
  return null
}

export function childrenOf(parent: XmlElement | null, name: string): XmlElement[] {
  return parent?.children.filter((child) => child.name === name) ?? []
}

/** The text at the end of a path of names; '' when it isn't there. */
export function textAt(start: XmlElement | null, ...path: string[]): string {
  let at = start
  for (const name of path) at = childOf(at, name)
  return at?.text ?? ''
}

/** A start tag, read. */
interface ReadTag {
  name: string
  attributes: ReadonlyMap<string, string>
  empty: boolean
  isCanonical: boolean
  isOfNamespaces: boolean
}

function readTag({ name, attributes, empty }: OpenMarkup, written: string): ReadTag {
  return {
    name: interned(name),
    attributes: new Map(attributes),
    empty,
    isCanonical: !empty && isCanonicalTag(written, name, attributes),
    isOfNamespaces: name.includes(':') || attributes.some(([key]) => isOfNamespaces(key)),
  }
}

/** Of one attribute in its canonical form, as `<Documento ID="…">`; null for all others. */
function plainTag(written: string): ReadTag | null {
  const [, name, attribute, value] = PLAIN_TAG.exec(written) ?? []
  if (name === undefined || attribute === undefined || value === undefined) return null
  const attributes = new Map([[attribute, value]])
  return {
    name: interned(name),
    attributes,
    empty: false,
    isCanonical: true,
    isOfNamespaces: false,
  }
}

const PLAIN_TAG = /^<([A-Za-z_][\w.-]*) (ID|URI)="([#\w.-]*)">$/

/** Start tags as they were written: nearly all of one document's come in the next one, too. */
const READ_TAGS = new Map<string, ReadTag>()
const MOST_TAGS = 100
const LONGEST_TAG = 300

function keepTag(written: string, tag: ReadTag): void {
  // Those that name a document are of that one only.
  if (written.length > LONGEST_TAG || tag.attributes.has('ID') || tag.attributes.has('URI')) return
  if (READ_TAGS.size >= MOST_TAGS) READ_TAGS.clear()
  READ_TAGS.set(detached(written), tag)
}

class Reader {
  private readonly source: string
  private readonly from: number
  private readonly root: XmlElement
  private readonly open: XmlElement[] = []
  private readonly prefixes = new PrefixScope()
  /** The innermost open element. */
  private holder: XmlElement
  private elements = 0

  constructor(source: string, from: number) {
    this.source = source
    this.from = from
    this.root = element('', from, from)
    this.holder = this.root
  }

  read(): XmlElement {
    const { source } = this
    let end = this.from
    for (let at = source.indexOf('<', end); at !== -1; at = source.indexOf('<', end)) {
      if (at > end) this.passText(end, at)
      end = this.passBareTag(at) || this.passMarkup(at)
    }
    if (end < source.length) this.passText(end, source.length)
    const [top, second] = this.root.children
    if (!top || second || this.open.length > 0) throw new XmlMistake(source.length)
    return top
  }

  /** A tag without attributes or space, as most are. Answers its end; 0 when it is another markup. */
  private passBareTag(at: number): number {
    const { source, holder } = this
    if (source.charCodeAt(at + 1) === SLASH) {
      const close = at + 2 + holder.name.length
      if (source.charCodeAt(close) !== TAG_END || !source.startsWith(holder.name, at + 2)) return 0
      this.close(close + 1)
      return close + 1
    }
    let end = at + 1
    let code = source.charCodeAt(end)
    if (!isNameStart(code)) return 0
    let hash = 0
    do {
      hash = hashed(hash, code)
      end += 1
      code = source.charCodeAt(end)
    } while (isNameCode(code))
    if (code !== TAG_END) return 0
    const name = internedSlice(source, at + 1, end, hash)
    const repeated = mayRepeat(name) ? this.passRepeat(name, at) : 0
    if (repeated > 0) return repeated
    this.enter(element(name, at, end + 1))
    return end + 1
  }

  /** Answers its end; 0 when it has to be read. */
  private passRepeat(name: string, at: number): number {
    const repeat = repeatAt(this.source, at, name, this.open.length)
    if (!repeat) return 0
    const { element, count } = repeat
    this.enter(element)
    this.elements += count - 1
    this.leave(element.end)
    return element.end
  }

  private passMarkup(at: number): number {
    const { source, holder } = this
    const first = source.slice(at, source.indexOf('>', at) + 1)
    const known = READ_TAGS.get(first)
    if (known) {
      const repeated = mayRepeat(known.name) ? this.passRepeat(known.name, at) : 0
      return repeated || this.passTag(at, at + first.length, known)
    }
    const plain = plainTag(first)
    if (plain) return this.passTag(at, at + first.length, plain)
    const markup = markupAt(source, at)
    if (markup.kind === 'open') {
      const tag = readTag(markup, source.slice(at, markup.end))
      if (markup.end === at + first.length) keepTag(first, tag)
      return this.passTag(at, markup.end, tag)
    }
    holder.isCanonical = false
    if (markup.kind === 'close') {
      if (markup.name !== holder.name) throw new XmlMistake(at)
      this.close(markup.end)
    }
    return markup.end
  }

  private passTag(at: number, end: number, tag: ReadTag): number {
    const { name, attributes, isCanonical, isOfNamespaces, empty } = tag
    if (isOfNamespaces && !this.prefixes.enter(this.open.length, name, attributes)) {
      throw new XmlMistake(at)
    }
    this.holder.isCanonical &&= isCanonical
    const opened = element(name, at, end)
    opened.attributes = attributes
    this.enter(opened)
    if (empty) this.close(end)
    return end
  }

  private enter(opened: XmlElement): void {
    this.elements += 1
    const { holder } = this
    if (holder.children === NO_CHILDREN) holder.children = [opened]
    else holder.children.push(opened)
    this.open.push(holder)
    this.holder = opened
    if (this.open.length > MAX_DEPTH || this.elements > MAX_ELEMENTS) {
      throw new XmlMistake(opened.start)
    }
  }

  private close(end: number): void {
    if (mayRepeat(this.holder.name)) keepRepeat(this.holder, this.source, end)
    this.leave(end)
  }

  private leave(end: number): void {
    const { holder } = this
    const parent = this.open.pop()
    if (!parent) throw new XmlMistake(end)
    holder.end = end
    parent.isCanonical &&= holder.isCanonical
    this.prefixes.leave(this.open.length)
    this.holder = parent
  }

  private passText(from: number, to: number): void {
    const { source, holder } = this
    const hasChildren = holder.children.length > 0
    // As most line ends are.
    if (hasChildren && to === from + 1 && source.charCodeAt(from) === LINE_FEED) return
    const written = source.slice(from, to)
    if (this.open.length === 0 && !isBlank(written)) throw new XmlMistake(from)
    if (/[&>\u0000-\u0008\u000b-\u001f\ud800-\uffff]/.test(written))
      this.passSpecialText(written, from)
    else if (!hasChildren) holder.text = holder.text === '' ? written : holder.text + written
    else if (!isBlank(written)) holder.text += written
  }

  private passSpecialText(written: string, at: number): void {
    const { holder } = this
    if (written.includes(']]>') || !isLegal(written)) throw new XmlMistake(at)
    if (/[>\r]|&(?!amp;|lt;|gt;)/.test(written)) holder.isCanonical = false
    holder.text += decodeText(written)
  }
}

function element(name: string, start: number, inside: number): XmlElement {
  return {
    name,
    attributes: NO_ATTRIBUTES,
    children: NO_CHILDREN,
    text: '',
    start,
    inside,
    end: inside,
    isCanonical: true,
  }
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}

function isNameStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
}

/** Letters, digits, '.', '-' and '_'; a prefix goes the long way. */
function isNameCode(code: number): boolean {
  return isNameStart(code) || (code >= 0x2d && code <= 0x39 && code !== SLASH)
}
