import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { root } from '../prepare.mjs'
import { say, Trouble } from '../trouble.mjs'

const SCREENS = ['test/e2e', 'test/start']
const isTestFile = (path) => /\.test\.tsx?$/.test(path)
const isCode = (path) => /\.tsx?$/.test(path)

export const USAGE = `Uso: npm test [-- RUTA… | --changed[=COMMIT]]
  sin nada            todas las revisiones y pruebas
  RUTA…               las pruebas de esos archivos y carpetas
  --changed[=COMMIT]  las de lo que cambió desde el último commit, o desde ese`

/**
 * What `npm test -- PATH…` and `npm test -- --changed[=COMMIT]` run: for the code and for the screens the command of
 * vitest and what it is given, or null for nothing.
 */
export function selectionOf(args) {
  const changed = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='))
  if (changed !== undefined && args.length === 1) return changedSelection(changed)
  const option = args.find((arg) => arg.startsWith('-'))
  if (option !== undefined) throw new Trouble(`No existe la opción ${option}.\n\n${USAGE}`)
  return pathSelection(args)
}

function pathSelection(args) {
  const paths = args.map((arg) => {
    const path = resolve(process.env.INIT_CWD ?? root, arg)
    const found = existsSync(path) ? path : join(root, arg)
    if (!existsSync(found)) throw new Trouble(`No existe ${arg}.`)
    return relative(root, found)
  })
  const others = paths.filter(
    (path) => !statSync(join(root, path)).isDirectory() && !isTestFile(path),
  )
  // What is no test itself stands for the tests that import it.
  if (others.length > 0) return relatedSelection(paths, others)
  const code = paths.filter((path) => !isOfScreens(path))
  const screens = paths.flatMap((path) => (isOfScreens(path) ? [path] : screensUnder(path)))
  return { code: runOf(code), screens: runOf(screens) }
}

function relatedSelection(paths, others) {
  const helpers = others.filter(isOfScreens)
  if (helpers.length > 0) sayNotRun(helpers)
  return {
    code: { command: 'related', select: paths },
    screens: runOf(paths.filter((path) => isOfScreens(path) && !helpers.includes(path))),
  }
}

/** No import says which screens use a file, because they reach their pages through a browser. */
function sayNotRun(files) {
  say(`Screens not run, because imports do not show which of them use ${files.join(', ')}`)
  say('Run those that you mean: npm test -- test/e2e/ROOM/NAME.test.ts')
}

function isOfScreens(path) {
  return SCREENS.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

function screensUnder(path) {
  return SCREENS.filter((folder) => path === '' || folder.startsWith(`${path}/`))
}

function runOf(paths) {
  return paths.length === 0
    ? null
    : { command: 'run', select: paths.map((path) => join(root, path)) }
}

function changedSelection(changed) {
  const files = changedFiles(changed.split('=')[1] ?? 'HEAD')
  const screens = files.filter(
    (path) => isOfScreens(path) && isTestFile(path) && existsSync(join(root, path)),
  )
  const unseen = files.filter((path) => path.startsWith('src/') && !isCode(path))
  const shown = files.filter(
    (path) => (path.startsWith('src/') || isOfScreens(path)) && isCode(path) && !isTestFile(path),
  )
  if (unseen.length > 0) say(`Not imported by any test, so not selected by: ${unseen.join(', ')}`)
  if (shown.length > 0) sayNotRun(shown)
  return {
    code: { command: 'run', select: [changed, '--passWithNoTests'] },
    screens: runOf(screens),
  }
}

function changedFiles(since) {
  const lines = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0)
      throw new Trouble(
        `git ${args.join(' ')} falló: --changed necesita git y un commit que exista.`,
      )
    return stdout.split('\n').filter((line) => line !== '')
  }
  return [
    ...lines('diff', '--name-only', '--relative', since),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ]
}
