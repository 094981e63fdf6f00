/**
 * npm run worlds -- --seeds 20000 [--from 1] [--database postgres] [--portal simulated]
 * npm run worlds -- --seed 17        one world, with its trace
 * npm run worlds -- --mutants [--seeds 400]   every planted fault, in how many worlds each is caught
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startTestPostgres, withDatabase } from '#server/db/test-postgres.ts'
import type { WorldDatabase } from '../test/worlds/database.ts'
import { MUTANTS } from '../test/worlds/mutants.ts'
import { createNotary } from '../test/worlds/notary.ts'
import { openPostgres } from '../test/worlds/postgres.ts'
import { playSeeds, sayBroken } from '../test/worlds/run.ts'
import { runMutant } from '../test/worlds/run-mutant.ts'
import { simulatedPortals } from '../test/worlds/simulated-portal.ts'
import { openSqlite } from '../test/worlds/sqlite.ts'
import { thinPortals } from '../test/worlds/thin-portal.ts'
import { playWorld } from '../test/worlds/world.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    database: { type: 'string', default: 'sqlite' },
    portal: { type: 'string', default: 'thin' },
    mutants: { type: 'boolean', default: false },
    /** For the processes that `--mutants` starts: one line of JSON. */
    count: { type: 'boolean', default: false },
    stop: { type: 'boolean', default: false },
  },
})

const portals = values.portal === 'simulated' ? simulatedPortals : thinPortals(createNotary())

if (values.mutants) await runMutants(Number(values.seeds ?? 400))
else await runWorlds()

async function runWorlds(): Promise<void> {
  const { database, stop } = await openDatabase()
  try {
    if (values.seed !== undefined) await showWorld(Number(values.seed), database)
    else await playMany(Number(values.from), Number(values.seeds ?? 2000), database)
  } finally {
    await database.close()
    await stop()
  }
}

async function openDatabase(): Promise<{ database: WorldDatabase; stop: () => Promise<void> }> {
  if (values.database === 'sqlite') {
    return { database: await openSqlite(), stop: async () => undefined }
  }
  const { postgres, stop } = await startTestPostgres()
  return { database: await openPostgres(withDatabase(postgres.url, postgres.template)), stop }
}

async function showWorld(seed: number, database: WorldDatabase): Promise<void> {
  const { trace, breaches, acts, issued } = await playWorld(seed, database, portals)
  console.log(trace.join('\n'))
  console.log(`seed ${seed}: ${issued} issued; people: ${acts.join(', ')}`)
  for (const breach of breaches) console.log(`BREACH ${breach}`)
  if (breaches.length > 0) process.exitCode = 1
}

async function playMany(from: number, seeds: number, database: WorldDatabase): Promise<void> {
  const { broken, played, coverage, ms } = await playSeeds({
    from,
    seeds,
    database,
    portals,
    stopsAtBreach: values.stop,
  })
  if (values.count) {
    console.log(JSON.stringify({ played, broken: broken.length }))
    return
  }
  const missing = coverage.missing()
  console.log(coverage.table())
  console.log(
    `${played} worlds, ${broken.length} broken, ${((played * 1000) / ms).toFixed(0)} a second`,
  )
  for (const name of missing) console.log(`NEVER HAPPENED ${name}`)
  if (broken.length > 0) console.log(sayBroken(broken))
  if (broken.length + missing.length > 0) process.exitCode = 1
}

async function runMutants(seeds: number): Promise<void> {
  const waiting = [...MUTANTS]
  const escaped: string[] = []
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { played, broken } = await runMutant(next.name, { seeds, stopsAtBreach: false })
      console.log(`${broken === 0 ? 'ESCAPED' : 'caught'} in ${broken} of ${played}: ${next.name}`)
      if (broken === 0) escaped.push(next.name)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runNext))
  console.log(`${MUTANTS.length - escaped.length} of ${MUTANTS.length} mutants caught`)
  if (escaped.length > 0) process.exitCode = 1
}
