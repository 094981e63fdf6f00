/**
 * The same with one document in twenty meeting a fault at one of its requests and a worker killed every half
 * minute: until all are issued and filed but those of persons who met one. They wait as the protocol wants: for an
 * answer that was lost, after a failure (longer each time), between two log-ins, until the lease of a killed
 * worker has run out, for a person's word. What they keep the slots busy with meanwhile counts. At the end none
 * may be twice at the SII, none lost, each explained.
 *   node scripts/node.mjs bench/pipeline-faults.ts [documents] [persons]
 */
import { breachesOf } from './pipeline-proof.ts'
import { report, REQUESTS } from './pipeline-report.ts'
import { runPipeline } from './pipeline-run.ts'

const MOST_TIMES_THE_FLOOR = 1.5
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
    faultOutOf: 20 * (REQUESTS.issue + REQUESTS.file),
    killEveryMs: 30_000,
    mostMs: 1_800_000,
  },
  (database, { facts }) => breachesOf(database, facts),
)
const size = { documents, persons, latencyMs: LATENCY_MS, slots: WORKERS * slotsEach }
const times = report(size, run)
for (const line of proof) console.log(line)
console.log(`steps that failed: ${run.said.length}`, run.said.slice(0, 3))
if (times > MOST_TIMES_THE_FLOOR || proof.length > 0) process.exitCode = 1
