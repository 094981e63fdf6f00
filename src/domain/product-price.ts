import { decimalText, fromDecimalText, ONE } from './decimal.ts'
import { clpFromWire, type Clp } from './money.ts'
import { clpToPesos, compareUf, type Quantity, type Uf } from './uf.ts'

/** What the price of a rule's line depends on. */
export type LinePrice = 'product' | 'own' | 'monthly'

/**
 * A line follows its product's price while it has that very price; a line with another price, one whose price changes from
 * a month on, or one that is filled in each month, does not.
 */
export function linePriceOf(
  line: { price: Uf | null; priceIsFixed: boolean; changesByMonth: boolean },
  productPrice: Uf,
): LinePrice {
  if (!line.priceIsFixed || line.price === null) return 'monthly'
  if (line.changesByMonth) return 'own'
  return compareUf(line.price, productPrice) === 0 ? 'product' : 'own'
}

export interface PriceStep {
  before: Uf
  after: Uf
  currency: 'CLP' | 'UF'
}

/**
 * How much more lines of those quantities come to together: whole pesos, each line rounded as its document rounds it, or
 * UF with six decimals, cut. Exact decimal text, negative where the price falls.
 */
export function priceDifference(
  quantities: readonly Quantity[],
  { before, after, currency }: PriceStep,
): string {
  if (currency === 'UF') {
    const unit = fromDecimalText(after) - fromDecimalText(before)
    const count = quantities.reduce((sum, one) => sum + fromDecimalText(one), 0n)
    return signedDecimal((unit * count) / ONE)
  }
  const [from, to] = [pesosOf(before), pesosOf(after)]
  const each = quantities.map((one) => clpToPesos(one, to) - clpToPesos(one, from))
  return String(each.reduce((sum, one) => sum + one, 0n))
}

function pesosOf(price: Uf): Clp {
  const pesos = clpFromWire(price)
  if (pesos === null) throw new RangeError(`Not whole pesos: ${price}`)
  return pesos
}

/** Without the last zeros. */
function signedDecimal(millionths: bigint): string {
  return millionths < 0n ? `-${decimalText(-millionths)}` : decimalText(millionths)
}
