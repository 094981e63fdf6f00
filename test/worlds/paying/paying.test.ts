import { describe, expect, it } from 'vitest'
import { worldDatabases } from '../database/databases.ts'
import { playEach, sayBroken, seedsFrom } from '../run.ts'
import { playPayingWorld } from '../world.ts'

/** `npm run test:deep` plays a thousand. */
const WORLDS = 20
/** A few seconds on a machine that does nothing else; many times that on a busy one. */
const TIMEOUT_MS = 60 * 60_000

describe('Worlds in which documents are paid while others are issued', () => {
  const databases = worldDatabases()

  it(
    'keep every promise of issuing, and what is on record is the money that came',
    async () => {
      const reports = await playEach(databases, [...seedsFrom(1, WORLDS)], playPayingWorld)
      const broken = reports.filter(({ breaches }) => breaches.length > 0)
      expect(sayBroken(broken)).toBe('')
      expect(reports.filter(({ paid }) => paid > 0).length).toBeGreaterThan(WORLDS / 2)
      expect(reports.filter(({ reminded }) => reminded > 0).length).toBeGreaterThan(WORLDS / 4)
    },
    TIMEOUT_MS,
  )

  it(
    'repeat themselves to the letter from their seed',
    async () => {
      const [one, other] = databases
      if (one === undefined || other === undefined) throw new Error('Too few databases')
      const again = await Promise.all([playPayingWorld(7, one), playPayingWorld(7, other)])
      const [first, second] = again.map((report) => ({ ...report, trace: report.trace() }))
      expect(first).toEqual(second)
    },
    TIMEOUT_MS,
  )
})
