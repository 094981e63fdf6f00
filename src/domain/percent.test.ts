import { expect, it } from 'vitest'
import { formatPercent } from './percent.ts'

it.each([
  [170_000, '17 %'],
  [152_500, '15,25 %'],
  [34_510, '3,451 %'],
  [1, '0,0001 %'],
  [0, '0 %'],
  [1_000_000, '100 %'],
])('%d parts per million are %s', (partsPerMillion, text) => {
  expect(formatPercent(partsPerMillion)).toBe(text)
})
