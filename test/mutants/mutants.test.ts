import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATCHING_SEEDS, CHOSEN_SEEDS } from '../worlds/chosen-worlds.ts'
import { MUTANTS, TESTED_MUTANTS } from './all.ts'
import { HARMLESS_MUTANTS } from './harmless.ts'
import { plantedSource } from './mutant.ts'
import leftToDeep from '../setup/left-to-deep.json' with { type: 'json' }
import { WORLD_MUTANTS } from './worlds.ts'

const LEFT: Readonly<Record<string, readonly string[] | undefined>> = leftToDeep
const root = join(import.meta.dirname, '../..')

describe('Planted faults', () => {
  it('have names of their own', () => {
    const names = [...MUTANTS, ...HARMLESS_MUTANTS].map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })

  it.each([...MUTANTS, ...HARMLESS_MUTANTS])('can be planted: $name', (mutant) => {
    expect(() => plantedSource(mutant)).not.toThrow()
  })

  it.each(WORLD_MUTANTS)('are caught by a fixed world: $name', ({ name }) => {
    const seeds = CATCHING_SEEDS[name] ?? []
    expect(seeds, 'npm run worlds -- --choose finds one').not.toEqual([])
    expect(seeds.filter((seed) => !CHOSEN_SEEDS.includes(seed))).toEqual([])
  })

  it.each(TESTED_MUTANTS)('are caught by a test of every npm test: $name', ({ caughtBy }) => {
    const left = LEFT[caughtBy.test] ?? []
    const name = caughtBy.name ?? ''
    expect(caughtBy.test).not.toMatch(/\.deep\.test\.ts$/)
    expect(
      left.filter((part) => name.includes(part) || (name !== '' && part.includes(name))),
    ).toEqual([])
  })

  it.each(TESTED_MUTANTS)('name a test file that needs no browser: $name', ({ caughtBy }) => {
    expect(existsSync(join(root, caughtBy.test)), caughtBy.test).toBe(true)
    expect(caughtBy.test).not.toMatch(/^test\/(e2e|start)\//)
  })
})
