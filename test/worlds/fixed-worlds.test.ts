import { afterAll, beforeAll, expect, it } from 'vitest'
import { testPostgres } from '#server/db/test-database.ts'
import { openWorldDatabase, type WorldDatabase } from './database.ts'
import { playSeeds, sayBroken, seedsFrom } from './run.ts'

const WORLDS_AT_ONCE = 3
const FIRST_SEED = 1
const SEEDS = 650
/** A minute on two cores that do nothing else; many times that on busy ones. */
const PATIENCE_MS = 20 * 60_000

const databases: WorldDatabase[] = []

beforeAll(async () => {
  while (databases.length < WORLDS_AT_ONCE) databases.push(await openWorldDatabase(testPostgres()))
})

afterAll(async () => {
  for (const database of databases) await database.close()
})

it(
  'Worlds keep every promise, the same ones each time: npm run worlds plays as many as one likes',
  async () => {
    const { broken, played } = await playSeeds({ databases, seeds: seedsFrom(FIRST_SEED, SEEDS) })
    expect(sayBroken(broken)).toBe('')
    expect(played).toBe(SEEDS)
  },
  PATIENCE_MS,
)
