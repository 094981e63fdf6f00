import { expect, test } from 'vitest'
import { rowList } from './row-list.ts'

test.each([
  [[2], '2'],
  [[2, 3], '2, 3'],
  [[2, 3, 4, 5], '2–5'],
  [[2, 4, 5, 6, 9], '2, 4–6, 9'],
  [[1, 3, 5, 7, 9, 11], '1, 3, 5, 7 …'],
  [[], ''],
])('rows %j are written as %s', (rows, text) => {
  expect(rowList(rows)).toBe(text)
})
