import type { FrozenLine } from './document.ts'
import { formatClp } from './money.ts'
import { formatQuantity, formatUfRate } from './uf.ts'

/**
 * How a line's pesos came about, in Chilean numbers: '12,5 UF × $39.200,15 = $490.002', with the quantity in
 * front unless it is one.
 */
export function lineArithmetic({ quantity, price, amountClp }: FrozenLine): string {
  const factors =
    price.currency === 'UF'
      ? [`${formatQuantity(price.unitUf)} UF`, formatUfRate(price.rateClp)]
      : [formatClp(price.unitClp)]
  const count = quantity === '1' ? [] : [formatQuantity(quantity)]
  return `${[...count, ...factors].join(' × ')} = ${formatClp(amountClp)}`
}
