import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createToken } from '#contract/auth.ts'
import { listDocuments } from '#contract/documents.ts'
import { readPaymentsOverview } from '#contract/payments-overview.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded-postgres.ts'
import { demoLogins } from '#server/demonstration.ts'
import { freePort, processesOf } from './processes.ts'

type Folio = {
  dataDir: string
  process: ChildProcess
  port: number
  written: () => string
  ended: Promise<number | null>
}

const folders: string[] = []
const started: Folio[] = []
/** Shared by the tests that find the same Folio running, because a new folder's database takes seconds to make. */
const sharedDir = newFolder()

afterAll(async () => {
  for (const { process, ended } of started) {
    process.kill('SIGTERM')
    await ended
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'folio-start-'))
  folders.push(folder)
  return folder
}

/** The Folio of the shared folder; started where none is running. A document can be stopped for a second, not for twenty. */
async function running(): Promise<Folio> {
  const [last] = started.filter(
    (one) => one.dataDir === sharedDir && one.process.exitCode === null && !one.process.killed,
  )
  const folio = last ?? npmStart(sharedDir, await freePort(), { UNDO_WINDOW_SECONDS: '1' })
  await untilReady(folio)
  return folio
}

function npmStart(dataDir: string, port: number, settings: Record<string, string> = {}): Folio {
  const plain = { ...process.env, NODE_ENV: 'production', DATABASE_URL: undefined }
  const environment = { ...plain, FOLIO_DATA_DIR: dataDir, PORT: String(port), ...settings }
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: join(import.meta.dirname, '../..'),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(() => child.exitCode)
  const folio = { dataDir, process: child, port, written: () => text, ended }
  started.push(folio)
  return folio
}

async function untilReady(folio: Folio): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const reply = await fetch(`http://127.0.0.1:${folio.port}/readyz`).catch(() => undefined)
    return reply?.ok === true || folio.process.exitCode !== null
  }
  await expect.poll(isReady, { timeout: 120_000, interval: 100 }).toBe(true)
  if (folio.process.exitCode !== null) throw new Error(`ended: ${folio.written()}`)
}

const REGISTERED = z.object({ id: z.int() })

