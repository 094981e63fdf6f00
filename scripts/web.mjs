import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './prepare.mjs'
import { runQuietly } from './run.mjs'
import { say, Trouble } from './trouble.mjs'

const inputs = [
  'package-lock.json',
  'index.html',
  'vite.config.ts',
  'src/web',
  'src/domain',
  'src/contract',
  'src/texts',
]

/** Builds the browser's part into build/web, unless what it is made of has not changed. */
export async function buildWeb(node) {
  const record = join(root, '.cache/web-inputs')
  const hash = hashOf(inputs)
  const built = existsSync(join(root, 'build/web/index.html'))
  if (built && existsSync(record) && readFileSync(record, 'utf8') === hash) return
  say('Preparando la aplicación web…')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { code, output } = await runQuietly(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (/ENOSPC|no space left/i.test(output)) throw Object.assign(new Error(), { code: 'ENOSPC' })
  if (code !== 0) throw new Trouble(`No se pudo preparar la aplicación web:\n${output.trim()}`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(record, hash)
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
