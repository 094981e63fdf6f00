import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/setup/longest-first.ts'
import { plantMutant } from './test/mutants/plugin.ts'
import { prepareMutations } from './test/mutation/plugin.ts'

/** Files that replace a module with `vi.mock`: in a process that loaded the module before, nothing would be replaced. */
const replacingModules = 'test/walls/{matrix,statements}.test.ts'
/** Files whose real processes share the machine's clock with the test. */
const realProcesses = 'test/chaos/**/*.test.ts'

const seed = 'test/setup/seed.ts'
const today = 'test/setup/today.ts'
const reached = 'test/setup/reached-mutations.ts'

const plugins = [plantMutant(), prepareMutations()]

const shared = {
  // Only the whole run of npm test leaves tests to the deep run.
  runner: process.env['FOLIO_EVERY_RUN'] === '1' ? './test/setup/every-run.ts' : undefined,
  setupFiles: [seed, today, ...(process.env['FOLIO_MUTATED'] === undefined ? [] : [reached])],
  // Generous for a busy machine with two cores: a test that waits for nothing never sees them.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    globalSetup: ['src/server/db/test-postgres.ts'],
    // More than the processors of a small machine, because a test waits for its database.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins,
        test: {
          ...shared,
          name: 'code',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: ['test/{e2e,start}/**', replacingModules, realProcesses],
          // A few processes for all files, because a process for each costs more than most of its tests.
          isolate: false,
        },
      },
      { plugins, test: { ...shared, name: 'replaced modules', include: [replacingModules] } },
      {
        plugins,
        test: { ...shared, name: 'processes', include: [realProcesses], setupFiles: [seed] },
      },
    ],
  },
})
