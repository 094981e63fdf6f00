import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writtenTests } from './setup/written-tests.ts'

/** Of each part the first number and the last. */
const PARTS = [
  ['E', 2, 13],
  ['P', 1, 15],
  ['S', 1, 10],
  ['J', 1, 7],
  ['D', 1, 9],
] as const

const page = readFileSync(join(import.meta.dirname, '../docs/trials.md'), 'utf8')
const ROWS = page.split('\n').flatMap((line) => {
  const [, id = '', proof = ''] = /^\| ([EPSJD]\d+) \|.* \| ([^|]*) \|$/.exec(line) ?? []
  return id === '' ? [] : [{ id, proof }]
})

test('each thing that was found has its row, in order', () => {
  const ids = PARTS.flatMap(([part, first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => `${part}${first + at}`),
  )
  expect(ROWS.map(({ id }) => id)).toEqual(ids)
})

test.each(ROWS)('$id names tests that exist', ({ proof }) => {
  const files = proof.split(/(?:^|; )(?=`)/).filter((one) => one !== '')
  expect(files).not.toEqual([])
  for (const one of files) {
    const [, file = '', titles = ''] = /^`([^`]+\.test\.ts)` (.+)$/.exec(one) ?? []
    const named = [...titles.matchAll(/"(.+?)"(?=$|, ")/g)].map(([, title]) => title)
    expect(named, one).not.toEqual([])
    expect(writtenTests(file).map(({ title }) => title)).toEqual(expect.arrayContaining(named))
  }
})
