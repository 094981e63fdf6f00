import { join, relative } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { testPostgres } from '#server/db/test-database.ts'
import { dropEndedCopies } from '#server/db/test-postgres.ts'

const root = join(import.meta.dirname, '../..')

/** A run that takes longer has met an endless loop, because each test ends after seconds. */
const MAX_RUN_MS = 240_000

/** Tests of one file: all, those with these full names, or those whose full name matches. */
export interface SelectedTests {
  file: string
  testNames?: string[]
  testNamePattern?: RegExp
}

/** The tests that ran, by `testKey`. */
export interface Outcomes {
  passed: ReadonlySet<string>
  failed: ReadonlySet<string>
}

/** One vitest for many runs: its transformed modules stay, and each run has a process of its own. */
export interface WarmVitest {
  /** Ends at the first failure. Null for a run that does not end: its process ends with the caller's. */
  run(selected: readonly SelectedTests[]): Promise<Outcomes | null>
  /** The next run loads this file again; its path is absolute. */
  invalidate(path: string): void
  close(): Promise<void>
}

/** The server that FOLIO_TEST_POSTGRES names must run. Without projects, all of vitest.config.ts. */
export async function openWarmVitest(projects: string[] = []): Promise<WarmVitest> {
  // Faults are caught by the tests of every npm test.
  process.env['FOLIO_EVERY_RUN'] = '1'
  const vitest = await createVitest('test', {
    config: join(root, 'vitest.config.ts'),
    watch: false,
    retry: 0,
    bail: 1,
    // All files of a run in one process, in their order: two runs of the same files differ in nothing else.
    maxWorkers: 1,
    ...(projects.length === 0 ? {} : { project: projects }),
    reporters: [{}],
    sequence: { sequencer: AsGiven },
    silent: true,
  })

  const specify = ({ file, ...options }: SelectedTests) => {
    const path = join(root, file)
    const project = vitest.projects.find((one) => one.matchesTestGlob(path))
    if (project === undefined) throw new Error(`No project of vitest.config.ts runs ${file}`)
    return project.createSpecification(path, options)
  }

  return {
    run: async (selected) => {
      // Vitest counts what failed, for its bail, over all runs.
      vitest.state.filesMap.clear()
      vitest.state.idMap.clear()
      const running = vitest.runTestSpecifications(selected.map(specify))
      const ended = await withinMs(MAX_RUN_MS, running)
      await dropEndedCopies(testPostgres())
      if (ended === null) return null
      const keysOf = (state: 'passed' | 'failed') =>
        new Set(ended.testModules.flatMap((module) => keysIn(module, state)))
      return { passed: keysOf('passed'), failed: keysOf('failed') }
    },
    invalidate: (path) => vitest.invalidateFile(path),
    close: () => vitest.close(),
  }
}

export function testKey({ file, name }: { file: string; name: string }): string {
  return `${file} > ${name}`
}

/** By default what failed last comes first. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

function keysIn(module: TestModule, state: 'passed' | 'failed'): string[] {
  const file = relative(root, module.moduleId)
  return [...module.children.allTests(state)].map((test) => testKey({ file, name: test.fullName }))
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
