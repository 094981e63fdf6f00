import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testPostgres } from '#server/db/test-database.ts'
import { MUTANTS } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
/** Half a minute on two cores that do nothing else; many times that on busy ones. */
const PATIENCE_MS = 20 * 60_000

describe('Faults planted in the protocol', () => {
  it(
    'are all caught by the worlds',
    async () => {
      const flags = ['--disable-warning=ExperimentalWarning', 'scripts/worlds.ts']
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...flags, '--mutants', '--stop'],
        { cwd: root, env: { ...process.env, DATABASE_URL: testPostgres().adminUrl } },
      ).catch((error: unknown) => ({ stdout: outputOf(error) }))
      const escaped = stdout.split('\n').filter((line) => line.startsWith('ESCAPED'))
      expect(escaped).toEqual([])
      expect(stdout).toContain(`${MUTANTS.length} of ${MUTANTS.length} mutants caught`)
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
