import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { nodeFlags, root } from './prepare.mjs'
import { runQuietly } from './run.mjs'
import { say, Trouble } from './trouble.mjs'

const inputs = [
  'package-lock.json',
  'index.html',
  'vite.config.ts',
  'scripts/prerender.mjs',
  'src/web',
  'src/domain',
  'src/contract',
  'src/texts',
]

/** What the last build made of which file, and what each asks for: the weights are counted by it. */
const manifestPath = join(root, '.cache/web-manifest.json')

/** Builds the browser's part into build/, unless what it is made of has not changed. */
export async function buildWeb(node) {
  const record = join(root, '.cache/web-inputs')
  const hash = hashOf(inputs)
  const built = ['web/index.html', 'site/home.es.html'].every((file) =>
    existsSync(join(root, 'build', file)),
  )
  if (built && existsSync(record) && readFileSync(record, 'utf8') === hash) return
  say('Preparando la aplicación web…')
  await run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'])
  await run(node, [...nodeFlags, join(root, 'scripts/prerender.mjs')])
  mkdirSync(join(root, '.cache'), { recursive: true })
  renameSync(join(root, 'build/web/.vite/manifest.json'), manifestPath)
  compress(join(root, 'build/web'))
  writeFileSync(record, hash)
}

async function run(node, args) {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runQuietly(node, args, { cwd: root, env })
  if (/ENOSPC|no space left/i.test(output)) throw Object.assign(new Error(), { code: 'ENOSPC' })
  if (code !== 0) throw new Trouble(`No se pudo preparar la aplicación web:\n${output.trim()}`)
}

/** Once, here, and not for everybody who asks. */
function compress(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  for (const file of filesUnder(folder).filter((name) => /\.(js|css|html|svg)$/.test(name))) {
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesUnder(join(root, path)))) {
    hash.update(`${relative(root, path)}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (/\.\w+$/.test(path)) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort()
}
