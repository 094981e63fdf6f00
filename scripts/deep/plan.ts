/**
 * What `npm run test:deep` consists of, as JSON for scripts/deep.mjs: parts in chunks of a few minutes at most, each a
 * program of this repository. `node scripts/deep/plan.ts SEED`: everything random comes from that seed.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { databaseStops, jumps, kills, stops } from '../../test/chaos/histories.ts'
import { TESTED_MUTANTS } from '../../test/mutants/all.ts'
import { MUTATED_FILES } from '../../test/mutation/targets.ts'
import { WORLD_MUTANTS } from '../../test/mutants/worlds.ts'

interface Chunk {
  part: string
  name: string
  /** A file to run and its arguments. */
  args: string[]
  /** Whether vitest runs it, so that its tests are counted; else it counts as one. */
  isVitest?: boolean
  /** Whether it needs a browser and the built web. */
  isScreen?: boolean
  /** Whether it proves what `npm test` notices: nothing is checked that `npm test` leaves out. */
  isUsual?: boolean
  /** Whether one that is cut off goes on where it was, by a record of its own. */
  keepsProgress?: boolean
}

const seed = Number(process.argv[2])
const root = join(import.meta.dirname, '../..')

const CODE_CHUNKS = 6
/** Each group runs its test once without a fault first. */
const MUTANTS_PER_CHUNK = 12
const FIXED_WORLDS = 2500
const OTHER_WORLDS = 2500
const WORLDS_PER_CHUNK = 250
const OTHER_WORLDS_PER_MUTANT = 300
const RANDOM_HISTORIES = 500
const PAIR_HISTORIES = 100
const PAIR_HISTORIES_PER_CHUNK = 25
const HISTORIES_PER_CHUNK = 20
const FIXED_PAYING_WORLDS = 500
const OTHER_PAYING_WORLDS = 500
const PAYING_WORLDS_PER_CHUNK = 125
const FUZZ_CHUNKS = 5
const PAGES_PER_FUZZ = 20_000

/** Minutes of their own: a part by themselves. */
const FAULT_TESTS = ['test/payments/faults', 'test/chaos/payments']

const plan: Chunk[] = [
  ...code(),
  ...worlds(),
  ...payments(),
  ...mutants(),
  ...fuzz(),
  ...screens(),
  ...chaos(),
  // Takes by far the longest.
  ...mutation(),
]
process.stdout.write(JSON.stringify(plan))

function code(): Chunk[] {
  return Array.from({ length: CODE_CHUNKS }, (_, at) => {
    const shard = `${at + 1}/${CODE_CHUNKS}`
    const others = FAULT_TESTS.map((folder) => `--exclude=${folder}/**`)
    const args = ['--config=vitest.config.ts', `--shard=${shard}`, ...others]
    return vitest('code', `shard ${shard}`, args)
  })
}

function screens(): Chunk[] {
  const files = globSync('test/{e2e,start}/**/*.test.ts', { cwd: root }).sort()
  return files.map((file) => ({
    ...vitest('screens', file, ['--config=vitest.e2e.config.ts', file]),
    isScreen: true,
  }))
}

function vitest(part: string, name: string, args: string[]): Chunk {
  const all = ['node_modules/vitest/vitest.mjs', 'run', '--retry=0', ...args]
  return { part, name, args: all, isVitest: true }
}

/** The same ones each time, others, and then those that aim at what has not happened yet. */
function worlds(): Chunk[] {
  const play = (from: number) => ({
    part: 'worlds',
    name: `seeds ${from} to ${from + WORLDS_PER_CHUNK - 1}`,
    args: ['scripts/worlds/worlds.ts', '--from', String(from), '--seeds', String(WORLDS_PER_CHUNK)],
  })
  return [
    ...firstsFrom(1, FIXED_WORLDS, WORLDS_PER_CHUNK).map(play),
    ...firstsFrom(seed, OTHER_WORLDS, WORLDS_PER_CHUNK).map(play),
    {
      part: 'pairs',
      name: 'every fault at every step',
      args: ['scripts/worlds/worlds.ts', '--seeds', '0', '--cover'],
    },
    {
      part: 'pairs',
      name: 'every pair of conditions',
      args: ['scripts/worlds/worlds.ts', '--pairs'],
    },
    ...firstsFrom(seed, PAIR_HISTORIES, PAIR_HISTORIES_PER_CHUNK).map((from) => ({
      part: 'pairs',
      name: `histories of two organisations from ${from}`,
      args: [
        'scripts/worlds/worlds.ts',
        '--histories',
        String(PAIR_HISTORIES_PER_CHUNK),
        '--from',
        String(from),
      ],
    })),
  ]
}

