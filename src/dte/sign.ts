import type { KeyObject } from 'node:crypto'

/**
 * Which text of Documento is digested. A: without namespace. B: with the SII's namespace only, as the free
 * portal does. C: with xmlns and xmlns:xsi declared on DTE, so that in place and extracted agree.
 */
export type SignatureForm = 'A' | 'B' | 'C'

/** A person's key with everything of it that every signature repeats, worked out once. */
export interface Signer {
  privateKey: KeyObject
  /** KeyInfo as text, lines of 64. */
  keyInfo: string
}

/** Throws when the certificate (DER) is of another key: the SII answers 21 to that. */
export function createSigner(source: { privateKey: KeyObject; certificate: Uint8Array }): Signer {
  throw new Error(`not built: ${source.certificate.length}`)
}

/** The signed `<DTE>…</DTE>`. `comment` is written inside DTE, as the free portal does; digests skip it. */
export function signDte(
  unsigned: string,
  options: { signer: Signer; form?: SignatureForm; comment?: string },
): string {
  throw new Error(`not built: ${unsigned}, ${options.form}`)
}
