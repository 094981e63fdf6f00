/**
 * npm run worlds -- --seeds 20000 [--from 1]   worlds, and what has happened in them
 * npm run worlds -- --seed 17                  one world, with its trace
 * npm run worlds -- --mutants [--seeds 200]    every planted fault, in how many worlds each is caught
 * npm run worlds -- --mutants --stop           only until each is caught; --only lease: those so named
 */
import { parseArgs } from 'node:util'
import { startTestPostgres, type TestPostgres } from '#server/db/test-postgres.ts'
import { createCoverage, nameOf } from '../test/worlds/coverage.ts'
import { openWorldDatabase, type WorldDatabase } from '../test/worlds/database.ts'
import { playMutants } from '../test/worlds/mutate.ts'
import { playSeeds, playUntilCovered, sayBroken, seedsFrom } from '../test/worlds/run.ts'
import { playWorld } from '../test/worlds/world.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    stop: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})

const WORLDS_AT_ONCE = 3

const { postgres, stop } = await startTestPostgres()
try {
  await run(postgres)
} finally {
  await stop()
}

async function run(server: TestPostgres): Promise<void> {
  const count = values.seed === undefined ? WORLDS_AT_ONCE : 1
  const databases: WorldDatabase[] = []
  try {
    while (databases.length < count) databases.push(await openWorldDatabase(server))
    if (values.seed !== undefined) await showWorld(Number(values.seed), databases)
    else if (values.mutants) await showMutants(Number(values.seeds ?? 200), databases)
    else await showMany(Number(values.from), Number(values.seeds ?? 2000), databases)
  } finally {
    for (const database of databases) await database.close()
  }
}

async function showWorld(seed: number, [database]: readonly WorldDatabase[]): Promise<void> {
  if (database === undefined) return
  const { trace, breaches, acts, issued } = await playWorld(seed, database)
  console.log(trace().join('\n'))
  console.log(`seed ${seed}: ${issued} issued; people: ${acts.join(', ')}`)
  for (const breach of breaches) console.log(`BREACH ${breach}`)
  if (breaches.length > 0) process.exitCode = 1
}

async function showMany(from: number, count: number, databases: WorldDatabase[]): Promise<void> {
  const coverage = createCoverage()
  const startedMs = performance.now()
  const first = await playSeeds({
    databases,
    seeds: seedsFrom(from, count),
    coverage,
    onBroken: ({ seed, breaches }) => console.log(`BREACH in seed ${seed}: ${breaches.join('; ')}`),
  })
  const perSecond = (first.played * 1000) / (performance.now() - startedMs)
  const rest = await playUntilCovered(databases, coverage)
  const broken = [...first.broken, ...rest.broken]
  const { pairs, acts } = coverage.missing()
  console.log(coverage.table())
  console.log(
    `${first.played} worlds and ${rest.played} aimed at what was missing, ${broken.length} broken, ${perSecond.toFixed(1)} a second`,
  )
  for (const name of [...pairs.map(nameOf), ...acts]) console.log(`NEVER HAPPENED ${name}`)
  if (broken.length > 0) console.log(sayBroken(broken))
  if (broken.length + pairs.length + acts.length > 0) process.exitCode = 1
}

async function showMutants(seeds: number, databases: WorldDatabase[]): Promise<void> {
  let escaped = 0
  let all = 0
  await playMutants(
    {
      databases,
      seeds,
      stopsAtBreach: values.stop,
      only: values.only,
    },
    ({ name, played, broken }) => {
      all += 1
      if (broken.length === 0) escaped += 1
      const seed = broken[0]?.seed
      const said = seed === undefined ? 'ESCAPED' : `caught, first in seed ${seed},`
      console.log(`${said} in ${broken.length} of ${played} worlds: ${name}`)
    },
  )
  console.log(`${all - escaped} of ${all} mutants caught`)
  if (escaped > 0) process.exitCode = 1
}