/** Answers the account's id. */
async function register(folio: Folio): Promise<{ id: number }> {
  const password = 'Cuncuna-43-verde'
  const reply = await fetch(`http://127.0.0.1:${folio.port}/api/auth/users/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'vuelve@ejemplo.cl', password, re_password: password }),
  })
  expect(reply.status).toBe(201)
  return REGISTERED.parse(await reply.json())
}

/** In the database of the data folder. */
async function query(dataDir: string, sql: string): Promise<unknown[]> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  await server.stop()
  return rows
}

/** Signs the demonstration's first person in; what reads as they do. */
async function demoReader(folio: Folio) {
  const api = `http://127.0.0.1:${folio.port}/api`
  const login = await fetch(`${api}/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoLogins[0]),
  })
  const { access } = createToken.reply.parse(await login.json())
  const headers = { authorization: `Bearer ${access}` }
  return async <Reply>({ path, reply }: { path: string; reply: z.ZodType<Reply> }) =>
    reply.parse(await (await fetch(`${api}${path}`, { headers })).json())
}

const formerJournal = `
  CREATE TABLE schema_migration (name text PRIMARY KEY, checksum text NOT NULL);
  INSERT INTO schema_migration VALUES ('0001-baseline.sql', 'one'), ('0002-dates-and-clocks.sql', 'two')`

describe('npm start', { timeout: 300_000 }, () => {
  test('serves the page, and says its address and the demonstration’s login once', async () => {
    const folio = await running()
    const landing = await fetch(`http://127.0.0.1:${folio.port}/`)
    expect(await landing.text()).toContain('Comenzar sin suscripción')
    const program = await fetch(`http://127.0.0.1:${folio.port}/login`)
    expect(await program.text()).toContain('<div id="root">')
    const address = `127.0.0.1:${folio.port}|localhost:${folio.port}`
    await expect.poll(folio.written).toMatch(new RegExp(address))
    const lines = folio.written().split('\n')
    expect(lines.filter((line) => new RegExp(address).test(line))).toHaveLength(1)
    expect(folio.written()).toMatch(/@/)
  })

  test('a second one in the same folder says so and leaves the first alone', async () => {
    const first = await running()
    const second = npmStart(sharedDir, await freePort())
    expect(await second.ended).toBe(1)
    expect(second.written().trim()).toBe(
      `Otro Folio ya usa la carpeta ${sharedDir}. Detenlo primero, o elige otra con FOLIO_DATA_DIR.`,
    )
    await untilReady(first)
  })

  test('in its first two minutes a document is issued, mailed and paid, and the first screen shows it', async () => {
    const folio = await running()
    const read = await demoReader(folio)
    const latest = async () => (await read(readPaymentsOverview)).latest
    await expect.poll(latest, { timeout: 120_000, interval: 500 }).toHaveLength(1)
    const [payment] = await latest()
    const { documents } = await read(listDocuments)
    expect(documents.find(({ id }) => id === payment?.document.id)).toMatchObject({
      state: 'issued',
      total: payment?.amount,
      delivery: 'viewed',
      payment: { state: 'paid' },
    })
    // Another one is mailed, and owed.
    expect(await read(readPaymentsOverview)).toMatchObject({ clients: 1 })
  })

  test('Ctrl-C leaves nothing running, and the data is there at the next start', async () => {
    const first = await running()
    const account = await register(first)
    first.process.kill('SIGINT')
    expect(await first.ended, first.written()).toBe(0)
    await expect.poll(() => processesOf(sharedDir), { timeout: 20_000 }).toEqual([])
    const second = await running()
    // Registered again it is a new account, because it was not activated; its id follows those that are kept.
    expect((await register(second)).id).toBe(account.id + 1)
  })

  test('a killed server leaves no database running', async () => {
    const folio = await running()
    const server = processesOf(sharedDir).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts'),
    )
    process.kill(Number(server), 'SIGKILL')
    expect(await folio.ended).toBe(1)
    await expect.poll(() => processesOf(sharedDir), { timeout: 20_000 }).toEqual([])
  })

  test('a killed starter takes its server along', async () => {
    const folio = await running()
    folio.process.kill('SIGKILL')
    await expect.poll(() => processesOf(sharedDir), { timeout: 20_000 }).toEqual([])
  })

  test('a data folder of a former numbering is named and left as it is', async () => {
    const dataDir = newFolder()
    await query(dataDir, formerJournal)
    const folio = npmStart(dataDir, await freePort())
    expect(await folio.ended).toBe(1)
    expect(folio.written().trim()).toBe(
      `Los datos de la carpeta ${dataDir} son de una versión anterior de Folio, que esta no puede leer. ` +
        'Para empezar de nuevo, mueve o borra esa carpeta.',
    )
    const tables = await query(
      dataDir,
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    )
    expect(tables).toEqual([{ name: 'schema_migration' }])
    expect(
      await query(dataDir, 'SELECT name, checksum FROM schema_migration ORDER BY name'),
    ).toEqual([
      { name: '0001-baseline.sql', checksum: 'one' },
      { name: '0002-dates-and-clocks.sql', checksum: 'two' },
    ])
  })

  test('a port that is taken is named, and nothing stays running', async () => {
    await expect.poll(() => processesOf(sharedDir), { timeout: 20_000 }).toEqual([])
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const folio = npmStart(sharedDir, port)
    expect(await folio.ended).toBe(1)
    expect(folio.written().trim()).toBe(`El puerto ${port} está ocupado. Elige otro con PORT.`)
    await expect.poll(() => processesOf(sharedDir), { timeout: 20_000 }).toEqual([])
    taken.close()
  })

  test('a database that is away is said in one line', async () => {
    const url = `postgres://folio@127.0.0.1:${await freePort()}/folio`
    const folio = npmStart(newFolder(), await freePort(), { DATABASE_URL: url })
    expect(await folio.ended).toBe(1)
    expect(folio.written().trim()).toMatch(/^No se pudo llegar a la base de datos .*encendida\.$/)
  })
})
