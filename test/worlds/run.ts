import { createCoverage, type Coverage } from './coverage.ts'
import type { WorldDatabase } from './database.ts'
import type { PortalMaker } from './portal.ts'
import { playWorld, type WorldReport } from './world.ts'

export interface RunPlan {
  from: number
  seeds: number
  database: WorldDatabase
  portals: PortalMaker
  /** Ends at the first breach. */
  stopsAtBreach?: boolean
  /** Ends after this much time, for seeds that are only a sample. */
  mostMs?: number
}

export interface RunResult {
  played: number
  broken: WorldReport[]
  coverage: Coverage
  ms: number
}

/** Worlds from `from` on, one after the other. */
export async function playSeeds(plan: RunPlan): Promise<RunResult> {
  const coverage = createCoverage()
  const broken: WorldReport[] = []
  const startedMs = performance.now()
  let played = 0
  for (; played < plan.seeds; played += 1) {
    if (performance.now() - startedMs > (plan.mostMs ?? Number.POSITIVE_INFINITY)) break
    const report = await playWorld(plan.from + played, plan.database, plan.portals)
    coverage.add(report)
    if (report.breaches.length === 0) continue
    broken.push(report)
    if (plan.stopsAtBreach) break
  }
  return { played, broken, coverage, ms: performance.now() - startedMs }
}

/** What did not hold, with the seeds to see it again. */
export function sayBroken(broken: readonly WorldReport[]): string {
  const seeds = new Map<string, number[]>()
  for (const { seed, breaches } of broken) {
    for (const breach of breaches) {
      const kind = breach.replaceAll(/\d+/g, 'N')
      seeds.set(kind, [...(seeds.get(kind) ?? []), seed])
    }
  }
  return [...seeds]
    .map(([kind, of]) => `${of.length} × ${kind.slice(0, 300)} (seeds ${of.slice(0, 5).join(' ')})`)
    .join('\n')
}
