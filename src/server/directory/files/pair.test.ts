import { expect, test } from 'vitest'
import { pairByKey, type Comparison, type RowFields } from './pair.ts'

interface Product {
  code: string
  name: string
  price: string
}
interface Row {
  code: string
  name: string | null
  price: string | null
}

let comparisons = 0
const COMPARISON: Comparison<Row, Product> = {
  keyOfRow: ({ code }) => code,
  keyOfStored: ({ code }) => code,
  fieldsOfStored: ({ name, price }) => {
    comparisons += 1
    return [name, price]
  },
  fieldsOfRow: ({ name, price }): RowFields[] => {
    comparisons += 1
    return [[name, price]]
  },
}

const row = (name: string | null, price: string | null): Row => ({ code: 'A', name, price })
const product = (name: string, price: string): Product => ({ code: 'A', name, price })
const kindsOf = (rows: Row[], stored: Product[]) =>
  [...pairByKey(rows, stored, COMPARISON).values()].map((pairing) => pairing.kind)

test('rows that say what is stored are paired with it, each with another', () => {
  const stored = [product('uno', '1'), product('uno', '1'), product('dos', '2')]
  const rows = [row('uno', '1'), row('dos', null), row(null, '1')]
  const pairs = pairByKey(rows, stored, COMPARISON)
  const places = rows.map((one) => {
    const pairing = pairs.get(one)
    return pairing?.kind === 'stored' && pairing.isSame ? stored.indexOf(pairing.stored) : null
  })
  expect(places).toEqual([0, 2, 1])
})

test('a row without its like is paired only where one row and one stored are left', () => {
  const stored = [product('uno', '1'), product('dos', '2')]
  expect(kindsOf([row('uno', '1'), row('otro', '3')], stored)).toEqual(['stored', 'stored'])
  expect(kindsOf([row('otro', '3')], stored)).toEqual(['ambiguous'])
  expect(kindsOf([row('otro', '3'), row('otro', '4')], [])).toEqual(['new', 'repeated'])
  expect(kindsOf([row('uno', '1'), row('uno', '1')], [product('uno', '1')])).toEqual([
    'stored',
    'repeated',
  ])
})

test('each row and each stored one is looked at once, however many are under one key', () => {
  const stored = Array.from({ length: 2_000 }, (_, n) => product(`n ${n}`, '1'))
  const rows = Array.from({ length: 4_000 }, (_, n) => row(n % 2 === 0 ? null : `n ${n}`, '1'))
  comparisons = 0
  const pairs = pairByKey(rows, stored, COMPARISON)
  expect(comparisons).toBe(stored.length + rows.length)
  const paired = [...pairs.values()].filter(({ kind }) => kind === 'stored')
  expect(paired).toHaveLength(stored.length)
})
