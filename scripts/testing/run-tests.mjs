import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFlags, root } from '../prepare.mjs'
import { runQuietly, runUntilEnd } from '../run.mjs'
import { countsOf, readJson } from './test-report.mjs'

export const testsFolder = join(root, '.cache/tests')

/** Some five times what the longest part takes on a quiet machine: a test that hangs ends the run with its name. */
const LIMIT_MS = 40 * 60_000

/** Runs vitest with this configuration, on all of its files or on those selected, and counts what it reports. */
export async function runTests(
  node,
  config,
  { environment = {}, command = 'run', select = [] } = {},
) {
  const report = join(testsFolder, `${config}.json`)
  const secondsFile = join(testsFolder, `${config}.seconds.json`)
  mkdirSync(testsFolder, { recursive: true })
  for (const file of [report, secondsFile]) rmSync(file, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['default', 'json', './scripts/testing/test-seconds.mjs'].map(
    (one) => `--reporter=${one}`,
  )
  const files = [...reporters, `--outputFile.json=${report}`]
  const { code, asked, isOverdue } = await runUntilEnd(
    node,
    [...nodeFlags, vitest, command, '--run', ...select, `--config=${config}`, ...files],
    {
      cwd: root,
      limitMs: LIMIT_MS,
      env: { ...process.env, ...environment, NODE_ENV: 'test', FOLIO_TEST_SECONDS: secondsFile },
    },
  )
  if (asked !== undefined || isOverdue) {
    await runQuietly(node, [...nodeFlags, 'scripts/stop-database.ts'], { cwd: root })
  }
  if (asked !== undefined) process.exit(130)
  const { files: timed, running } = readJson(secondsFile) ?? { files: [], running: [] }
  const counts = isOverdue ? overdue(running) : countsOf(report, code)
  return { ...counts, files: timed }
}

function overdue(running) {
  const minutes = LIMIT_MS / 60_000
  const remark = `Failed: not ended after ${minutes} minutes, while these ran: ${running.join(', ')}`
  return { passed: 0, failed: 1, skipped: [], remarks: [remark] }
}
