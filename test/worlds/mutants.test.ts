import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testPostgres } from '#server/db/test-database.ts'
import { MUTANTS } from './mutants.ts'

const EVERY = 18
const root = join(import.meta.dirname, '../..')
/** Half a minute on two cores that do nothing else; many times that on busy ones. */
const PATIENCE_MS = 20 * 60_000

describe('Faults planted in the protocol', () => {
  it(
    'are caught by the worlds, the two that are planted here: npm run worlds -- --mutants plants all, and three escape',
    async () => {
      const flags = ['--disable-warning=ExperimentalWarning', 'scripts/worlds.ts']
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...flags, '--mutants', '--stop', '--every', String(EVERY)],
        { cwd: root, env: { ...process.env, DATABASE_URL: testPostgres().adminUrl } },
      ).catch((error: unknown) => ({ stdout: outputOf(error) }))
      const escaped = stdout.split('\n').filter((line) => line.startsWith('ESCAPED'))
      expect(escaped).toEqual([])
      const sampled = Math.ceil(MUTANTS.length / EVERY)
      expect(stdout).toContain(`${sampled} of ${sampled} mutants caught`)
      expect(MUTANTS.length).toBeGreaterThanOrEqual(20)
    },
    PATIENCE_MS,
  )
})

/** Whoever ends with a failure has still said why. */
function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'stdout' in error && 'stderr' in error
    ? `${String(error.stdout)}\n${String(error.stderr)}`
    : error.message
}
