import { testKey, type Outcomes } from '../testing/warm-vitest.ts'
import type { ReachingTest } from './reached.ts'

export type Verdict = 'passed' | 'failed' | 'endless'
export type Selection = readonly Pick<ReachingTest, 'file' | 'name'>[]

/** Runs tests with the mutation made or without; null: the run did not end. */
export type Run = (isMutated: boolean, selection: Selection) => Promise<Outcomes | null>

/**
 * What becomes of tests that pass without a mutation. A failure counts once the same test has failed again with the
 * mutation and passed without it; one that comes by chance is left out, and the others are run.
 */
export async function verdictOf(run: Run, sound: Selection): Promise<Verdict> {
  let left = sound
  while (left.length > 0) {
    const outcomes = await run(true, left)
    if (outcomes === null) return 'endless'
    const failed = left.filter((test) => outcomes.failed.has(testKey(test)))
    if (failed.length === 0) return 'passed'
    const again = await run(true, failed)
    if (again === null) return 'endless'
    const steady = failed.filter((test) => again.failed.has(testKey(test)))
    if (steady.length > 0 && (await someOfThemPass(run, steady))) return 'failed'
    left = left.filter((test) => !failed.includes(test))
  }
  return 'passed'
}

/** Without the mutation. */
async function someOfThemPass(run: Run, tests: Selection): Promise<boolean> {
  const outcomes = await run(false, tests)
  return tests.some((test) => outcomes?.passed.has(testKey(test)) === true)
}
