import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pesosFrom } from './pesos.ts'

test.each([
  [1000, 1000],
  ['1000', 1000],
  ['1000.0000', 1000],
  ['1000.', null],
  ['1', 1],
  [0, 0],
  ['0', 0],
  [999_999_999_999, 999_999_999_999],
  [1_000_000_000_000, null],
  [Number.MAX_SAFE_INTEGER, null],
  [1000.5, null],
  ['1000.5', null],
  ['1000.0001', null],
  ['0.0001', null],
  [1e21, null],
  ['1e3', null],
  ['1E3', null],
  [-1000, null],
  [-0, null],
  ['-1000', null],
  ['+1000', null],
  ['1.000,00', null],
  ['1.000', null],
  ['119.000', null],
  ['1,000', null],
  ['1.000.000', null],
  ['1_000', null],
  ['01000', null],
  ['00', null],
  [' 1000', null],
  ['1000 ', null],
  ['1000\n', null],
  ['٣', null],
  ['0x10', null],
  ['', null],
  ['NaN', null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [null, null],
  [undefined, null],
  [true, null],
  [[1000], null],
  [{ amount: 1000 }, null],
])('an amount written as %j is read as %j pesos', (written, pesos) => {
  expect(pesosFrom(written)).toBe(pesos)
})

const amounts = fc.integer({ min: 0, max: 999_999_999_999 })

test('whole pesos are read alike as a number, as a text and with decimals that are zero', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(1, 2, 4, 5, 6), (pesos, zeros) => {
      expect(pesosFrom(pesos)).toBe(pesos)
      expect(pesosFrom(String(pesos))).toBe(pesos)
      expect(pesosFrom(`${pesos}.${'0'.repeat(zeros)}`)).toBe(pesos)
    }),
  )
})

test('a fraction of a peso is never read', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 9999 }), (pesos, tenThousandths) => {
      expect(pesosFrom(`${pesos}.${String(tenThousandths).padStart(4, '0')}`)).toBeNull()
    }),
  )
})

test('whatever text is read as pesos says that number and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-+e _') }), (text) => {
      const pesos = pesosFrom(text)
      if (pesos !== null) expect(text.replace(/\.0+$/, '')).toBe(String(pesos))
    }),
  )
})
