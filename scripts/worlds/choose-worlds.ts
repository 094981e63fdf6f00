import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORLD_MUTANTS } from '../../test/mutants/worlds.ts'
import { formatted } from '../house/formatted.ts'
import { chooseSeeds, type Candidate } from '../../test/worlds/choose.ts'
import { CATCHING_SEEDS, CHOSEN_SEEDS } from '../../test/worlds/chosen-worlds.ts'
import { ACTS, createCoverage, nameOf } from '../../test/worlds/coverage.ts'
import type { WorldDatabase } from '../../test/worlds/database/database.ts'
import { isAimedAt, PAIRS, seedsAimedAt } from '../../test/worlds/faults.ts'
import { playMutant } from '../../test/worlds/mutate.ts'
import { FIRST_CROWDED } from '../../test/worlds/story.ts'
import { playSeeds, playUntilCovered, seedsFrom } from '../../test/worlds/run.ts'
import type { WorldReport } from '../../test/worlds/world.ts'

/** Each planted fault is caught by so many of the set where so many are found. */
const CATCHES_WANTED = 2
/** The most worlds in which a fault is planted to find those that catch it. */
const MAX_TRIES = 200

/**
 * Chooses the fixed worlds of `npm test`: of those of today, of `more` that aim at several pairs, and of those that aim
 * at what is missing, as few as live every pair of fault and step and every act and catch every planted fault.
 * Returns what none of them shows.
 */
export async function chooseWorlds(
  databases: readonly WorldDatabase[],
  more: number,
): Promise<string[]> {
  const candidates = new Map<number, Candidate & { shows: Set<string> }>()
  const coverage = createCoverage()
  function onPlayed(report: WorldReport): void {
    const { seed, breaches, struck, acts } = report
    if (breaches.length > 0) throw new Error(`Seed ${seed} is broken: ${breaches.join('; ')}`)
    const shows = new Set([...struck.map(nameOf), ...acts.filter((act) => ACTS.includes(act))])
    candidates.set(seed, { seed, steps: report.trace().length, shows })
  }
  const play = (seeds: Iterable<number>) => playSeeds({ databases, seeds, coverage, onPlayed })

  await play(new Set([...CHOSEN_SEEDS, ...seedsFrom(FIRST_CROWDED, more)]))
  await playUntilCovered(databases, coverage, onPlayed)
  const happenings = new Map([...PAIRS.map(nameOf), ...ACTS].map((name) => [name, 1]))
  const covering = chooseSeeds([...candidates.values()], happenings).map(({ seed }) => seed)
  console.log(`${covering.length} of ${candidates.size} worlds live all that can happen`)

  const wanted = new Map(happenings)
  for (const mutant of WORLD_MUTANTS) {
    const seeds = seedsToTry(mutant, [...covering, ...candidates.keys()])
    const { broken } = await playMutant(mutant, { databases, seeds, mostBroken: CATCHES_WANTED })
    const catching = broken.map(({ seed }) => seed)
    console.log(`${catching.length} found for: ${mutant.name}`)
    await play(catching.filter((seed) => !candidates.has(seed)))
    for (const seed of catching) candidates.get(seed)?.shows.add(mutant.name)
    // Worlds are played side by side: more may be found than asked for.
    wanted.set(mutant.name, Math.max(1, Math.min(catching.length, CATCHES_WANTED)))
  }
  const chosen = chooseSeeds([...candidates.values()], wanted)
  await writeChosen(chosen)
  const shown = new Set(chosen.flatMap(({ shows }) => [...shows]))
  return [...wanted.keys()].filter((name) => !shown.has(name))
}

/** Those that caught it before, those played already that aim at it, then others that do. */
function seedsToTry(
  { name, at }: { name: string; at: readonly string[] },
  played: readonly number[],
): Iterable<number> {
  const aimed = played.filter((seed) => isAimedAt(seed, at)).slice(0, MAX_TRIES / 2)
  return new Set([...(CATCHING_SEEDS[name] ?? []), ...aimed, ...seedsAimedAt(at, MAX_TRIES)])
}

async function writeChosen(chosen: readonly Candidate[]): Promise<void> {
  const seeds = chosen.map(({ seed }) => seed)
  const catching = WORLD_MUTANTS.map(({ name }) => {
    const own = chosen.filter(({ shows }) => shows.has(name)).map(({ seed }) => seed)
    return [name, own] as const
  })
  const file = join(import.meta.dirname, '../../test/worlds/chosen-worlds.ts')
  const text = `/** Written by \`npm run worlds -- --choose\`. */
export const CHOSEN_SEEDS: readonly number[] = ${JSON.stringify(seeds)}

/** By the name of each fault planted in the protocol, the chosen seeds in whose worlds it is caught. */
export const CATCHING_SEEDS: Readonly<Record<string, readonly number[]>> = ${JSON.stringify(Object.fromEntries(catching))}
`
  writeFileSync(file, await formatted(file, text))
  console.log(`${seeds.length} worlds chosen`)
}
