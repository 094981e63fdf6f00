import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCoverage } from './coverage.ts'
import { worldDatabases } from './databases.ts'
import { PAIRS, SAMPLE, type Pair } from './faults.ts'
import { playSeeds, playUntilCovered, sayBroken, seedsFrom } from './run.ts'
import { playWorld } from './world.ts'

const FRESH_SEEDS = 200
const FIRST_FRESH = 10_000
const LAST_FRESH = 400_000_000
/** A minute on two cores that do nothing else; many times that on busy ones. */
const PATIENCE_MS = 60 * 60_000

describe('Worlds in which everything breaks that can', () => {
  const databases = worldDatabases()

  it(
    'keep every promise while every step is struck and every fault strikes: all pairs in npm run worlds',
    async () => {
      const coverage = createCoverage(SAMPLE)
      const { broken } = await playUntilCovered(databases, coverage)
      expect(sayBroken(broken)).toBe('')
      expect(valuesOf(SAMPLE, 'step')).toEqual(valuesOf(PAIRS, 'step'))
      expect(valuesOf(SAMPLE, 'fault')).toEqual(valuesOf(PAIRS, 'fault'))
      expect(coverage.missing()).toEqual({ pairs: [], acts: [] })
    },
    PATIENCE_MS,
  )

  it(
    'keep every promise in worlds that nobody has played before',
    async () => {
      const seeds = seedsFrom(randomInt(FIRST_FRESH, LAST_FRESH), FRESH_SEEDS)
      const { broken, played } = await playSeeds({ databases, seeds })
      expect(sayBroken(broken)).toBe('')
      expect(played).toBe(FRESH_SEEDS)
    },
    PATIENCE_MS,
  )

  it(
    'repeat themselves to the letter from their seed',
    async () => {
      const [one, other] = databases
      if (one === undefined || other === undefined) throw new Error('Too few databases')
      const again = await Promise.all([playWorld(26, one), playWorld(26, other)])
      const [first, second] = again.map((report) => ({ ...report, trace: report.trace() }))
      expect(first).toEqual(second)
      expect(first?.trace.length).toBeGreaterThan(50)
    },
    PATIENCE_MS,
  )
})

function valuesOf(pairs: readonly Pair[], what: 'step' | 'fault'): string[] {
  return [...new Set(pairs.map((pair) => pair[what]))].sort()
}
