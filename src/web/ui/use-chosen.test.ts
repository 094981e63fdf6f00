import { expect, test } from 'vitest'
import { rangeOf } from './use-chosen.ts'

test.each([
  ['downwards', 2, 4, [2, 3, 4]],
  ['upwards', 4, 2, [4, 3, 2].toReversed()],
  ['of one', 3, 3, [3]],
  ['without a first', null, 3, [3]],
  ['from one that is listed no more', 9, 3, [3]],
])('a range %s', (_case, from, to, expected) => {
  expect(rangeOf([1, 2, 3, 4, 5], from, to)).toEqual(expected)
})
