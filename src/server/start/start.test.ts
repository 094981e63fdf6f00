import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, systemClock } from '../clock.ts'
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts'
import { Secret } from '../vault/secret.ts'
import { keyRing } from '../vault/key-ring.ts'
import { claimEnvironment } from './environment.ts'
import { keysOf } from './keys.ts'
import { listenOn } from './listen.ts'
import { readinessChecks } from './readiness.ts'
import { createStops } from './stops.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'folio-start-'))
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

test('a database keeps the environment it was made in and refuses the other', async () => {
  const clock = settableClock('2026-11-05T15:00:00Z')
  await claimEnvironment(database.db, clock, 'demonstration')
  await claimEnvironment(database.db, clock, 'demonstration')
  await expect(claimEnvironment(database.db, clock, 'real')).rejects.toThrow(
    /es del ambiente "demonstration" y Folio está configurado para "real"/,
  )
})

test('the demonstration makes its keys once, readable by their owner alone', () => {
  const first = keysOf({ keys: null, dataDir: folder })
  const again = keysOf({ keys: null, dataDir: folder })
  const textsOf = ({ vault, token, secondFactor, payment }: typeof first) =>
    [vault, token, secondFactor, payment].map((one) => one?.reveal())
  const own = textsOf(first)
  expect(textsOf(again)).toEqual(own)
  expect(new Set(own).size).toBe(4)
  const path = join(folder, 'demonstration-keys.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toContain(own[0])
})

test('a data folder of before second factors and payments had keys gets them, and keeps the others', () => {
  const older = mkdtempSync(join(tmpdir(), 'folio-keys-'))
  const [vault, token] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  writeFileSync(join(older, 'demonstration-keys.json'), JSON.stringify({ vault, token }))
  const first = keysOf({ keys: null, dataDir: older })
  expect([first.vault?.reveal(), first.token.reveal()]).toEqual([vault, token])
  const again = keysOf({ keys: null, dataDir: older })
  expect(again.secondFactor?.reveal()).toBe(first.secondFactor?.reveal())
  expect(again.payment.reveal()).toBe(first.payment.reveal())
  rmSync(older, { recursive: true })
})

test('configured keys are used as they are, and none are made', () => {
  const keys = {
    vault: new Secret('a'),
    token: new Secret('b'),
    secondFactor: new Secret('c'),
    payment: new Secret('d'),
    previous: [],
    previousSecondFactor: [],
    previousPayment: [],
    sealing: null,
  }
  expect(keysOf({ keys, dataDir: '/nowhere' })).toBe(keys)
})

test('a busy port that was asked for is told; one nobody asked for is passed over', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const server = fastify()
  await expect(listenOn(server, { host: '127.0.0.1', port })).rejects.toThrow(`portInUse: ${port}`)
  const free = await listenOn(server, { host: '127.0.0.1', port: null })
  expect(free).toBeGreaterThanOrEqual(3000)
  await server.close()
  await new Promise((resolve) => other.close(resolve))
})

test('things are stopped in the opposite order, and one that fails does not keep the others', async () => {
  const stopped: string[] = []
  const stops = createStops()
  stops.add('database', async () => void stopped.push('database'))
  stops.add('jobs', () => Promise.reject(new Error('no')))
  stops.add('pipeline', async () => void stopped.push('pipeline'))
  expect(await stops.run()).toEqual(['jobs'])
  expect(stopped).toEqual(['pipeline', 'database'])
  expect(await stops.run()).toEqual([])
})

test('one that never ends is given up, and all together end within ten seconds', async () => {
  const clock = settableClock(0)
  const stops = createStops(clock)
  const parts = ['database', 'connections', 'changes', 'server', 'jobs', 'pipeline'] as const
  for (const part of parts)
    stops.add(part, () => new Promise<never>(() => undefined), { limitMs: 5_000 })
  let late: string[] | undefined
  void stops.run().then((names) => (late = names))
  for (let second = 0; second < 10; second += 0.1) await clock.advance(100)
  await expect.poll(() => late).toHaveLength(parts.length)
})

test('what must not be cut off is waited for beyond the limits, up to its own', async () => {
  const clock = settableClock(0)
  const stops = createStops(clock)
  const sent = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const stopped: string[] = []
  stops.add('database', async () => void stopped.push('database'))
  stops.add('pipeline', () => ended.promise, {
    limitMs: 5_000,
    unless: { ends: () => sent.promise, limitMs: 90_000 },
  })
  let late: string[] | undefined
  void stops.run().then((names) => (late = names))
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000)
  expect(stopped).toEqual([])
  sent.resolve()
  ended.resolve()
  await expect.poll(() => late).toEqual([])
  expect(stopped).toEqual(['database'])
})

test('one that never ends although nothing of it must be waited for is given up as ever', async () => {
  const clock = settableClock(0)
  const stops = createStops(clock)
  stops.add('pipeline', () => new Promise<never>(() => undefined), {
    limitMs: 5_000,
    unless: { ends: async () => undefined, limitMs: 90_000 },
  })
  let late: string[] | undefined
  void stops.run().then((names) => (late = names))
  for (let second = 0; second < 6; second += 0.1) await clock.advance(100)
  await expect.poll(() => late).toEqual(['pipeline'])
})

test('a send that never ends is given up at its own limit', async () => {
  const clock = settableClock(0)
  const stops = createStops(clock)
  const never = () => new Promise<never>(() => undefined)
  stops.add('pipeline', never, { limitMs: 5_000, unless: { ends: never, limitMs: 90_000 } })
  let late: string[] | undefined
  void stops.run().then((names) => (late = names))
  for (let second = 0; second < 94; second += 1) await clock.advance(1_000)
  expect(late).toBeUndefined()
  for (let second = 0; second < 3; second += 0.1) await clock.advance(100)
  await expect.poll(() => late).toEqual(['pipeline'])
})

test('a working process is ready; with another key, clock or database it is not', async () => {
  const ring = keyRing(new Secret(Buffer.alloc(32, 1).toString('base64')))
  // PostgreSQL's clock is the machine's, and what the tests take for today is not.
  const nowMs = () => Math.round(performance.timeOrigin + performance.now())
  const { db, pool } = database
  const needs = { db, pool, clock: { ...systemClock, now: nowMs }, rings: [ring] }
  const results = async (checks = readinessChecks(needs)) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await check()] as const),
      ),
    )
  expect(await results()).toEqual({
    database: true,
    migrations: true,
    key: true,
    clock: true,
    timeZone: true,
  })
  const past = settableClock(nowMs() - 60 * 60_000)
  expect(await results(readinessChecks({ ...needs, clock: past }))).toMatchObject({ clock: false })
  const lost = { ...ring, opening: () => undefined }
  await expect(readinessChecks({ ...needs, rings: [ring, lost] }).key?.()).rejects.toThrow(
    'No vault key',
  )
})
