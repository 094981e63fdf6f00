import { MUTATED_FILES } from '../../test/mutation/targets.ts'
import { openWarmVitest, testKey } from '../testing/warm-vitest.ts'
import { verdictOf, type Selection, type Verdict } from './verdict.ts'

/** A test that fails without a mutation is left out of its selection, and the rest tried once more. */
const MAX_CONTROLS = 5

/**
 * Runs selections of tests with one mutation made. Only tests that pass in the same selection without a mutation count,
 * and only a test that fails, twice, not a file that does not load.
 */
export interface Trials {
  run(mutation: number, selection: Selection): Promise<Verdict>
  close(): Promise<void>
}

/** The server that FOLIO_TEST_POSTGRES names must run. */
export async function openTrials(): Promise<Trials> {
  process.env['FOLIO_MUTATED'] = MUTATED_FILES.join(',')
  const vitest = await openWarmVitest(['code'])
  const controlled = new Map<string, Selection>()

  function outcomesOf(mutation: number, selection: Selection) {
    process.env['FOLIO_MUTATION'] = String(mutation)
    const byFile = Map.groupBy(selection, ({ file }) => file)
    const selected = [...byFile].map(([file, tests]) => ({
      file,
      testNames: tests.map(({ name }) => name),
    }))
    return vitest.run(selected)
  }

  /** What of a selection passes together without a mutation; the first failure ends a run, hence the rounds. */
  async function control(selection: Selection): Promise<Selection> {
    const key = selection.map(testKey).join('\n')
    const known = controlled.get(key)
    if (known !== undefined) return known
    let left = selection
    let isSound = false
    for (let round = 0; round < MAX_CONTROLS && !isSound; round += 1) {
      const outcomes = await outcomesOf(0, left)
      const hasPassed = (test: Selection[number]) => outcomes?.passed.has(testKey(test)) === true
      isSound = left.every(hasPassed)
      const failed = left.filter((test) => outcomes?.failed.has(testKey(test)))
      left =
        failed.length > 0 ? left.filter((test) => !failed.includes(test)) : left.filter(hasPassed)
    }
    const sound = isSound ? left : []
    controlled.set(key, sound)
    return sound
  }

  return {
    run: async (mutation, selection) => {
      const sound = await control(selection)
      return verdictOf((isMutated, tests) => outcomesOf(isMutated ? mutation : 0, tests), sound)
    },
    close: () => vitest.close(),
  }
}
