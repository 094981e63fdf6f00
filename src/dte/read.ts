import { flatten } from './caf.ts'
import type { DteDocument } from './document.ts'
import { readFields } from './fields.ts'
import type { DteRefusal, DteShape } from './file.ts'
import { openDteFile } from './file.ts'
import type { XmlElement } from './xml.ts'
import { childOf, textAt } from './xml.ts'

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
  /** Null when the type isn't one of ours or a field can't be read; then `faults` says which. */
  document: DteDocument | null
  faults: string[]
  /** The stamp flattened, as the bar code carries it; null without one. */
  ted: string | null
}

export type DteReading =
  { kind: 'ok'; file: DteFile } | { kind: 'refused'; reason: DteRefusal; detail: string }

/**
 * Hostile bytes to typed documents: envelopes, SetDTE downloads and single DTEs, with or without namespace; 4 MB
 * at most. Believes nothing it reads: `verifyXml` does the judging.
 */
export function readDtes(bytes: Uint8Array): DteReading {
  const opening = openDteFile(bytes)
  if (opening.kind === 'refused') return opening
  const { shape, text, dtes } = opening.file
  return { kind: 'ok', file: { shape, documents: dtes.map((dte) => readDte(dte, text)) } }
}

/** One `<DTE>` of a text. */
export function readDte(dte: XmlElement, text: string): ReadDte {
  const documento = childOf(dte, 'Documento')
  const idDoc = childOf(childOf(documento, 'Encabezado'), 'IdDoc')
  const ted = childOf(documento, 'TED')
  const fields = documento ? readFields(documento) : null
  return {
    tipoDte: smallNumber(textAt(idDoc, 'TipoDTE')),
    folio: smallNumber(textAt(idDoc, 'Folio')),
    source: text.slice(dte.start, dte.end),
    document: fields?.kind === 'ok' ? fields.document : null,
    faults: fields === null ? ['Documento: missing'] : fields.kind === 'ok' ? [] : fields.faults,
    ted: ted === null ? null : flatten(text.slice(ted.start, ted.end)),
  }
}

function smallNumber(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0
}
