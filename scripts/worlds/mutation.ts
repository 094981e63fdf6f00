/**
 * npm run mutation -- [--file src/domain/freeze.ts]   tries every small change of each file that decides what is issued,
 *                                                     or of one: the tests that reach it, and then the fixed worlds,
 *                                                     must fail. Goes on where the last run of the same source stopped
 * npm run mutation -- --list                          the files, how many changes each has, and what survived
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod'
import { startTestPostgres, type TestPostgres } from '#server/db/test-postgres.ts'
import { describeMutation } from '../../test/mutation/mutations.ts'
import { JUDGED } from '../../test/mutation/judged.ts'
import {
  MUTATED_FILES,
  mutatedFile,
  NEAR_TESTS,
  type MutatedFile,
  type NumberedMutation,
} from '../../test/mutation/targets.ts'
import { CHOSEN_SEEDS } from '../../test/worlds/chosen-worlds.ts'
import { openWorldDatabase, type WorldDatabase } from '../../test/worlds/database/database.ts'
import { playChanged } from '../../test/worlds/mutate.ts'
import { openDeepState } from '../deep/state.mjs'

const { values } = parseArgs({
  options: { file: { type: 'string' }, list: { type: 'boolean', default: false } },
})

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.cache/mutation')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Tests that are run against one mutation: of more, the quickest. */
const MAX_TESTS = 30
/** A mutation reached by fewer tests than this may sit in a statement that is built once: its neighbours' tests run too. */
const FEW_TESTS = 4
/** A mutation that makes a loop endless counts as caught. */
const MAX_TEST_MS = 240_000
const WORLDS_PLAYED = 120
const WORLDS_AT_ONCE = 2

type Result = 'tests' | 'worlds' | 'survived'

const reachedLine = z.object({
  file: z.string(),
  name: z.string(),
  ms: z.number(),
  numbers: z.array(z.number()),
})
type Reached = z.infer<typeof reachedLine>

const state = openDeepState<{ result: Result }>(folder, false)
const files = MUTATED_FILES.filter((file) => values.file === undefined || file === values.file)
if (files.length === 0) throw new Error(`No mutations are tried in ${values.file}`)
if (!values.list) await tryAll()
if (!conclude()) process.exitCode = 1

async function tryAll(): Promise<void> {
  const { postgres, stop } = await startTestPostgres()
  const databases: WorldDatabase[] = []
  try {
    const reached = await readReached(postgres)
    for (const file of files.map(mutatedFile)) {
      for (const mutation of file.mutations) {
        if (state.has(chunkOf(file, mutation))) continue
        const result = await tryMutation(file, mutation, { reached, postgres, databases })
        state.add(chunkOf(file, mutation), { result })
        if (result === 'survived') console.log(`SURVIVED ${nameOf(file, mutation)}`)
      }
    }
  } finally {
    for (const database of databases) await database.close()
    await stop()
  }
}

interface Means {
  reached: readonly Reached[]
  postgres: TestPostgres
  databases: WorldDatabase[]
}

async function tryMutation(
  file: MutatedFile,
  mutation: NumberedMutation,
  { reached, postgres, databases }: Means,
): Promise<Result> {
  const tests = nearestTests(reached, file, mutation)
  if (tests.length > 0 && (await failsInTests(file, mutation, tests, postgres))) return 'tests'
  if (!file.file.startsWith('src/server/')) return 'survived'
  while (databases.length < WORLDS_AT_ONCE) databases.push(await openWorldDatabase(postgres))
  const { source } = file
  const changed =
    source.slice(0, mutation.start) + mutation.replacement + source.slice(mutation.end)
  const played = await playChanged(
    { path: join(root, file.file), source: changed },
    { databases, seeds: CHOSEN_SEEDS.slice(0, WORLDS_PLAYED), mostBroken: 1 },
  )
  return played.broken.length > 0 ? 'worlds' : 'survived'
}

function nearestTests(
  reached: readonly Reached[],
  file: MutatedFile,
  { number }: NumberedMutation,
): Reached[] {
  const reaching = reached.filter(({ numbers }) => numbers.includes(number))
  const own = new Set(file.mutations.map((one) => one.number))
  const nearby =
    reaching.length < FEW_TESTS
      ? reached.filter((one) => !reaching.includes(one) && one.numbers.some((n) => own.has(n)))
      : []
  const quickest = (tests: Reached[]) => tests.toSorted((a, b) => a.ms - b.ms)
  return [...quickest(reaching), ...quickest(nearby)].slice(0, MAX_TESTS)
}

async function failsInTests(
  { file }: MutatedFile,
  { number }: NumberedMutation,
  tests: readonly Reached[],
  postgres: TestPostgres,
): Promise<boolean> {
  const names = tests.map(({ name }) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const paths = [...new Set(tests.map((test) => test.file))]
  const selection = [...paths, '-t', `^(${names.join('|')})$`, '--bail=1']
  const environment = { FOLIO_MUTATED: file, FOLIO_MUTATION: String(number) }
  return !(await passes(selection, environment, postgres))
}

/** Which tests reach which mutations: one run of all near tests with all mutations there and none made. */
async function readReached(postgres: TestPostgres): Promise<Reached[]> {
  const path = join(folder, 'reached.jsonl')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    rmSync(`${path}.new`, { force: true })
    const environment = {
      FOLIO_MUTATED: MUTATED_FILES.join(','),
      FOLIO_REACHED_MUTATIONS: `${path}.new`,
    }
    await passes([...NEAR_TESTS], environment, postgres)
    renameSync(`${path}.new`, path)
  }
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => reachedLine.parse(JSON.parse(line)))
}

async function passes(
  selection: string[],
  environment: Record<string, string>,
  postgres: TestPostgres,
): Promise<boolean> {
  const args = [vitest, 'run', '--config=vitest.config.ts', '--retry=0', ...selection]
  const env = {
    ...process.env,
    ...environment,
    FOLIO_TEST_POSTGRES: JSON.stringify(postgres),
    NODE_ENV: 'test',
  }
  const timeout = 'FOLIO_MUTATION' in environment ? MAX_TEST_MS : undefined
  try {
    await promisify(execFile)(process.execPath, [...process.execArgv, ...args], {
      cwd: root,
      env,
      timeout,
      maxBuffer: Number.POSITIVE_INFINITY,
    })
    return true
  } catch {
    return false
  }
}

function chunkOf({ file }: MutatedFile, { number }: NumberedMutation) {
  return { part: file, name: String(number) }
}

function nameOf({ file, source }: MutatedFile, mutation: NumberedMutation): string {
  return `${file}: ${describeMutation(source, mutation)}`
}

/** Prints the table of the files; false when something survived that nobody judged harmless. */
function conclude(): boolean {
  const unjudged: string[] = []
  for (const file of files.map(mutatedFile)) {
    const tried = file.mutations.filter((one) => state.has(chunkOf(file, one)))
    const resultOf = (one: NumberedMutation): Result => state.get(chunkOf(file, one)).result
    const survivors = tried
      .filter((one) => resultOf(one) === 'survived')
      .map((one) => nameOf(file, one))
    const open = survivors.filter((name) => !JUDGED.has(name))
    unjudged.push(...open)
    const counts = [
      `${tried.length} of ${file.mutations.length} tried`,
      `${survivors.length} survived`,
    ]
    console.log(
      `${file.file}: ${counts.join(', ')}, ${survivors.length - open.length} judged harmless`,
    )
  }
  for (const name of unjudged) console.log(`SURVIVED ${name}`)
  return unjudged.length === 0
}
