import { expect, test } from 'vitest'
import { moveBy, nextInOrder, placePasted, rangeOf, selected, type Move } from './selection.ts'

const SIZE = { rows: 100, columns: 5 }
const FROM = selected({ row: 50, column: 2 })
const PLAIN: Move = { key: '', isExtending: false, isFar: false, page: 20 }

test.each<[string, Partial<Move>, [row: number, column: number]]>([
  ['an arrow down', { key: 'ArrowDown' }, [51, 2]],
  ['an arrow up', { key: 'ArrowUp' }, [49, 2]],
  ['an arrow left', { key: 'ArrowLeft' }, [50, 1]],
  ['an arrow right', { key: 'ArrowRight' }, [50, 3]],
  ['Ctrl and an arrow down', { key: 'ArrowDown', isFar: true }, [99, 2]],
  ['Ctrl and an arrow right', { key: 'ArrowRight', isFar: true }, [50, 4]],
  ['Home', { key: 'Home' }, [50, 0]],
  ['Ctrl and End', { key: 'End', isFar: true }, [99, 4]],
  ['a page down', { key: 'PageDown' }, [70, 2]],
  ['pages past the first row', { key: 'PageUp', page: 80 }, [0, 2]],
])('%s moves the cell', (_what, move, [row, column]) => {
  expect(moveBy(FROM, { ...PLAIN, ...move }, SIZE)).toEqual(selected({ row, column }))
})

test('a letter is no move', () => {
  expect(moveBy(FROM, { ...PLAIN, key: 'a' }, SIZE)).toBeNull()
})

test('extending keeps the cell and moves the corner', () => {
  const once = moveBy(FROM, { ...PLAIN, key: 'ArrowUp', isExtending: true }, SIZE) ?? FROM
  const twice = moveBy(once, { ...PLAIN, key: 'ArrowRight', isExtending: true }, SIZE) ?? FROM
  expect(twice.cell).toEqual(FROM.cell)
  expect(rangeOf(twice)).toEqual({ top: 49, bottom: 50, left: 2, right: 3 })
})

test('the order of reading goes on in the next row and ends with the last cell', () => {
  expect(nextInOrder({ row: 3, column: 4 }, 1, SIZE)).toEqual({ row: 4, column: 0 })
  expect(nextInOrder({ row: 3, column: 0 }, -1, SIZE)).toEqual({ row: 2, column: 4 })
  expect(nextInOrder({ row: 99, column: 4 }, 1, SIZE)).toBeNull()
  expect(nextInOrder({ row: 0, column: 0 }, -1, SIZE)).toBeNull()
})

const LIMITS = { columns: 5, maxRows: 200 }

test('one copied value fills the range', () => {
  const range = { cell: { row: 1, column: 1 }, end: { row: 3, column: 2 } }
  const { written, leftOut } = placePasted([['x']], range, LIMITS)
  expect(written).toHaveLength(6)
  expect(written.at(-1)).toEqual({ row: 3, column: 2, text: 'x' })
  expect(leftOut).toBe(0)
})

test('a block of cells starts at the first cell of the range whatever its size', () => {
  const { written } = placePasted(
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    selected({ row: 9, column: 3 }),
    LIMITS,
  )
  expect(written).toEqual([
    { row: 9, column: 3, text: 'a' },
    { row: 9, column: 4, text: 'b' },
    { row: 10, column: 3, text: 'c' },
    { row: 10, column: 4, text: 'd' },
  ])
})

test('a block is repeated where the range is twice as high', () => {
  const range = { cell: { row: 0, column: 0 }, end: { row: 3, column: 0 } }
  const { written } = placePasted([['a'], ['b']], range, LIMITS)
  expect(written.map(({ text }) => text)).toEqual(['a', 'b', 'a', 'b'])
})

test('what lies beside the last column or below the last possible row is counted', () => {
  const beside = placePasted([['a', 'b', 'c']], selected({ row: 0, column: 4 }), LIMITS)
  expect(beside.written).toEqual([{ row: 0, column: 4, text: 'a' }])
  expect(beside.leftOut).toBe(2)
  const below = placePasted([['a'], ['b']], selected({ row: 199, column: 0 }), LIMITS)
  expect(below.written).toHaveLength(1)
  expect(below.leftOut).toBe(1)
})
