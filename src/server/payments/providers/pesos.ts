import { clpFromWire, type Clp } from '#domain/money.ts'

/**
 * Whole pesos as a provider writes them: 1000, '1000', '1000.0000'. Null for anything else: a fraction, an exponent,
 * a sign, a separator, a leading zero, more than 12 digits, and '119.000', a hundred thousand in Chile. Never by `parseFloat`, which reads a number into nearly
 * any text.
 */
export function pesosFrom(value: unknown): Clp | null {
  if (Object.is(value, -0)) return null
  if (typeof value === 'string' && /^0\d|\.\d{3}$/.test(value)) return null
  return clpFromWire(value)
}
