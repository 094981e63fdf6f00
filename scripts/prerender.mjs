/**
 * What React draws once, here: the public pages, as files in build/site, and in the program's own page the frame
 * that stands until the program has come.
 */
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
    ssr: true,
    ssrEmitAssets: true,
    outDir: drawn,
    emptyOutDir: true,
    cssMinify: true,
    rolldownOptions: {
      input: [
        join(import.meta.dirname, '../src/web/site/render.tsx'),
        join(import.meta.dirname, '../src/web/frame/Shell.tsx'),
      ],
      output: { entryFileNames: '[name].js' },
    },
  },
})

const { renderShells } = await import('../.cache/site/Shell.js')
const programPage = join(root, 'build/web/index.html')
const shells = await renderShells()
writeFileSync(
  programPage,
  readFileSync(programPage, 'utf8').replace('<!--shells-->', () => shells),
)

const { renderPages } = await import('../.cache/site/render.js')
const made = await renderPages({ styles: styles(), ...scripts(), font: fontOf('assets') })
rmSync(pages, { recursive: true, force: true })
mkdirSync(pages, { recursive: true })
for (const { file, html } of made) writeFileSync(join(pages, file), html)

/** Those of the public pages alone, in the order in which they are wanted. */
function styles() {
  const manifest = manifestOf(drawn)
  const sheetsOf = (name) => {
    const { css = [], imports = [] } = manifest[name]
    return [...imports.flatMap(sheetsOf), ...css]
  }
  const files = new Set(sheetsOf('src/web/site/render.tsx'))
  return [...files].map((file) => readFileSync(join(drawn, file), 'utf8')).join('')
}

/** The script and what it asks for first, by the record of the browser's own build. */
function scripts() {
  const manifest = manifestOf(join(root, 'build/web'))
  const { file, imports = [] } = manifest['src/web/site/main.ts']
  return { script: `/${file}`, preloads: imports.map((name) => `/${manifest[name].file}`) }
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
}

function fontOf(folder) {
  const names = readdirSync(join(root, 'build/web', folder))
  return `/${folder}/${names.find((name) => name.endsWith('.woff2'))}`
}
