import type { Attribute, Markup } from './markup.ts'
import { decodeText, markupAt } from './markup.ts'
import type { Namespaces } from './start-tag.ts'
import { startTag, withDeclarations } from './start-tag.ts'
import type { XmlElement } from './element.ts'

export const SII_NAMESPACE = 'http://www.sii.cl/SiiDte'
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance'
export const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#'
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
export const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
export const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1'

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

/** The same for an element that was read: what stands in its canonical form is taken as it is. */
export function canonicalElement(
  element: XmlElement,
  source: string,
  inherited: Namespaces,
): string {
  return new CanonicalWriter(inherited).writeElement(element, source)
}

/**
 * The same for a source that comes in parts, as a large envelope does. Most of what software writes is canonical as
 * it stands: it is copied in long stretches, and only what differs is taken apart.
 */
export class CanonicalWriter {
  /** The one element has been written to its end; what comes after it is left out. */
  isWhole = false
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

  /** The next part, one whole element that was read from the source. */
  writeElement(element: XmlElement, source: string): string {
    if (this.isWhole) return ''
    const { name, attributes, children, inside, end } = element
    const tag = this.opened(name, attributes.size === 0 ? [] : [...attributes])
    if (element.isCanonical || inside === end) {
      this.closeElement()
      return tag + (inside === end ? `</${name}>` : source.slice(inside, end))
    }
    let out = tag
    let done = inside
    for (const child of children) {
      out += this.write(source.slice(done, child.start)) + this.writeElement(child, source)
      done = child.end
    }
    return out + this.write(source.slice(done, end))
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
    const tag = this.opened(markup.name, markup.attributes)
    if (!markup.empty) return tag
    this.closeElement()
    return `${tag}</${markup.name}>`
  }

  private opened(name: string, attributes: readonly Attribute[]): string {
    const outer = this.scopes.at(-1)?.scope ?? null
    const scope = withDeclarations(outer ?? this.inherited, attributes)
    if (scope !== outer) this.scopes.push({ depth: this.depth, scope })
    this.depth += 1
    return startTag(name, attributes, scope, outer)
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

/** Quotes come out bare whichever way they were written. */
function canonicalText(written: string): string {
  if (!/[&>\r]/.test(written)) return written
  return decodeText(written)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
}
