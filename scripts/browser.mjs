import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './prepare.mjs'
import { runQuietly } from './run.mjs'
import { say, Trouble } from './trouble.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A browser for the tests of the screens: one that is here, else Debian's, else Playwright's. */
export async function findBrowser(node) {
  const present = await presentBrowser()
  if (present !== undefined) return present
  say('Instalando un navegador para las pruebas de pantalla…')
  await installFromDebian()
  const installed = onPath().find(opens)
  if (installed !== undefined) return installed
  await playwright(node, ['install', 'chromium-headless-shell', 'chromium'])
  const brought = await presentBrowser()
  if (brought !== undefined) return brought
  throw new Trouble(
    'Las pruebas de pantalla necesitan un navegador. Instala chromium o google-chrome, ' +
      'o indica uno en CHROME_PATH.',
  )
}

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

async function installFromDebian() {
  const isRoot = process.getuid?.() === 0
  const sudo = isRoot ? [] : ['sudo', '-n']
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return
  if (spawnSync('apt-get', ['--version']).status !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const [program, ...rest] = [...sudo, 'apt-get', ...args]
    await runQuietly(program, rest, { env })
  }
}

function playwright(node, args) {
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  return runQuietly(node, [cli, ...args], { cwd: root })
}
