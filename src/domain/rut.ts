import type { Brand } from './brand.ts'
import { groupThousands } from './decimal.ts'

/** '12345678-5': body without dots or leading zeros, hyphen, check digit 0–9 or upper-case K. */
export type Rut = Brand<string, 'Rut'>

/** As the SII's RUTType allows: ten characters with the hyphen, so eight digits of body. */
const MAX_BODY = 99_999_999
/** Nobody types more; a longer text isn't examined. */
const MAX_TYPED_LENGTH = 40
/** \s has the no-break space. Excel and PDFs add zero-width characters, and any of the Unicode dashes. */
const SPACES = /[\s\u00ad\u200b-\u200d\u2060]/g
const DASHES = /[\p{Pd}\u2212]/gu

export const RUT_SII = rut('60803000-K')

/**
 * What stands in place of a RUT for a recipient that has none: 55.555.555-5 abroad (export documents), 66.666.666-6
 * where nobody is named (boletas), and 44.444.444-4 abroad in sworn statements [belief]. Each is many people's.
 */
export const GENERIC_RUTS: readonly Rut[] = [
  rut('44444444-4'),
  rut('55555555-5'),
  rut('66666666-6'),
]

/**
 * Reads a RUT however it was written: dots, spaces, any dash or none, small k, leading zeros.
 * Null when it isn't one or its check digit is wrong; `rutProblem` says which.
 */
export function parseRut(text: string): Rut | null {
  const parts = split(text)
  if (parts === null || checkDigit(parts.body) !== parts.dv) return null
  return `${parts.body}-${parts.dv}` as Rut
}

export type RutProblem = 'empty' | 'malformed' | 'wrongCheckDigit'

/** Why `parseRut` refuses the text; null when it doesn't. */
export function rutProblem(text: string): RutProblem | null {
  if (text.replace(SPACES, '') === '') return 'empty'
  const parts = split(text)
  if (parts === null) return 'malformed'
  return checkDigit(parts.body) === parts.dv ? null : 'wrongCheckDigit'
}

/** For values we know to be right: throws where `parseRut` answers null. */
export function rut(text: string): Rut {
  const parsed = parseRut(text)
  if (parsed === null) throw new RangeError(`Not a RUT: ${text}`)
  return parsed
}

/** '12.345.678-5'. */
export function formatRut(value: Rut): string {
  return `${groupThousands(String(rutBody(value)))}-${rutDv(value)}`
}

/**
 * For a live field: takes the last character as the check digit, as every Chilean form does, so each
 * keystroke moves the hyphen. Typed separators are redrawn; a text that can't become a RUT comes back
 * untouched, so no digit or letter a person typed is ever lost. Idempotent.
 */
export function formatRutWhileTyping(text: string): string {
  const typed = withoutSeparators(text)
  if (typed === '') return ''
  if (!/^(\d{1,9}|\d{1,8}K)$/.test(typed)) return text
  if (typed.length === 1) return typed
  return `${groupThousands(typed.slice(0, -1))}-${typed.slice(-1)}`
}

/** Whether it names nobody, however it is written, so that documents that carry it may be of different clients. */
export function isGenericRut(text: string): boolean {
  const value = parseRut(text)
  return value !== null && GENERIC_RUTS.includes(value)
}

/** As `parseRut`; null for one that many share, too: it tells nobody from others. */
export function parseOwnRut(text: string): Rut | null {
  return isGenericRut(text) ? null : parseRut(text)
}

/** The number before the hyphen. */
export function rutBody(value: Rut): number {
  return Number(value.slice(0, -2))
}

/** '0'–'9' or 'K'. */
export function rutDv(value: Rut): string {
  return value.slice(-1)
}

/** Modulus 11, weights 2 to 7 cycling from the right; 11 gives '0' and 10 gives 'K'. */
export function checkDigit(body: number): string {
  if (!Number.isInteger(body) || body < 1 || body > MAX_BODY) {
    throw new RangeError(`Not the body of a RUT: ${body}`)
  }
  let sum = 0
  let weight = 2
  for (let rest = body; rest > 0; rest = Math.floor(rest / 10)) {
    sum += (rest % 10) * weight
    weight = weight === 7 ? 2 : weight + 1
  }
  const digit = 11 - (sum % 11)
  return digit === 11 ? '0' : digit === 10 ? 'K' : String(digit)
}

/** Only for who signs in at the SII; clients and companies take any valid RUT. */
const NATURAL_PERSON_BOUND = 30_000_000

export function isWithinNaturalPersonBound(value: Rut): boolean {
  return rutBody(value) < NATURAL_PERSON_BOUND
}

/** The threshold in the script of the SII's own boleta de honorarios form. */
const FIRST_COMPANY_BODY = 50_000_000

export function isCompanyRut(value: Rut): boolean {
  return rutBody(value) >= FIRST_COMPANY_BODY
}

export type DigitsOnlyRut = { kind: 'ok'; rut: Rut } | { kind: 'ambiguous' } | { kind: 'invalid' }

/**
 * A signing-in person's RUT sent as bare digits (docs/decisions/0018): read as body and check digit, and as a body
 * whose check digit was dropped. Both readings stay under the natural person's bound, else every RUT from three to ten
 * million would look ambiguous. Under three million one must send the hyphen, to `parseRut`.
 */
export function parseRutDigitsOnly(text: string): DigitsOnlyRut {
  const digits = text.replace(SPACES, '')
  if (!/^\d{2,9}$/.test(digits)) return { kind: 'invalid' }
  const body = Number(digits)
  const readings = [
    parseRut(digits),
    body >= 1 && body < NATURAL_PERSON_BOUND ? fromBody(body) : null,
  ]
    .filter((reading) => reading !== null)
    .filter(isWithinNaturalPersonBound)
  const [first, second] = readings
  if (first === undefined) return { kind: 'invalid' }
  return second === undefined ? { kind: 'ok', rut: first } : { kind: 'ambiguous' }
}

function fromBody(body: number): Rut {
  return `${body}-${checkDigit(body)}` as Rut
}

/** A hyphen, if any, must stand before the last character: '05-11-2026' is a date. */
function split(text: string): { body: number; dv: string } | null {
  if (text.length > MAX_TYPED_LENGTH) return null
  const written = text.replace(SPACES, '').replace(DASHES, '-').replaceAll('.', '').toUpperCase()
  const match = /^0*(\d{1,8})-?([\dK])$/.exec(written)
  if (match === null) return null
  const body = Number(match[1])
  return body === 0 ? null : { body, dv: String(match[2]) }
}

function withoutSeparators(text: string): string {
  return text.replace(SPACES, '').replace(DASHES, '').replaceAll('.', '').toUpperCase()
}
