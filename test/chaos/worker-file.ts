import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'

const FOLDER = join(import.meta.dirname, '../../.cache/chaos')

/** Node keeps here what it compiled: a worker that takes over is there at once. */
export const COMPILED = join(FOLDER, 'compiled')

const made = new Map<string, Promise<string>>()

/** A worker's program in one file. */
export function workerFile(): Promise<string> {
  return programFile(join(import.meta.dirname, 'worker.ts'))
}

/** A program in one file, which starts in a fraction of the time that a thousand modules need. */
export function programFile(entry: string): Promise<string> {
  const key = `${entry} ${process.env['FOLIO_MUTANT'] ?? ''}`
  const known = made.get(key) ?? make(entry)
  made.set(key, known)
  return known
}

async function make(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    plugins: await planted(),
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['pg-native'],
    banner: { js: REQUIRE },
    logLevel: 'error',
  })
  const text = outputFiles[0]?.contents ?? Buffer.alloc(0)
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const file = join(FOLDER, `${basename(entry, '.ts')}-${name}.mjs`)
  mkdirSync(FOLDER, { recursive: true })
  // Whole or not at all: another run may be starting workers from it.
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
  return file
}

/** The fault that is planted in this run, in the program as well. */
async function planted(): Promise<Plugin[]> {
  const name = process.env['FOLIO_MUTANT'] ?? ''
  if (name === '') return []
  const { MUTANTS } = await import('../mutants/all.ts')
  const { fileOf, plantedSource } = await import('../mutants/mutant.ts')
  const mutant = MUTANTS.find((one) => one.name === name)
  if (mutant === undefined) throw new Error(`No planted fault is called "${name}"`)
  const setup: Plugin['setup'] = ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      path === fileOf(mutant) ? { contents: plantedSource(mutant), loader: 'ts' } : undefined,
    )
  }
  return [{ name: 'folio-planted-fault', setup }]
}

/** Packages of the older kind ask for the platform's own modules by it. */
const REQUIRE = `import { createRequire as folioRequire } from 'node:module'
const require = folioRequire(import.meta.url)`
