import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import type { Cell } from '../../sheets/table.ts'
import { readRut } from './read-rut.ts'

test.each<[Cell, string]>([
  ['76192083-9', '76192083-9'],
  [' 76.192.083-9 ', '76192083-9'],
  ['60.803.000-k', '60803000-K'],
  ['60803000K', '60803000-K'],
  ['761920839', '76192083-9'],
  [761_920_839, '76192083-9'],
  ['5126663-3', '5126663-3'],
  ['005.126.663-3', '5126663-3'],
  ['1-9', '1-9'],
  ['Viña · Ñuble SpA · 76.192.083-9', '76192083-9'],
])('the RUT of %j is %s', (cell, expected) => {
  expect(readRut(cell)).toEqual({ kind: 'value', value: expected })
})

test.each<[Cell, string, object]>([
  ['76192083', 'rutWithoutCheckDigit', { rut: '76.192.083-9' }],
  [76_192_083, 'rutWithoutCheckDigit', { rut: '76.192.083-9' }],
  ['76.192.083', 'rutWithoutCheckDigit', { rut: '76.192.083-9' }],
  [5_126_663, 'rutWithoutCheckDigit', { rut: '5.126.663-3' }],
  [12_345_674, 'rutAmbiguous', { first: '1.234.567-4', second: '12.345.674-2' }],
  ['51266633', 'rutAmbiguous', { first: '5.126.663-3', second: '51.266.633-7' }],
  ['76192083-8', 'rutWrongCheckDigit', {}],
  ['761920838', 'rutWrongCheckDigit', {}],
  ['nadie', 'rutMalformed', {}],
  [7.5, 'rutWrongCheckDigit', {}],
  [-5, 'rutMalformed', {}],
  [{ kind: 'day', day: knownDay('2026-11-05') }, 'valueIsDay', {}],
  [{ kind: 'formula', shown: '76192083-9' }, 'formula', {}],
])('%j is no RUT: %s', (cell, cause, values) => {
  expect(readRut(cell)).toEqual({ kind: 'fault', fault: { cause, values } })
})

test('an empty cell is no RUT and no fault', () => {
  expect(readRut(null)).toEqual({ kind: 'none' })
})
