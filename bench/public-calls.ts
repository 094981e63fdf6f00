/**
 * How fast /livez answers beside 50 requests a second of the worst texts, bodies and headers that the routes without a
 * session allow, in turn on each of them, against the same load of short texts.
 *   node scripts/node.mjs bench/public-calls.ts [seconds of each]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import { PUBLIC_BODY_LIMIT_BYTES } from '#server/http/body.ts'
import { API_BASE } from '#server/http/calls.ts'
import { contractCalls } from '#server/http/contract-calls.ts'
import type { JsonSchema } from '#server/http/docs/openapi-types.ts'

const MOST_P99_MS = 50
const REQUESTS_A_SECOND = 50
const LOOKS_A_SECOND = 100

const seconds = Number(process.argv[2] ?? 30)
const calls = contractCalls().filter(({ call }) => call.access !== 'session')

/** Characters on which a pattern may begin again at every place. */
const SIGNS = ['a', '@', '.', '0', ' ', '-', 'ñ', '&', '<', '\u0000', '\ud83d\ude00', 'a@a.']

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const HEADERS = ['accept', 'accept-language', 'authorization', 'cookie', 'user-agent', 'range']
HEADERS.push('x-forwarded-for', 'content-type', 'if-none-match', 'accept-encoding')
// All headers together may have 16 KB.
const MOST_HEADER_BYTES = 14 * 1024

type Request = {
  method: Call['method']
  path: string
  body: string | undefined
  headers: Record<string, string>
}

const short = calls.flatMap(({ call }) => requestOf(call, () => 'a'))
const worst = calls.flatMap(({ call }) => [
  ...SIGNS.flatMap((sign) => requestOf(call, (most) => fill(sign, most))),
  // The largest body that is read at all, in one field.
  ...SIGNS.flatMap((sign) => requestOf(call, () => fill(sign, PUBLIC_BODY_LIMIT_BYTES / 8))),
])

const told = z.object({
  target: z.object({
    url: z.string(),
    routes: z.array(z.object({ method: z.string(), path: z.string() })),
  }),
})

const { postgres, stop } = await startTestPostgres()
process.env.FOLIO_TEST_POSTGRES = JSON.stringify(postgres)
const server = fork(join(import.meta.dirname, 'public-server.ts'), { execArgv: process.execArgv })
try {
  const [{ target }] = z.tuple([told], z.unknown()).parse(await once(server, 'message'))
  const open = await openRoutes(target.url, target.routes)
  const hostile = [...worst, ...open.flatMap(hostileRequests)]
  await p99Beside(target.url, short, 5)
  const beside = { short: await p99Beside(target.url, short, seconds) }
  const results = { ...beside, worst: await p99Beside(target.url, hostile, seconds) }
  const ratio = results.worst.p99 / results.short.p99
  console.log(
    `/livez beside ${REQUESTS_A_SECOND} requests a second on ${open.length} routes without a session, ${seconds} s each\n` +
      `  short texts: ${told99(results.short)}\n  worst of ${hostile.length}: ${told99(results.worst)}\n` +
      `  ratio of p99: ${ratio.toFixed(2)} (p99 at most ${MOST_P99_MS} ms)`,
  )
  if (!(results.worst.p99 <= MOST_P99_MS)) process.exitCode = 1
} finally {
  server.disconnect()
  await stop()
}

type Route = { method: Request['method']; path: string }

/** Every route that answers a stranger something else than "who are you", and an address that is none. */
async function openRoutes(
  url: string,
  routes: { method: string; path: string }[],
): Promise<Route[]> {
  const found: Route[] = [{ method: 'POST', path: '/nada' }]
  for (const { method: name, path: pattern } of routes) {
    const method = METHODS.find((one) => one === name)
    const path = pattern.replace(/^\/*/, '/').replaceAll(/[:*]\w*/g, 'x'.repeat(43))
    if (method === undefined) continue
    const { status } = await fetch(url + path, { method, redirect: 'manual' })
    if (status !== 401 && status !== 405) found.push({ method, path })
  }
  return found
}

