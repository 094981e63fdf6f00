import { expect, test } from 'vitest'
import { missingColumns, roleAt, withColumn } from './chosen-columns.ts'

test('a role that is chosen for another column leaves its first one', () => {
  const columns = withColumn({ rut: 0, price: 1 }, 2, 'rut')
  expect(columns).toEqual({ rut: 2, price: 1 })
  expect(roleAt(columns, 0)).toBeUndefined()
})

test('a column that gets another role loses its first one', () => {
  expect(withColumn({ rut: 0, price: 1 }, 0, 'name')).toEqual({ name: 0, price: 1 })
  expect(withColumn({ rut: 0, price: 1 }, 0, '')).toEqual({ price: 1 })
})

test('a code stands for description and price, and a kind may be said of all rows', () => {
  expect(missingColumns({}, false)).toEqual(['kind', 'rut', 'description', 'price'])
  expect(missingColumns({ rut: 0, code: 1 }, true)).toEqual([])
  expect(missingColumns({ rut: 0, kind: 2, description: 1 }, false)).toEqual(['price'])
})
