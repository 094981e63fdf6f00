import type { KeyObject } from 'node:crypto'
import { createPublicKey, sign, verify } from 'node:crypto'

/** SHA-1 with RSA, PKCS#1 v1.5: old, and the only one the SII's schemas admit (xmldsignature_v10). */
export function signSha1(data: Buffer, key: KeyObject): string {
  return sign('sha1', data, key).toString('base64')
}

/** False also for a signature that isn't base64 or isn't of the key's size, and for a key nobody can use. */
export function verifySha1(data: Buffer, signatureBase64: string, key: KeyObject): boolean {
  try {
    return verify('sha1', data, key, Buffer.from(signatureBase64, 'base64'))
  } catch {
    return false
  }
}

/** Keys seen lately: making one from its numbers costs more than verifying with it. */
const known = new Map<string, KeyObject>()
const MAX_KNOWN = 200
/** A hostile 100,000-bit key would take minutes to verify with. */
const MAX_MODULUS_BYTES = 512

/** The key of a modulus and exponent in base64, line breaks allowed; null when they make none. */
export function rsaPublicKey(modulus: string, exponent: string): KeyObject | null {
  const n = unsigned(modulus)
  const e = unsigned(exponent)
  if (n.length > MAX_MODULUS_BYTES || n.length < 64 || e.length < 1 || e.length > 4) return null
  const id = `${n.toString('base64url')}.${e.toString('base64url')}`
  const cached = known.get(id)
  if (cached) return cached
  const key = keyOrNull(n.toString('base64url'), e.toString('base64url'))
  if (key === null) return null
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(id, key)
  return key
}

/** In base64 without a leading zero byte, as the SII writes them. */
export function rsaNumbers(key: KeyObject): { modulus: string; exponent: string } {
  const { n = '', e = '' } = key.export({ format: 'jwk' })
  return { modulus: base64(n), exponent: base64(e) }
}

function keyOrNull(n: string, e: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  } catch {
    return null
  }
}

function unsigned(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? Buffer.alloc(0) : bytes.subarray(first)
}

function base64(urlSafe: string): string {
  return Buffer.from(urlSafe, 'base64url').toString('base64')
}
