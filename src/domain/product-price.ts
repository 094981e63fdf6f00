import { clpFromWire } from './money.ts'
import { DECIMALS, fromDecimalText, ONE } from './decimal.ts'
import { clpToPesos, compareUf, type Quantity, type Uf } from './uf.ts'

/** What the price of a rule's line depends on. */
export type LinePrice = 'product' | 'own' | 'monthly'

/**
 * A line follows its product's price while it has that very price; a line with another price, or one that is filled in
 * each month, does not.
 */
export function linePriceOf(
  line: { price: Uf | null; priceIsFixed: boolean },
  productPrice: Uf,
): LinePrice {
  if (!line.priceIsFixed || line.price === null) return 'monthly'
  return compareUf(line.price, productPrice) === 0 ? 'product' : 'own'
}

/**
 * How much more a line of that quantity comes to: whole pesos, each price rounded as its document rounds it, or UF with
 * six decimals, cut. Negative where the price falls; null for a price in pesos that has decimals.
 */
export function lineDifference(
  quantity: Quantity,
  { before, after, currency }: { before: Uf; after: Uf; currency: 'CLP' | 'UF' },
): string | null {
  if (currency === 'UF') {
    const unit = fromDecimalText(after) - fromDecimalText(before)
    return signedDecimal((unit * fromDecimalText(quantity)) / ONE)
  }
  const [from, to] = [clpFromWire(before), clpFromWire(after)]
  if (from === null || to === null) return null
  return String(clpToPesos(quantity, to) - clpToPesos(quantity, from))
}

/** Exact decimal text with its sign, without the last zeros. */
function signedDecimal(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths
  const whole = size / ONE
  const rest = (size % ONE).toString().padStart(DECIMALS, '0').replace(/0+$/, '')
  const text = rest === '' ? String(whole) : `${whole}.${rest}`
  return millionths < 0n ? `-${text}` : text
}
