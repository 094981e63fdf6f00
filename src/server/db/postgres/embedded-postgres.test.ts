import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres, stopSurvivor, type EmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive } from './postmaster.ts'

let folder: string
let dataDir: string
let started: EmbeddedPostgres[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folio-embedded-'))
  dataDir = join(folder, 'data')
  started = []
})
afterEach(async () => {
  for (const server of started) await server.stop()
  await stopSurvivor(dataDir)
  rmSync(folder, { recursive: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir })
  started.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: unknown }>(sql)
    return rows[0]?.value
  } finally {
    await client.end()
  }
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

describe('the embedded database', { timeout: 60_000 }, () => {
  test('keeps its data from one start to the next and leaves no process behind', async () => {
    const first = await start()
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS value')
    const pid = postmasterPid()
    await first.stop()
    expect(isAlive(pid)).toBe(false)
    const second = await start()
    expect(await ask(second.url, 'SELECT value FROM kept')).toBe(42)
  })

  test('refuses a second holder of the same folder', async () => {
    const first = await start()
    await expect(start()).rejects.toThrow('dataFolderInUse')
    expect(await ask(first.url, 'SELECT 1 AS value')).toBe(1)
  })

  test('takes over after its holder was killed', async () => {
    const module = join(import.meta.dirname, 'embedded-postgres.ts')
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
      console.log(server.url)
      setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const printed: unknown[] = await once(holder.stdout, 'data')
    await ask(String(printed[0]).trim(), 'CREATE TABLE kept AS SELECT 7 AS value')
    const survivor = postmasterPid()
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(isAlive(survivor)).toBe(true)
    const next = await start()
    expect(await ask(next.url, 'SELECT value FROM kept')).toBe(7)
    expect(isAlive(survivor)).toBe(false)
  })

  test('comes back on the same address when its server is killed', async () => {
    const server = await start()
    const pid = postmasterPid()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => ask(server.url, 'SELECT 1 AS value'), { timeout: 20_000 }).toBe(1)
    expect(postmasterPid()).not.toBe(pid)
  })

  test('listens on the loopback alone, by password, to a role that is no superuser', async () => {
    const server = await start()
    const settings = await ask(
      server.adminUrl,
      `SELECT concat_ws(' ', current_setting('listen_addresses'), current_setting('data_checksums'),
         'sockets:' || current_setting('unix_socket_directories')) AS value`,
    )
    expect(settings).toBe('127.0.0.1 on sockets:')
    const collation = await ask(
      server.url,
      `SELECT concat_ws(' ', datlocprovider, datlocale, current_setting('is_superuser')) AS value
       FROM pg_database WHERE datname = current_database()`,
    )
    expect(collation).toBe('b C.UTF-8 off')
    const stranger = new URL(server.url)
    stranger.password = 'guess'
    await expect(ask(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(dataDir, 'postgres-secret')).mode & 0o777).toBe(0o600)
  })
})
