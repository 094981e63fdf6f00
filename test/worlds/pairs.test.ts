import { describe, expect, it } from 'vitest'
import { worldDatabases } from './database/databases.ts'
import { countPairs, emptyCells, PAIR_WORLDS } from './conditions.ts'
import { playEach, sayBroken } from './run.ts'
import { playPairWorld, playRandomPairs } from './world.ts'

const TIMEOUT_MS = 60 * 60_000
/** A share of the hundred that `npm run test:deep` plays. */
const RANDOM_SEEDS = [1, 2, 3]

describe('Worlds that bring two kinds of events together', () => {
  const databases = worldDatabases()

  it(
    'keep every promise, and every pair that can happen is lived',
    async () => {
      const reports = await playEach(databases, PAIR_WORLDS, playPairWorld)
      const broken = reports.filter(({ breaches }) => breaches.length > 0)
      expect(sayBroken(broken)).toBe('')
      for (const [at, { lived }] of reports.entries()) {
        expect(lived).toEqual(PAIR_WORLDS[at]?.conditions)
      }
      expect(emptyCells(countPairs(reports.map(({ lived }) => lived)))).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'issue nothing on a forbidden date and leave no state without a way out, with two organisations and faults by chance',
    async () => {
      const reports = await playEach(databases, RANDOM_SEEDS, playRandomPairs)
      const broken = reports.filter(({ breaches }) => breaches.length > 0)
      expect(sayBroken(broken)).toBe('')
    },
    TIMEOUT_MS,
  )
})
