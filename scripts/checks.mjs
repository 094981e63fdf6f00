import { nodeFlags, root } from './prepare.mjs'
import { runQuietly } from './run.mjs'
import { say } from './trouble.mjs'
import { buildWeb } from './web.mjs'

const typesCache = ['--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo']
const formatCache = ['--cache', '--cache-strategy=content', '--cache-location=.cache/format']

/**
 * What is checked without running the product: each part is a program that says what it found. The slowest
 * two keep what they know of unchanged files.
 */
const parts = [
  [
    'formato',
    ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', ...formatCache, '.'],
  ],
  ['tipos', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', ...typesCache]],
  ['reglas', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '-f', 'unix']],
  ['habitaciones', ['scripts/house/imports.ts']],
  ['sobrantes', ['scripts/house/unused.ts']],
  ['palabras', ['scripts/house/code.ts']],
  ['tamaños', ['scripts/house/sizes.ts']],
  ['textos de cada pantalla', ['scripts/house/texts.ts']],
  ['peso de la web', ['scripts/house/weights.ts']],
  ['API descrita', ['scripts/openapi.ts', '--check']],
  ['tipos y dibujo de la base de datos', ['scripts/db-types.ts', '--check']],
]

/** Runs every part, tells how each ended, and counts; what failed is told once more by whoever asks for it. */
export async function runChecks(node) {
  const counts = { passed: 0, failed: 0, remarks: [] }
  await buildWeb(node)
  for (const [name, args] of parts) {
    const { code, output } = await runQuietly(node, [...nodeFlags, ...args], { cwd: root })
    counts[code === 0 ? 'passed' : 'failed'] += 1
    say(`${code === 0 ? '✓' : '✗'} ${name}`)
    if (code !== 0) counts.remarks.push(`Failed: ${name}\n${output.trimEnd()}`)
    if (output.trim() !== '') say(output.trimEnd().replaceAll(/^/gm, '    '))
  }
  return counts
}
