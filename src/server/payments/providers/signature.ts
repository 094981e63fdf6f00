import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../vault/secret.ts'
import type { Fields } from './port.ts'

/** Either side of the signed time, as Fintoc's own libraries have it. */
const SIGNATURE_WINDOW_MS = 300_000
const MAX_HEADER_CHARACTERS = 2_000
const MAX_PARTS = 10

export interface SignatureHeader {
  /** As written: the signature is over this text. */
  time: string
  signatures: string[]
}

/**
 * A header of the form `t=1700000000,v1=…`. Each part is split at its first '=' only, because base64 ends with it.
 * Several signatures are taken, as while a secret is replaced; several times or none are not. Null for all else.
 */
export function readSignatureHeader(
  header: unknown,
  { timeName, signatureName }: { timeName: string; signatureName: string },
): SignatureHeader | null {
  if (typeof header !== 'string' || header.length > MAX_HEADER_CHARACTERS) return null
  const parts = header.split(',').map((part) => pairOf(part.trim()))
  if (parts.length > MAX_PARTS) return null
  const valuesOf = (wanted: string): string[] =>
    parts.flatMap(([name, value]) => (name === wanted ? [value] : []))
  const [time, ...otherTimes] = valuesOf(timeName)
  const signatures = valuesOf(signatureName)
  if (time === undefined || otherTimes.length > 0 || signatures.length === 0) return null
  return /^\d{1,16}$/.test(time) ? { time, signatures } : null
}

function pairOf(part: string): [string, string] {
  const at = part.indexOf('=')
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
}

/** Whether one of the signatures is the HMAC-SHA256 of the text. With an empty secret none is: anybody can make those. */
export function isSigned(
  { signatures }: SignatureHeader,
  text: readonly (string | Buffer)[],
  { secret, encoding }: { secret: Secret; encoding: 'hex' | 'base64' },
): boolean {
  const key = secret.reveal()
  if (key === '') return false
  const hmac = createHmac('sha256', key)
  for (const part of text) hmac.update(part)
  const right = Buffer.from(hmac.digest(encoding))
  return signatures.some((signature) => {
    const given = Buffer.from(signature)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

export function isOutsideWindow(signedAtMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - signedAtMs) > SIGNATURE_WINDOW_MS
}

/** Null when it is absent or came more than once. */
export function textOf(fields: Fields, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return typeof value === 'string' && value !== '' ? value : null
}
