import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asStartFault, StartFault } from '../../start-fault.ts'
import { claimFolder, type Release } from './folder-claim.ts'
import { postgresAccount, type Account } from './account.ts'
import { postgresBinaries } from './binaries.ts'
import {
  clusterFolder,
  ensureCluster,
  hereInside,
  programEnvironment,
  rolePassword,
  type Role,
} from './cluster.ts'
import { ensureOwnDatabase } from './own-database.ts'
import { countRestarts } from './restarts.ts'
import { freePort, isReady, stopPostmaster, stopProcess } from './postmaster.ts'

export type EmbeddedPostgres = {
  /** Database `folio` as role `folio`, who owns it and is no superuser: row-level security holds. */
  url: string
  /** The same database as role `folio_api`, which sees the rows of one organisation at a time. */
  tenantsUrl: string
  /** The same server as superuser, for creating and dropping databases. */
  adminUrl: string
  /** Ends the sessions, shuts down cleanly and gives the folder up. Harmless when repeated. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  /** False gives up safety against a power cut for speed; for tests alone. */
  durable?: boolean
}

/**
 * Starts the PostgreSQL that came with `npm ci` on 127.0.0.1 and a free port, in
 * `<dataDir>/postgres`. One process at a time may hold a data folder; a server that survived a
 * killed Folio is shut down first, and one that dies meanwhile is started again on the same port.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  let release: Release | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    release = await claimFolder(dataDir)
    return await startClaimed({ ...options, dataDir }, release)
  } catch (error) {
    await release?.()
    throw asStartFault(error)
  }
}

/** Shuts down a server whose Folio was killed. Leaves a folder that somebody holds alone. */
export async function stopSurvivor(dataDir: string): Promise<void> {
  if (statSync(dataDir, { throwIfNoEntry: false }) === undefined) return
  const release = await claimFolder(dataDir)
  await stopPostmaster(clusterFolder(dataDir))
  await release()
}

async function startClaimed(options: EmbeddedOptions, release: Release): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  const account = postgresAccount(clusterFolder(dataDir))
  const binaries = postgresBinaries(account)
  await stopPostmaster(clusterFolder(dataDir))
  const cluster = ensureCluster(dataDir, binaries, account)
  const server = new Server({ ...options, cluster, binaries, account })
  await server.start()
  const adminUrl = urlOf(dataDir, 'postgres', server.port)
  const url = urlOf(dataDir, 'folio', server.port)
  const tenantsUrl = urlOf(dataDir, 'folio_api', server.port)
  try {
    await ensureOwnDatabase(adminUrl, {
      owner: rolePassword(dataDir, 'folio'),
      tenants: rolePassword(dataDir, 'folio_api'),
    })
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url, tenantsUrl, adminUrl, stop: () => server.stop().then(release) }
}

type ServerOptions = EmbeddedOptions & { cluster: string; binaries: string; account: Account }

class Server {
  port = 0
  readonly #options: ServerOptions
  readonly #logFile: string
  #child: ChildProcess | undefined
  #stopping = false
  readonly #restarts = countRestarts()

  constructor(options: ServerOptions) {
    this.#options = options
    this.#logFile = join(options.dataDir, 'postgres.log')
    process.once('exit', this.#atExit)
  }

  /** Tries a few ports: one found free may be taken before PostgreSQL binds it. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      this.port = await freePort()
      const ended = await this.#launch()
      if (ended === 'ready') return
      if (tries === portTries || !/Address already in use|shared memory/.test(ended)) {
        throw startFailure(ended)
      }
      await sleep(200)
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    process.off('exit', this.#atExit)
    const pid = this.#child?.pid
    if (pid !== undefined) await stopProcess(pid)
  }

  /** Answers 'ready', or what the server wrote before it ended. */
  async #launch(): Promise<string> {
    rmSync(this.#logFile, { force: true })
    const child = this.#spawn()
    const { pid } = child
    if (pid === undefined) return 'spawn failed'
    const limit = performance.now() + readyLimitMs
    while (performance.now() < limit) {
      if (isReady(this.#options.cluster, pid)) {
        child.once('exit', () => void this.#revive())
        this.#child = child
        return 'ready'
      }
      if (child.exitCode !== null || child.signalCode !== null) return this.#lastWords()
      await sleep(5)
    }
    await stopProcess(pid)
    return this.#lastWords()
  }

  #spawn(): ChildProcess {
    const { binaries, account, cluster, durable = true } = this.#options
    const log = openSync(this.#logFile, 'a', 0o600)
    try {
      const settings = [...common(this.port), ...(durable ? [] : hasty)]
      const child = spawn(
        join(binaries, 'bin', 'postgres'),
        ['-D', hereInside, ...settings.flatMap((setting) => ['-c', setting])],
        // A session of its own: Ctrl-C at the terminal reaches Folio, which stops it in order.
        {
          ...account,
          cwd: cluster,
          env: programEnvironment,
          stdio: ['ignore', log, log],
          detached: true,
        },
      )
      child.once('error', () => {})
      child.unref()
      return child
    } finally {
      closeSync(log)
    }
  }

  async #revive(): Promise<void> {
    const waitMs = this.#stopping ? null : this.#restarts.next()
    if (waitMs === null) return
    await sleep(waitMs)
    if (this.#stopping) return
    if ((await this.#launch()) !== 'ready') await this.#revive()
  }

  #lastWords(): string {
    return readFileSync(this.#logFile, 'utf8').slice(-2000).trim()
  }

  // For an end without stop(): the signal is enough, PostgreSQL shuts down by itself.
  readonly #atExit = (): void => {
    this.#stopping = true
    this.#child?.kill('SIGINT')
  }
}

const portTries = 5
// Recovery after a power cut replays at most max_wal_size, a matter of seconds.
const readyLimitMs = 120_000

function common(port: number): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=80',
    'shared_buffers=64MB',
    'max_wal_size=256MB',
    'jit=off',
    'log_checkpoints=off',
    'log_min_messages=warning',
  ]
}

/**
 * For tests: without autovacuum, which by the minute of the clock changes plans, and with them the order of rows; and
 * with a statement planned once a connection, because planning is half of what an almost empty database does.
 */
const hasty = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'plan_cache_mode=force_generic_plan',
]

function startFailure(lastWords: string): StartFault {
  return new StartFault(/No space left/.test(lastWords) ? 'diskFull' : 'embeddedFailed', lastWords)
}

function urlOf(dataDir: string, role: Role, port: number): string {
  const database = role === 'postgres' ? 'postgres' : 'folio'
  return `postgres://${role}:${rolePassword(dataDir, role)}@127.0.0.1:${port}/${database}`
}
