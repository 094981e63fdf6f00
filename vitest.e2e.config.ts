import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/setup/longest-first.ts'

// In a real browser, whose path is CHROME_PATH.
export default defineConfig({
  test: {
    include: ['test/{e2e,start}/**/*.test.ts'],
    runner: process.env.FOLIO_EVERY_RUN === '1' ? './test/setup/every-run.ts' : undefined,
    // Of the deep run alone; inside a file, deepTest and firstOf are.
    exclude: process.env.FOLIO_DEEP === '1' ? [] : ['**/*.deep.test.ts'],
    globalSetup: ['src/server/db/test-postgres.ts', 'test/e2e/fixtures/test-browser.ts'],
    // Sessions, links and names of databases; what the browser draws itself is not.
    setupFiles: ['test/setup/seed.ts'],
    // One more than the processors of a small machine, because a screen waits for a fifth of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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
