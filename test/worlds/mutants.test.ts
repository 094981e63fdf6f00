import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testPostgres } from '#server/db/test-database.ts'
import { MUTANTS } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
/** A minute on two cores that do nothing else; many times that on busy ones. */
const PATIENCE_MS = 20 * 60_000
/** Those that need coincidences are left to npm run worlds -- --mutants, which plays more. */
const MOST_WORLDS = 60
const PLANTED = MUTANTS.filter(({ isRare }) => !isRare)

describe('Faults planted in the protocol', () => {
  it(
    'are all caught, each within sixty worlds aimed at it, and the run says in how many',
    async () => {
      const flags = ['--disable-warning=ExperimentalWarning', 'scripts/worlds.ts']
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...flags, '--mutants', '--often', '--stop', '--seeds', String(MOST_WORLDS)],
        { cwd: root, env: { ...process.env, DATABASE_URL: testPostgres().adminUrl } },
      ).catch((error: unknown) => ({ stdout: outputOf(error) }))
      console.log(stdout)
      const lines = stdout.split('\n')
      const caught = lines.filter((line) => line.startsWith('caught'))
      expect(PLANTED.length).toBeGreaterThanOrEqual(20)
      expect(caught).toHaveLength(PLANTED.length)
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
