import type { KeyObject } from 'node:crypto'
import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'

/** A range of folios the SII authorised, with the key that stamps them. `privateKey` is a secret. */
export interface Caf {
  issuer: Rut
  /** RS: the issuer's name cut at 40. */
  issuerName: string
  tipoDte: number
  firstFolio: number
  lastFolio: number
  authorisedOn: Day
  /** Which key of the SII signed it: 100 certification, 300 production. */
  idk: number
  publicKey: KeyObject
  privateKey: KeyObject
  /** `<CAF>…</CAF>` as it goes into every stamp of its folios. */
  xml: string
}

export type CafReading = { kind: 'ok'; caf: Caf } | { kind: 'invalid'; reason: string }

export interface CafGrant {
  issuer: Rut
  issuerName: string
  tipoDte: number
  firstFolio: number
  lastFolio: number
  authorisedOn: Day
  idk: number
  /** The signing "SII", RSA. */
  siiKey: KeyObject
}

/** Reads a CAF file as ISO-8859-1 bytes, whatever it declares: as UTF-8 an Ñ breaks every stamp. */
export function parseCaf(bytes: Uint8Array): CafReading {
  throw new Error(`not built: ${bytes.length}`)
}

/** A CAF file signed by a "SII" of the caller's, for the simulator and tests. Makes a new 512-bit key. */
export function createCaf(grant: CafGrant): Uint8Array {
  throw new Error(`not built: ${grant.idk}`)
}
