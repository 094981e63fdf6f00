import { flatten } from './keys/caf.ts'
import type { DteEncoding } from './files/encoding.ts'
import { encodeText } from './files/encoding.ts'
import type { DteDocument, TaxDocument } from './document/document.ts'
import { isTipoDte } from './document/document.ts'
import { fault, faultText } from './document/fault.ts'
import type { FieldsReading } from './document/fields.ts'
import { readFields } from './document/fields.ts'
import type { OpenDte } from './files/file.ts'
import { openDteFile } from './files/file.ts'
import type { DteShape } from './files/parts.ts'
import type { Refusal } from './files/refusal.ts'
import type { XmlElement } from './xml/element.ts'
import { childOf, textAt } from './xml/xml.ts'

export interface DteFile {
  shape: DteShape
  documents: ReadDte[]
}

export interface ReadDte {
  /** 0 when it can't be read, as with `folio`. */
  tipoDte: number
  folio: number
  /** Exactly the characters from `<DTE` to `</DTE>`. */
  source: string
  /** Of any type we can read. Null when it is another or a field can't be read; then `faults` says which. */
  content: TaxDocument | null
  /** The same, where it is of a type that we issue. */
  document: DteDocument | null
  faults: string[]
  /** The stamp flattened, a character for each byte as the bar code carries it; null without one. */
  ted: string | null
}

export type DteReading = { kind: 'ok'; file: DteFile } | Refusal

/**
 * Hostile bytes to typed documents: envelopes, SetDTE downloads, single DTEs and the one of an AEC, with or without
 * namespace; 4 MB at most. Believes nothing it reads: `verifyXml` does the judging.
 */
export function readDtes(bytes: Uint8Array): DteReading {
  const opening = openDteFile(bytes)
  if (opening.kind === 'refused') return opening
  const documents = opening.dtes.map((dte) => readDte(dte))
  return { kind: 'ok', file: { shape: opening.shape, documents } }
}

/** One `<DTE>` of a text. */
export function readDte({ element, text, encoding }: OpenDte, fields = fieldsOf(element)): ReadDte {
  const body = element.children.find(({ name }) => BODIES.includes(name)) ?? null
  const idDoc = childOf(childOf(body, 'Encabezado'), 'IdDoc')
  const ted = childOf(body, 'TED')
  const content = fields.kind === 'ok' ? fields.document : null
  return {
    tipoDte: smallNumber(textAt(idDoc, 'TipoDTE')),
    folio: smallNumber(textAt(idDoc, 'Folio')),
    source: text.slice(element.start, element.end),
    content,
    document: content !== null && isOfOurs(content) ? content : null,
    faults: fields.kind === 'ok' ? [] : fields.faults.map(faultText),
    ted: ted === null ? null : stampBytes(text.slice(ted.start, ted.end), encoding),
  }
}

/** Of a 43 and of exports: they are named, and left unread. */
const BODIES = ['Documento', 'Liquidacion', 'Exportaciones']

export function fieldsOf(dte: XmlElement): FieldsReading {
  const documento = childOf(dte, 'Documento')
  if (documento !== null) return readFields(documento)
  const other = dte.children.find(({ name }) => BODIES.includes(name)) ?? null
  const seen = textAt(other, 'Encabezado', 'IdDoc', 'TipoDTE').slice(0, 10)
  return {
    kind: 'unreadable',
    faults: [
      other === null
        ? fault('elementMissing', { path: 'DTE', name: 'Documento' })
        : fault('typeUnknown', { seen }),
    ],
  }
}

function stampBytes(ted: string, encoding: DteEncoding): string {
  return encodeText(flatten(ted), encoding).toString('latin1')
}

function isOfOurs(content: TaxDocument): content is DteDocument {
  return isTipoDte(content.tipoDte)
}

function smallNumber(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0
}
