import { expect, test } from 'vitest'
import { furnishBeside } from './demonstration.ts'

const refused = () => Promise.reject(new Error('400 El SII no aceptó ese RUT con esa clave'))

test('beside another portal the demonstration starts without the people it does not know', async () => {
  const told: unknown[] = []
  expect(await furnishBeside('other', refused, (error) => told.push(error))).toBe(false)
  expect(told).toHaveLength(1)
})

test('beside our own portal a failure to furnish stops the start', async () => {
  await expect(furnishBeside('own', refused, () => undefined)).rejects.toThrow(/no aceptó/)
})

test('people who are known are furnished beside any portal', async () => {
  let count = 0
  const furnish = async () => void (count += 1)
  for (const portal of ['own', 'other'] as const) {
    expect(await furnishBeside(portal, furnish, () => undefined)).toBe(true)
  }
  expect(count).toBe(2)
})
