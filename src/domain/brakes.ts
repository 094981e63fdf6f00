import type { FrozenLine } from './document.ts'
import { clp, sumClp, type Clp } from './money.ts'
import { lineAmount } from './totals.ts'
import type { Uf } from './uf.ts'

/** A document that differs by more than this from the one before it is not issued unasked. */
const MOST_DIFFERENCE_PERCENT = 30
/** A day with this many times the documents of the fullest day so far is not issued unasked. */
const UNUSUAL_TIMES = 3
/** Up to here a day is never unusual: three clients where there was one are no accident. */
export const FEW_DOCUMENTS = 10

export interface AmountChange {
  beforeClp: Clp
  nowClp: Clp
}

/**
 * What a document's net would have been in the one before it at today's UF, when the two differ by more
 * than 30 %; null when nothing is odd. The UF's own movement is never the difference: the earlier lines
 * in UF are taken at the rate of the new ones.
 */
export function oddAmount(
  before: readonly FrozenLine[],
  now: readonly FrozenLine[],
): AmountChange | null {
  const rate = now.flatMap(({ price }) => (price.currency === 'UF' ? [price.rateClp] : []))[0]
  const beforeClp = sumClp(before.map((line) => atRate(line, rate ?? null)))
  const nowClp = sumClp(now.map(({ amountClp }) => amountClp))
  const difference = BigInt(Math.abs(nowClp - beforeClp))
  const isOdd = difference * 100n > BigInt(beforeClp) * BigInt(MOST_DIFFERENCE_PERCENT)
  return isOdd ? { beforeClp, nowClp } : null
}

function atRate({ quantity, price, amountClp }: FrozenLine, rateClp: Uf | null): Clp {
  if (price.currency === 'CLP' || rateClp === null) return amountClp
  return lineAmount({ quantity, price: { ...price, rateClp } }) ?? clp(0)
}

/** `usual`: the fullest of the days before; 0 when there were none, and then nothing is unusual. */
export function isUnusualRun(documents: number, usual: number): boolean {
  return usual > 0 && documents > FEW_DOCUMENTS && documents >= usual * UNUSUAL_TIMES
}
