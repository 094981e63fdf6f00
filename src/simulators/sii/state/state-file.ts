import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { State } from './state.ts'
import { parseState } from './state.ts'

/** Null when there is none yet. Throws for a file that isn't one of ours: better than losing it. */
export function readStateFile(path: string): State | null {
  return existsSync(path) ? parseState(readFileSync(path, 'utf8')) : null
}

/** Whole or not at all: written beside, then renamed. Readable by its owner only, as it holds keys. */
export function writeStateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const beside = `${path}.new`
  writeFileSync(beside, text, { mode: 0o600 })
  renameSync(beside, path)
}
