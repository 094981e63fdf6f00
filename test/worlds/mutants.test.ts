import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testPostgres } from '#server/db/test-database.ts'
import { MUTANTS } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
/** A minute on two cores that do nothing else; many times that on busy ones. */
const PATIENCE_MS = 60 * 60_000
const MOST_WORLDS = 150

describe('Faults planted in the protocol', () => {
  it(
    'are all caught, each within a hundred and fifty worlds aimed at it, and the run says in how many',
    async () => {
      const flags = ['--disable-warning=ExperimentalWarning', 'scripts/worlds.ts']
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...flags, '--mutants', '--stop', '--seeds', String(MOST_WORLDS)],
        { cwd: root, env: { ...process.env, DATABASE_URL: testPostgres().adminUrl } },
      ).catch((error: unknown) => ({ stdout: outputOf(error) }))
      console.log(stdout)
      const lines = stdout.split('\n')
      const caught = lines.filter((line) => line.startsWith('caught'))
      expect(MUTANTS.length).toBeGreaterThanOrEqual(20)
      expect(caught).toHaveLength(MUTANTS.length)
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
