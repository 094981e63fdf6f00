/**
 * npm test: installs what is missing, checks the code, runs every test, and counts on its last line. `--help` tells
 * what else it runs.
 */
import { findBrowser } from './browser.mjs'
import { runChecks } from './checks.mjs'
import { prepare } from './prepare.mjs'
import { runTests } from './testing/run-tests.mjs'
import { createStopwatch } from './testing/stopwatch.mjs'
import { countsText } from './testing/test-report.mjs'
import { selectionOf, USAGE } from './testing/test-selection.mjs'
import { INSTALLATION, reportTimes } from './testing/test-table.mjs'
import { say, spanishOf, Trouble } from './trouble.mjs'
import { buildWeb } from './web.mjs'

const counts = { passed: 0, failed: 0, skipped: [] }
/** What is to be looked into, told together at the end: what stands above it may be thousands of lines away. */
const remarks = []
const stopwatch = createStopwatch()
const args = process.argv.slice(2)

if (args.some((arg) => arg === '--help' || arg === '-h')) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}
try {
  const selection = args.length === 0 ? undefined : selectionOf(args)
  const node = await stopwatch.time(`${INSTALLATION}: packages and Node`, prepare)
  say(`Semilla ${process.env.FOLIO_SEED ?? 1} (FOLIO_SEED)`)
  if (selection === undefined) await runAll(node)
  else await runSelected(node, selection)
} catch (error) {
  failed(error)
}
for (const remark of [...counts.skipped, ...remarks]) process.stdout.write(`${remark}\n`)
if (args.length === 0) reportTimes(stopwatch.parts, counts)
process.stdout.write(`${countsText(counts)}\n`)
process.exitCode = counts.failed === 0 && (counts.passed > 0 || args.length > 0) ? 0 : 1

async function runAll(node) {
  // What test/setup/left-to-deep.json names is left to npm run test:deep.
  process.env.FOLIO_EVERY_RUN = '1'
  add(await runChecks(node, stopwatch))
  await runPart('code tests', () => runTests(node, 'vitest.config.ts'))
  await runScreens(node)
}

async function runSelected(node, { code, screens }) {
  if (code !== null) await runPart('code tests', () => runTests(node, 'vitest.config.ts', code))
  if (screens !== null) await runScreens(node, screens)
}

/** The screens, in a browser, on the web as it is served. */
async function runScreens(node, selection = {}) {
  try {
    await stopwatch.time('web build, if changed', () => buildWeb(node))
    const browser = await stopwatch.time(`${INSTALLATION}: browser`, () => findBrowser(node))
    const environment = { CHROME_PATH: browser }
    await runPart('screens', () =>
      runTests(node, 'vitest.e2e.config.ts', { ...selection, environment }),
    )
  } catch (error) {
    failed(error)
  }
}

async function runPart(name, run) {
  const part = await stopwatch.time(name, run)
  for (const file of part.files) stopwatch.add({ ...file, inside: name })
  add(part)
}

function failed(error) {
  counts.failed += 1
  say(error instanceof Trouble ? error.message : (spanishOf(error) ?? error.stack))
}

function add(part) {
  counts.passed += part.passed
  counts.failed += part.failed
  counts.skipped.push(...part.skipped)
  remarks.push(...part.remarks)
}
