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
  return adjustmentReadings(sum, adjustments).map((reading) => reading.sum)
}

/** One way to read global discounts and surcharges: each in pesos, and what they leave together. */
export interface AdjustmentReading {
  sum: bigint
  /** In their order, without sign; the sum and these add up. */
  pesos: bigint[]
}

/** Every way, as `adjustedSums` has them. */
export function adjustmentReadings(
  sum: bigint,
  adjustments: readonly DteAdjustment[],
): AdjustmentReading[] {
  if (adjustments.length === 0 || sum === 0n) return [{ sum, pesos: adjustments.map(() => 0n) }]
  return [
    roundedEach(sum, adjustments, 'ofTheSum'),
    roundedEach(sum, adjustments, 'inTurn'),
    roundedOnce(sum, adjustments, 'ofTheSum'),
    roundedOnce(sum, adjustments, 'inTurn'),
  ]
}

type Base = 'ofTheSum' | 'inTurn'

function roundedEach(
  sum: bigint,
  adjustments: readonly DteAdjustment[],
  of: Base,
): AdjustmentReading {
  const pesos: bigint[] = []
  let left = sum
  for (const one of adjustments) {
    const part = pesosOf(one, of === 'ofTheSum' ? sum : left)
    pesos.push(part)
    left += signed(one, part)
  }
  return { sum: left, pesos }
}

function pesosOf({ unit, value }: DteAdjustment, sum: bigint): bigint {
  const exact = fromDecimalText(value)
  return unit === '$' ? roundHalfUpRatio(exact, ONE) : roundHalfUpRatio(sum * exact, PERCENT)
}

/** As a fraction until the end; each in pesos is what the rounded sum changes by. */
function roundedOnce(
  sum: bigint,
  adjustments: readonly DteAdjustment[],
  of: Base,
): AdjustmentReading {
  const pesos: bigint[] = []
  let numerator = sum
  let denominator = 1n
  let rounded = sum
  for (const one of adjustments) {
    const exact = fromDecimalText(one.value)
    const base = of === 'ofTheSum' ? sum * denominator : numerator
    const part = one.unit === '$' ? exact * 100n * denominator : base * exact
    numerator = numerator * PERCENT + signed(one, part)
    denominator *= PERCENT
    const next = roundHalfUpRatio(numerator, denominator)
    pesos.push(signed(one, next - rounded))
    rounded = next
  }
  return { sum: rounded, pesos }
}

function signed({ kind }: DteAdjustment, amount: bigint): bigint {
  return kind === 'discount' ? -amount : amount
}
