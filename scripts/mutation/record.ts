import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { MutatedFile, NumberedMutation } from '../../test/mutation/targets.ts'

/** What caught a mutation, if anything did. `endless`: tests that pass without it never ended. */
const results = ['tests', 'endless', 'worlds', 'survived'] as const
export type Result = (typeof results)[number]

const line = z.object({ name: z.string(), source: z.string(), result: z.enum(results) })

/**
 * Results of the mutations tried, one line of JSON each, appended so that several processes can. A result holds while
 * the mutated file's text does: tests only grow, so what was caught stays caught whatever else changes. A survivor is
 * tried again when that is asked for.
 */
export interface MutationRecord {
  resultOf(file: MutatedFile, mutation: NumberedMutation): Result | undefined
  add(file: MutatedFile, mutation: NumberedMutation, result: Result): void
}

export function openRecord(folder: string): MutationRecord {
  const path = join(folder, 'results.jsonl')
  mkdirSync(folder, { recursive: true })
  const known = new Map<string, Result>()
  const keyOf = (name: string, source: string) => `${source} ${name}`
  const texts = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  for (const text of texts) {
    if (text === '') continue
    const { name, source, result } = line.parse(JSON.parse(text))
    known.set(keyOf(name, source), result)
  }
  return {
    resultOf: ({ source }, { name }) => known.get(keyOf(name, digestOf(source))),
    add: ({ source }, { name }, result) => {
      const made = { name, source: digestOf(source), result }
      known.set(keyOf(name, made.source), result)
      appendFileSync(path, `${JSON.stringify(made)}\n`)
    },
  }
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
