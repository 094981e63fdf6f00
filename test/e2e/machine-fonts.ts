import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const icons = join(root, 'node_modules/playwright-core/lib/vite/traceViewer')
const folder = join(root, '.cache/e2e-fonts')

/**
 * The path of a fontconfig file for a machine whose only font has icons and no letters: each text has no width, as unlike
 * Geist as can be. Chromium ends when there is no font at all.
 */
export function fontsWithoutLetters(): string {
  const name = readdirSync(icons).find((file) => file.endsWith('.ttf'))
  if (name === undefined) throw new Error(`playwright-core has no font of icons in ${icons}`)
  const fonts = join(folder, 'fonts')
  mkdirSync(fonts, { recursive: true })
  copyFileSync(join(icons, name), join(fonts, 'icons.ttf'))
  const path = join(folder, 'fonts.conf')
  const cache = join(folder, 'cache')
  writeFileSync(path, `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`)
  return path
}
