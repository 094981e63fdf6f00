/**
 * What an authenticated read costs the server: requests per second of its processor time, against a route of
 * Express that does nothing and one of plain Fastify, in turns in one run; beside them what one query alone
 * costs plain Fastify by way of pg, with no token and no tenant; then how even its times are.
 *   node scripts/node.mjs bench/api-read.ts [rounds]
 */
import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import {
  answerOf,
  cpuSecondsOf,
  median,
  printRatio,
  processesWith,
  type Server,
} from './processes.ts'

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
const processes = processesWith({
  ...process.env,
  NODE_ENV: 'production',
  FOLIO_TEST_POSTGRES: JSON.stringify(postgres),
})
try {
  const servers = {
    express: await processes.serve('api-empty.mjs', 'express'),
    fastify: await processes.serve('api-empty.mjs', 'fastify'),
    query: await processes.serve('api-empty.mjs', 'query', postgres.url),
    folio: await processes.serve('api-folio.ts'),
  }
  await measure(servers, processes.start('api-load.mjs'))
} finally {
  await processes.end()
  await stop()
}

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
  printRatio('against an empty route of Express', rate.folio / rate.express, LEAST.express)
  printRatio('against plain Fastify', rate.folio / rate.fastify, LEAST.fastify)
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
  const before = await cpuSecondsOf(server)
  load.send({ target: server.target, seconds, perSecond })
  const result = loadResult.parse(await answerOf(load))
  return { ...result, cpuSeconds: (await cpuSecondsOf(server)) - before }
}

function rounded(rates: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, Math.round(rate)]))
}

function empty(): number[] {
  return []
}
