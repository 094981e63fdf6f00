import type { Brand } from './brand.ts'
import type { TypedNumber } from './decimal.ts'
import { groupThousands, ONE, readTypedDecimal, readWireDecimal } from './decimal.ts'

/** Whole pesos, exact up to 2^53. Negative only in analysis: credit notes and a negative flow. */
export type Clp = Brand<number, 'Clp'>

export const ZERO_CLP = clp(0)

/** Throws unless it is a whole number a double holds exactly. */
export function clp(pesos: number): Clp {
  if (!Number.isSafeInteger(pesos)) throw new RangeError(`Not whole pesos: ${pesos}`)
  // Minus zero would print as '-$0'.
  return (pesos + 0) as Clp
}

/** Throws when the sum leaves the exact integers. */
export function sumClp(amounts: readonly Clp[]): Clp {
  return clp(amounts.reduce((total, amount) => total + amount, 0))
}

/** '$1.234.567', negative '-$1.234'. */
export function formatClp(amount: Clp): string {
  return `${amount < 0 ? '-' : ''}$${groupThousands(String(Math.abs(amount)))}`
}

/**
 * Reads pesos as typed in Chile, with or without '$' and dots; ',00' is tolerated because Excel writes it.
 * '1.000' is a thousand; '1,000', '1.5' and '1,234.00' are ambiguous. Negatives are refused: nobody
 * types one, credit notes have their own document. More than 12 digits are refused as the SII would.
 */
export function parseClp(text: string): TypedNumber<Clp> {
  const written = text.replace(/^\s*(?:([-−])\s*)?\$/, '$1')
  if (/,\d{3,}\s*$/.test(written)) return { kind: 'ambiguous' }
  const read = readTypedDecimal(written)
  if (read.kind !== 'ok') return read
  if (read.value % ONE !== 0n) return { kind: 'invalid', problem: 'tooManyDecimals' }
  return { kind: 'ok', value: clp(Number(read.value / ONE)) }
}

/** From JSON: a number or a decimal string whose decimals are zero ('15000.00'). Null otherwise. */
export function clpFromWire(value: unknown): Clp | null {
  const read = readWireDecimal(value)
  return read === null || read % ONE !== 0n ? null : clp(Number(read / ONE))
}

/** amount × numerator / denominator, rounded half up once. For taxes, retentions and fees. */
export function portionOf(amount: Clp, numerator: number, denominator: number): Clp {
  const exact = BigInt(amount) * BigInt(numerator)
  return clp(Number(roundHalfUpRatio(exact, BigInt(denominator))))
}

/** The nearest integer to numerator/denominator; a half goes away from zero, as the SII rounds. */
export function roundHalfUpRatio(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('A denominator must be positive')
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}
