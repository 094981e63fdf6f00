/**
 * npm run test:deep -- [--minutes 90] [--part NAME]   what npm test has no time for, in parts; goes on where the last
 *                                                     run of the same source stopped
 * npm run test:deep -- --list                         the parts and how far they are
 * npm run test:deep -- --again                        from the beginning, with other seeds
 */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from './browser.mjs'
import { openDeepState } from './deep/state.mjs'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runQuietly, runUntilEnd } from './run.mjs'
import { runMain, say, Trouble } from './trouble.mjs'
import { buildWeb } from './web.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: 'Infinity' },
    part: { type: 'string' },
    list: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})

/** Chunks of a part that run side by side where one keeps a single processor busy. */
const AT_ONCE = { screens: 2, fuzz: 2, mutants: 2 }
const LAST_LINES = 60
/** The exit code after Ctrl-C. */
const INTERRUPTED = 130
const folder = join(root, '.cache/deep')
const untilMs = performance.now() + Number(values.minutes) * 60_000

await runMain(async () => {
  if (!(Number(values.minutes) > 0)) throw new Trouble(`No son minutos: ${values.minutes}`)
  const node = await prepare()
  const state = openDeepState(folder, values.again)
  const plan = await planOf(node, state.seed)
  const names = [...new Set(plan.map(({ part }) => part))]
  if (values.part !== undefined && !names.includes(values.part)) {
    throw new Trouble(`No hay una parte "${values.part}". Partes: ${names.join(', ')}.`)
  }
  const asked = names.filter((name) => values.part === undefined || name === values.part)
  say(`Semilla ${state.seed}`)
  if (!values.list && !(await runParts(node, state, asked, plan))) {
    await runQuietly(node, [...nodeFlags, 'scripts/stop-database.ts'], { cwd: root })
    return INTERRUPTED
  }
  return conclude(state, asked, plan)
})

async function planOf(node, seed) {
  const args = [...nodeFlags, 'scripts/deep/plan.ts', String(seed)]
  const { code, output } = await runQuietly(node, args, { cwd: root })
  if (code !== 0) throw new Trouble(`No se pudo leer el plan:\n${output}`)
  return JSON.parse(output)
}

/** Runs what is left of these parts while there is time; false when a signal ended it. */
async function runParts(node, state, parts, plan) {
  const left = plan.filter((chunk) => parts.includes(chunk.part) && !state.has(chunk))
  if (left.length === 0) return true
  await buildWeb(node)
  const needsBrowser = left.some(({ isScreen }) => isScreen)
  const browser = needsBrowser ? { CHROME_PATH: await findBrowser(node) } : {}
  let isInterrupted = false
  for (const part of parts) {
    const own = left.filter((chunk) => chunk.part === part)
    const runNext = async () => {
      while (performance.now() < untilMs && !isInterrupted) {
        const chunk = own.shift()
        if (chunk === undefined) return
        if (!(await runChunk(node, state, chunk, browser))) isInterrupted = true
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE[part] ?? 1 }, runNext))
  }
  return !isInterrupted
}

/** Runs one chunk and records how it ended; false when a signal ended it before its time. */
async function runChunk(node, state, chunk, browser) {
  const { part, name, args, isVitest, isUsual } = chunk
  const file = join(folder, `${part} ${name.replaceAll(/[^\w.]+/g, '-')}`)
  mkdirSync(folder, { recursive: true })
  const log = openSync(`${file}.log`, 'w')
  const startedMs = performance.now()
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}.json`]
  // A signal ends a script by its exit, so that it stops the database that it started.
  const flags = isVitest ? nodeFlags : [...nodeFlags, '--import', './scripts/exit-on-signal.mjs']
  const { code, asked } = await runUntilEnd(
    node,
    [...flags, ...args, ...(isVitest ? reporters : [])],
    {
      cwd: root,
      env: { ...process.env, ...browser, FOLIO_DEEP: isUsual ? '' : '1', NODE_ENV: 'test' },
      stdio: ['ignore', log, log, 'ipc'],
    },
  )
  closeSync(log)
  if (asked !== undefined) return false
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  const counts = isVitest ? countsOf(`${file}.json`, code) : countOfOne(code)
  rmSync(`${file}.json`, { force: true })
  state.add(chunk, { ...counts, seconds })
  say(`${counts.failed === 0 ? '✓' : '✗'} ${part}: ${name} (${seconds} s)`)
  if (counts.failed > 0) say(`${lastLines(`${file}.log`)}\n${file}.log`)
  else rmSync(`${file}.log`)
  return true
}

function countOfOne(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A file that does not load and a runner that crashes have no test to fail: they count as one. */
function countsOf(report, code) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests || (code === 0 ? 0 : 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function lastLines(file) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n')
}

/** Prints the table of the parts and what is left of them. */
function conclude(state, parts, plan) {
  const rows = parts.map((part) => {
    const own = plan.filter((chunk) => chunk.part === part)
    const done = own.filter((chunk) => state.has(chunk)).map((chunk) => state.get(chunk))
    const sum = (key) => done.reduce((total, one) => total + one[key], 0)
    return {
      part,
      done: done.length,
      left: own.length - done.length,
      seconds: sum('seconds'),
      passed: sum('passed'),
      failed: sum('failed'),
    }
  })
  const columns = ['part', 'done', 'left', 'seconds', 'passed', 'failed']
  const line = (cells) => `${cells[0].padEnd(10)}${cells.slice(1).map(cell).join('')}\n`
  process.stdout.write(line(['parte', 'hechos', 'quedan', 'segundos', 'bien', 'mal']))
  for (const row of rows) process.stdout.write(line(columns.map((column) => row[column])))
  const total = (column) => rows.reduce((sum, row) => sum + row[column], 0)
  const unfinished = rows.filter(({ left }) => left > 0).length
  if (total('failed') > 0) {
    say('Lo que falló queda anotado hasta que cambie el código; --again empieza de nuevo.')
  }
  if (unfinished > 0) {
    const left = unfinished === 1 ? 'Queda 1 parte' : `Quedan ${unfinished} partes`
    say(`${left}: vuelve a ejecutarlo.`)
  }
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`)
  return total('failed') === 0 ? 0 : 1
}

function cell(value) {
  return String(value).padStart(10)
}
