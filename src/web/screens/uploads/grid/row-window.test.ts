import { expect, test } from 'vitest'
import { calloutLeft, columnWindow, ROW_HEIGHT, rowWindow, scrollTopFor } from './row-window.ts'

test('every row in sight is drawn wherever the grid is scrolled to', () => {
  for (let top = 0; top < 5_000 * ROW_HEIGHT; top += 997) {
    const { first, last, pool } = rowWindow(top, 600, 5_000)
    expect(first * ROW_HEIGHT).toBeLessThanOrEqual(top)
    expect(last === 5_000 || last * ROW_HEIGHT >= top + 600).toBe(true)
    expect(last - first).toBeLessThanOrEqual(pool)
  }
})

test('a window of few rows draws all of them', () => {
  expect(rowWindow(0, 600, 3)).toMatchObject({ first: 0, last: 3 })
})

test('a movement of less than a step draws the same rows', () => {
  expect(rowWindow(3 * ROW_HEIGHT, 600, 5_000)).toEqual(rowWindow(0, 600, 5_000))
})

test('a row is scrolled into sight from either side and no further', () => {
  expect(scrollTopFor(10, 1_000, 600)).toBe(10 * ROW_HEIGHT)
  expect(scrollTopFor(35, 1_000, 600)).toBe(1_000)
  expect(scrollTopFor(100, 1_000, 600)).toBe(100 * ROW_HEIGHT - 600 + 36 + ROW_HEIGHT)
})

test.each([
  ['at its cell', 400, 0, 400],
  ['left of a cell at the right edge', 1_100, 200, 880],
  ['right of the rows’ numbers at a cell that is half in sight', 210, 200, 256],
])('what is said of a cell stands %s', (_, cellLeft, scrollLeft, left) => {
  expect(calloutLeft(cellLeft, scrollLeft, 1_000)).toBe(left)
})

test.each([
  [0, 250, { first: 0, last: 4 }],
  [100, 250, { first: 0, last: 5 }],
  [150, 100, { first: 0, last: 4 }],
  [500, 500, { first: 4, last: 10 }],
  [900, 250, { first: 8, last: 10 }],
])(
  'scrolled by %i in %i pixels, the columns in sight are drawn and one beside them',
  (left, width, drawn) => {
    const columns = Array.from({ length: 10 }, () => 100)
    expect(columnWindow(left, width, columns)).toEqual(drawn)
  },
)
