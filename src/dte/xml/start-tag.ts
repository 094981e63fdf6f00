import type { Attribute } from './markup.ts'
import { XML_NAMESPACE, XmlMistake } from './markup.ts'

/** Prefix to namespace; '' is the default one. */
export type Namespaces = Readonly<Record<string, string>>

/** No DTE binds more than five, and a scope is copied at each declaration. */
const MAX_PREFIXES = 20

/** The namespaces in scope inside a start tag with these attributes. */
export function withDeclarations(outer: Namespaces, attributes: Iterable<Attribute>): Namespaces {
  const declared: [string, string][] = []
  for (const [name, value] of attributes) {
    const prefix = declaredPrefix(name)
    if (prefix !== null) declared.push([prefix, value])
  }
  if (declared.length === 0) return outer
  const scope = { ...outer, ...Object.fromEntries(declared) }
  if (Object.keys(scope).length > MAX_PREFIXES) throw new XmlMistake(0)
  return scope
}

/** The canonical start tag; `outer` is the scope around it, null for the outermost element. */
export function startTag(
  name: string,
  attributes: readonly Attribute[],
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

/** Whether a start tag is written as in canonical form whatever is declared around it. */
export function isCanonicalTag(
  written: string,
  name: string,
  attributes: readonly Attribute[],
): boolean {
  let canonical = `<${name}`
  let previous = ''
  for (const [attribute, value] of attributes) {
    if (isOfNamespaces(attribute) || attribute < previous) return false
    canonical += ` ${attribute}="${escaped(value)}"`
    previous = attribute
  }
  return written === `${canonical}>`
}

/** It declares a namespace or is of one. */
export function isOfNamespaces(attribute: string): boolean {
  return attribute === 'xmlns' || attribute.includes(':')
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
  const prefix = attribute.slice(0, colon)
  const namespace = prefix === 'xml' ? XML_NAMESPACE : (scope[prefix] ?? '')
  return `${namespace}\u0000${attribute.slice(colon + 1)}`
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function escaped(value: string): string {
  if (!/[&<"\t\n\r]/.test(value)) return value
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
}
