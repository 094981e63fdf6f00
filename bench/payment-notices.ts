/**
 * What a provider's notification costs the server: signed ones taken and stored durably per second of its processor time,
 * against plain Fastify with the same check, one look-up and one insert, in turns in one run.
 *   npm run bench -- payment-notices
 */
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

const LEAST = 0.6
const ROUNDS = 7
const SECONDS = 3
/** Until what runs all the time is compiled. */
const WARM_UP_SECONDS = 10
const loadResult = z.object({ count: z.number() })

const { postgres, stop } = await startTestPostgres()
const processes = processesWith({
  ...process.env,
  NODE_ENV: 'production',
  FOLIO_TEST_POSTGRES: JSON.stringify(postgres),
})
try {
  const plain = await processes.serve('notices-plain.mjs', postgres.url)
  const folio = await processes.serve('notices-folio.ts')
  const load = processes.start('notices-load.mjs')
  const perCpuSecond = async (server: Server, seconds: number): Promise<number> => {
    const before = await cpuSecondsOf(server)
    load.send({ target: server.target, seconds })
    const { count } = loadResult.parse(await answerOf(load))
    return count / ((await cpuSecondsOf(server)) - before)
  }
  for (const server of [plain, folio]) await perCpuSecond(server, WARM_UP_SECONDS)
  const rates: { plain: number[]; folio: number[] } = { plain: [], folio: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.plain.push(await perCpuSecond(plain, SECONDS))
    rates.folio.push(await perCpuSecond(folio, SECONDS))
  }
  const [ofPlain, ofFolio] = [median(rates.plain), median(rates.folio)]
  console.log(
    `notifications stored per second of processor: plain Fastify ${Math.round(ofPlain)}, Folio ${Math.round(ofFolio)}`,
  )
  printRatio('against plain Fastify', ofFolio / ofPlain, LEAST)
} finally {
  await processes.end()
  await stop()
}
