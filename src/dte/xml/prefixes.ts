import type { Attribute } from './markup.ts'
import { XML_NAMESPACE } from './markup.ts'

const RESERVED: ReadonlySet<string> = new Set([XML_NAMESPACE, 'http://www.w3.org/2000/xmlns/'])
/** As those of the SII and of the W3C are. */
const PLAIN_URI = /^[A-Za-z][A-Za-z\d+.-]*:(?:\/\/[\w.-]+(?:\/[\w./~-]*)?|[\w.:~-]+)#?$/

/** Which namespace prefixes are bound where one is in a document (Namespaces in XML 1.0). */
export class PrefixScope {
  /** What each prefix stands for, innermost last. */
  private readonly uris = new Map<string, string[]>()
  private readonly bound: { depth: number; prefix: string }[] = []

  /** False when the tag uses a prefix that nothing binds, or binds one that may not be. */
  enter(depth: number, name: string, attributes: Iterable<Attribute>): boolean {
    for (const [attribute, uri] of attributes) {
      const prefix = attribute.startsWith('xmlns:') ? attribute.slice(6) : null
      if (prefix === null && attribute !== 'xmlns') continue
      const isNone = prefix === null && uri === ''
      if (RESERVED.has(uri) || !(isNone || PLAIN_URI.test(uri))) return false
      if (prefix === 'xml' || prefix === 'xmlns') return false
      if (prefix !== null) this.bind(depth, prefix, uri)
    }
    return this.isBound(name) && this.areKnownAndDistinct(attributes)
  }

  leave(depth: number): void {
    for (let last = this.bound.at(-1); last?.depth === depth; last = this.bound.at(-1)) {
      this.uris.get(last.prefix)?.pop()
      this.bound.pop()
    }
  }

  private bind(depth: number, prefix: string, uri: string): void {
    const uris = this.uris.get(prefix)
    if (uris) uris.push(uri)
    else this.uris.set(prefix, [uri])
    this.bound.push({ depth, prefix })
  }

  private isBound(name: string): boolean {
    const colon = name.indexOf(':')
    return colon === -1 || this.uriOf(name.slice(0, colon)) !== undefined
  }

  /** Two prefixes may stand for the same namespace, and then for the same attribute. */
  private areKnownAndDistinct(attributes: Iterable<Attribute>): boolean {
    const seen = new Set<string>()
    for (const [name] of attributes) {
      if (!name.includes(':') || name.startsWith('xmlns:')) continue
      const [prefix = '', local = ''] = name.split(':')
      const uri = this.uriOf(prefix)
      if (uri === undefined || seen.has(`${uri} ${local}`)) return false
      seen.add(`${uri} ${local}`)
    }
    return true
  }

  private uriOf(prefix: string): string | undefined {
    return prefix === 'xml' ? XML_NAMESPACE : this.uris.get(prefix)?.at(-1)
  }
}
