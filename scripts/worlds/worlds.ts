/**
 * npm run worlds -- --seeds 20000 [--from 1]  worlds, and what has happened in them
 * npm run worlds -- --seeds 2000 --cover      and then others until every fault has struck every step
 * npm run worlds -- --seed 17                 one world, with its trace
 * npm run worlds -- --pairs                   the worlds of pairs of conditions, and the table of those lived
 * npm run worlds -- --histories 100 [--from 1]  two organisations, evenings, pauses, outages and faults by chance
 * npm run worlds -- --paying 250 [--from 1]  worlds whose documents are paid while others are issued
 * npm run worlds -- --choose [--pool 350]     chooses the fixed worlds of npm test again, from as many more that aim at several pairs
 */
import { parseArgs } from 'node:util'
import { startTestPostgres, type TestPostgres } from '#server/db/test-postgres.ts'
import { createCoverage, nameOf } from '../../test/worlds/coverage.ts'
import { openWorldDatabase, type WorldDatabase } from '../../test/worlds/database/database.ts'
import { countPairs, emptyCells, PAIR_WORLDS, pairTable } from '../../test/worlds/conditions.ts'
import {
  playEach,
  playSeeds,
  playUntilCovered,
  sayBroken,
  seedsFrom,
  type RunResult,
} from '../../test/worlds/run.ts'
import {
  playPairWorld,
  playPayingWorld,
  playRandomPairs,
  playWorld,
  type WorldReport,
} from '../../test/worlds/world.ts'
import { chooseWorlds } from './choose-worlds.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    cover: { type: 'boolean', default: false },
    choose: { type: 'boolean', default: false },
    pairs: { type: 'boolean', default: false },
    histories: { type: 'string' },
    paying: { type: 'string' },
    pool: { type: 'string', default: '0' },
  },
})

const WORLDS_AT_ONCE = 3
const NONE: RunResult = { played: 0, broken: [] }
const NOTHING_MISSING = { pairs: [], acts: [] }

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
    else if (values.pairs) await showPairs(databases)
    else if (values.histories !== undefined)
      await showEach(Number(values.histories), databases, playRandomPairs)
    else if (values.paying !== undefined)
      await showEach(Number(values.paying), databases, playPayingWorld)
    else if (values.choose) await choose(databases)
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
    onPlayed: ({ seed, breaches }) => {
      if (breaches.length > 0) console.log(`BREACH in seed ${seed}: ${breaches.join('; ')}`)
    },
  })
  const perSecond = (first.played * 1000) / (performance.now() - startedMs)
  const rest = values.cover ? await playUntilCovered(databases, coverage) : NONE
  const broken = [...first.broken, ...rest.broken]
  const { pairs, acts } = values.cover ? coverage.missing() : NOTHING_MISSING
  console.log(coverage.table())
  console.log(
    `${first.played} worlds from seed ${from} and ${rest.played} aimed at what was missing, ${broken.length} broken, ${perSecond.toFixed(1)} a second`,
  )
  for (const name of [...pairs.map(nameOf), ...acts]) console.log(`NEVER HAPPENED ${name}`)
  if (broken.length > 0) console.log(sayBroken(broken))
  if (broken.length + pairs.length + acts.length > 0) process.exitCode = 1
}

async function showPairs(databases: readonly WorldDatabase[]): Promise<void> {
  const reports = await playEach(databases, PAIR_WORLDS, playPairWorld)
  for (const [at, { seed, lived, breaches }] of reports.entries()) {
    const missing = PAIR_WORLDS[at]?.conditions.filter((one) => !lived.includes(one)) ?? []
    console.log(`world ${seed}: ${lived.join(', ')}`)
    if (missing.length > 0) console.log(`NEVER LIVED in world ${seed}: ${missing.join(', ')}`)
    for (const breach of breaches) console.log(`BREACH in world ${seed}: ${breach}`)
    if (missing.length + breaches.length > 0) process.exitCode = 1
  }
  const counts = countPairs(reports.map(({ lived }) => lived))
  console.log(pairTable(counts))
  for (const name of emptyCells(counts)) console.log(`NEVER LIVED ${name}`)
}

async function showEach(
  count: number,
  databases: readonly WorldDatabase[],
  play: (seed: number, database: WorldDatabase) => Promise<WorldReport>,
): Promise<void> {
  const seeds = [...seedsFrom(Number(values.from), count)]
  const startedMs = performance.now()
  const reports = await playEach(databases, seeds, play)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const broken = reports.filter(({ breaches }) => breaches.length > 0)
  if (reports.length === 1) console.log(reports[0]?.trace().join('\n'))
  const paid = reports.reduce((sum, report) => sum + report.paid, 0)
  console.log(
    `${reports.length} worlds, ${broken.length} broken, ${paid} payments, ${seconds} seconds`,
  )
  if (broken.length === 0) return
  console.log(sayBroken(broken))
  process.exitCode = 1
}

async function choose(databases: readonly WorldDatabase[]): Promise<void> {
  const missing = await chooseWorlds(databases, Number(values.pool))
  for (const name of missing) console.log(`NEVER SHOWN ${name}`)
  if (missing.length > 0) process.exitCode = 1
}
