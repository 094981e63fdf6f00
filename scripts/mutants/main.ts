/** npm run mutants: plants faults and runs what is to catch each. `--help` tells how. */
import { join } from 'node:path'
import { startTestPostgres, type TestPostgres } from '#server/db/test-postgres.ts'
import { TESTED_MUTANTS } from '../../test/mutants/all.ts'
import type { Mutant, TestedMutant, WorldMutant } from '../../test/mutants/mutant.ts'
import { WORLD_MUTANTS } from '../../test/mutants/worlds.ts'
import { CATCHING_SEEDS } from '../../test/worlds/chosen-worlds.ts'
import { openWorldDatabase, type WorldDatabase } from '../../test/worlds/database/database.ts'
import { seedsAimedAt } from '../../test/worlds/faults.ts'
import { playMutant } from '../../test/worlds/mutate.ts'
import { RESTARTS, runWorker } from '../testing/run-worker.ts'
import { readOptions } from './options.ts'
import { workerMessage, type Verdict, type WorkerPlan } from './worker-plan.ts'

const values = readOptions()

const WORLDS_AT_ONCE = 3
/** Far more than one fault takes. */
const MAX_SILENCE_MS = 10 * 60_000

const isMeant = (mutant: Mutant): boolean => {
  if (values.named !== undefined) return mutant.name === values.named
  return mutant.name.includes(values.only) && mutant.file.startsWith(values.in)
}
const ofTest = values['caught-by']
const inWorlds = ofTest === undefined ? WORLD_MUTANTS.filter(isMeant) : []
const skipped = Number(values.skip)
const inTests = TESTED_MUTANTS.filter(
  (one) => isMeant(one) && (ofTest === undefined || one.caughtBy.test === ofTest),
).slice(skipped, skipped + Number(values.count))

if (values.list) for (const { name } of [...inWorlds, ...inTests]) console.log(name)
else if (!(await catchAll())) process.exitCode = 1

async function catchAll(): Promise<boolean> {
  const { postgres, stop } = await startTestPostgres()
  const escaped: Mutant[] = []
  try {
    escaped.push(...(await escapedFromWorlds(inWorlds, postgres)))
    process.env['FOLIO_TEST_POSTGRES'] = JSON.stringify(postgres)
    process.env['NODE_ENV'] = 'test'
    const shares = sharesOf(inTests, Number(values.workers))
    const verdicts = new Map((await Promise.all(shares.map(plantShare))).flatMap((one) => [...one]))
    const isCaught = ({ name }: Mutant) => /^(caught|endless)$/.test(verdicts.get(name) ?? '')
    escaped.push(...inTests.filter((one) => !isCaught(one)))
  } finally {
    await stop()
  }
  const count = inWorlds.length + inTests.length
  console.log(`${count - escaped.length} of ${count} planted faults caught`)
  for (const { name } of escaped) console.log(`ESCAPED: ${name}`)
  return escaped.length === 0 && count > 0
}

async function escapedFromWorlds(
  mutants: readonly WorldMutant[],
  postgres: TestPostgres,
): Promise<WorldMutant[]> {
  if (mutants.length === 0) return []
  const databases: WorldDatabase[] = []
  const escaped: WorldMutant[] = []
  try {
    while (databases.length < WORLDS_AT_ONCE) databases.push(await openWorldDatabase(postgres))
    for (const mutant of mutants) {
      if (!(await isCaughtByWorlds(mutant, databases))) escaped.push(mutant)
    }
  } finally {
    for (const database of databases) await database.close()
  }
  return escaped
}

async function isCaughtByWorlds(
  mutant: WorldMutant,
  databases: readonly WorldDatabase[],
): Promise<boolean> {
  const own = CATCHING_SEEDS[mutant.name] ?? []
  const fixed = await playMutant(mutant, { databases, seeds: own })
  const seeds = seedsAimedAt(mutant.at, Number(values.others))
  const others = await playMutant(mutant, { databases, seeds })
  const ofOthers = others.played === 0 ? '' : `, ${others.broken.length} of ${others.played} others`
  console.log(`${fixed.broken.length} of ${own.length} fixed worlds${ofOthers}: ${mutant.name}`)
  return fixed.broken.length > 0
}

/** Those of one test together, because each worker runs a test once without a fault first; as even as can be. */
function sharesOf(mutants: readonly TestedMutant[], count: number): string[][] {
  const shares = Array.from({ length: count }, (): string[] => [])
  const ofTests = [...Map.groupBy(mutants, ({ caughtBy }) => caughtBy.test).values()]
  for (const together of ofTests.sort((a, b) => b.length - a.length)) {
    const smallest = shares.toSorted((a, b) => a.length - b.length)[0]
    smallest?.push(...together.map(({ name }) => name))
  }
  return shares.filter((names) => names.length > 0)
}

/** A worker that met an endless test ends, and another goes on with what is left. */
async function plantShare(names: readonly string[]): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>()
  for (;;) {
    const left = names.filter((name) => !verdicts.has(name))
    const before = verdicts.size
    const code = await plantIn({ names: left }, verdicts)
    if (code === 0) return verdicts
    if (code !== RESTARTS || verdicts.size === before) {
      throw new Error(`A worker ended with ${code}; left: ${left.length}`)
    }
  }
}

/** Adds each verdict; answers the worker's exit code. */
function plantIn(plan: WorkerPlan, verdicts: Map<string, Verdict>): Promise<number | null> {
  return runWorker({
    script: join(import.meta.dirname, 'worker.ts'),
    plan,
    maxSilenceMs: MAX_SILENCE_MS,
    onMessage: (message) => {
      const { name, verdict } = workerMessage.parse(message)
      verdicts.set(name, verdict)
      console.log(`${verdict}: ${name}`)
    },
  })
}
