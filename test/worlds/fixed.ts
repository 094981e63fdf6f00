import { expect, it } from 'vitest'
import { worldDatabases } from './databases.ts'
import { playSeeds, sayBroken, seedsFrom } from './run.ts'

/** Two minutes on two cores that do nothing else; many times that on busy ones. */
const PATIENCE_MS = 60 * 60_000

/** Two thousand in two files, as each file has a process of its own. */
export function playFixedWorlds({ first, count }: { first: number; count: number }): void {
  const databases = worldDatabases()

  it(
    'Worlds keep every promise, the same ones each time: npm run worlds plays as many as one likes',
    async () => {
      const { broken, played } = await playSeeds({ databases, seeds: seedsFrom(first, count) })
      expect(sayBroken(broken)).toBe('')
      expect(played).toBe(count)
    },
    PATIENCE_MS,
  )
}
