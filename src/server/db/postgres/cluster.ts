import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartFault } from '../../start-fault.ts'
import { giveTo, type Account } from './account.ts'

/** `folio` owns the tables; `folio_api` sees one organisation's rows at a time. */
export type Role = 'postgres' | 'folio' | 'folio_api'

/**
 * Makes the cluster on the first start and returns its folder. It is built beside its place and
 * moved there when whole, so a start killed half-way leaves nothing that looks finished.
 */
export function ensureCluster(dataDir: string, binaries: string, account: Account): string {
  const cluster = clusterFolder(dataDir)
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  giveTo(account, draft)
  try {
    initialise(draft, dataDir, binaries, account)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  renameSync(draft, cluster)
  return cluster
}

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** Each role's own password, derived from the one secret that lies in the data folder (0600). */
export function rolePassword(dataDir: string, role: Role): string {
  const secret = readFileSync(join(dataDir, 'postgres-secret'), 'utf8').trim()
  return createHash('sha256').update(`${role}:${secret}`).digest('base64url')
}

/**
 * The folder that a PostgreSQL program works in is handed over as /proc/self/cwd: we enter it with
 * our own rights before the program takes the account's, which may not be able to walk the path to
 * it (a data folder under /root).
 */
export const hereInside = '/proc/self/cwd'

export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function initialise(draft: string, dataDir: string, binaries: string, account: Account): void {
  writeFileSync(join(dataDir, 'postgres-secret'), randomBytes(32).toString('base64url'), {
    mode: 0o600,
  })
  chmodSync(join(dataDir, 'postgres-secret'), 0o600)
  const passwordFile = join(dataDir, 'postgres-password.new')
  writeFileSync(passwordFile, rolePassword(dataDir, 'postgres'), { mode: 0o600 })
  giveTo(account, passwordFile)
  // Handed over as an open file for the same reason as the folder.
  const passwordFd = openSync(passwordFile, 'r')
  try {
    runInitdb(draft, binaries, account, passwordFd)
  } finally {
    closeSync(passwordFd)
    rmSync(passwordFile)
  }
}

function runInitdb(draft: string, binaries: string, account: Account, passwordFd: number): void {
  const { status, stderr, error } = spawnSync(join(binaries, 'bin', 'initdb'), initdbOptions, {
    ...account,
    cwd: draft,
    env: programEnvironment,
    stdio: ['ignore', 'ignore', 'pipe', passwordFd],
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (status === 0) return
  const reason = error?.message ?? stderr
  throw new StartFault(/No space left/.test(reason) ? 'diskFull' : 'embeddedFailed', reason.trim())
}

const initdbOptions = [
  `--pgdata=${hereInside}`,
  '--username=postgres',
  '--pwfile=/dev/fd/3',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]
