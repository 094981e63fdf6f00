import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Time-based one-time passwords (RFC 6238) with what every authenticator app understands: SHA-1, six digits,
// steps of thirty seconds.
const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
/** A telephone's clock may be a step off, either way. */
const STEPS_AROUND = [0, -1, 1]

/** Base32, as apps take it typed by hand. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES))
}

/** The step whose code this is, now or one step around; null when it is none's. */
export function matchingStep(secret: string, code: string, nowMs: number): number | null {
  const current = Math.floor(nowMs / STEP_MS)
  const given = Buffer.from(code.replaceAll(' ', ''))
  const found = STEPS_AROUND.map((around) => current + around).find((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return found ?? null
}

/** RFC 4226's truncation of the step's HMAC. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** What an app reads from a QR code. */
export function otpauthUri(secret: string, email: string): string {
  return `otpauth://totp/Folio:${encodeURIComponent(email)}?secret=${secret}&issuer=Folio`
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
