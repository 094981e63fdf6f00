import { join, relative } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { MUTATED_FILES } from '../../test/mutation/targets.ts'
import type { ReachingTest } from './reached.ts'

const root = join(import.meta.dirname, '../..')

/** A selection of tests that runs longer has met an endless loop, because each test ends after seconds. */
const MAX_RUN_MS = 240_000
/** A test that fails without a mutation is left out of its selection, and the rest tried once more. */
const MAX_CONTROLS = 5

export type Verdict = 'passed' | 'failed' | 'endless'
type Selection = readonly Pick<ReachingTest, 'file' | 'name'>[]

/**
 * Runs selections of tests with one mutation made, each in a process of its own, from one vitest whose transformed
 * modules stay. Only tests that pass in the same selection without a mutation are heard, and only a test that fails
 * counts, not a file that does not load.
 */
export interface Trials {
  run(mutation: number, selection: Selection): Promise<Verdict>
  close(): Promise<void>
}

/** The server that FOLIO_TEST_POSTGRES names must run. */
export async function openTrials(): Promise<Trials> {
  process.env['FOLIO_MUTATED'] = MUTATED_FILES.join(',')
  const vitest = await createVitest('test', {
    config: join(root, 'vitest.config.ts'),
    watch: false,
    retry: 0,
    bail: 1,
    // All files of a selection in one process, in their order: the control has the same neighbours.
    maxWorkers: 1,
    project: ['code'],
    reporters: [{}],
    sequence: { sequencer: AsGiven },
    silent: true,
  })
  const project = vitest.projects.find(({ name }) => name === 'code')
  if (project === undefined) throw new Error('vitest.config.ts has no project "code"')
  const controlled = new Map<string, Selection>()

  async function outcomesOf(mutation: number, selection: Selection): Promise<Outcomes | null> {
    process.env['FOLIO_MUTATION'] = String(mutation)
    // Vitest counts what failed, for its bail, over all runs.
    vitest.state.filesMap.clear()
    vitest.state.idMap.clear()
    const byFile = Map.groupBy(selection, ({ file }) => file)
    const specifications = [...byFile].flatMap(([file, tests]) => {
      const testNames = tests.map(({ name }) => name)
      return project?.createSpecification(join(root, file), { testNames }) ?? []
    })
    const ended = await withinMs(MAX_RUN_MS, vitest.runTestSpecifications(specifications))
    if (ended === null) return null
    const { testModules } = ended
    const namesOf = (state: 'passed' | 'failed') =>
      new Set(testModules.flatMap((module) => namesIn(module, state)))
    return { passed: namesOf('passed'), failed: namesOf('failed') }
  }

  /** What of a selection passes together without a mutation; the first failure ends a run, hence the rounds. */
  async function control(selection: Selection): Promise<Selection> {
    const key = selection.map(keyOf).join('\n')
    const known = controlled.get(key)
    if (known !== undefined) return known
    let left = selection
    let isSound = false
    for (let round = 0; round < MAX_CONTROLS && !isSound; round += 1) {
      const outcomes = await outcomesOf(0, left)
      const hasPassed = (test: Selection[number]) => outcomes?.passed.has(keyOf(test)) === true
      isSound = left.every(hasPassed)
      const failed = left.filter((test) => outcomes?.failed.has(keyOf(test)))
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
      if (sound.length === 0) return 'passed'
      const outcomes = await outcomesOf(mutation, sound)
      if (outcomes === null) return 'endless'
      return outcomes.failed.size > 0 ? 'failed' : 'passed'
    },
    close: () => vitest.close(),
  }
}

interface Outcomes {
  passed: ReadonlySet<string>
  failed: ReadonlySet<string>
}

/** The control and the run with a mutation have one order; by default what failed last comes first. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

function namesIn(module: TestModule, state: 'passed' | 'failed'): string[] {
  const file = relative(root, module.moduleId)
  return [...module.children.allTests(state)].map((test) => keyOf({ file, name: test.fullName }))
}

function keyOf({ file, name }: Selection[number]): string {
  return `${file} > ${name}`
}

async function withinMs<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
