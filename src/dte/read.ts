import type { DteDocument } from './document.ts'

export type DteRefusal =
  | 'empty'
  | 'tooLarge'
  | 'notXml'
  | 'encoding'
  | 'doctype'
  | 'forbiddenMarkup'
  | 'unknownRoot'
  | 'tooManyDocuments'

export interface DteFile {
  shape: 'envelope' | 'set' | 'single'
  documents: ReadDte[]
}

export interface ReadDte {
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

/** Hostile bytes. Reads envelopes, SetDTE downloads and single DTEs, with or without namespace; 4 MB at most. */
export function readDtes(bytes: Uint8Array): DteReading {
  throw new Error(`not built: ${bytes.length}`)
}
