import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chileInstant } from '#domain/day.ts'
import { systemClock } from '#server/clock.ts'
import { connect } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { clusterFolder } from '#server/db/postgres-cluster.ts'
import { runningPid } from '#server/db/postmaster.ts'
import { createTestDatabase } from '#server/db/test-database.ts'
import type { FaultKind } from '#simulators/sii/faults.ts'
import { startSiiSimulator } from '#simulators/sii/simulator.ts'
import { createCast, EMISSION_DAY, VAULT_KEY, worldOfCasts, type Cast } from '../worlds/cast.ts'
import { createChance } from '../worlds/chance.ts'
import { insertionsOf } from '../worlds/database.ts'
import type { Row } from '../worlds/remembered.ts'
import { findBreaches } from '../worlds/invariants.ts'
import { portalFacts } from '../worlds/portal.ts'
import { startCrew } from './crew.ts'
import { hurriedClock, type Hurry, type Jump } from './hurried-clock.ts'
import type { Order, Strike } from './order.ts'

/** One story of real processes. Everything of it hangs on the plan, but for how fast the machine is. */
export interface History {
  name: string
  /** Who is there and what is to be billed. */
  seed: number
  workers: 1 | 2
  /** What the first worker does to itself. */
  strike?: Strike
  /** What happens to requests, each once. */
  faults?: readonly { kind: FaultKind; cgi: string; skip?: number }[]
  /** Of the first worker's clock. */
  jump?: Jump
  /** How often PostgreSQL is stopped at once, as `pg_ctl stop -m immediate` does. */
  postgresStops?: number
}

export interface HistoryReport {
  breaches: string[]
  issued: number
  /** Signals that hit a worker at its boundary, and stops of PostgreSQL. */
  struck: number
  said: readonly string[]
}

const PACE = 60
const LEASE_MS = 120_000
/** Longer than the hour after which a person is asked, and what goes before. */
const MOST_MS = 300_000

/** Lives through it until nothing is left to do; the breaches are those that stay. */
export async function live(history: History): Promise<HistoryReport> {
  const database = await openDatabase(history)
  const hurry = {
    startMs: chileInstant(EMISSION_DAY, 11, 0),
    bornMs: systemClock.now(),
    pace: PACE,
  }
  const clock = hurriedClock(hurry)
  const simulator = await startSiiSimulator({ port: 0, world: worldOfCasts, now: clock.now })
  for (const fault of history.faults ?? []) simulator.admin.faults.add(fault)
  const cast = castOf(history)
  for (const { sql, parameters } of insertionsOf(cast.rows)) {
    await database.pool.query(sql, parameters)
  }
  const { publicKey, idk } = simulator.admin.authority()
  const crew = startCrew({
    stoppedForMs: (2 * LEASE_MS) / PACE,
    orders: ordersOf(history, {
      databaseUrl: database.url,
      siiUrl: simulator.url,
      idk,
      siiKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      vaultKey: VAULT_KEY,
      personSlots: 4,
      poolSize: 4,
      hurry,
    }),
  })
  const releasing = setInterval(() => void simulator.admin.release(), 400)
  const portal = portalFacts(simulator.admin)
  const look = () => breachesOf(history, cast, portal, database)
  try {
    const stops = await stopPostgres(history, database)
    await settle(look)
    await crew.stop()
    return {
      breaches: await look(),
      issued: portal.documents().length,
      struck: crew.struck + stops,
      said: crew.said,
    }
  } finally {
    clearInterval(releasing)
    await crew.stop()
    await simulator.close()
    await database.drop()
  }
}

type ChaosDatabase = Awaited<ReturnType<typeof openDatabase>>

/** A server of its own only where that is to be stopped: one that keeps what it has said was kept. */
async function openDatabase({ postgresStops = 0 }: History) {
  if (postgresStops === 0) return { ...(await createTestDatabase()), pid: () => undefined }
  const dataDir = mkdtempSync(join(tmpdir(), 'folio-chaos-'))
  const server = await startEmbeddedPostgres({ dataDir })
  await migrate(server.url)
  const database = connect({ url: server.url, applicationName: 'folio-chaos', poolSize: 2 })
  return {
    ...database,
    url: server.url,
    pid: () => runningPid(clusterFolder(dataDir)),
    drop: async () => {
      await database.close()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function castOf({ seed }: History): Cast {
  const chance = createChance(seed)
  return createCast({
    chance,
    mostBillings: 3,
    isAlike: false,
    wrongClave: false,
    wrongPassword: false,
    isBoletas: false,
  })
}

function ordersOf(
  { workers, strike, jump }: History,
  shared: Omit<Order, 'name' | 'strike' | 'jump'> & { hurry: Hurry },
): Order[] {
  const first: Order = { ...shared, name: 'w1', strike: strike ?? null, jump: jump ?? null }
  const second: Order = { ...shared, name: 'w2', strike: null, jump: null }
  return workers === 1 ? [first] : [first, second]
}

const BETWEEN_STOPS_MS = 1_500

async function stopPostgres(
  { postgresStops = 0 }: History,
  { pid }: ChaosDatabase,
): Promise<number> {
  let stops = 0
  for (let turn = 0; turn < postgresStops; turn += 1) {
    await sleep(BETWEEN_STOPS_MS * (1 + turn))
    const running = pid()
    if (running === undefined) continue
    process.kill(running, 'SIGQUIT')
    stops += 1
  }
  return stops
}

async function breachesOf(
  history: History,
  cast: Cast,
  portal: ReturnType<typeof portalFacts>,
  { pool }: ChaosDatabase,
): Promise<string[]> {
  const inspect = async (sql: string, parameters: readonly unknown[] = []) =>
    (await pool.query<Row>(sql, [...parameters])).rows
  try {
    const timesAgree = history.jump === undefined
    return await findBreaches({ cast, portal, database: { inspect }, timesAgree })
  } catch (error) {
    return [`nobody can look: ${String(error)}`]
  }
}

async function settle(look: () => Promise<string[]>): Promise<void> {
  const untilMs = systemClock.monotonicMs() + MOST_MS
  while (systemClock.monotonicMs() < untilMs) {
    if ((await look()).length === 0) return
    await sleep(300)
  }
}
