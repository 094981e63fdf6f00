import { expect, test } from 'vitest'
import { linePriceOf, priceDifference } from './product-price.ts'
import { quantity, uf } from './uf.ts'

test.each([
  ['the same price', uf('1000'), true, false, 'product'],
  ['another price', uf('999.999999'), true, false, 'own'],
  ['the same price until some month', uf('1000'), true, true, 'own'],
  ['a price that is filled in each month', uf('1000'), false, false, 'monthly'],
  ['no price', null, true, false, 'monthly'],
] as const)('a line with %s', (_, price, priceIsFixed, changesByMonth, kind) => {
  expect(linePriceOf({ price, priceIsFixed, changesByMonth }, uf('1000'))).toBe(kind)
})

const clp = (before: string, after: string) => ({
  before: uf(before),
  after: uf(after),
  currency: 'CLP' as const,
})
const inUf = (before: string, after: string) => ({ ...clp(before, after), currency: 'UF' as const })

test.each([
  ['pesos for each unit', ['3'], clp('1000', '1100'), '300'],
  ['pesos of each line rounded as its document does', ['0.5', '0.5'], clp('1', '2'), '0'],
  ['fewer pesos', ['2'], clp('500', '400'), '-200'],
  ['UF without binary rounding', ['1', '2'], inUf('0.1', '0.3'), '0.6'],
  ['UF with six decimals', ['0.333333'], inUf('1', '2'), '0.333333'],
  ['less UF', ['1'], inUf('2.5', '2'), '-0.5'],
] as const)('a difference in %s', (_, quantities, change, difference) => {
  expect(priceDifference(quantities.map(quantity), change)).toBe(difference)
})
