import type { Day } from '#domain/day.ts'
import type { DocumentContent, NotaContent } from '#domain/document.ts'
import type { Clp } from '#domain/money.ts'
import type { DocumentReason } from '#domain/reason.ts'
import type { Rut } from '#domain/rut.ts'
import type { Answer, SendOutcome, SiiFailure } from '#sii/sii.ts'

/** What the SII's portal does for one document, whichever its kind. Nothing here issues but `send`. */
export interface Desk {
  /** What the SII lists of this kind to that recipient around that day, and perhaps more: whole or a failure. */
  list(about: About): Promise<Answer<Listed[]>>
  /** The one with that number, to that recipient; null when the list hasn't it. */
  find(folio: number, about: About): Promise<Answer<Listed | null>>
  /**
   * Of a nota: another one that annuls the same factura already, by what its own XML says. `claimed` tells which
   * numbers are documents of ours.
   */
  rival(claimed: (folios: readonly number[]) => Promise<Set<number>>): Promise<Answer<Taken | null>>
  /** Of facturas on the list, all to one recipient: what notas on the list took back of each. */
  takenBack(facturas: readonly Listed[]): Promise<Answer<ReadonlyMap<number, TakenBack>>>
  /** What that row says, of the same parties as this document; null when it is of others. */
  asListed(row: Listed): Promise<Answer<AsListed | null>>
  /**
   * Fills the form in, compares what the SII made of it with what was frozen, and stops before sending. Before a
   * signature, which spends a folio number, it asks whether the document may still leave.
   */
  prepare(mayStillLeave: () => Promise<boolean>): Promise<Answer<Prepared>>
  /** The official PDF and, where there is one, the signed XML. */
  download(code: string, folio: number): Promise<Answer<Files>>
}

export interface About {
  recipient: Rut
  issueDate: Day
}

/** What notas de crédito on the SII's list took back of one factura. */
export interface TakenBack {
  /** The number of the one that annuls it. */
  annulledBy: number | null
  loweredClp: Clp
}

/** A row of the SII's own list. */
export interface Listed {
  folio: number
  /** What its PDF is asked by; null where the list doesn't tell. */
  code: string | null
  recipient: Rut | null
  issueDate: Day
  totalClp: Clp
  /** Told of boletas alone; a factura is taken back by a nota. */
  isAnnulled: boolean
}

/** A document that was made outside, as the SII has it. */
export interface AsListed {
  content: DocumentContent
  /** What differs from what was frozen, one a line (dte/compare.ts); '' when nothing does. */
  differences: string
}

/** One that a person says is the document they were asked about. */
export interface Adopted extends AsListed {
  folio: number
  code: string | null
}

/** A nota that was made outside, as the SII's list and its XML have it. */
export interface Taken {
  folio: number
  code: string | null
  content: NotaContent
  differences?: undefined
}

export type Prepared =
  /** The SII proposed a folio number and then didn't sign: asked again, it proposes the next one. */
  | { kind: 'numberUnused'; failure: SiiFailure }
  | { kind: 'differs'; reason: DocumentReason; text: string; siiRetentionClp: Clp | null }
  /** It may not leave any more: nothing was signed. */
  | { kind: 'held' }
  | {
      kind: 'ready'
      /** The number in the signed XML; a boleta has none before it is sent. */
      signedFolio: number | null
      /** The issuer's highest number, where the form tells it. */
      highestFolio: number
      send(checkpoint: () => boolean): Promise<SendOutcome>
    }

export interface Files {
  pdf: Uint8Array
  xml: Uint8Array | null
}
