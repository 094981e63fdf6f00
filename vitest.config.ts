import { defineConfig } from 'vitest/config'
import { plantMutant } from './test/mutants/plugin.ts'

export default defineConfig({
  plugins: [plantMutant()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['test/{e2e,start}/**'],
    globalSetup: ['src/server/db/test-postgres.ts'],
    maxWorkers: 2,
    // Generous for a busy machine with two cores: a test that waits for nothing never sees them.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
