import { expect, test } from 'vitest'
import { clp } from './money.ts'
import { changePrice, type PriceChange, type UnitPrice } from './price-change.ts'
import { MAX_LINE_CLP } from './totals.ts'
import { uf } from './uf.ts'

const pesos = (price: number): UnitPrice => ({ currency: 'CLP', price: clp(price) })
const inUf = (price: string): UnitPrice => ({ currency: 'UF', price: uf(price) })
const percent = (text: string): PriceChange => ({ by: 'percent', percent: text })
const ipc = (text: string): PriceChange => ({ by: 'ipc', percent: text })

test.each<[string, UnitPrice, PriceChange, string, string]>([
  ['whole pesos stay whole', pesos(100_000), percent('4.5'), '104500', '104500'],
  ['half a peso goes up', pesos(100), percent('4.5'), '105', '104.5'],
  ['less than half a peso goes down', pesos(99_999), percent('4.5'), '104499', '104498.955'],
  ['a discount lowers whole pesos', pesos(100_000), percent('-3'), '97000', '97000'],
  ['half a peso of a discount stays with the price', pesos(50), percent('-3'), '49', '48.5'],
  ['a discount of less than one percent', pesos(200_000), percent('-0.5'), '199000', '199000'],
  ['a discount of a price in UF', inUf('18.5'), percent('-4.5'), '17.6675', '17.6675'],
  ['an IPC of hundredths', pesos(350_000), ipc('3.87'), '363545', '363545'],
  ['a UF of two decimals', inUf('18.5'), percent('4.5'), '19.3325', '19.3325'],
  ['half of a ten-thousandth goes up', inUf('0.0001'), percent('50'), '0.0002', '0.00015'],
  ['a UF of six decimals gets four', inUf('1.234567'), percent('10'), '1.358', '1.358024'],
  [
    'a UF price that is named',
    inUf('1'),
    { by: 'uf', price: uf('2.123456') },
    '2.123456',
    '2.123456',
  ],
])('%s', (_case, before, change, price, exact) => {
  const changed = changePrice(before, change)
  if (changed.kind !== 'changed') throw new Error(`It is ${changed.kind}`)
  expect({ ...changed, exact: Number(changed.exact) }).toEqual({
    kind: 'changed',
    price,
    exact: Number(exact),
  })
})

test.each<[string, UnitPrice, PriceChange, string]>([
  ['an IPC leaves a price in UF', inUf('1'), ipc('4'), 'isUf'],
  ['a UF price leaves a price in pesos', pesos(1_000), { by: 'uf', price: uf('2') }, 'isClp'],
  ['a percentage of too few pesos changes nothing', pesos(10), percent('1'), 'isSame'],
  ['the same UF price is no change', inUf('2'), { by: 'uf', price: uf('2') }, 'isSame'],
])('%s', (_case, before, change, why) => {
  expect(changePrice(before, change)).toEqual({ kind: 'kept', why })
})

test('a price that would be rounded to zero is refused', () => {
  expect(changePrice(inUf('0.00001'), percent('-3'))).toEqual({ kind: 'zero' })
})

test('a price above what a line may cost is refused', () => {
  expect(changePrice(pesos(MAX_LINE_CLP), percent('1'))).toEqual({ kind: 'tooLarge' })
})
