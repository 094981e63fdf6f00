/** One process of `npm run mutation`: node scripts/mutation/worker.ts SHARE WORKERS FILES AGAIN, as JSON. */
import { join } from 'node:path'
import { z } from 'zod'
import { execute, type TestPostgres } from '#server/db/test-postgres.ts'
import { testPostgres } from '#server/db/test-database.ts'
import {
  mutatedFile,
  type MutatedFile,
  type NumberedMutation,
} from '../../test/mutation/targets.ts'
import { CHOSEN_SEEDS } from '../../test/worlds/chosen-worlds.ts'
import { openWorldDatabase, type WorldDatabase } from '../../test/worlds/database/database.ts'
import { playChanged, playPairsChanged } from '../../test/worlds/mutate.ts'
import { evenlySpaced } from './evenly-spaced.ts'
import { nearestTests, readReached, type ReachingTest } from './reached.ts'
import { openRecord, type Result } from './record.ts'
import { openTrials, type Trials } from './trials.ts'
import { workerPlan, type WorkerMessage } from './worker-plan.ts'
import { RESTARTS } from '../testing/run-worker.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.cache/mutation')
/** Of the fixed worlds, so many that differ as much as all do: each mutation that no test notices is played in them. */
const WORLDS_PLAYED = 120
const WORLDS_AT_ONCE = 2

const plan = workerPlan.parse(JSON.parse(z.string().parse(process.argv[2])))
const seeds = evenlySpaced(CHOSEN_SEEDS, WORLDS_PLAYED)
const databases: WorldDatabase[] = []

await tryShare(testPostgres())

async function tryShare(postgres: TestPostgres): Promise<void> {
  const record = openRecord(folder, plan.round)
  const means = { reached: readReached(folder), trials: await openTrials(), postgres }
  const own = plan.files.flatMap((path) => {
    const file = mutatedFile(path)
    return file.mutations.map((mutation) => ({ file, mutation }))
  })
  for (const [at, { file, mutation }] of own.entries()) {
    if (at % plan.workers !== plan.share || plan.done.includes(mutation.name)) continue
    await send({ trying: mutation.name })
    const result = await tryMutation(file, mutation, means)
    // Without a server every test fails: that is no catch.
    await execute(postgres.url, 'select 1')
    if (result === 'endless' && !plan.endless.includes(mutation.name)) {
      await send({ endless: mutation.name })
      process.exit(RESTARTS)
    }
    record.add(file, mutation, result)
    await send({ tried: mutation.name, result })
    // The process with the endless test ends with this one.
    if (result === 'endless') process.exit(RESTARTS)
  }
  await means.trials.close()
  for (const database of databases) await database.close()
  // Vitest has set it, because tests have failed.
  process.exitCode = 0
}

/** Sent whole before it answers: the process may end right after. */
function send(message: WorkerMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  process.send?.(message, () => resolve())
  return promise
}

interface Means {
  reached: readonly ReachingTest[]
  trials: Trials
  postgres: TestPostgres
}

async function tryMutation(
  file: MutatedFile,
  mutation: NumberedMutation,
  { reached, trials, postgres }: Means,
): Promise<Result> {
  const tests = nearestTests(reached, file, mutation)
  const verdict = tests.length === 0 ? 'passed' : await trials.run(mutation.number, tests)
  if (verdict === 'failed') return 'tests'
  if (verdict === 'endless') return 'endless'
  if (databases.length === 0) await openDatabases(postgres, file)
  const { source } = file
  const changed =
    source.slice(0, mutation.start) + mutation.replacement + source.slice(mutation.end)
  const isCaught =
    (await breaksWorlds(file, changed)) &&
    (await breaksWorlds(file, changed)) &&
    !(await breaksWorlds(file, source))
  return isCaught ? 'worlds' : 'survived'
}

/** Worlds that break without any mutation would catch everything. */
async function openDatabases(postgres: TestPostgres, file: MutatedFile): Promise<void> {
  while (databases.length < WORLDS_AT_ONCE) databases.push(await openWorldDatabase(postgres))
  if (await breaksWorlds(file, file.source)) throw new Error('A fixed world breaks by itself')
}

async function breaksWorlds({ file }: MutatedFile, source: string): Promise<boolean> {
  const change = { path: join(root, file), source }
  if ((await playPairsChanged(change, databases)).length > 0) return true
  const { broken } = await playChanged(change, { databases, seeds, mostBroken: 1 })
  return broken.length > 0
}
