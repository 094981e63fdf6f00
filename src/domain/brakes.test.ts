import { describe, expect, test } from 'vitest'
import { isUnusualRun, oddAmount } from './brakes.ts'
import { day } from './day.ts'
import type { FrozenLine } from './document.ts'
import { clp } from './money.ts'
import { lineAmount } from './totals.ts'
import { quantity, uf } from './uf.ts'

const bare = { name: 'Asesoría', description: '', code: '', quantity: quantity('1') }

const pesos = (unit: number): FrozenLine => ({
  ...bare,
  price: { currency: 'CLP', unitClp: clp(unit) },
  amountClp: clp(unit),
})

function inUf(unit: string, rate: string): FrozenLine {
  const price = { currency: 'UF', unitUf: uf(unit), rateClp: uf(rate) } as const
  return {
    ...bare,
    price: { ...price, rateDay: day(2026, 10, 31) },
    amountClp: lineAmount({ quantity: bare.quantity, price }) ?? clp(0),
  }
}

describe('an amount is odd', () => {
  test.each<[number, number, boolean]>([
    [100_000, 130_000, false],
    [100_000, 130_001, true],
    [100_000, 70_000, false],
    [100_000, 69_999, true],
    [100_000, 1_000_000, true],
    [999_999_999_999, 999_999_999_999, false],
  ])('from %i to %i: %s', (before, now, isOdd) => {
    expect(oddAmount([pesos(before)], [pesos(now)])).toEqual(
      isOdd ? { beforeClp: before, nowClp: now } : null,
    )
  })

  test('never because the UF moved', () => {
    expect(oddAmount([inUf('10', '25000')], [inUf('10', '50000')])).toBeNull()
    expect(oddAmount([inUf('10', '25000')], [inUf('13', '50000')])).toBeNull()
    expect(oddAmount([inUf('10', '25000')], [inUf('13.01', '25000')])).toMatchObject({
      beforeClp: 250_000,
    })
  })

  test('when the lines in UF went away, by what was issued', () => {
    expect(oddAmount([inUf('10', '25000')], [pesos(250_000)])).toBeNull()
    expect(oddAmount([inUf('10', '25000')], [pesos(100_000)])).not.toBeNull()
  })
})

test.each<[number, number, boolean]>([
  [500, 0, false],
  [10, 1, false],
  [11, 1, true],
  [30, 10, true],
  [29, 10, false],
])('%i documents where %i were the most: unusual %s', (documents, usual, isUnusual) => {
  expect(isUnusualRun(documents, usual)).toBe(isUnusual)
})
