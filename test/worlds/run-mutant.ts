import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const result = z.object({ played: z.int(), broken: z.int() })

/** Worlds with one planted fault, in a process of their own: how many there were, and how many broke. */
export async function runMutant(
  name: string,
  { seeds, stopsAtBreach }: { seeds: number; stopsAtBreach: boolean },
): Promise<z.infer<typeof result>> {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', './test/worlds/mutate.ts']
  const options = ['--count', '--seeds', String(seeds), ...(stopsAtBreach ? ['--stop'] : [])]
  const { stdout } = await run(process.execPath, [...flags, 'scripts/worlds.ts', ...options], {
    cwd: root,
    env: { ...process.env, FOLIO_MUTANT: name },
    maxBuffer: 1_000_000,
  })
  return result.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}
