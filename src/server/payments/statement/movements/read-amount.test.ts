import { expect, test } from 'vitest'
import type { Cell } from '../../../sheets/table.ts'
import { readAmount } from './read-amount.ts'

test.each<[Cell, number]>([
  [1_234_567, 1_234_567],
  [-5, -5],
  ['1.234.567', 1_234_567],
  ['1.234.567,00', 1_234_567],
  ['1234567', 1_234_567],
  ['$ 1.000', 1_000],
  ['$-1.000', -1_000],
  ['-$ 1.000', -1_000],
  ['1.000-', -1_000],
  ['(1.000)', -1_000],
  ['\u22121.000', -1_000],
  ['+1.000', 1_000],
  ['CLP 1.000', 1_000],
  ['1\u00a0000', 1_000],
  ['0', 0],
  ['-0', 0],
])('%j is %i pesos', (cell, expected) => {
  expect(readAmount(cell, '.')).toEqual({ kind: 'amount', clp: expected })
})

test.each<[Cell, string]>([
  ['1,000', 'amountAmbiguous'],
  ['1,234,567', 'amountAmbiguous'],
  ['1.5', 'amountAmbiguous'],
  ['1.234.56', 'amountAmbiguous'],
  ['1.000,50', 'amountDecimals'],
  [0.5, 'amountDecimals'],
  ['--5', 'amountUnreadable'],
  ['(-5)', 'amountUnreadable'],
  ['5 de noviembre', 'amountUnreadable'],
  ['1e3', 'amountUnreadable'],
  ['9'.repeat(13), 'amountTooLarge'],
  [1e13, 'amountTooLarge'],
  [{ kind: 'formula', shown: '5' }, 'formula'],
])('%j is no amount: %s', (cell, cause) => {
  expect(readAmount(cell, '.')).toEqual({ kind: 'fault', cause })
})

test.each<Cell>([null, '-', '--', '$'])('%j is an empty cell', (cell) => {
  expect(readAmount(cell, '.')).toEqual({ kind: 'none' })
})
