import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writtenTests } from './setup/written-tests.ts'
import { OTHER_WORDS, ROWS } from './specification-payments.ts'

const ROOT = join(import.meta.dirname, '..')
const MARK = /^\s*\/\/ Specification (\d: .+)\.$/gm
const WALKS = Object.entries(ROWS).flatMap(([row, { walkedBy }]) =>
  walkedBy.map(([file, title]) => ({ row, file, title })),
)

function testsOf(file: string) {
  return writtenTests(`${file}.test.ts`).map(({ title, text }) => ({ title, rows: rowsIn(text) }))
}

function rowsIn(text: string): string[] {
  return [...text.matchAll(MARK)].map(([, row]) => row ?? '')
}

test.each(WALKS)('$row, by “$title”', ({ row, file, title }) => {
  const named = testsOf(file).filter((one) => one.title === title)
  expect(named, `${file} has no such test, or two`).toHaveLength(1)
  expect(named[0]?.rows).toContain(row)
})

test('a test that names a row is listed with it', () => {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: ROOT })
  const marked = files.flatMap((path) => {
    if (!readFileSync(join(ROOT, path), 'utf8').includes('// Specification ')) return []
    const file = path.replace(/\.test\.ts$/, '')
    return testsOf(file).flatMap(({ title, rows }) => rows.map((row) => ({ row, file, title })))
  })
  expect(marked).toHaveLength(WALKS.length)
  expect(WALKS).toEqual(expect.arrayContaining(marked))
})

const SPECIFICATION = join(ROOT, '../shared/spec.md')
const OF_MONEY =
  /pay|pric|cost|\bfees?\b|\bfree\b|subscri|contracts?\b|credit card|peso|\d UF|\+ VAT|es-CL/i

test.skipIf(!existsSync(SPECIFICATION))(
  'nothing that the specification says of payments or prices is without a row',
  { meta: { needs: 'the specification beside the checkout' } },
  () => {
    const sections = readFileSync(SPECIFICATION, 'utf8')
      .split(/^## (?=\d+\. )/m)
      .filter((section) => /^[129]\. /.test(section))
    expect(sections).toHaveLength(3)
    const quotes = Object.values(ROWS).flatMap(({ says }) => says)
    const known = [...quotes, ...OTHER_WORDS].toSorted((a, b) => b.length - a.length)
    const clauses = sections.flatMap((section) => section.split(/(?<=[.;:])\s+|\n|\|/))
    const left = clauses.map((clause) =>
      known.reduce((text, said) => text.replaceAll(said, ''), clause),
    )
    expect(left.filter((text) => OF_MONEY.test(text))).toEqual([])
    const whole = sections.join('\n')
    expect(known.filter((said) => !whole.includes(said))).toEqual([])
  },
)
