import { defineConfig } from 'vitest/config'

/** Files that replace a module with `vi.mock`: in a process that loaded the module before, nothing would be replaced. */
const replacingModules = 'test/walls/{matrix,statements}.test.ts'
/** Files whose real processes share the machine's clock with the test. */
const realProcesses = 'test/chaos/**/*.test.ts'

const seed = 'test/setup/seed.ts'
const today = 'test/setup/today.ts'

const shared = {
  setupFiles: [seed, today],
  // Generous for a busy machine with two cores: a test that waits for nothing never sees them.
  testTimeout: 20_000,
  hookTimeout: 30_000,
}

export default defineConfig({
  test: {
    globalSetup: ['src/server/db/test-postgres.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'code',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: ['test/{e2e,start}/**', replacingModules, realProcesses],
          // Two processes for all files, because a process for each costs more than most of its tests.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'replaced modules', include: [replacingModules] } },
      { test: { ...shared, name: 'processes', include: [realProcesses], setupFiles: [seed] } },
    ],
  },
})
