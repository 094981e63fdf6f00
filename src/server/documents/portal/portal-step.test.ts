import { expect, test } from 'vitest'
import { waitAfter } from './portal-step.ts'

const MINUTE_MS = 60_000
const middle = () => 0.5

test('the wait after a setback doubles up to a quarter of an hour, and is an hour after twelve tries', () => {
  const minutes = [0, 1, 2, 4, 5, 10, 11, 40].map((tries) => waitAfter(tries, middle) / MINUTE_MS)
  expect(minutes).toEqual([0.5, 1, 2, 8, 15, 15, 60, 60])
})

test('the wait after a setback varies by a fifth', () => {
  expect(waitAfter(1, () => 0)).toBe(0.8 * MINUTE_MS)
  expect(waitAfter(1, () => 1)).toBe(1.2 * MINUTE_MS)
})
