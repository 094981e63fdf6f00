import { clpFromWire, type Clp } from '#domain/money.ts'

/**
 * Whole pesos as a provider writes them: 1000, '1000', '1000.0000'. Null for anything else: a fraction, an exponent,
 * a sign, a separator, a leading zero, more than 12 digits. Never by `parseFloat`, which reads a number into nearly
 * any text.
 */
export function pesosFrom(value: unknown): Clp | null {
  if (Object.is(value, -0)) return null
  if (typeof value === 'string' && /^0\d/.test(value)) return null
  return clpFromWire(value)
}
