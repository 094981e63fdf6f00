import { expect, test } from 'vitest'
import { lookAgainMs } from './look-again-ms.ts'

test.each([5_000, 10_000])('a page read every %i ms is read slower after a minute', (firstMs) => {
  const lastOfMinute = 60_000 / firstMs
  expect(lookAgainMs(1, firstMs)).toBe(firstMs)
  expect(lookAgainMs(lastOfMinute, firstMs)).toBe(firstMs)
  expect(lookAgainMs(lastOfMinute + 1, firstMs)).toBe(30_000)
  expect(lookAgainMs(1_000, firstMs)).toBe(30_000)
})
