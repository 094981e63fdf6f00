import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The browser of CHROME_PATH, a path or a name, else the first that this machine has; with the machine's fonts, or those
 * of a fontconfig file.
 */
export function launchBrowser(fontconfig?: string): Promise<Browser> {
  const given = process.env.CHROME_PATH
  const executablePath = (given ? [given] : names).map(find).find((path) => path !== undefined)
  if (executablePath === undefined) {
    throw new Error(
      'Las pruebas de pantalla necesitan un navegador. Instala chromium o google-chrome, ' +
        'o indica uno en CHROME_PATH.',
    )
  }
  const env =
    fontconfig === undefined ? process.env : { ...process.env, FONTCONFIG_FILE: fontconfig }
  return chromium.launch({ executablePath, args: flags, env })
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
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
