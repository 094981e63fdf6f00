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
  const open: { name: string; scope: Namespaces }[] = []
  let out = ''
  let at = 0
  while (at < source.length) {
    const markup = markupAt(source, at)
    const parent = open[open.length - 1]
    if (markup.kind === 'open') {
      const scope = withDeclarations(parent?.scope ?? inherited, markup.attributes)
      out += startTag(markup.name, markup.attributes, scope, parent?.scope ?? null)
      if (markup.empty) out += `</${markup.name}>`
      else open.push({ name: markup.name, scope })
    } else if (markup.kind === 'close') {
      out += `</${markup.name}>`
      open.pop()
    }
    if (open.length === 0) break
    const next = source.indexOf('<', markup.end)
    if (next === -1) throw new RangeError('Not one whole element')
    if (next > markup.end) out += canonicalText(source.slice(markup.end, next))
    at = next
  }
  return out
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
