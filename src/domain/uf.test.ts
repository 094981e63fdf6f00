import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clp } from './money.ts'
import type { Quantity, Uf } from './uf.ts'
import {
  clpAmount,
  compareUf,
  formatQuantity,
  formatUf,
  formatUfRate,
  isPlausibleUfRate,
  isZeroUf,
  parseQuantity,
  parseUf,
  quantity,
  quantityFromWire,
  toWire,
  uf,
  ufFromWire,
  ufToClp,
} from './uf.ts'

const text = (max: bigint): fc.Arbitrary<string> =>
  fc
    .bigInt({ min: 1n, max })
    .map((value) => `${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`)
const anyUf = text(10n ** 18n - 1n).map(uf)
const anyQuantity = text(10n ** 18n - 1n).map(quantity)
const rates = fc
  .integer({ min: 2_000_000, max: 10_000_000 })
  .map((cents) => uf((cents / 100).toFixed(2)))

describe('UF to pesos', () => {
  it.each([
    ['12,5 UF', '12.5', '1', '39200.15', 490_002],
    ['1 UF in September 2020', '1', '1', '28688.73', 28_689],
    ['a hundredth of a UF', '1', '0.01', '39200.15', 392],
    ['an exact half goes up', '1', '0.5', '39201', 19_601],
    ['another exact half, even below', '1', '0.5', '39200.99', 19_600],
    ['half a peso', '0.5', '1', '1', 1],
    ['under half a peso', '0.499999', '1', '1', 0],
    ['three times a third, rounded once', '3', '0.333333', '30000', 30_000],
  ])('%s', (_, count, unit, rate, pesos) => {
    expect(ufToClp(quantity(count), uf(unit), uf(rate))).toBe(pesos)
  })

  it('rounds once, at the end: rounding the unit first would give another amount', () => {
    const rate = uf('39200.15')
    const each = ufToClp(quantity('1'), uf('0.333'), rate)
    expect(ufToClp(quantity('100'), uf('0.333'), rate)).toBe(1_305_365)
    expect(each * 100).not.toBe(1_305_365)
  })

  it('agrees with an outside decimal library at 60 digits', () => {
    const Wide = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
    const counts = text(10n ** 10n).map(quantity)
    const units = text(10n ** 10n).map(uf)
    fc.assert(
      fc.property(counts, units, rates, (count, unit, rate) => {
        const outside = new Wide(count).times(unit).times(rate).toDecimalPlaces(0)
        expect(ufToClp(count, unit, rate)).toBe(outside.toNumber())
      }),
    )
  })

  it('grows with each of its three parts', () => {
    const small = text(10n ** 9n)
    fc.assert(
      fc.property(small.map(quantity), small.map(uf), small.map(uf), rates, (count, a, b, rate) => {
        const [low, high] = compareUf(a, b) <= 0 ? [a, b] : [b, a]
        expect(ufToClp(count, low, rate)).toBeLessThanOrEqual(ufToClp(count, high, rate))
      }),
    )
  })

  it('throws rather than lose a peso', () => {
    expect(() => ufToClp(quantity('999999999999'), uf('999999999999'), uf('40000'))).toThrow(
      RangeError,
    )
  })
})

describe('a quantity of pesos', () => {
  it.each([
    ['1', 1000, 1000],
    ['1.5', 333, 500],
    ['0.333333', 3, 1],
    ['2.5', 1, 3],
    ['1000000', 999, 999_000_000],
  ])('%s × %d is %d', (count, unit, pesos) => {
    expect(clpAmount(quantity(count), clp(unit))).toBe(pesos)
  })

  it('throws rather than lose a peso', () => {
    expect(() => clpAmount(quantity('999999999999'), clp(999_999_999))).toThrow(RangeError)
  })
})

