import { expect, test } from 'vitest'
import { columnLetters } from './column-letters.ts'

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [59, 'BH'],
])('column %i is called %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters)
})
