import { expect, test } from 'vitest'
import { day } from './day.ts'
import { uf } from './uf.ts'
import { projectUf } from './uf-projection.ts'

const known = [
  { day: day(2026, 12, 9), value: uf('39500.00') },
  { day: day(2026, 11, 9), value: uf('39200.00') },
  { day: day(2026, 9, 9), value: uf('30000') },
]

test('moves on as fast as over the last thirty days', () => {
  expect(projectUf(known, day(2026, 12, 19))).toBe('39600')
  expect(projectUf(known, day(2027, 1, 8))).toBe('39800')
})

test('a UF that falls is projected to fall, with two decimals', () => {
  const falling = [
    { day: day(2026, 11, 9), value: uf('39200.15') },
    { day: day(2026, 12, 9), value: uf('39199.00') },
  ]
  expect(projectUf(falling, day(2026, 12, 16))).toBe('39198.73')
})

test('one value alone stays as it is', () => {
  expect(projectUf([{ day: day(2026, 12, 9), value: uf('39500.12') }], day(2027, 3, 1))).toBe(
    '39500.12',
  )
})

test('nothing known projects nothing, and no past day is made up', () => {
  expect(projectUf([], day(2026, 12, 9))).toBeNull()
  expect(projectUf(known, day(2026, 12, 8))).toBeNull()
})
