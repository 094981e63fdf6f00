import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './prepare.mjs'
import { runQuietly } from './run.mjs'
import { say, Trouble } from './trouble.mjs'

/** Chromium without windows: it draws the same pages for two thirds of the processor time. */
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A browser for the tests of the screens: the shell where it is or can be had, else one that is here, else a new one. */
export async function findBrowser(node) {
  const present = await presentBrowser()
  if (process.env.CHROME_PATH || present?.endsWith(SHELL)) return present
  // Only as root, as in a container: a developer's machine is not changed while it has a browser.
  if (isRoot && present !== undefined) return (await installFromDebian([SHELL])) ?? present
  if (present !== undefined) return present
  say('Instalando un navegador para las pruebas de pantalla…')
  const installed = await installFromDebian([SHELL, 'chromium'], { isFresh: true })
  if (installed !== undefined) return installed
  await playwright(node, ['install', 'chromium-headless-shell', 'chromium'])
  const brought = await presentBrowser()
  if (brought !== undefined) return brought
  throw new Trouble(
    'Las pruebas de pantalla necesitan un navegador. Instala chromium o google-chrome, ' +
      'o indica uno en CHROME_PATH.',
  )
}

const isRoot = process.getuid?.() === 0

async function presentBrowser() {
  const given = process.env.CHROME_PATH
  if (given) {
    if (opens(given)) return given
    throw new Trouble(`CHROME_PATH no es un navegador que funcione: ${given}`)
  }
  return [...onPath(), await playwrightPath()].find(opens)
}

// Playwright wants the whole path.
function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(existsSync)
}

// Asking for the version proves more than being there: Ubuntu's chromium may be an empty shell.
function opens(browser) {
  return browser !== '' && spawnSync(browser, ['--version'], { timeout: 20_000 }).status === 0
}

// Imported here and not above: npm ci may have brought it a moment ago.
async function playwrightPath() {
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}

/** Returns the path of the first of these packages that Debian has; `isFresh` asks it for its newest list before. */
async function installFromDebian(packages, { isFresh = false } = {}) {
  const sudo = isRoot ? [] : ['sudo', '-n']
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return undefined
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args) => {
    const [program, ...rest] = [...sudo, 'apt-get', ...args]
    return runQuietly(program, rest, { env })
  }
  if (isFresh) await run('update')
  for (const one of packages) {
    await run('install', '-y', '--no-install-recommends', one)
    const installed = onPath().find((path) => path.endsWith(one) && opens(path))
    if (installed !== undefined) return installed
  }
  return undefined
}

function playwright(node, args) {
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  return runQuietly(node, [cli, ...args], { cwd: root })
}
