import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chileInstant } from '#domain/day.ts'
import { connect } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { clusterFolder } from '#server/db/postgres/cluster.ts'
import { runningPid } from '#server/db/postgres/postmaster.ts'
import { createTestDatabase } from '#server/db/test-database.ts'
import type { FaultKind } from '#simulators/world-trouble.ts'
import { newAuthorityKeyPem } from '#simulators/sii/state/keys.ts'
import { startSiiSimulator } from '#simulators/sii/simulator.ts'
import { createCast, EMISSION_DAY, VAULT_KEY, worldOfCasts, type Cast } from '../worlds/cast.ts'
import { createChance } from '../worlds/chance.ts'
import { insertionsOf } from '../worlds/database/database.ts'
import type { Row } from '../worlds/database/remembered.ts'
import { findBreaches } from '../worlds/invariants/invariants.ts'
import { portalFacts } from '../worlds/portal.ts'
import { startCommonClock } from './common-clock.ts'
import { startCrew } from './crew.ts'
import { nextThing } from './next-thing.ts'
import type { Jump, Order, Strike } from './order.ts'
import { settle } from './settle.ts'
import { orderDocuments, withFile } from './uploaded-file.ts'
import { workerFile } from './worker-file.ts'

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
  /** Documents of an uploaded file are ordered before the workers begin. */
  hasFile?: boolean
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
const START_MS = chileInstant(EMISSION_DAY, 11, 0)

/** One "SII" and one sheet for all: making them costs more than the rest of a history. */
const authorityKeyPem = newAuthorityKeyPem()
const sheet = Buffer.from('%PDF-1.4\n% Documento\n%%EOF\n')

/** Lives through it until nothing is left to do; the breaches are those that stay. */
export async function live(history: History): Promise<HistoryReport> {
  const [database, file] = await Promise.all([openDatabase(history), workerFile()])
  const time = startCommonClock(START_MS, PACE)
  const { now } = time.clock
  const made = { world: worldOfCasts, now, authorityKeyPem, sheet }
  const simulator = await startSiiSimulator({ port: 0, ...made })
  const { admin } = simulator
  for (const fault of history.faults ?? []) admin.faults.add(fault)
  const cast = castOf(history)
  for (const { sql, parameters } of insertionsOf(cast.rows)) {
    await database.pool.query(sql, parameters)
  }
  await database.pool.query(NUMBERS_AHEAD)
  if (history.hasFile === true) await orderDocuments({ db: database.db, clock: time.clock }, cast)
  const { publicKey, idk } = admin.authority()
  const crew = startCrew({
    file,
    clock: time.clock,
    stoppedForMs: 2 * LEASE_MS,
    orders: ordersOf(history, {
      seed: String(history.seed),
      databaseUrl: database.url,
      siiUrl: simulator.url,
      idk,
      siiKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      vaultKey: VAULT_KEY,
      personSlots: 4,
      poolSize: 4,
      hurry: time.hurry,
    }),
  })
  const portal = portalFacts(admin)
  const look = () => breachesOf(history, cast, portal, database)
  try {
    const next = () => nextThing(database.pool, now(), crew.isAwake)
    const rest = settle({ time, crew, release: () => admin.release(), next, look })
    const ended = new AbortController()
    const stopping = stopPostgres(history, database, {
      requests: () => admin.requests().length,
      ended: ended.signal,
    })
    await rest
    ended.abort()
    const stops = await stopping
    await crew.stop()
    return {
      breaches: await look(),
      issued: portal.documents().length,
      struck: crew.struck + stops,
      said: crew.said,
    }
  } finally {
    await crew.stop()
    await simulator.close()
    await database.drop()
    time.close()
  }
}

/** The cast brings numbers of its own, which whoever inserts a row is not to meet. */
const NUMBERS_AHEAD = `select setval(pg_get_serial_sequence(table_name, column_name), 1000)
  from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`

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

function castOf({ seed, hasFile = false }: History): Cast {
  const chance = createChance(seed)
  const cast = createCast({
    chance,
    mostBillings: 3,
    isAlike: false,
    wrongClave: false,
    wrongPassword: false,
    isBoletas: false,
  })
  return hasFile ? withFile(cast) : cast
}

function ordersOf(
  { workers, strike, jump }: History,
  shared: Omit<Order, 'name' | 'strike' | 'jump'>,
): Order[] {
  const first: Order = { ...shared, name: 'w1', strike: strike ?? null, jump: jump ?? null }
  const second: Order = { ...shared, name: 'w2', strike: null, jump: null }
  return workers === 1 ? [first] : [first, second]
}

/** Requests to the portal before it is stopped, and between its stops: always amid the work. */
const REQUESTS_BETWEEN_STOPS = 9
const GLANCE_MS = 10

async function stopPostgres(
  { postgresStops = 0 }: History,
  { pid }: ChaosDatabase,
  { requests, ended }: { requests(): number; ended: AbortSignal },
): Promise<number> {
  let stops = 0
  while (stops < postgresStops && !ended.aborted) {
    await sleep(GLANCE_MS)
    const running = pid()
    if (running === undefined || requests() < REQUESTS_BETWEEN_STOPS * (stops + 1)) continue
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
