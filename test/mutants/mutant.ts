import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fault planted in the source: the text that it replaces must stand in the file exactly once. */
export interface Mutant {
  name: string
  /** Below src. Of a migration, its test runs on a database that is migrated with the fault. */
  file: string
  from: string
  to: string
  /** Another change that is made with it, where a second check stands behind the first and alone neither does harm. */
  also?: { from: string; to: string }
}

/** A fault in the issuing protocol that worlds catch: which of the fixed set, stands in chosen-worlds.ts. */
export interface WorldMutant extends Mutant {
  /** Where something must go wrong for it to do harm: steps, or steps with a fault. */
  at: readonly string[]
}

/** A fault that a test of `npm test` catches. */
export interface TestedMutant extends Mutant {
  caughtBy: {
    /** The test file, from the repository's root. */
    test: string
    /** A part of the test's full name, as for vitest's `-t`; without it the whole file is run. */
    name?: string
  }
}

const root = join(import.meta.dirname, '../..')

/** The source with the fault planted in it. */
export function plant({ name, file, from, to, also }: Mutant, source: string): string {
  return [{ from, to }, also ?? []].flat().reduce((text, change) => {
    if (text.split(change.from).length !== 2)
      throw new Error(`${file} has changed: look at "${name}"`)
    return text.replace(change.from, () => change.to)
  }, source)
}

/** The file where the fault is planted, as an absolute path. */
export function fileOf({ file }: Mutant): string {
  return join(root, 'src', file)
}

/** What the file says once the fault is planted; the file itself stays as it is. */
export function plantedSource(mutant: Mutant): string {
  return plant(mutant, readFileSync(fileOf(mutant), 'utf8'))
}
