import { fromDecimalText, ONE } from '#domain/decimal.ts'
import { roundHalfUpRatio } from '#domain/money.ts'
import type { DteAdjustment } from './document.ts'

const PERCENT = 100n * ONE

/**
 * What global discounts and surcharges leave of a sum, in every way the format's text can be read; ours first:
 * each percentage is of the lines' sum and rounded half up by itself. Others take it of what the one before left,
 * or round once at the end (LibreDTE has done both). Nothing changes a sum of nothing.
 */
export function adjustedSums(sum: bigint, adjustments: readonly DteAdjustment[]): bigint[] {
  if (adjustments.length === 0 || sum === 0n) return [sum]
  const ours = adjustments.reduce((left, one) => left + signed(one, pesosOf(one, sum)), sum)
  const inTurn = adjustments.reduce((left, one) => left + signed(one, pesosOf(one, left)), sum)
  return [ours, inTurn, roundedOnce(sum, adjustments, 'ofTheSum'), roundedOnce(sum, adjustments)]
}

/** What one of them is in pesos, of the lines' sum it stands on. */
export function pesosOf({ unit, value }: DteAdjustment, sum: bigint): bigint {
  const exact = fromDecimalText(value)
  return unit === '$' ? roundHalfUpRatio(exact, ONE) : roundHalfUpRatio(sum * exact, PERCENT)
}

/** As a fraction until the end. */
function roundedOnce(
  sum: bigint,
  adjustments: readonly DteAdjustment[],
  of: 'ofTheSum' | 'inTurn' = 'inTurn',
): bigint {
  let numerator = sum
  let denominator = 1n
  for (const one of adjustments) {
    const exact = fromDecimalText(one.value)
    const base = of === 'ofTheSum' ? sum * denominator : numerator
    const part = one.unit === '$' ? exact * 100n * denominator : base * exact
    numerator = numerator * PERCENT + signed(one, part)
    denominator *= PERCENT
  }
  return roundHalfUpRatio(numerator, denominator)
}

function signed({ kind }: DteAdjustment, amount: bigint): bigint {
  return kind === 'discount' ? -amount : amount
}
