import type { Markup } from './xml.ts'
import { decodeText, markupAt } from './xml.ts'

/** Prefix to namespace; '' is the default one. */
export type Namespaces = Readonly<Record<string, string>>

export const SII_NAMESPACE = 'http://www.sii.cl/SiiDte'
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance'
export const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#'

/**
 * Canonical XML 1.0, inclusive and without comments, of one element's source text, as a string whose UTF-8
 * is digested. `inherited` are the namespaces of its ancestors: they enter the start tag, which is why a DTE
 * signed inside an envelope fails once extracted. xml:* attributes of ancestors aren't carried; none exist here.
 */
export function canonical(source: string, inherited: Namespaces): string {
  const writer = new CanonicalWriter(inherited)
  const out = writer.write(source)
  if (!writer.isWhole) throw new RangeError('Not one whole element')
  return out
}

/**
 * The same for a source that comes in parts, as a large envelope does. Most of what software writes is canonical as
 * it stands: it is copied in long stretches, and only what differs is taken apart.
 */
export class CanonicalWriter {
  /** The one element has been written to its end; what comes after it is left out. */
  isWhole = false
  /** Something inside it would read otherwise under other inherited namespaces. */
  scopeMatters = false
  private readonly inherited: Namespaces
  /** The scope inside the outermost element and each one that declares something. */
  private readonly scopes: { depth: number; scope: Namespaces }[] = []
  private depth = 0

  constructor(inherited: Namespaces) {
    this.inherited = inherited
  }

  /** The canonical form of the next part, which may begin and end anywhere but inside markup or a text. */
  write(part: string): string {
    const plain = !part.includes('&') && !part.includes('\r')
    let out = ''
    let copied = 0
    let end = 0
    while (end < part.length && !this.isWhole) {
      const at = part.indexOf('<', end)
      const textEnd = at === -1 ? part.length : at
      const close = part.indexOf('>', end)
      if (end < textEnd && (!plain || close < textEnd)) {
        const written = part.slice(end, textEnd)
        const text = canonicalText(written)
        if (text !== written) {
          out += part.slice(copied, end) + text
          copied = textEnd
        }
      }
      if (close > at && at !== -1 && this.isBare(part, at, close)) {
        this.passTag(part, at)
        end = close + 1
      } else if (at !== -1) {
        const markup = markupAt(part, at)
        out += part.slice(copied, at) + this.rewritten(markup)
        copied = markup.end
        end = markup.end
      } else end = part.length
    }
    return copied === 0 && end === part.length ? part : out + part.slice(copied, end)
  }

  /** A tag without attributes or space, inside an element that has already declared what there is to declare. */
  private isBare(part: string, at: number, close: number): boolean {
    const isEnd = part.charCodeAt(at + 1) === SLASH
    const first = isEnd ? at + 2 : at + 1
    if (this.depth === 0 || close === first) return false
    for (let i = first; i < close; i++) if (!isNameCode(part.charCodeAt(i))) return false
    return true
  }

  private passTag(part: string, at: number): void {
    if (part.charCodeAt(at + 1) === SLASH) this.closeElement()
    else this.depth += 1
  }

  private rewritten(markup: Markup): string {
    if (markup.kind === 'comment') return ''
    if (markup.kind === 'close') {
      this.closeElement()
      return `</${markup.name}>`
    }
    const { name, attributes } = markup
    const outer = this.scopes.at(-1)?.scope ?? null
    const scope = withDeclarations(outer ?? this.inherited, attributes)
    const tag = startTag(name, attributes, scope, outer)
    if (outer !== null && attributes.some(([attribute]) => /^xmlns$|:/.test(attribute))) {
      this.scopeMatters = true
    }
    if (scope !== outer) this.scopes.push({ depth: this.depth, scope })
    this.depth += 1
    if (!markup.empty) return tag
    this.closeElement()
    return `${tag}</${name}>`
  }

  private closeElement(): void {
    this.depth -= 1
    if (this.scopes.at(-1)?.depth === this.depth) this.scopes.pop()
    if (this.depth <= 0) this.isWhole = true
  }
}

const SLASH = 0x2f

/** Letters, digits, '.', '-', ':' and '_'. Any other is rare in a name and goes the long way. */
function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2d && code <= 0x3a && code !== SLASH) ||
    code === 0x5f
  )
}

/** The namespaces in scope inside a start tag with these attributes. */
export function withDeclarations(
  outer: Namespaces,
  attributes: Iterable<readonly [string, string]>,
): Namespaces {
  let scope = outer
  for (const [name, value] of attributes) {
    const prefix = declaredPrefix(name)
    if (prefix !== null) scope = { ...scope, [prefix]: value }
  }
  return scope
}

function startTag(
  name: string,
  attributes: readonly [string, string][],
  scope: Namespaces,
  outer: Namespaces | null,
): string {
  if (attributes.length === 0 && outer !== null) return `<${name}>`
  const declared = Object.keys(scope)
    .filter((prefix) => (scope[prefix] ?? '') !== (outer?.[prefix] ?? ''))
    .sort(byCodePoint)
    .map((prefix) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, scope[prefix] ?? ''] as const)
  const plain = attributes
    .filter(([attribute]) => declaredPrefix(attribute) === null)
    .sort((a, b) => byCodePoint(sortKey(a[0], scope), sortKey(b[0], scope)))
  const written = [...declared, ...plain].map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')}>`
}

/** 'xmlns' declares '', 'xmlns:x' declares 'x', anything else nothing. */
function declaredPrefix(attribute: string): string | null {
  if (attribute === 'xmlns') return ''
  return attribute.startsWith('xmlns:') ? attribute.slice(6) : null
}

/** Attributes go by namespace, then local name; those without a prefix have no namespace and come first. */
function sortKey(attribute: string, scope: Namespaces): string {
  const colon = attribute.indexOf(':')
  if (colon === -1) return `\u0000${attribute}`
  return `${scope[attribute.slice(0, colon)] ?? ''}\u0000${attribute.slice(colon + 1)}`
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Quotes come out bare whichever way they were written. */
function canonicalText(written: string): string {
  if (!/[&>\r]/.test(written)) return written
  return decodeText(written)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
}
