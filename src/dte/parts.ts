import { SII_NAMESPACE } from './canonical.ts'
import { cutAtDocuments } from './cut.ts'
import type { DecodedFile, DteEncoding } from './encoding.ts'
import { decodeFile } from './encoding.ts'
import { MAX_DOCUMENTS } from './envelope.ts'
import { markupAt } from './markup.ts'
import { Refused } from './refusal.ts'
import type { XmlElement } from './xml.ts'
import { childOf, childrenOf, readXml } from './xml.ts'

/** EnvioDTE or EnvioBOLETA, the portal's SetDTE download, one DTE alone, or the AEC of a cesión. */
export type DteShape = 'envelope' | 'set' | 'single' | 'cesion'

/** A part of a file, in the order of the file. Nothing in it is believed yet. */
export type FilePart =
  | { kind: 'frame'; text: string }
  | {
      kind: 'dte'
      /** From `<DTE` to `</DTE>`; places in the element refer to it. */
      text: string
      element: XmlElement
      shape: DteShape
      encoding: DteEncoding
    }

/** What is around the documents, when all of it has been seen: each of them is an empty `<DTE/>` here. */
export interface Frame extends Pick<DecodedFile, 'encoding' | 'hasBom'> {
  shape: DteShape
  text: string
  root: XmlElement
  longestLine: number
  /** Bytes 0x80 to 0x9F of ISO-8859-1, or what they are in another encoding: no letter of any document. */
  hasControls: boolean
  documentCount: number
}

const ROOTS: ReadonlyMap<string, DteShape> = new Map([
  ['EnvioDTE', 'envelope'],
  ['EnvioBOLETA', 'envelope'],
  ['SetDTE', 'set'],
  ['DTE', 'single'],
  ['AEC', 'cesion'],
])
const MAX_FRAME = 1_000_000
/** Of an AEC, which may carry pictures of the paper. */
const MAX_CESION = 12_000_000
const PLACEHOLDER = '<DTE/>'

/**
 * Hostile bytes, in pieces, as parts: one document at a time, however many there are. Anything a DTE has no use for
 * and an attacker has is refused before parsing: DOCTYPE and with it every entity, CDATA, processing instructions,
 * other encodings. Each document is well-formed by itself, and so is what is around them. Throws `Refused` and
 * `XmlMistake`.
 */
export function* partsOf(
  pieces: Iterable<Uint8Array>,
  maxBytes: number,
): Generator<FilePart, Frame> {
  const decoded = decodeFile(pieces, maxBytes)
  const lines = new LineMeter()
  let frame = ''
  let shape: DteShape | null = null
  let documentCount = 0
  for (const part of cutAtDocuments(measured(decoded.texts, lines))) {
    refuseForbidden(part.text)
    if (part.kind === 'frame') {
      frame += part.text
      const limit = shape === 'cesion' ? MAX_CESION : MAX_FRAME
      if (frame.length > limit) throw new Refused('tooLarge', String(limit))
      if (shape !== 'cesion') yield { kind: 'frame', text: part.text }
      continue
    }
    shape ??= shapeAt(frame)
    documentCount += 1
    if (documentCount > MAX_DOCUMENTS) throw new Refused('tooManyDocuments', String(documentCount))
    const element = readXml(part.text)
    requireNamespace(element)
    yield { kind: 'dte', text: part.text, element, shape, encoding: decoded.encoding }
    frame += shape === 'cesion' ? part.text : PLACEHOLDER
  }
  const root = readXml(frame)
  const facts = { encoding: decoded.encoding, hasBom: decoded.hasBom, longestLine: lines.longest }
  const marks = { hasControls: lines.hasControls, documentCount }
  const whole = { ...facts, shape: shapeOf(root), text: frame, root, ...marks }
  refuseStrayDocuments(whole)
  return whole
}

/** By the first tag, before the rest has been seen. A frame without any is that of one document alone. */
function shapeAt(frame: string): DteShape {
  for (let at = frame.indexOf('<'); at !== -1;) {
    const markup = markupAt(frame, at)
    if (markup.kind !== 'comment') {
      const shape = markup.kind === 'open' ? ROOTS.get(markup.name) : undefined
      if (shape === undefined) throw new Refused('unknownRoot', markup.name)
      return shape
    }
    at = frame.indexOf('<', markup.end)
  }
  return 'single'
}

function shapeOf(root: XmlElement): DteShape {
  const shape = ROOTS.get(root.name)
  if (!shape) throw new Refused('unknownRoot', root.name)
  requireNamespace(root)
  return shape
}

function requireNamespace({ name, attributes }: XmlElement): void {
  const namespace = attributes.get('xmlns') ?? SII_NAMESPACE
  if (namespace !== SII_NAMESPACE) throw new Refused('unknownRoot', `${name} ${namespace}`)
}

/** What was cut out as a document must be one for who reads the whole: a signature could be wrapped around it. */
function refuseStrayDocuments({ shape, root, documentCount }: Frame): void {
  const holder =
    shape === 'envelope'
      ? childOf(root, 'SetDTE')
      : shape === 'cesion'
        ? descend(root, 'DocumentoAEC', 'Cesiones', 'DTECedido', 'DocumentoDTECedido')
        : root
  const seen = shape === 'single' ? 1 : childrenOf(holder, 'DTE').length
  if (seen !== documentCount) throw new Refused('strayDocument', `${documentCount - seen}`)
}

function descend(from: XmlElement, ...path: string[]): XmlElement | null {
  return path.reduce<XmlElement | null>((at, name) => childOf(at, name), from)
}

function refuseForbidden(text: string): void {
  if (!text.includes('<!') && !text.includes('<?')) return
  const found = /<!(?!--)|<\?/.exec(text)
  if (!found) return
  const seen = text.slice(found.index, found.index + 20)
  const reason = /^<!(DOCTYPE|ENTITY)/i.test(seen) ? 'doctype' : 'forbiddenMarkup'
  throw new Refused(reason, JSON.stringify(seen))
}

/** How long the longest line of a text in pieces is, and whether there are C1 controls in it. */
class LineMeter {
  longest = 0
  hasControls = false
  private running = 0

  measure(text: string): string {
    this.hasControls ||= /[\u0080-\u009f]/.test(text)
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.longest = Math.max(this.longest, this.running + end - start)
      this.running = 0
      start = end + 1
    }
    this.running += text.length - start
    this.longest = Math.max(this.longest, this.running)
    return text
  }
}

function* measured(texts: Iterable<string>, meter: LineMeter): Generator<string> {
  for (const text of texts) yield meter.measure(text)
}
