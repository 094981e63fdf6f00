import { SII_NAMESPACE } from '../xml/canonical.ts'
import { MAX_DOCUMENTS } from '../document/document.ts'
import { markupAt } from '../xml/markup.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, childrenOf, readXml } from '../xml/xml.ts'
import { cutAtDocuments } from './cut.ts'
import type { DecodedFile, DteEncoding } from './encoding.ts'
import { decodeFile } from './encoding.ts'
import { Refused } from './refusal.ts'

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
  hasLongLine: boolean
  /** Bytes 0x80 to 0x9F of ISO-8859-1, or what they are in another encoding: no letter of any document. */
  hasControls: boolean
  /** Letters that ISO-8859-1 hasn't: bytes 0x80 to 0x9F of windows-1252, anything of UTF-8. */
  hasOtherLetters: boolean
  documentCount: number
}

const ROOTS: ReadonlyMap<string, DteShape> = new Map([
  ['EnvioDTE', 'envelope'],
  ['EnvioBOLETA', 'envelope'],
  ['SetDTE', 'set'],
  ['DTE', 'single'],
  ['AEC', 'cesion'],
])
/** Above about 4090 the SII's parser gives up (CHR-00002). */
export const MAX_LINE = 4090
const MAX_FRAME = 1_000_000
/** Of an AEC, which may carry pictures of the paper. */
const MAX_CESION = 12_000_000
const PLACEHOLDER = '<DTE/>'

/**
 * Hostile bytes, in pieces, as parts: one document at a time, however many there are. What a DTE has no use for is
 * refused before parsing, other encodings too. Each document is well-formed by itself, and so is what is around them. Throws `Refused` and
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
  const facts = {
    encoding: decoded.encoding,
    hasBom: decoded.hasBom,
    hasLongLine: lines.hasLongLine,
  }
  const { hasControls, hasOtherLetters } = lines
  const marks = { hasControls, hasOtherLetters, documentCount }
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

/** Whether a text in pieces has a line that is too long, C1 controls, and letters beyond ISO-8859-1. */
class LineMeter {
  hasLongLine = false
  hasControls = false
  hasOtherLetters = false
  /** How much of the last line has come. */
  private running = 0

  measure(text: string): string {
    this.hasControls ||= /[\u0080-\u009f]/.test(text)
    this.hasOtherLetters ||= /[^\u0000-\u00ff]/.test(text)
    let start = -this.running
    while (!this.hasLongLine && text.length - start > MAX_LINE) {
      // The last line end that comes in time: all lines before it are short enough.
      const end = text.lastIndexOf('\n', start + MAX_LINE)
      this.hasLongLine = end < start || end === -1
      start = end + 1
    }
    const last = text.lastIndexOf('\n')
    this.running = text.length - (last === -1 ? start : last + 1)
    return text
  }
}

function* measured(texts: Iterable<string>, meter: LineMeter): Generator<string> {
  for (const text of texts) yield meter.measure(text)
}
