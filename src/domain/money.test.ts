import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clp,
  clpFromWire,
  formatClp,
  parseClp,
  portionOf,
  roundHalfUpRatio,
  sumClp,
  ZERO_CLP,
} from './money.ts'

describe('whole pesos', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])(
    'are not %d',
    (pesos) => {
      expect(() => clp(pesos)).toThrow(RangeError)
    },
  )

  it('have no minus zero', () => {
    expect(Object.is(clp(-0), 0)).toBe(true)
    expect(formatClp(clp(-0))).toBe('$0')
  })

  it('add up, and refuse a sum that is no longer exact', () => {
    expect(sumClp([])).toBe(ZERO_CLP)
    expect(sumClp([clp(1), clp(-3), clp(10)])).toBe(8)
    expect(() => sumClp([clp(Number.MAX_SAFE_INTEGER), clp(1)])).toThrow(RangeError)
  })

  it.each([
    [0, '$0'],
    [999, '$999'],
    [1000, '$1.000'],
    [1_234_567, '$1.234.567'],
    [-1234, '-$1.234'],
    [Number.MAX_SAFE_INTEGER, '$9.007.199.254.740.991'],
  ])('%d is written %s', (pesos, text) => {
    // Specification 9: pesos are written as in Chile, without decimals.
    expect(formatClp(clp(pesos))).toBe(text)
  })
})

describe('typed pesos', () => {
  it.each([
    ['1.000', 1000],
    ['$ 1.234.567', 1_234_567],
    ['$1.234.567', 1_234_567],
    ['1234567', 1_234_567],
    ['\u00a0$\u00a0500 ', 500],
    ['0', 0],
    ['1500,00', 1500],
    ['1.500,0', 1500],
    ['999.999.999.999', 999_999_999_999],
  ])('%s are %d', (typed, pesos) => {
    expect(parseClp(typed)).toEqual({ kind: 'ok', value: pesos })
  })

  it.each(['1,000', '1,234,567', '$1,000', '1.000,000', '1.5', '1000.50', '1,234.00', '0.500'])(
    '%s are ambiguous',
    (typed) => {
      expect(parseClp(typed)).toEqual({ kind: 'ambiguous' })
    },
  )

  it.each([
    ['', 'empty'],
    ['$', 'empty'],
    ['mil', 'notANumber'],
    ['$$5', 'notANumber'],
    ['US$5', 'notANumber'],
    ['-1.000', 'negative'],
    ['-$1.000', 'negative'],
    ['1500,5', 'tooManyDecimals'],
    ['1.000.000.000.000', 'tooLarge'],
  ])('%j are refused as %s', (typed, problem) => {
    expect(parseClp(typed)).toEqual({ kind: 'invalid', problem })
  })

  it('are read back from their own writing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (pesos) => {
        expect(parseClp(formatClp(clp(pesos)))).toEqual({ kind: 'ok', value: pesos })
      }),
    )
  })
})

describe('pesos on the wire', () => {
  it.each([
    ['15000.00', 15_000],
    [15_000, 15_000],
    ['0', 0],
    ['15000.5', null],
    [1.5, null],
    ['1.000,00', null],
    [-5, null],
    [null, null],
  ])('%j is %j', (value, pesos) => {
    expect(clpFromWire(value)).toBe(pesos)
  })
})

describe('rounding half up', () => {
  it.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [3n, 2n, 2n],
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [49n, 100n, 0n],
    [-49n, 100n, 0n],
    [50n, 100n, 1n],
    [0n, 7n, 0n],
    [7n, 7n, 1n],
  ])('%s/%s is %s', (numerator, denominator, rounded) => {
    expect(roundHalfUpRatio(numerator, denominator)).toBe(rounded)
  })

  it('is never further than a half, is exact on multiples and symmetrical about zero', () => {
    const denominators = fc.bigInt({ min: 1n, max: 10n ** 18n })
    const numerators = fc.bigInt({ min: 0n, max: 10n ** 36n })
    fc.assert(
      fc.property(numerators, denominators, (numerator, denominator) => {
        const rounded = roundHalfUpRatio(numerator, denominator)
        const twiceOff = 2n * (rounded * denominator - numerator)
        expect(twiceOff <= denominator && twiceOff > -denominator).toBe(true)
        expect(roundHalfUpRatio(rounded * denominator, denominator)).toBe(rounded)
        expect(roundHalfUpRatio(-numerator, denominator)).toBe(-rounded)
      }),
    )
  })

  it('refuses a denominator that is not positive', () => {
    expect(() => roundHalfUpRatio(1n, 0n)).toThrow(RangeError)
    expect(() => roundHalfUpRatio(1n, -2n)).toThrow(RangeError)
  })

  it('stays exact where a double would not', () => {
    // 0.145 is a little less in binary, so 100 × 0.145 × … would round down.
    expect(portionOf(clp(100), 1450, 10_000)).toBe(15)
    expect(portionOf(clp(-100), 1450, 10_000)).toBe(-15)
    expect(portionOf(clp(Number.MAX_SAFE_INTEGER), 1, 1)).toBe(Number.MAX_SAFE_INTEGER)
  })
})