describe('typed UF', () => {
  it.each([
    ['37.654,32', '37654.32'],
    ['1.234,56', '1234.56'],
    ['1.000', '1000'],
    ['1,000', '1'],
    ['UF 18,50', '18.5'],
    ['uf12,5', '12.5'],
    ['0', '0'],
  ])('%s is %s', (typed, canonical) => {
    expect(parseUf(typed)).toEqual({ kind: 'ok', value: canonical })
  })

  it.each([
    ['1.5', { kind: 'ambiguous' }],
    ['39200.15', { kind: 'ambiguous' }],
    ['-1', { kind: 'invalid', problem: 'negative' }],
    ['UF', { kind: 'invalid', problem: 'empty' }],
    ['1,1234567', { kind: 'invalid', problem: 'tooManyDecimals' }],
  ])('%s is refused', (typed, answer) => {
    expect(parseUf(typed)).toEqual(answer)
  })

  it('is read back from what is shown, with its mark and without', () => {
    fc.assert(
      fc.property(anyUf, (value) => {
        expect(parseUf(formatUf(value))).toEqual({ kind: 'ok', value })
        expect(parseUf(formatQuantity(value))).toEqual({ kind: 'ok', value })
      }),
    )
  })
})

describe('typed quantities', () => {
  it.each([
    ['1', { kind: 'ok', value: '1' }],
    ['0,5', { kind: 'ok', value: '0.5' }],
    ['0,000001', { kind: 'ok', value: '0.000001' }],
    ['0', { kind: 'invalid', problem: 'zero' }],
    ['0,000', { kind: 'invalid', problem: 'zero' }],
    ['UF 1', { kind: 'invalid', problem: 'notANumber' }],
    ['1.5', { kind: 'ambiguous' }],
  ])('%s', (typed, answer) => {
    expect(parseQuantity(typed)).toEqual(answer)
  })

  it('are read back from what is shown', () => {
    fc.assert(
      fc.property(anyQuantity, (value) => {
        expect(parseQuantity(formatQuantity(value))).toEqual({ kind: 'ok', value })
      }),
    )
  })
})

describe('on the wire', () => {
  it('takes what Django REST framework sends', () => {
    expect(ufFromWire('1.50')).toBe('1.5')
    expect(ufFromWire(1.5)).toBe('1.5')
    expect(quantityFromWire('2.000000')).toBe('2')
  })

  it('refuses what is not a number, a quantity of zero, and throws in the makers', () => {
    expect(ufFromWire('1,5')).toBeNull()
    expect(ufFromWire(0)).toBe('0')
    expect(quantityFromWire(0)).toBeNull()
    expect(quantityFromWire('0.000000')).toBeNull()
    expect(() => uf('-1')).toThrow(RangeError)
    expect(() => quantity('0')).toThrow(RangeError)
  })

  it('comes back the same', () => {
    fc.assert(
      fc.property(anyUf, anyQuantity, (amount: Uf, count: Quantity) => {
        expect(ufFromWire(toWire(amount))).toBe(amount)
        expect(quantityFromWire(toWire(count))).toBe(count)
      }),
    )
  })
})

describe('written UF', () => {
  it.each([
    ['18.5', 'UF 18,50'],
    ['0', 'UF 0,00'],
    ['1234.5678', 'UF 1.234,5678'],
    ['39200.15', 'UF 39.200,15'],
    ['1000000', 'UF 1.000.000,00'],
  ])('%s is %s', (value, shown) => {
    expect(formatUf(uf(value))).toBe(shown)
  })

  it('shows a rate in pesos and a quantity without zeros to spare', () => {
    expect(formatUfRate(uf('39200.1'))).toBe('$39.200,10')
    expect(formatQuantity(quantity('1234.50'))).toBe('1.234,5')
    expect(formatQuantity(quantity('3'))).toBe('3')
  })
})

describe('comparing UF', () => {
  it('goes by value and not by text', () => {
    expect(['10', '9', '9.5'].map(uf).sort(compareUf)).toEqual(['9', '9.5', '10'])
    expect(compareUf(uf('1.0'), uf('1'))).toBe(0)
    expect(isZeroUf(uf('0.00'))).toBe(true)
    expect(isZeroUf(uf('0.000001'))).toBe(false)
  })

  it.each([
    ['28688.73', true],
    ['40844.79', true],
    ['20000', true],
    ['100000', true],
    ['19999.99', false],
    ['100000.01', false],
    ['40.84479', false],
    ['4084479', false],
    ['69000000', false],
  ])('%s as the UF of a day: %s', (value, plausible) => {
    expect(isPlausibleUfRate(uf(value))).toBe(plausible)
  })
})
