import { availableParallelism } from 'node:os'
import { nodeFlags, root } from './prepare.mjs'
import { runQuietly } from './run.mjs'
import { createStopwatch } from './testing/stopwatch.mjs'
import { say } from './trouble.mjs'
import { buildWeb } from './web.mjs'

const typesCache = ['--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo']
// Each checker computes the types that it needs for itself, and on a small machine the rules are checked beside it.
const checkers = ['--checkers', String(Math.min(4, Math.max(1, availableParallelism() - 1)))]

/**
 * What is checked without running the product: each part is a program that says what it found. The slowest
 * are first, so that none of them runs alone at the end; the types keep what they know of unchanged files.
 */
const parts = [
  ['tipos', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', ...checkers, ...typesCache]],
  ['reglas', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '-f', 'unix']],
  ['formato', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['habitaciones, palabras y tamaños', ['scripts/house/main.ts']],
  ['peso de la web', ['scripts/house/weights.ts']],
  ['API descrita', ['scripts/openapi.ts', '--check']],
  ['tipos y dibujo de la base de datos', ['scripts/db/types.ts', '--check']],
]

/** Runs the parts side by side, as many as there are processors, reports how each ended, and counts. */
export async function runChecks(node, stopwatch = createStopwatch()) {
  const counts = { passed: 0, failed: 0, skipped: [], remarks: [] }
  await stopwatch.time('web build', () => buildWeb(node))
  const waiting = [...parts]
  const runRest = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      await runPart(node, part, counts, stopwatch)
    }
  }
  await stopwatch.time('checks', () =>
    Promise.all(Array.from({ length: availableParallelism() }, runRest)),
  )
  return counts
}

async function runPart(node, [name, args], counts, stopwatch) {
  const { code, output } = await stopwatch.time(
    name,
    () => runQuietly(node, [...nodeFlags, ...args], { cwd: root }),
    { inside: 'checks' },
  )
  counts[code === 0 ? 'passed' : 'failed'] += 1
  say(`${code === 0 ? '✓' : '✗'} ${name}`)
  if (code !== 0) counts.remarks.push(`Failed: ${name}\n${output.trimEnd()}`)
  if (output.trim() !== '') say(output.trimEnd().replaceAll(/^/gm, '    '))
}
