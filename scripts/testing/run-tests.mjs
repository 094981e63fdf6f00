import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { nodeFlags, root } from '../prepare.mjs'
import { runQuietly, runUntilEnd } from '../run.mjs'

export const testsFolder = join(root, '.cache/tests')

const LINES_OF_REMARK = 12
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
  return { passed: 0, failed: 1, remarks: [remark] }
}

/** A file that does not load and a runner that crashes have no test to fail: they count as one. */
function countsOf(report, code) {
  const read = readJson(report)
  if (read === undefined) return { passed: 0, failed: 1, remarks: [] }
  const told = read.testResults.map(remarksOn)
  const failures = told.flatMap(({ failed }) => failed)
  return {
    passed: read.numPassedTests,
    failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
    remarks: [...told.flatMap(({ late }) => late), ...failures],
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * What failed of a file, and what passed late: a test that failed and then passed hides a race. Each is named, with
 * what it said first.
 */
function remarksOn({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const begin = (text) => text.split('\n').slice(0, LINES_OF_REMARK).join('\n')
  const tell = (what, { fullName, failureMessages: [first] }) =>
    `${what}: ${file}: ${fullName}\n${begin(first)}`
  const failed = assertionResults
    .filter((one) => one.status === 'failed')
    .map((one) => tell('Failed', one))
  const late = assertionResults
    .filter((one) => one.status === 'passed' && one.failureMessages.length > 0)
    .map((one) => tell('Passed at the second try only', one))
  const isBroken = status === 'failed' && failed.length === 0
  return { failed: isBroken ? [`Failed: ${file}\n${begin(message)}`] : failed, late }
}
