import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import type { ChileanMoment } from './build.ts'
import type { Signer } from './sign.ts'

export interface EnvelopeCover {
  issuer: Rut
  /** The person whose certificate signs. */
  sender: Rut
  /** 60803000-K, the SII, for the upload; the client for the exchange copy. */
  recipient: Rut
  resolution: { day: Day; number: number }
  signedAt: ChileanMoment
}

/** EnvioDTE around signed DTE texts, never re-serialised; 1 to 2000 of one issuer. ISO-8859-1 bytes. */
export function buildEnvelope(cover: EnvelopeCover, signed: string[], signer: Signer): Uint8Array {
  throw new Error(`not built: ${cover.issuer}, ${signed.length}, ${signer.keyInfo}`)
}

/** The plain `<SetDTE>` in which the free portal hands out documents. ISO-8859-1 bytes. */
export function wrapForDownload(signed: string[]): Uint8Array {
  throw new Error(`not built: ${signed.length}`)
}

/** One DTE as a file of its own. ISO-8859-1 bytes. */
export function dteFile(dte: string): Uint8Array {
  throw new Error(`not built: ${dte}`)
}
