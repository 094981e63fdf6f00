/**
 * Whether the time of a refused log-in tells if the address has an account: 2,000 pairs over HTTP, known and
 * unknown in random order, and the chance that a guess by time alone is right (AUC; 0.5 is blind).
 *   node scripts/node.mjs bench/api-timing.ts [pairs]
 */
import { randomInt } from 'node:crypto'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'

const LARGEST_DISTANCE = 0.05
/** Below the limit of tries per account and quarter of an hour, which would answer 429. */
const TRIES_PER_ADDRESS = 9

const pairs = Number(process.argv[2] ?? 2_000)
const { postgres, stop } = await startTestPostgres()
process.env.FOLIO_TEST_POSTGRES = JSON.stringify(postgres)
const app = await startTestApp()
try {
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { known, unknown } = await measure(app, url)
  const auc = areaUnderCurve(known, unknown)
  console.log(
    JSON.stringify({ pairs, auc, medianMs: { known: median(known), unknown: median(unknown) } }),
  )
  if (Math.abs(auc - 0.5) > LARGEST_DISTANCE) process.exitCode = 1
} finally {
  await app.close()
  await stop()
}

type Samples = { known: number[]; unknown: number[] }

async function measure(app: TestApp, url: string): Promise<Samples> {
  const count = Math.ceil(pairs / TRIES_PER_ADDRESS)
  const known: string[] = []
  for (let made = 0; made < count; made += 1) known.push((await app.signIn()).email)
  const samples: Samples = { known: [], unknown: [] }
  for (let pair = 0; pair < pairs; pair += 1) {
    const email = known[pair % count] ?? ''
    const order =
      randomInt(2) === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const address = kind === 'known' ? email : email.replace('persona', 'ninguno')
      samples[kind].push(await timeOfRefusal(url, address))
    }
  }
  return samples
}

async function timeOfRefusal(url: string, email: string): Promise<number> {
  const startedMs = performance.now()
  const reply = await fetch(`${url}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Otra-cosa-99' }),
  })
  await reply.text()
  if (reply.status !== 401) throw new Error(`Expected a refusal, not ${reply.status}`)
  return performance.now() - startedMs
}

/** How often a sample of the first kind is larger than one of the second; ties count half. */
function areaUnderCurve(first: number[], second: number[]): number {
  let wins = 0
  for (const a of first) for (const b of second) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (first.length * second.length)
}

function median(samples: number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? 0
}
