import { createHash, randomInt } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../prepare.mjs'

const INPUTS = [
  'src',
  'test',
  'scripts',
  'bench',
  'docs',
  'index.html',
  'package.json',
  'package-lock.json',
]
const CONFIGURATIONS = [
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  'vitest.e2e.config.ts',
]
/** Written by a run itself. */
const OWN_RECORD = 'test/mutation/tried.json'
/** Above the seeds that are fixed, below those of aimed worlds. */
const SEEDS = [10_000, 400_000_000]

/** What has been run of this source, chunk by chunk; a changed source begins again, and with another seed. */
export function openDeepState(folder, { again = false, tree = hashOfSource() } = {}) {
  const file = join(folder, 'state.json')
  const known = again ? undefined : read(file)
  if (known?.tree !== tree) rmSync(folder, { recursive: true, force: true })
  const state =
    known?.tree === tree ? known : { tree, seed: randomInt(SEEDS[0], SEEDS[1]), chunks: {} }
  mkdirSync(folder, { recursive: true })
  write(file, state)
  const keyOf = ({ part, name }) => `${part} ${name}`
  return {
    seed: state.seed,
    has: (chunk) => Object.hasOwn(state.chunks, keyOf(chunk)),
    get: (chunk) => state.chunks[keyOf(chunk)],
    add: (chunk, result) => {
      state.chunks[keyOf(chunk)] = result
      write(file, state)
    },
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** In one piece: a run that is killed leaves the former state whole. */
function write(file, state) {
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 1))
  renameSync(`${file}.new`, file)
}

function hashOfSource() {
  return hashOf([...INPUTS, ...CONFIGURATIONS])
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((one) => filesUnder(join(root, one)))) {
    if (path === join(root, OWN_RECORD)) continue
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (/\.\w+$/.test(path)) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort()
}
