import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import { startSiiSimulator, type ListeningSiiSimulator } from '#simulators/sii/simulator.ts'
import { world } from '#simulators/world.ts'
import { freePort } from './processes.ts'

/** The API in one process and the work in two others, on one PostgreSQL and one simulated SII. */
let database: TestDatabase
let simulator: ListeningSiiSimulator
let dataDir: string
let started: { child: ChildProcess; written: () => string; ended: Promise<unknown> }[]

beforeEach(async () => {
  database = await createTestDatabase()
  simulator = await startSiiSimulator({
    port: 0,
    world,
    now: () => performance.timeOrigin + performance.now(),
  })
  dataDir = mkdtempSync(join(tmpdir(), 'folio-roles-'))
  started = []
})
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGTERM')
    await ended
  }
  await simulator.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

function run(script: 'api' | 'worker', settings: Record<string, string> = {}): () => string {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      FOLIO_DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SII_BASE_URL: simulator.url,
      UNDO_WINDOW_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  started.push({ child, written: () => text, ended: once(child, 'close') })
  return () => text
}

async function issued(): Promise<{ folio: number }[]> {
  const { rows } = await database.pool.query<{ folio: number }>(
    "select folio from document where state = 'issued' and files_state = 'stored'",
  )
  return rows
}

test(
  'the API only serves; workers issue, and two of them issue nothing twice',
  { timeout: 240_000 },
  async () => {
    const port = String(await freePort())
    const api = run('api', { PORT: port })
    const isReady = async () =>
      (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true
    await expect.poll(isReady, { timeout: 120_000, interval: 200, message: api() }).toBe(true)
    const planned = await database.pool.query('select from document')
    expect(planned.rows, 'documents that an API planned').toHaveLength(0)

    const [one, two] = [run('worker'), run('worker')]
    await expect
      .poll(async () => (await issued()).length, {
        timeout: 120_000,
        interval: 500,
        message: one() + two(),
      })
      .toBe(3)
    const attempts = await database.pool.query<{ worker: string }>('select worker from attempt')
    expect(attempts.rows, 'one try each').toHaveLength(3)
    const asked = <T extends { timesAsked: number }>(entries: T[]) =>
      entries.filter(({ timesAsked }) => timesAsked > 0)
    const atSii = [...asked(simulator.admin.ledger()), ...asked(simulator.admin.boletas())]
    expect(atSii.map(({ timesAsked }) => timesAsked)).toEqual([1, 1, 1])
    const theirs = atSii.map(({ folio }) => folio).toSorted()
    expect((await issued()).map(({ folio }) => folio).toSorted()).toEqual(theirs)
  },
)
