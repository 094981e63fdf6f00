import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutThese } from '../setup/every-run.ts'
import leftToDeep from '../setup/left-to-deep.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

test('each file that leaves tests to the deep run exists and names some', () => {
  for (const [file, parts] of Object.entries(leftToDeep)) {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(parts.length, file).toBeGreaterThan(0)
  }
})

test('a test whose name holds a part is left out, and no other', () => {
  const pattern = withoutThese(['a (b) fails', '43 documents'])
  expect(pattern?.test('a worker > a (b) fails once')).toBe(false)
  expect(pattern?.test('none of 43 documents leaves')).toBe(false)
  expect(pattern?.test('a b fails')).toBe(true)
  expect(pattern?.test('none of 44 documents leaves')).toBe(true)
})

test('a file that leaves nothing has no pattern', () => {
  expect(withoutThese([])).toBeUndefined()
})
