import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const reportScript = pathToFileURL(join(root, 'scripts/testing/test-report.mjs')).href

/** Prints what a report says as `npm test` ends with it. */
const PRINTER = `
  import { countsOf, countsText } from '${reportScript}'
  const counts = countsOf(process.argv[1], 0)
  for (const line of [...counts.skipped, countsText(counts)]) console.log(line)`

function endOf(
  results: { status: string; meta?: { needs?: string; onlyDeep?: boolean } }[],
  status = 'passed',
) {
  const folder = mkdtempSync(join(tmpdir(), 'folio-report-'))
  const report = join(folder, 'report.json')
  const assertionResults = results.map((one, at) => ({
    fullName: `test ${at + 1}`,
    failureMessages: [],
    meta: {},
    ...one,
  }))
  const passed = results.filter((one) => one.status === 'passed')
  const file = { name: join(root, 'src/some.test.ts'), status, message: '', assertionResults }
  writeFileSync(report, JSON.stringify({ numPassedTests: passed.length, testResults: [file] }))
  const args = ['--input-type=module', '-e', PRINTER, report]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return stdout.trimEnd().split('\n')
}

test('what was skipped is counted and told with what it needs', () => {
  const skipped = { status: 'skipped', meta: { needs: 'python3' } }
  expect(endOf([{ status: 'passed' }, skipped, { status: 'skipped' }])).toEqual([
    'Skipped: src/some.test.ts: test 2: needs python3',
    'Skipped: src/some.test.ts: test 3: says no reason',
    '1 passed, 0 failed, 2 skipped',
  ])
})

test('the last line does not count as skipped what is left to test:deep', () => {
  const leftToDeep = { status: 'skipped', meta: { onlyDeep: true } }
  const results = [{ status: 'passed' }, { status: 'passed' }, leftToDeep]
  expect(endOf(results)).toEqual(['2 passed, 0 failed'])
})
