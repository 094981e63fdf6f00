import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatted } from '../house/formatted.ts'
import { z } from 'zod'
import {
  digestOf,
  digestOfFile,
  mutatedFile,
  MUTATED_FILES,
  type MutatedFile,
  type NumberedMutation,
} from '../../test/mutation/targets.ts'

/** What caught a mutation, if anything did. `endless`: tests that pass without it never ended. */
const results = ['tests', 'endless', 'worlds', 'survived'] as const
export type Result = (typeof results)[number]

/** Of files whose mutations are all tried: which those were (`digestOfFile`), and what survived. Part of the source. */
const triedFiles = z.record(
  z.string(),
  z.object({ digest: z.string(), survived: z.array(z.string()) }),
)
export type TriedFiles = z.infer<typeof triedFiles>
const TRIED = join(import.meta.dirname, '../../test/mutation/tried.json')

const line = z.object({
  name: z.string(),
  source: z.string(),
  result: z.enum(results),
  round: z.string().optional(),
})
type Line = z.infer<typeof line>

/**
 * Results of the mutations tried, one line of JSON each, appended so that several processes can. A result holds while
 * the mutated file's text does: tests only grow, so what was caught stays caught whatever else changes. A survivor is
 * tried again when that is asked for.
 */
export interface MutationRecord {
  resultOf(file: MutatedFile, mutation: NumberedMutation): Result | undefined
  /** Whether it was tried in this round of runs; without a round never. */
  isOfRound(file: MutatedFile, mutation: NumberedMutation): boolean
  add(file: MutatedFile, mutation: NumberedMutation, result: Result): void
  /** Writes those of these files that are done into the source, so that they need not be tried again elsewhere. */
  keep(files: readonly MutatedFile[]): Promise<void>
}

export function openRecord(folder: string, round?: string): MutationRecord {
  const path = join(folder, 'results.jsonl')
  mkdirSync(folder, { recursive: true })
  const known = new Map<string, Line>()
  const keyOf = (name: string, source: string) => `${source} ${name}`
  const tried = readTried()
  const resultOf: MutationRecord['resultOf'] = (file, { name }) =>
    known.get(keyOf(name, digestOf(file.source)))?.result ?? keptResult(tried, file, name)
  const texts = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  for (const text of texts) {
    if (text === '') continue
    const read = line.parse(JSON.parse(text))
    known.set(keyOf(read.name, read.source), read)
  }
  return {
    resultOf,
    isOfRound: ({ source }, { name }) =>
      round !== undefined && known.get(keyOf(name, digestOf(source)))?.round === round,
    add: ({ source }, { name }, result) => {
      const made: Line = { name, source: digestOf(source), result, round }
      known.set(keyOf(name, made.source), made)
      appendFileSync(path, `${JSON.stringify(made)}\n`)
    },
    keep: async (files) => {
      const next = { ...tried }
      for (const file of files) {
        const results = file.mutations.map((one) => ({ ...one, result: resultOf(file, one) }))
        if (results.some(({ result }) => result === undefined)) continue
        const survived = results.filter(({ result }) => result === 'survived')
        next[file.file] = {
          digest: digestOfFile(file),
          survived: survived.map(({ name }) => name),
        }
      }
      await writeTried(currentOf(next))
    },
  }
}

/** Of a file that is otherwise by now, or whose mutations are, nothing is known. */
export function keptResult(tried: TriedFiles, file: MutatedFile, name: string): Result | undefined {
  const kept = tried[file.file]
  if (kept?.digest !== digestOfFile(file)) return undefined
  return kept.survived.includes(name) ? 'survived' : 'tests'
}

function currentOf(tried: TriedFiles): TriedFiles {
  const isCurrent = (file: string, digest: string) =>
    MUTATED_FILES.includes(file) && digestOfFile(mutatedFile(file)) === digest
  return Object.fromEntries(
    Object.entries(tried).filter(([file, { digest }]) => isCurrent(file, digest)),
  )
}

export function readTried(): TriedFiles {
  return existsSync(TRIED) ? triedFiles.parse(JSON.parse(readFileSync(TRIED, 'utf8'))) : {}
}

async function writeTried(tried: TriedFiles): Promise<void> {
  const sorted = Object.entries(tried).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify(Object.fromEntries(sorted))
  writeFileSync(TRIED, await formatted(TRIED, text))
}
