import type { KeyObject } from 'node:crypto'
import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'

export interface CertificateRequest {
  /** The natural person who signs: RUT in the serial number and the alternative name, as accredited providers write it. */
  person: Rut
  name: string
  email: string
  validFrom: Day
  validTo: Day
  /** A pair of the caller's; a new RSA 2048 when missing (slow: 50 to 300 ms). */
  keys?: { privateKey: KeyObject; publicKey: KeyObject }
}

/** A self-signed certificate, for the simulator and tests. Never presented to the real SII. */
export function createCertificate(request: CertificateRequest): {
  privateKey: KeyObject
  certificate: Uint8Array
} {
  throw new Error(`not built: ${request.name}`)
}
