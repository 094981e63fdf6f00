import type { Coverage } from './coverage.ts'
import type { WorldDatabase } from './database/database.ts'
import { seedAimedAt } from './faults.ts'
import { PAIR_WORLDS } from './conditions.ts'
import { playPairWorld, playWorld, type WorldReport } from './world.ts'

export interface RunPlan {
  /** As many worlds at a time as there are databases: one computes while another's is at work. */
  databases: readonly WorldDatabase[]
  seeds: Iterable<number>
  coverage?: Coverage
  /** Begins no other world after so many broken ones. */
  mostBroken?: number
  onPlayed?(report: WorldReport): void
}

export interface RunResult {
  played: number
  broken: WorldReport[]
}

const MOST_REPORTS_KEPT = 1000

/** The worlds of these seeds. */
export async function playSeeds(plan: RunPlan): Promise<RunResult> {
  const broken: WorldReport[] = []
  const seeds = plan.seeds[Symbol.iterator]()
  let played = 0
  async function playOn(database: WorldDatabase): Promise<void> {
    for (let next = seeds.next(); next.done !== true; next = seeds.next()) {
      if (broken.length >= (plan.mostBroken ?? Infinity)) return
      const report = await playWorld(next.value, database)
      played += 1
      plan.coverage?.add(report)
      plan.onPlayed?.(report)
      if (report.breaches.length === 0) continue
      if (broken.length < MOST_REPORTS_KEPT) broken.push(report)
    }
  }
  await Promise.all(plan.databases.map(playOn))
  return { played, broken: broken.toSorted((a, b) => a.seed - b.seed) }
}

/** As many at a time as there are databases; the reports in the order of what was asked for. */
export async function playEach<T>(
  databases: readonly WorldDatabase[],
  worlds: readonly T[],
  play: (world: T, database: WorldDatabase) => Promise<WorldReport>,
): Promise<WorldReport[]> {
  const reports: WorldReport[] = []
  const left = worlds.entries()
  await Promise.all(
    databases.map(async (database) => {
      for (const [at, world] of left) reports[at] = await play(world, database)
    }),
  )
  return reports
}

/** The fixed worlds of pairs: those that broke. */
export async function playPairs(databases: readonly WorldDatabase[]): Promise<WorldReport[]> {
  const reports = await playEach(databases, PAIR_WORLDS, playPairWorld)
  return reports.filter(({ breaches }) => breaches.length > 0)
}

const MOST_ROUNDS = 24
const SEEDS_FOR_ACTS = 15

/**
 * Plays worlds aimed at what has not happened yet until all of it has, or hope is lost. The seeds depend on
 * what was missing alone, so the same beginning always goes on the same way.
 */
export async function playUntilCovered(
  databases: readonly WorldDatabase[],
  coverage: Coverage,
  onPlayed?: RunPlan['onPlayed'],
): Promise<RunResult> {
  const total: RunResult = { played: 0, broken: [] }
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const { pairs, acts } = coverage.missing()
    if (pairs.length + acts.length === 0) break
    const seeds = pairs.map((pair) => seedAimedAt(pair, round))
    if (acts.length > 0) {
      for (let more = 0; more < SEEDS_FOR_ACTS; more += 1) {
        seeds.push(FIRST_FOR_ACTS + round * SEEDS_FOR_ACTS + more)
      }
    }
    const { played, broken } = await playSeeds({ databases, seeds, coverage, onPlayed })
    total.played += played
    total.broken.push(...broken)
  }
  return total
}

/** Well away from the seeds that anybody counts from 1. */
const FIRST_FOR_ACTS = 1_500_000_000

export function* seedsFrom(first: number, count: number): Generator<number> {
  for (let seed = first; seed < first + count; seed += 1) yield seed
}

const MOST_LINES = 500

/** What did not hold, with the seeds to see it again, and what happened in the first of them. */
export function sayBroken(broken: readonly WorldReport[]): string {
  const seeds = new Map<string, number[]>()
  for (const { seed, breaches } of broken) {
    for (const breach of breaches) {
      const kind = breach.replaceAll(/\d+/g, 'N')
      seeds.set(kind, [...(seeds.get(kind) ?? []), seed])
    }
  }
  const [first] = broken
  const trace = first === undefined ? [] : [`seed ${first.seed}:`, ...first.trace()]
  return [
    ...[...seeds].map(
      ([kind, of]) => `${of.length} × ${kind.slice(0, 300)} (seeds ${of.slice(0, 5).join(' ')})`,
    ),
    ...trace.slice(0, MOST_LINES),
  ].join('\n')
}
