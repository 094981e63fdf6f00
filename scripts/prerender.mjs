/** The public pages as files, in build/site: what Vite made of them, drawn once by React. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const drawn = join(root, '.cache/site')
const pages = join(root, 'build/site')

await build({
  root,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: join(import.meta.dirname, '../src/web/site/render.tsx'),
    ssrEmitAssets: true,
    outDir: drawn,
    emptyOutDir: true,
    manifest: false,
    cssMinify: true,
    rolldownOptions: { input: undefined, output: { entryFileNames: 'render.js' } },
  },
})

const { renderPages } = await import('../.cache/site/render.js')
const made = await renderPages({ styles: styles(), ...scripts(), font: fontOf('assets') })
rmSync(pages, { recursive: true, force: true })
mkdirSync(pages, { recursive: true })
for (const { file, html } of made) writeFileSync(join(pages, file), html)

function styles() {
  const files = readdirSync(join(drawn, 'assets')).filter((name) => name.endsWith('.css'))
  return files.map((name) => readFileSync(join(drawn, 'assets', name), 'utf8')).join('')
}

/** The script and what it asks for first, by the record of the browser's own build. */
function scripts() {
  const manifest = JSON.parse(readFileSync(join(root, 'build/web/.vite/manifest.json'), 'utf8'))
  const { file, imports = [] } = manifest['src/web/site/main.ts']
  return { script: `/${file}`, preloads: imports.map((name) => `/${manifest[name].file}`) }
}

function fontOf(folder) {
  const names = readdirSync(join(root, 'build/web', folder))
  return `/${folder}/${names.find((name) => name.endsWith('.woff2'))}`
}
