import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFlags, root } from '../prepare.mjs'
import { runQuietly, runUntilEnd } from '../run.mjs'
import { countsOf } from '../testing/test-report.mjs'
import { say } from '../trouble.mjs'

/** Chunks of a part that run side by side where one keeps a single processor busy. */
const AT_ONCE = { screens: 2, fuzz: 2, mutants: 2 }
const LAST_LINES = 60

/**
 * Runs chunks part by part and records how each ended. When the time is up, those that run are ended as by Ctrl-C and
 * stay left: the next run begins with them, where they keep a record of their own from where that is. Answers whether
 * a signal ended it before.
 */
export async function runParts({ node, state, folder, chunks, environment, timeUp }) {
  let isInterrupted = false
  let isCut = false
  let ended = 0
  const runNext = async (own) => {
    while (!timeUp.aborted && !isInterrupted) {
      const chunk = own.shift()
      if (chunk === undefined) return
      const isFirst = ended === 0
      const end = await runChunk({ node, state, folder, chunk, environment, timeUp })
      ended += 1
      if (end.isDone) continue
      isCut = true
      if (end.isTimeUp) sayLeft(chunk, end, isFirst)
      else isInterrupted = true
    }
  }
  for (const part of new Set(chunks.map((chunk) => chunk.part))) {
    const own = chunks.filter((chunk) => chunk.part === part)
    await Promise.all(Array.from({ length: AT_ONCE[part] ?? 1 }, () => runNext(own)))
  }
  if (isCut) await runQuietly(node, [...nodeFlags, 'scripts/stop-database.ts'], { cwd: root })
  return { isInterrupted }
}

async function runChunk({ node, state, folder, chunk, environment, timeUp }) {
  const { part, name, args, isVitest, isUsual } = chunk
  const file = join(folder, `${part} ${name.replaceAll(/[^\w.]+/g, '-')}`)
  mkdirSync(folder, { recursive: true })
  const log = openSync(`${file}.log`, 'w')
  const startedMs = performance.now()
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}.json`]
  // A signal ends a script by its exit, so that it stops the database that it started.
  const flags = isVitest ? nodeFlags : [...nodeFlags, '--import', './scripts/exit-on-signal.mjs']
  const { code, asked, isTimeUp } = await runUntilEnd(
    node,
    [...flags, ...args, ...(isVitest ? reporters : [])],
    {
      cwd: root,
      env: { ...process.env, ...environment, FOLIO_DEEP: isUsual ? '' : '1', NODE_ENV: 'test' },
      stdio: ['ignore', log, log, 'ipc'],
      timeUp,
    },
  )
  closeSync(log)
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  if (asked !== undefined) return { isDone: false, isTimeUp, seconds }
  const { passed, failed, skipped } = isVitest ? countsOf(`${file}.json`, code) : countOfOne(code)
  rmSync(`${file}.json`, { force: true })
  state.add(chunk, { passed, failed, skipped, seconds })
  say(`${failed === 0 ? '✓' : '✗'} ${part}: ${name} (${seconds} s)`)
  if (failed > 0) say(`${lastLines(`${file}.log`)}\n${file}.log`)
  else rmSync(`${file}.log`)
  return { isDone: true }
}

/** One that had all the time of a run and keeps nothing would be cut off at the same place again. */
function sayLeft({ part, name, keepsProgress }, { seconds }, isFirst) {
  const isTooLong = isFirst && !keepsProgress
  const next = isTooLong ? 'no cabe en estos minutos: aumenta --minutes' : 'queda para la próxima'
  say(`… ${part}: ${name} (${seconds} s), sin terminar: ${next}`)
}

function countOfOne(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [] }
}

function lastLines(file) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n')
}