/** Bodies of as many keys as fit and headers as long as they may be, in what a program takes apart. */
function hostileRequests({ method, path }: Route): Request[] {
  const most = PUBLIC_BODY_LIMIT_BYTES
  const keys = Array.from({ length: most / 12 }, (_, n) => `"${n}":0`).join(',')
  const bodies = [
    [FORM, fill('0&', 16 * most)],
    [FORM, fill('0&', most)],
    [FORM, `a=${fill('%41', most - 2)}`],
    [JSON_TYPE, `{${keys}}`],
    [JSON_TYPE, fill('[', most)],
  ] as const
  const headers = HEADERS.flatMap((name) =>
    [',', ';', ' ', 'a,', '0-0,', ';q=1,', '"', '1.1.1.1,'].map((sign) => ({
      [name]: fill(sign, MOST_HEADER_BYTES),
    })),
  )
  return [
    ...(method === 'GET' ? [] : bodies).map(([type, body]) => ({
      method,
      path,
      body,
      headers: { 'content-type': type },
    })),
    ...headers.map((one) => ({ method, path, body: undefined, headers: one })),
  ]
}

type Times = { p50: number; p99: number; most: number; looks: number; sent: Record<string, number> }

async function p99Beside(url: string, requests: Request[], forSeconds: number): Promise<Times> {
  const looking = new Pool(url, { connections: 4, pipelining: 1 })
  const asking = new Pool(url, { connections: 64, pipelining: 1 })
  const until = performance.now() + forSeconds * 1_000
  const times: number[] = []
  const sent: Record<string, number> = {}
  let next = 0
  await Promise.all([
    evenly(LOOKS_A_SECOND, until, async (dueMs) => {
      const { body } = await looking.request({ path: '/livez', method: 'GET' })
      await body.dump()
      times.push(performance.now() - dueMs)
    }),
    evenly(REQUESTS_A_SECOND, until, async () => {
      const request = requests[next++ % requests.length]
      if (request === undefined) throw new Error('No request to send')
      const { method, path, body } = request
      const headers = { 'accept-language': 'es', ...request.headers }
      const reply = await asking.request({ path, method, headers, body: body ?? null })
      await reply.body.dump()
      sent[reply.statusCode] = (sent[reply.statusCode] ?? 0) + 1
    }),
  ])
  await Promise.all([looking.destroy(), asking.destroy()])
  times.sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.floor((times.length - 1) * part)] ?? Infinity
  return { p50: quantile(0.5), p99: quantile(0.99), most: quantile(1), looks: times.length, sent }
}

/** At an even pace, whether or not the ones before were answered. */
async function evenly(
  perSecond: number,
  untilMs: number,
  ask: (dueMs: number) => Promise<void>,
): Promise<void> {
  const asked: Promise<void>[] = []
  for (let dueMs = performance.now(); dueMs < untilMs; await sleep(1)) {
    for (; dueMs <= performance.now(); dueMs += 1_000 / perSecond) asked.push(ask(dueMs))
  }
  await Promise.all(asked)
}

/** Each field with the text that `write` gives for its longest length. */
function requestOf(call: Call, write: (most: number) => string): Request[] {
  const path = API_BASE + call.path.replaceAll(/:\w+/g, encodeURIComponent(write(40)).slice(0, 190))
  const method = call.method
  if (call.body === undefined) return [{ method, path, body: undefined, headers: {} }]
  const schema: JsonSchema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, write(mostOf(field))] as const,
  )
  const body = JSON.stringify(Object.fromEntries(fields))
  return [{ method, path, body, headers: { 'content-type': JSON_TYPE } }]
}

function mostOf(field: unknown): number {
  const limits = z
    .object({ maxLength: z.number().optional(), anyOf: z.array(z.unknown()).optional() })
    .safeParse(field)
  const inner = (limits.data?.anyOf ?? []).map(mostOf)
  return limits.data?.maxLength ?? Math.max(40, ...inner)
}

function fill(sign: string, length: number): string {
  return sign.repeat(Math.max(1, Math.floor(length / sign.length)))
}

function told99({ p50, p99, most, looks, sent }: Times): string {
  const answers = Object.entries(sent).map(([status, count]) => `${count} × ${status}`)
  return (
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${most.toFixed(1)} ms of ${looks}; ` +
    `answers ${answers.join(', ')}`
  )
}
