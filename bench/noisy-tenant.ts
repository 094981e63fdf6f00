/**
 * A hundred small tenants whose documents come due while one big one has a hundred thousand: how long theirs
 * take from due to issued, against the same without it.
 *   node scripts/node.mjs bench/noisy-tenant.ts [documents of the big one]
 */
import type { Database } from '#server/db/connect.ts'
import { instantText } from '#server/clock.ts'
import { START_MS, type Queue } from './pipeline-city.ts'
import { runPipeline, DUE_MS } from './pipeline-run.ts'

const MOST_TIMES = 2
const TENANTS = 100
const DOCUMENTS_EACH = 2
const NOISY_PERSONS = 1_000

const noisyDocuments = Number(process.argv[2] ?? 100_000)
const small: Queue[] = Array.from({ length: TENANTS }, (_, n) => ({
  organisationId: n + 2,
  first: n,
  persons: 1,
  documentsEach: DOCUMENTS_EACH,
}))
/** Due before them, so that it has every slot when they come. */
const noisy: Queue = {
  organisationId: 1,
  first: TENANTS,
  persons: NOISY_PERSONS,
  documentsEach: noisyDocuments / NOISY_PERSONS,
  dueMs: START_MS,
}

const alone = await p99Of(small)
const beside = await p99Of([noisy, ...small])
const times = beside / alone
console.log(
  `p99 from due to issued: ${(alone / 1000).toFixed(1)} s alone, ${(beside / 1000).toFixed(1)} s beside ` +
    `${noisyDocuments} of another tenant: ${times.toFixed(2)} times (at most ${MOST_TIMES})`,
)
if (!(times <= MOST_TIMES)) process.exitCode = 1

async function p99Of(queues: readonly Queue[]): Promise<number> {
  const { run, proof } = await runPipeline(
    {
      queues,
      latencyMs: 200,
      workers: 2,
      slotsEach: 20,
      faultOutOf: null,
      killEveryMs: null,
      enough: async (database) => (await lagsOf(database)).length === TENANTS * DOCUMENTS_EACH,
      mostMs: 300_000,
    },
    lagsOf,
  )
  console.log(`${queues.length} tenants: ${proof.length} issued, ${run.load}`)
  return proof[Math.ceil(TENANTS * DOCUMENTS_EACH * 0.99) - 1] ?? Infinity
}

async function lagsOf({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ lag: number }>(
    `select extract(epoch from issued_at - $1::timestamptz)::float8 * 1000 as lag
     from document where organisation_id > 1 and issued_at is not null order by issued_at`,
    [instantText(DUE_MS)],
  )
  return rows.map(({ lag }) => lag)
}
