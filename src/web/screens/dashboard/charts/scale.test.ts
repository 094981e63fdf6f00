import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelEvery, scaleOf, shortMonth } from './scale.ts'

test('an axis begins at zero, is even, and reaches the highest value in few steps', () => {
  expect(scaleOf([3_900_000, 2_100_000], 4)).toEqual({
    ticks: [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000],
    top: 4_000_000,
  })
  expect(scaleOf([3], 4).ticks).toEqual([0, 1, 2, 3])
  expect(scaleOf([], 4).ticks).toEqual([0, 1])
  expect(scaleOf([-50, -10], 4).ticks).toEqual([0, 1])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000, max: 10 ** 12 })), (values) => {
      const { ticks, top } = scaleOf(values, 4)
      expect(ticks[0]).toBe(0)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(top).toBeGreaterThanOrEqual(Math.max(0, ...values))
      expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})

test('labels are short, and as many as there is room for', () => {
  expect(shortMonth('noviembre de 2026', '2026-11')).toBe('nov 26')
  expect(labelEvery(12, 600, 48)).toBe(1)
  expect(labelEvery(24, 600, 48)).toBe(2)
  expect(labelEvery(12, 240, 48)).toBe(3)
})
