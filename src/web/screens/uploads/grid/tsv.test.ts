import { expect, test } from 'vitest'
import { parseTsv, writeTsv } from './tsv.ts'

test.each<[string, string, string[][]]>([
  ['one cell', 'hola', [['hola']]],
  [
    'Excel with its last line end',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'Google without a last line end',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells',
    'a\t\t\n\t\tb',
    [
      ['a', '', ''],
      ['', '', 'b'],
    ],
  ],
  ['a quoted tab', '"a\tb"\tc', [['a b', 'c']]],
  ['a quoted line end', '"Av. Uno\r\nPiso 2"\tc', [['Av. Uno Piso 2', 'c']]],
  ['numbers over two lines', '"150\n200"\t"5\t300"', [['150  200', '5  300']]],
  ['doubled quotes', '"Viña ""El Roble"""\tc', [['Viña "El Roble"', 'c']]],
  ['a quote inside a cell', '5" tubo\tc', [['5" tubo', 'c']]],
  ['a quote that nothing closes', '"a\tb', [['"a', 'b']]],
  ['a quoted word with more after it', '"a" b\tc', [['"a" b', 'c']]],
  ['nothing', '', [['']]],
  ['an empty row in between', 'a\n\nb', [['a'], [''], ['b']]],
])('clipboard text with %s becomes its cells', (_what, text, rows) => {
  expect(parseTsv(text)).toEqual(rows)
})

test('cells that were copied are pasted as they were', () => {
  const rows = [
    ['a', 'Viña "El Roble"', ''],
    ['1.000', '', '"'],
  ]
  expect(parseTsv(writeTsv(rows))).toEqual(rows)
})