/** What is paid while others are issued; and every fault at every boundary between a payer, us and a provider. */
function payments(): Chunk[] {
  const count = ['--paying', String(PAYING_WORLDS_PER_CHUNK)]
  const seeds = [
    ...firstsFrom(1, FIXED_PAYING_WORLDS, PAYING_WORLDS_PER_CHUNK),
    ...firstsFrom(seed, OTHER_PAYING_WORLDS, PAYING_WORLDS_PER_CHUNK),
  ]
  const tests = globSync(
    FAULT_TESTS.map((folder) => `${folder}/*.test.ts`),
    { cwd: root },
  ).sort()
  return [
    ...tests.map((file) => vitest('payments', file, ['--config=vitest.config.ts', file])),
    ...seeds.map((from) => ({
      part: 'payments',
      name: `paying worlds from ${from}`,
      args: ['scripts/worlds/worlds.ts', ...count, '--from', String(from)],
    })),
  ]
}

/** Those that worlds catch one by one, the others by the test that catches them. */
function mutants(): Chunk[] {
  const others = ['--others', String(OTHER_WORLDS_PER_MUTANT)]
  const chunk = (name: string, args: string[]) => ({
    part: 'mutants',
    name,
    args: ['scripts/mutants/main.ts', ...args],
    isUsual: true,
  })
  const byTest = Map.groupBy(TESTED_MUTANTS, ({ caughtBy }) => caughtBy.test)
  const groups = [...byTest].flatMap(([test, { length }]) =>
    firstsFrom(0, length, MUTANTS_PER_CHUNK).map((skip) => {
      const last = Math.min(skip + MUTANTS_PER_CHUNK, length)
      const count = ['--skip', String(skip), '--count', String(MUTANTS_PER_CHUNK)]
      return chunk(`${test}, ${skip + 1} to ${last}`, ['--caught-by', test, ...count])
    }),
  )
  return [...WORLD_MUTANTS.map(({ name }) => chunk(name, ['--named', name, ...others])), ...groups]
}

/** The seed is that of all runs of one source: a survivor is tried again once in them, however often they are cut off. */
function mutation(): Chunk[] {
  return MUTATED_FILES.map((file) => ({
    part: 'mutation',
    name: file,
    args: [
      'scripts/mutation/main.ts',
      '--file',
      file,
      '--workers',
      '2',
      '--again-survivors',
      '--round',
      String(seed),
    ],
    isUsual: true,
    keepsProgress: true,
  }))
}

function fuzz(): Chunk[] {
  return firstsFrom(seed, FUZZ_CHUNKS, 1).map((first) => ({
    part: 'fuzz',
    name: `seed ${first}`,
    args: ['bench/fuzz.ts', String(PAGES_PER_FUZZ), String(first)],
  }))
}

function chaos(): Chunk[] {
  const fixed = [...stops(), ...databaseStops(), ...jumps(), ...kills()].length
  const count = ['--count', String(HISTORIES_PER_CHUNK)]
  return firstsFrom(0, fixed + RANDOM_HISTORIES, HISTORIES_PER_CHUNK).map((skip) => ({
    part: 'chaos',
    name: `histories ${skip + 1} to ${skip + HISTORIES_PER_CHUNK}, from ${seed}`,
    args: ['scripts/chaos.ts', '--from', String(seed), '--skip', String(skip), ...count],
  }))
}

function firstsFrom(first: number, count: number, step: number): number[] {
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => first + at * step)
}
