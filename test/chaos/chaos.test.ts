import { describe, expect, it } from 'vitest'
import { databaseStops, files, jumps, kills, stops } from './histories.ts'
import { live, type History } from './history.ts'

/** Seconds on a machine that does nothing else; many times that on a busy one. */
const PATIENCE_MS = 30 * 60_000

/** A sample of what `npm run chaos` and `npm run test:deep` do whole. */
const SAMPLE = [
  'killed afterSend, no fault, 1 workers',
  'file: killed afterSend, no fault',
  'stopped afterIntent',
  'PostgreSQL stopped at once, 2 times',
]

describe('Real workers on a real database', () => {
  it.concurrent.each(SAMPLE.map(known))(
    'issue each key at most once and explain it: $name',
    async (history) => {
      const { breaches, struck, said } = await live(history)
      expect(breaches, said.join('')).toEqual([])
      expect(struck).toBe(history.postgresStops ?? 1)
    },
    PATIENCE_MS,
  )
})

function known(name: string): History {
  const all = [...files(), ...kills(), ...stops(), ...databaseStops(), ...jumps()]
  const found = all.find((history) => history.name === name)
  if (found === undefined) throw new Error(`No history is called "${name}"`)
  return found
}
