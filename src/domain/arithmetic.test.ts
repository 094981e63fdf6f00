import { expect, test } from 'vitest'
import { lineArithmetic } from './arithmetic.ts'
import { day } from './day.ts'
import type { FrozenLine } from './document.ts'
import { clp } from './money.ts'
import { quantity, uf } from './uf.ts'

const line = (changed: Partial<FrozenLine>): FrozenLine => ({
  name: 'Asesoría',
  description: '',
  code: '',
  quantity: quantity('1'),
  price: { currency: 'CLP', unitClp: clp(15_000) },
  amountClp: clp(15_000),
  ...changed,
})

const inUf: FrozenLine['price'] = {
  currency: 'UF',
  unitUf: uf('12.5'),
  rateClp: uf('39200.15'),
  rateDay: day(2026, 10, 31),
}

test.each([
  [{ price: inUf, amountClp: clp(490_002) }, '12,5 UF × $39.200,15 = $490.002'],
  [
    { price: inUf, quantity: quantity('2'), amountClp: clp(980_004) },
    '2 × 12,5 UF × $39.200,15 = $980.004',
  ],
  [{ quantity: quantity('1.5'), amountClp: clp(22_500) }, '1,5 × $15.000 = $22.500'],
  [{}, '$15.000 = $15.000'],
])('%#: %s', (changed, written) => {
  expect(lineArithmetic(line(changed))).toBe(written)
})
