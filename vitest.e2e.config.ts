import { defineConfig } from 'vitest/config'

// In a real browser (CHROME_PATH, which npm test finds or installs), one screen at a time.
export default defineConfig({
  test: {
    include: ['test/{e2e,start}/**/*.test.ts'],
    globalSetup: ['src/server/db/test-postgres.ts'],
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
