import { describe, expect, test } from 'vitest'
import { basisPointsIn, clpIn, folioIn } from './amounts.ts'

describe('pesos of the portal', () => {
  const read: [string, number][] = [
    ['1190', 1190],
    ['1.300.000', 1_300_000],
    ['$ 1.190', 1190],
    [' 0 ', 0],
    ['-1.190', -1190],
    ['1234567890123', 1_234_567_890_123],
    ['$ 1.234.567.890.123', 1_234_567_890_123],
  ]
  test.each(read)('%s are read', (text, value) => {
    expect(clpIn(text)).toBe(value)
  })

  test.each(['', '1,5', '1.19', '12.3456', '1e3', '1.190,00', 'x', '1 190', '9'.repeat(16)])(
    '%j are not',
    (text) => {
      expect(clpIn(text)).toBeNull()
    },
  )
})

test('a folio is a whole number above zero, with or without dots', () => {
  expect(['341', ' 341 ', '1.341', '0', '', '-1', '12.34', 'x'].map(folioIn)).toEqual([
    341,
    341,
    1341,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a rate is read in any of its writings', () => {
  const written = ['15.25', '15,25', '15,25 %', '15.25%', '16', '14.5', '15.250', '', 'x', '1525']
  expect(written.map(basisPointsIn)).toEqual([
    1525,
    1525,
    1525,
    1525,
    1600,
    1450,
    1525,
    null,
    null,
    null,
  ])
})
