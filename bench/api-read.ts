/**
 * What an authenticated read costs the server: requests per second of its processor time, against a route of
 * Express that does nothing and one of plain Fastify, in turns in one run; beside them what one query alone
 * costs plain Fastify by way of pg, with no token and no tenant; then how even its times are.
 *   node scripts/node.mjs bench/api-read.ts [rounds]
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { startTestPostgres } from '#server/db/test-postgres.ts'

const LEAST = { express: 1, fastify: 0.15 }
const MOST_SPREAD = 3
const SHARE_OF_LIMIT = 0.7
const NAMES = ['express', 'fastify', 'query', 'folio'] as const
const SECONDS = 3
/** Until what is asked all the time is compiled. */
const WARM_UP_SECONDS = 15
const loadResult = z.object({ count: z.number(), p50: z.number(), p99: z.number() })

const rounds = Number(process.argv[2] ?? 7)
const { postgres, stop } = await startTestPostgres()
const env = {
  ...process.env,
  NODE_ENV: 'production',
  FOLIO_TEST_POSTGRES: JSON.stringify(postgres),
}
const children: ChildProcess[] = []
try {
  const servers = {
    express: await serve('api-empty.mjs', 'express'),
    fastify: await serve('api-empty.mjs', 'fastify'),
    query: await serve('api-empty.mjs', 'query', postgres.url),
    folio: await serve('api-folio.ts'),
  }
  const load = start('api-load.mjs')
  await measure(servers, load)
} finally {
  for (const child of children) child.disconnect()
  await Promise.all(children.map((child) => once(child, 'exit')))
  await stop()
}

type Server = { child: ChildProcess; target: unknown }
type Servers = Record<(typeof NAMES)[number], Server>

async function measure(servers: Servers, load: ChildProcess): Promise<void> {
  const perCpuSecond = { express: empty(), fastify: empty(), query: empty(), folio: empty() }
  const perSecond: number[] = []
  for (const name of NAMES) await loaded(servers[name], load, null, WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round += 1) {
    for (const name of NAMES) {
      const { count, cpuSeconds } = await loaded(servers[name], load, null)
      perCpuSecond[name].push(count / cpuSeconds)
      if (name === 'folio') perSecond.push(count / SECONDS)
    }
  }
  const rate = {
    express: median(perCpuSecond.express),
    fastify: median(perCpuSecond.fastify),
    query: median(perCpuSecond.query),
    folio: median(perCpuSecond.folio),
  }
  console.log('requests per second of processor', rounded(rate))
  tell('against an empty route of Express', rate.folio / rate.express, LEAST.express)
  tell('against plain Fastify', rate.folio / rate.fastify, LEAST.fastify)
  console.log(
    `one query alone against an empty route of Express: ${(rate.query / rate.express).toFixed(2)}`,
  )
  const pace = SHARE_OF_LIMIT * median(perSecond)
  const spreads: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { p50, p99 } = await loaded(servers.folio, load, pace)
    spreads.push(p99 / p50)
    console.log(`at ${Math.round(pace)}/s: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
  }
  const spread = median(spreads)
  console.log(`p99 over p50: ${spread.toFixed(2)} (at most ${MOST_SPREAD})`)
  if (spread > MOST_SPREAD) process.exitCode = 1
}

async function loaded(
  server: Server,
  load: ChildProcess,
  perSecond: number | null,
  seconds = SECONDS,
) {
  const before = await cpuOf(server)
  load.send({ target: server.target, seconds, perSecond })
  const result = loadResult.parse(await told(load))
  return { ...result, cpuSeconds: (await cpuOf(server)) - before }
}

async function cpuOf({ child }: Server): Promise<number> {
  child.send('cpu')
  return z.object({ cpuSeconds: z.number() }).parse(await told(child)).cpuSeconds
}

async function serve(file: string, ...args: string[]): Promise<Server> {
  const child = start(file, ...args)
  const { target } = z.object({ target: z.unknown() }).parse(await told(child))
  return { child, target }
}

function start(file: string, ...args: string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, file), args, { env })
  child.setMaxListeners(0)
  children.push(child)
  return child
}

async function told(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('A process ended early')))
  const message: unknown[] = await Promise.race([once(child, 'message'), ended])
  return message[0]
}

function tell(what: string, ratio: number, least: number): void {
  console.log(`${what}: ${ratio.toFixed(2)} (at least ${least})`)
  if (ratio < least) process.exitCode = 1
}

function median(samples: number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? 0
}

function rounded(rates: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, Math.round(rate)]))
}

function empty(): number[] {
  return []
}
