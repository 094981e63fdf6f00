import type { X509Certificate } from 'node:crypto'
import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'

/** 2.5.29.17 and 1.3.6.1.4.1.8321.1 in DER; the issuer's own RUT is under 2.5.29.18 and .8321.2. */
const ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex')
const HOLDER_RUT = Buffer.from('06082b06010401c10101', 'hex')
const EXPLICIT = 0xa0
const TEXT_TAGS: readonly number[] = [0x0c, 0x13, 0x16]

/**
 * The RUT of the person a certificate is of: in the alternative name, where accredited Chilean providers write
 * it, or else in the subject's serial number. Null when neither tells one.
 */
export function holderRut(certificate: X509Certificate): Rut | null {
  const { raw, subject } = certificate
  return inAlternativeName(raw) ?? parseRut(/^serialNumber=(.{1,40})$/m.exec(subject)?.[1] ?? '')
}

/** Node tells nothing of this kind of name. */
function inAlternativeName(raw: Buffer): Rut | null {
  const names = raw.indexOf(ALTERNATIVE_NAME)
  const at = names === -1 ? -1 : raw.indexOf(HOLDER_RUT, names)
  if (at === -1) return null
  const [explicit, , tag = 0, length = 0] = raw.subarray(at + HOLDER_RUT.length)
  if (explicit !== EXPLICIT || !TEXT_TAGS.includes(tag)) return null
  const start = at + HOLDER_RUT.length + 4
  return parseRut(raw.subarray(start, start + length).toString('latin1'))
}
