/**
 * Documents that are all due at one moment: how long until the persons who fit into the slots are at work.
 *   node scripts/node.mjs bench/start-lag.ts [documents] [persons]
 */
import { instantText } from '#server/clock.ts'
import { runPipeline, DUE_MS } from './pipeline-run.ts'

const MOST_LAG_MS = 2_000
const WORKERS = 2
const SLOTS_EACH = 100

const documents = Number(process.argv[2] ?? 10_000)
const persons = Number(process.argv[3] ?? documents / 5)
const slots = Math.min(WORKERS * SLOTS_EACH, persons)
const { run, proof } = await runPipeline(
  {
    queues: [{ organisationId: 1, first: 0, persons, documentsEach: documents / persons }],
    latencyMs: 2_000,
    workers: WORKERS,
    slotsEach: slots / WORKERS,
    faultOutOf: null,
    killEveryMs: null,
    enough: async (database) => {
      const { rows } = await database.pool.query<{ count: number }>(
        'select count(*)::int from portal_person where served_at is not null',
      )
      return (rows[0]?.count ?? 0) >= slots
    },
    mostMs: 60_000,
  },
  async ({ pool }) => {
    const { rows } = await pool.query<{ lag: number }>(
      `select extract(epoch from served_at - $1::timestamptz)::float8 * 1000 as lag
       from portal_person where served_at is not null order by served_at limit $2`,
      [instantText(DUE_MS), slots],
    )
    return rows.map(({ lag }) => lag)
  },
)
const p99 = proof[Math.ceil(proof.length * 0.99) - 1] ?? Infinity
console.log(
  `${documents} due at once, the first ${proof.length} at work: first after ${proof[0]?.toFixed(0)} ms, ` +
    `p99 ${p99.toFixed(0)} ms (at most ${MOST_LAG_MS}), ${run.load}`,
)
if (proof.length < slots || p99 > MOST_LAG_MS) process.exitCode = 1
