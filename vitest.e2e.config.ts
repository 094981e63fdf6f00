import { defineConfig } from 'vitest/config'
import { plantMutant } from './test/mutants/plugin.ts'

// In a real browser (CHROME_PATH, which npm test finds or installs), two screens at a time.
export default defineConfig({
  plugins: [plantMutant()],
  test: {
    include: ['test/{e2e,start}/**/*.test.ts'],
    globalSetup: ['src/server/db/test-postgres.ts', 'test/e2e/fixtures/test-browser.ts'],
    maxWorkers: 2,
    // A worker keeps its modules and its windows from file to file.
    isolate: false,
    // One race lost on a busy machine is no red build; npm test names every test that needed it.
    retry: 1,
    // As long as the browser's own waits.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
