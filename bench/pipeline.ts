/**
 * Documents of many persons through the pipeline, against the computed floor: the requests that the protocol
 * makes for them, each as long as the portal takes, over all slots. Workers are processes of the production
 * code, PostgreSQL keeps what it has said was kept, pages, stamps and signatures are read and proved as always;
 * the portal is the simulated one with an answer time, and one prepared sheet for every PDF. Our pace between
 * two requests of a person is left out: it is courtesy, not work.
 *   node scripts/node.mjs bench/pipeline.ts [documents] [persons]
 */
import { breachesOf } from './pipeline-proof.ts'
import { report } from './pipeline-report.ts'
import { runPipeline } from './pipeline-run.ts'

const MOST_TIMES_THE_FLOOR = 1.1
const LATENCY_MS = 200
const WORKERS = 2
const SLOTS_EACH = 100

const documents = Number(process.argv[2] ?? 10_000)
const persons = Number(process.argv[3] ?? documents / 5)
const slotsEach = Math.min(SLOTS_EACH, persons / WORKERS)
const { run, proof } = await runPipeline(
  {
    queues: [{ organisationId: 1, first: 0, persons, documentsEach: documents / persons }],
    latencyMs: LATENCY_MS,
    workers: WORKERS,
    slotsEach,
    faultOutOf: null,
    killEveryMs: null,
    mostMs: 1_800_000,
  },
  (database, { facts }) => breachesOf(database, facts),
)
const size = { documents, persons, latencyMs: LATENCY_MS, slots: WORKERS * slotsEach }
const times = report(size, run)
for (const line of [...proof, ...run.said]) console.log(line)
const isWhole = run.states['issued stored'] === documents
if (times > MOST_TIMES_THE_FLOOR || proof.length > 0 || !isWhole) process.exitCode = 1
