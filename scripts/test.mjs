/** npm test: installs what is missing, checks the code, runs every test, and counts on its last line. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runChecks } from './checks.mjs'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runQuietly, runUntilEnd } from './run.mjs'
import { say, spanishOf, Trouble } from './trouble.mjs'
import { buildWeb } from './web.mjs'

const counts = { passed: 0, failed: 0 }
/** What is to be looked into, told together at the end: what stands above it may be thousands of lines away. */
const remarks = []
const LINES_OF_REMARK = 12

try {
  const node = await prepare()
  add(await runChecks(node))
  add(await runTests(node, 'vitest.config.ts'))
  add(await runScreens(node))
} catch (error) {
  failed(error)
}
for (const remark of remarks) process.stdout.write(`${remark}\n`)
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`)
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1

/** The screens, in a browser, on the web as it is served. */
async function runScreens(node) {
  try {
    await buildWeb(node)
    const browser = await findBrowser(node)
    return await runTests(node, 'vitest.e2e.config.ts', { CHROME_PATH: browser })
  } catch (error) {
    failed(error)
    return { passed: 0, failed: 0 }
  }
}

async function runTests(node, config, environment = {}) {
  const report = join(root, '.cache/tests', `${config}.json`)
  mkdirSync(join(root, '.cache/tests'), { recursive: true })
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, asked } = await runUntilEnd(
    node,
    [...nodeFlags, vitest, 'run', `--config=${config}`, ...reporters],
    { cwd: root, env: { ...process.env, ...environment, NODE_ENV: 'test' } },
  )
  if (asked !== undefined) {
    await runQuietly(node, [...nodeFlags, 'scripts/stop-database.ts'], { cwd: root })
    process.exit(130)
  }
  return countsOf(report, code)
}

/** A file that does not load and a runner that crashes have no test to fail: they count as one. */
function countsOf(report, code) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const told = testResults.map(remarksOn)
    const failures = told.flatMap(({ failed }) => failed)
    return {
      passed: numPassedTests,
      failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
      remarks: [...told.flatMap(({ late }) => late), ...failures],
    }
  } catch {
    return { passed: 0, failed: 1 }
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

function failed(error) {
  counts.failed += 1
  say(error instanceof Trouble ? error.message : (spanishOf(error) ?? error.stack))
}

function add(part) {
  counts.passed += part.passed
  counts.failed += part.failed
  remarks.push(...(part.remarks ?? []))
}
