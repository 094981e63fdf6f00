import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#server/clock.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { clusterFolder } from '#server/db/postgres/cluster.ts'
import { runningPid } from '#server/db/postgres/postmaster.ts'
import { START_MS, VAULT_KEY, seedQueue, type Queue } from './pipeline-city.ts'
import {
  cpuOfPostgres,
  hireCrew,
  openPortalProcess,
  type Crew,
  type PortalFacts,
} from './pipeline-crew.ts'
import { createLooks, type DoneMs } from './pipeline-look.ts'
import type { Hurry } from '../test/chaos/common-clock.ts'

/** What a run of the pipeline is given. */
export interface Plan {
  /** Due at `DUE_MS` unless they say otherwise. */
  queues: readonly Queue[]
  latencyMs: number
  workers: number
  slotsEach: number
  /** One request in so many meets a fault, of any kind. */
  faultOutOf: number | null
  killEveryMs: number | null
  /** Answers true when it has seen enough; else it ends when nothing but waiting is left. */
  enough?: (database: Database) => Promise<boolean>
  mostMs: number
}

export interface Run {
  doneMs: DoneMs
  facts: PortalFacts
  /** From due to the end. */
  cpuSeconds: { workers: number; postgres: number; portal: number }
  states: Record<string, number>
  /** Persons who met a fault, or whose worker was killed. */
  waited: number
  kills: number
  said: readonly string[]
  load: string
}

/** Until the processes are there and have compiled what they need. */
const WARM_UP_MS = 10_000
export const DUE_MS = START_MS + WARM_UP_MS
const LOOK_EVERY_MS = 2_000

/** Real workers, a real PostgreSQL that keeps what it has said was kept, and the simulated SII over HTTP. */
export async function runPipeline<T>(
  plan: Plan,
  prove: (database: Database, run: Run) => Promise<T>,
): Promise<{ run: Run; proof: T }> {
  const persons = Math.max(...plan.queues.map((queue) => queue.first + queue.persons))
  const dataDir = mkdtempSync(join(tmpdir(), 'folio-bench-'))
  const server = await startEmbeddedPostgres({ dataDir })
  await migrate(server.url)
  const database = connect({ url: server.url, applicationName: 'folio-bench', poolSize: 2 })
  try {
    for (const queue of plan.queues) await seedQueue(database.db, { dueMs: DUE_MS, ...queue })
    await database.pool.query('vacuum analyze')
    const { latencyMs, faultOutOf } = plan
    const fromNow = () => ({ startMs: START_MS, bornMs: systemClock.now(), pace: 1, file: null })
    const portal = await openPortalProcess({ persons, latencyMs, hurry: fromNow(), faultOutOf })
    try {
      // The portal is some time ahead: making its keys takes long.
      const hurry = fromNow()
      const cpuOfServer = () => cpuOfPostgres(runningPid(clusterFolder(dataDir)))
      const run = await work(plan, { url: server.url, database, portal, hurry, cpuOfServer })
      return { run, proof: await prove(database, run) }
    } finally {
      portal.close()
    }
  } finally {
    await database.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Scene {
  url: string
  database: Database
  portal: Awaited<ReturnType<typeof openPortalProcess>>
  hurry: Hurry
  cpuOfServer(): number
}

async function work(plan: Plan, scene: Scene): Promise<Run> {
  const { portal, database, hurry, cpuOfServer } = scene
  const crew = hireCrew(ordersOf(plan, scene))
  let kills = 0
  let killing: NodeJS.Timeout | undefined
  try {
    await sleep(Math.max(0, hurry.bornMs + WARM_UP_MS - systemClock.now()))
    const cpuNow = () => ({
      workers: crew.cpuSeconds(),
      postgres: cpuOfServer(),
      portal: portal.cpuSeconds(),
    })
    const before = cpuNow()
    if (plan.killEveryMs !== null) {
      killing = setInterval(() => {
        kills += 1
        crew.killOne()
      }, plan.killEveryMs)
    }
    const { doneMs, states, waited } = await follow(plan, database, crew)
    clearInterval(killing)
    const after = cpuNow()
    const load = `load ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`
    await crew.stop()
    return {
      doneMs,
      states,
      waited,
      facts: await portal.facts(),
      cpuSeconds: {
        workers: after.workers - before.workers,
        postgres: after.postgres - before.postgres,
        portal: after.portal - before.portal,
      },
      kills,
      said: crew.said,
      load,
    }
  } finally {
    clearInterval(killing)
    await crew.stop()
  }
}

async function follow(
  plan: Plan,
  database: Database,
  crew: Crew,
): Promise<Pick<Run, 'doneMs' | 'states' | 'waited'>> {
  const dueAtMs = systemClock.now()
  const { look, waited, doneMs } = createLooks(database)
  for (;;) {
    const passedMs = systemClock.now() - dueAtMs
    const { states, left } = await look(DUE_MS + passedMs, crew.names())
    const isLate = passedMs > plan.mostMs
    const isEnough = plan.enough === undefined ? left === 0 : await plan.enough(database)
    if (isEnough || isLate) {
      const done = await doneMs(DUE_MS)
      return { doneMs: isLate ? { ...done, all: Infinity } : done, states, waited: waited.size }
    }
    // To look takes the processor too.
    await sleep(LOOK_EVERY_MS)
  }
}

function ordersOf(plan: Plan, { url, portal, hurry }: Scene) {
  return Array.from({ length: plan.workers }, (_, index) => ({
    name: `w${index + 1}`,
    databaseUrl: url,
    siiUrl: portal.url,
    idk: portal.idk,
    siiKeyPem: portal.siiKeyPem,
    vaultKey: VAULT_KEY,
    personSlots: plan.slotsEach,
    poolSize: 20,
    hurry,
    seed: null,
    jump: null,
    strike: null,
  }))
}
