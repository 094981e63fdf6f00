import { parseDay } from '#domain/day.ts'
import type { TextRule } from './schema.ts'

// The simple types that the SII's schemas share.

export function text(min: number, max: number): TextRule {
  return (value) => value.length >= min && value.length <= max
}

export function pattern(expression: RegExp): TextRule {
  return (value) => expression.test(value)
}

export function exactly(expected: string): TextRule {
  return (value) => value === expected
}

/** Above zero, of so many digits at most. */
export function positive(digits: number): TextRule {
  return pattern(new RegExp(`^(?=.*[1-9])\\d{1,${digits}}$`))
}

/** One to `max`. */
export function upTo(max: number): TextRule {
  return (value) => /^\d{1,9}$/.test(value) && Number(value) >= 1 && Number(value) <= max
}

/** Above zero, with a point. */
export function decimal(whole: number, places: number): TextRule {
  return pattern(new RegExp(`^(?=.*[1-9])\\d{1,${whole}}(\\.\\d{1,${places}})?$`))
}

/** The same rule under several names, parted by spaces. */
export function of(rule: TextRule, names: string): Record<string, TextRule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]))
}

export const rut = pattern(/^\d{1,8}-[\dK]$/)
export const monto = pattern(/^\d{1,18}$/)
export const valor = pattern(/^-?\d{1,18}$/)
export const unsignedLong: TextRule = (value) =>
  /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n
export const folio = positive(10)
/** Where the schema sets no last day. */
export const anyDate: TextRule = (value) => parseDay(value) !== null
export const date: TextRule = (value) => parseDay(value) !== null && value <= '2050-12-31'
export const moment: TextRule = (value) =>
  date(value.slice(0, 10)) && /^T([01]\d|2[0-3])(:[0-5]\d){2}$/.test(value.slice(10))
export const xmlId = pattern(/^[A-Za-z_][\w.-]*$/)
export const version = { version: exactly('1.0') }

/** Checked by hand: as an expression it takes longer than all the rest of a document. */
export const base64: TextRule = (value) => {
  const bare = /\s/.test(value) ? value.replace(/\s+/g, '') : value
  return bare.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(bare)
}
