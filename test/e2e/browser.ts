import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type BrowserServer } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A browser of its own; with the machine's fonts, or those of a fontconfig file. */
export function launchBrowser(fontconfig?: string): Promise<Browser> {
  const env =
    fontconfig === undefined ? process.env : { ...process.env, FONTCONFIG_FILE: fontconfig }
  return chromium.launch({ ...browserOptions(), env })
}

/** A browser for the workers of a test run, which connect to it by `connectBrowser`. */
export function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...browserOptions(), host: '127.0.0.1' })
}

export function connectBrowser(): Promise<Browser> {
  const address = process.env.FOLIO_TEST_BROWSER
  if (address === undefined) throw new Error('connectBrowser works inside a vitest run only')
  return chromium.connect(address)
}

/** The browser of CHROME_PATH, a path or a name, else the first that this machine has. */
function browserOptions(): { executablePath: string; args: string[] } {
  const given = process.env.CHROME_PATH
  const executablePath = (given ? [given] : names).map(find).find((path) => path !== undefined)
  if (executablePath === undefined) {
    throw new Error(
      'Las pruebas de pantalla necesitan un navegador. Instala chromium o google-chrome, ' +
        'o indica uno en CHROME_PATH.',
    )
  }
  return { executablePath, args: flags }
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one origin and context share a process: a new page finds the programs compiled.
  '--process-per-site',
]

function find(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = name.includes('/') ? [name] : folders.map((folder) => join(folder, name))
  return paths.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
