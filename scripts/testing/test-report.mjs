import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../prepare.mjs'

const LINES_OF_REMARK = 12
/** Parts of the names of tests, by their file. */
const leftToDeep = readJson(join(root, 'test/setup/left-to-deep.json')) ?? {}

/**
 * What vitest's JSON report says of a run: how many tests passed and failed, and in words what failed, what passed
 * late and what was skipped. A file that does not load and a runner that crashes have no test to fail: they count as
 * one.
 */
export function countsOf(report, code) {
  const read = readJson(report)
  if (read === undefined) return { passed: 0, failed: 1, skipped: [], remarks: [] }
  const told = read.testResults.map(remarksOn)
  const failures = told.flatMap(({ failed }) => failed)
  return {
    passed: read.numPassedTests,
    failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
    skipped: told.flatMap(({ skipped }) => skipped),
    remarks: [...told.flatMap(({ late }) => late), ...failures],
  }
}

/** The last line of a run. */
export function countsText({ passed, failed, skipped }) {
  const ofSkipped = skipped.length === 0 ? '' : `, ${skipped.length} skipped`
  return `${passed} passed, ${failed} failed${ofSkipped}`
}

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * What failed of a file, and what passed late: a test that failed and then passed hides a race. Each is named, with
 * what it said first. What was skipped names what this machine lacks for it, one line each.
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
  const skipped = assertionResults
    .filter((one) => isSkipped(one, leftToDeep[file] ?? []))
    .map(({ fullName, meta }) => `Skipped: ${file}: ${fullName}: ${reasonOf(meta, status)}`)
  return { failed: isBroken ? [`Failed: ${file}\n${begin(message)}`] : failed, late, skipped }
}

/** What is left to the deep run by design is not. */
function isSkipped({ status, meta, fullName }, left) {
  if (status !== 'skipped' && status !== 'todo') return false
  return !meta?.onlyDeep && !left.some((part) => fullName.includes(part))
}

function reasonOf(meta, statusOfFile) {
  if (meta?.needs !== undefined) return `needs ${meta.needs}`
  return statusOfFile === 'failed' ? 'its file failed before' : 'says no reason'
}
