/** npm run test:deep: what npm test has no time for, in parts. `--help` tells how. */
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { readOptions } from './deep/options.mjs'
import { runParts } from './deep/run-parts.mjs'
import { openDeepState } from './deep/state.mjs'
import { reportParts } from './deep/table.mjs'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runQuietly } from './run.mjs'
import { runMain, say, Trouble } from './trouble.mjs'
import { buildWeb } from './web.mjs'

const USAGE = `Uso: npm run test:deep [-- OPCIONES]
  Lo que npm test no alcanza a probar, por partes. Sigue donde quedó la vez anterior del mismo código.
  --minutes N    termina a los N minutos; lo que falta queda para la próxima
  --part NOMBRE  solo esa parte
  --list         muestra las partes y cuánto falta de cada una, y no ejecuta nada
  --again        empieza de nuevo, con otras semillas`

/** The exit code after Ctrl-C. */
const INTERRUPTED = 130
const LONGEST_TIMER_MS = 2 ** 31 - 1
const folder = join(root, '.cache/deep')

await runMain(async () => {
  const values = readOptions(USAGE, {
    minutes: { type: 'string', default: 'Infinity' },
    part: { type: 'string' },
    list: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  })
  if (values === undefined) return 0
  const timeUp = afterMinutes(values.minutes)
  const node = await prepare()
  const state = openDeepState(folder, { again: values.again })
  const plan = await planOf(node, state.seed)
  const names = [...new Set(plan.map(({ part }) => part))]
  if (values.part !== undefined && !names.includes(values.part)) {
    throw new Trouble(`No hay una parte "${values.part}". Partes: ${names.join(', ')}.`)
  }
  const asked = names.filter((name) => values.part === undefined || name === values.part)
  say(`Semilla ${state.seed}`)
  const chunks = plan.filter((chunk) => asked.includes(chunk.part) && !state.has(chunk))
  if (!values.list && chunks.length > 0) {
    const environment = await environmentOf(node, chunks)
    const run = await runParts({ node, state, folder, chunks, environment, timeUp })
    if (run.isInterrupted) return INTERRUPTED
  }
  return reportParts(state, asked, plan)
})

/** Aborted after so many minutes, counted from now. */
function afterMinutes(text) {
  const ms = Number(text) * 60_000
  if (!(ms > 0)) throw new Trouble(`No son minutos: ${text}`)
  const over = new AbortController()
  if (ms <= LONGEST_TIMER_MS) setTimeout(() => over.abort(), ms).unref()
  return over.signal
}

async function planOf(node, seed) {
  const args = [...nodeFlags, 'scripts/deep/plan.ts', String(seed)]
  const { code, output } = await runQuietly(node, args, { cwd: root })
  if (code !== 0) throw new Trouble(`No se pudo leer el plan:\n${output}`)
  return JSON.parse(output)
}

/** Builds and finds what these chunks run on, and tells them where it is. */
async function environmentOf(node, chunks) {
  await buildWeb(node)
  const needsBrowser = chunks.some(({ isScreen }) => isScreen)
  return needsBrowser ? { CHROME_PATH: await findBrowser(node) } : {}
}
