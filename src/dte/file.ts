import { ParseOption, XmlDocument, XmlParseError } from 'libxml2-wasm'
import { SII_NAMESPACE } from './canonical.ts'
import { MAX_DOCUMENTS } from './envelope.ts'
import type { XmlElement } from './xml.ts'
import { childOf, childrenOf, readXml, XmlMistake } from './xml.ts'

export type DteRefusal =
  | 'empty'
  | 'tooLarge'
  | 'notXml'
  | 'encoding'
  | 'doctype'
  | 'forbiddenMarkup'
  | 'unknownRoot'
  | 'tooManyDocuments'

/** EnvioDTE, the portal's SetDTE download, or one DTE alone. */
export type DteShape = 'envelope' | 'set' | 'single'

/** A file that is well-formed and has a root we know; nothing in it is believed yet. */
export interface OpenFile {
  shape: DteShape
  encoding: 'ISO-8859-1' | 'UTF-8'
  hasBom: boolean
  /** The decoded characters, to which every element's `start` and `end` refer. */
  text: string
  root: XmlElement
  dtes: XmlElement[]
}

export type Opening =
  { kind: 'ok'; file: OpenFile } | { kind: 'refused'; reason: DteRefusal; detail: string }

/** The portal's download holds 20 documents of about 10 KB. */
const MAX_BYTES = 4_000_000
const ROOTS: ReadonlyMap<string, DteShape> = new Map([
  ['EnvioDTE', 'envelope'],
  ['SetDTE', 'set'],
  ['DTE', 'single'],
])

/**
 * Hostile bytes, up to 4 MB. Anything a DTE has no use for and an attacker has is refused before parsing:
 * DOCTYPE and with it every entity, CDATA, processing instructions, other encodings. libxml2 is the judge of
 * well-formedness; the tree is read from the very characters it judged.
 */
export function openDteFile(bytes: Uint8Array): Opening {
  if (bytes.length === 0) return refused('empty')
  if (bytes.length > MAX_BYTES) return refused('tooLarge', `${bytes.length} bytes`)
  const decoded = decode(bytes)
  if (decoded === null) return refused('encoding')
  const { text, bodyStart } = decoded
  const forbidden = /<!(?!--)|<\?/.exec(text.slice(bodyStart))
  if (forbidden) return refusedMarkup(text, bodyStart + forbidden.index)
  try {
    requireWellFormed(bytes)
    return shaped({ ...decoded, root: readXml(text, bodyStart) })
  } catch (error) {
    if (error instanceof XmlMistake || error instanceof XmlParseError) {
      return refused('notXml', error.message)
    }
    throw error
  }
}

function shaped(file: Omit<OpenFile, 'shape' | 'dtes'>): Opening {
  const shape = ROOTS.get(file.root.name)
  const namespace = file.root.attributes.get('xmlns') ?? SII_NAMESPACE
  if (!shape || namespace !== SII_NAMESPACE) return refused('unknownRoot', file.root.name)
  const set = shape === 'envelope' ? childOf(file.root, 'SetDTE') : file.root
  const dtes = shape === 'single' ? [file.root] : childrenOf(set, 'DTE')
  if (dtes.length > MAX_DOCUMENTS) return refused('tooManyDocuments', String(dtes.length))
  return { kind: 'ok', file: { ...file, shape, dtes } }
}

type Decoded = Pick<OpenFile, 'encoding' | 'hasBom' | 'text'> & { bodyStart: number }

/** Null for an encoding that isn't one of the two, or bytes that aren't of the one declared. */
function decode(bytes: Uint8Array): Decoded | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // No DTE has a zero byte; UTF-16 and UTF-32 are full of them.
  if (buffer.includes(0)) return null
  const hasBom = buffer.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))
  const opening = buffer.toString('latin1', hasBom ? 3 : 0, 200)
  const declaration = /^<\?xml\s[^>]*?\?>/.exec(opening)?.[0] ?? ''
  const declared = /encoding\s*=\s*["']([\w.-]+)["']/.exec(declaration)?.[1]?.toUpperCase()
  if (declared === 'ISO-8859-1' && !hasBom) {
    const text = buffer.toString('latin1')
    return { encoding: 'ISO-8859-1', hasBom, text, bodyStart: declaration.length }
  }
  if (declared !== undefined && declared !== 'UTF-8') return null
  const text = utf8OrNull(buffer)
  return text === null ? null : { encoding: 'UTF-8', hasBom, text, bodyStart: declaration.length }
}

function utf8OrNull(buffer: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer)
  } catch {
    return null
  }
}

function requireWellFormed(bytes: Uint8Array): void {
  const option = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE
  XmlDocument.fromBuffer(bytes, { option }).dispose()
}

function refusedMarkup(text: string, at: number): Opening {
  const seen = text.slice(at, at + 20)
  const reason = /^<!(DOCTYPE|ENTITY)/i.test(seen) ? 'doctype' : 'forbiddenMarkup'
  return refused(reason, JSON.stringify(seen))
}

function refused(reason: DteRefusal, detail = ''): Opening {
  return { kind: 'refused', reason, detail }
}
