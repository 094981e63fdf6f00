import { spawnSync } from 'node:child_process'
import { accessSync, constants, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './run.mjs'
import { say, spanishOf, Trouble } from './trouble.mjs'

export const root = join(import.meta.dirname, '..')

/** Running TypeScript is announced as experimental by the older of the Nodes that can. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/** Installs what is missing and answers the path of a Node that runs TypeScript. */
export async function prepare() {
  if (!isInstalled()) await install()
  return runsTypeScript(process.version) ? process.execPath : ownNode()
}

/** Whether node_modules holds exactly what the lock file says; npm keeps its own record there. */
function isInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'))
  const present = readLock(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    if (found === undefined) return entry.optional === true || entry.peer === true
    return found.version === entry.version
  })
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return {}
  }
}

async function install() {
  requireWritable(root)
  say('Instalando lo que Folio necesita. La primera vez toma cerca de un minuto…')
  await npm(['ci', '--include=dev', '--include=optional'], root)
}

/** Node 22.18 is the first that runs .ts files by itself; 23 learned it in 23.6. */
function runsTypeScript(version) {
  const [major, minor] = version.slice(1).split('.').map(Number)
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
}

/** A newer Node for Folio alone, from npm, with its integrity fixed in scripts/runtime. */
async function ownNode() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Trouble(`Folio necesita Node 22.18 o posterior; este es ${process.version}.`)
  }
  const home = join(root, '.cache/node')
  const node = join(home, `node_modules/node-linux-${process.arch}/bin/node`)
  if (starts(node)) return node
  say(`Node ${process.version} es anterior a 22.18: se descarga uno nuevo, solo para Folio…`)
  mkdirSync(home, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) {
    cpSync(join(root, 'scripts/runtime', name), join(home, name))
  }
  await npm(['ci', '--include=optional', '--ignore-scripts'], home)
  if (!starts(node)) throw new Trouble(`No se pudo preparar Node en ${home}. Instala Node 22.18.`)
  return node
}

function starts(node) {
  return existsSync(node) && spawnSync(node, ['--version'], { timeout: 10_000 }).status === 0
}

async function npm(args, cwd) {
  const ownNpm = process.env.npm_execpath
  const isNpm = ownNpm !== undefined && /npm-cli\.js$/.test(ownNpm)
  const program = isNpm ? process.execPath : 'npm'
  const all = [...(isNpm ? [ownNpm] : []), ...args, '--no-progress', '--loglevel=warn']
  const { code, output } = await runQuietly(program, all, { cwd, env: npmEnvironment() })
  // npm warns of a file that it could not write, on a full disk say, and ends as if all were well.
  if (code === 0 && !output.includes('TAR_ENTRY_ERROR')) return
  rmSync(join(cwd, 'node_modules/.package-lock.json'), { force: true })
  throw new Trouble(npmTrouble(output))
}

/** npm hands its own settings to the scripts it runs; `npm start --prefix` must not reach `npm ci`. */
function npmEnvironment() {
  const env = { ...process.env, npm_config_fetch_retry_maxtimeout: '20000' }
  for (const name of ['npm_config_prefix', 'npm_config_local_prefix', 'NODE_ENV']) delete env[name]
  return env
}

function npmTrouble(output) {
  const code = /\b(ENOSPC|EDQUOT|EACCES|EPERM|EROFS)\b/.exec(output)?.[1]
  if (code !== undefined) return spanishOf({ code })
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network|socket/.test(output)) {
    return 'No se pudo llegar al registro de npm. Revisa la conexión a internet y vuelve a intentarlo.'
  }
  return `No se pudo instalar lo necesario. npm dice:\n${output.trim().slice(-2000)}`
}

export function requireWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Trouble(spanishOf(error) ?? `No se puede escribir en ${folder}.`)
  }
}
