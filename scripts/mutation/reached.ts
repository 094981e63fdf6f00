import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import {
  digestOf,
  digestOfFile,
  fileOfNumber,
  MUTATED_FILES,
  mutatedFile,
  NEAR_TESTS,
  type MutatedFile,
  type NumberedMutation,
} from '../../test/mutation/targets.ts'

/** A test, and the numbers of the mutations that it reaches. */
const reachingTest = z.object({ name: z.string(), ms: z.number(), numbers: z.array(z.number()) })
export type ReachingTest = z.infer<typeof reachingTest> & { file: string }

const reachedLine = reachingTest.extend({ file: z.string() })
const knownTests = z.object({
  digest: z.string(),
  /** Of each mutated file, with the numbers of its mutations, as it was then. */
  mutated: z.record(z.string(), z.string()),
  /** Those of them that its tests reach. */
  reached: z.array(z.string()),
  tests: z.array(reachingTest),
})
const knownFiles = z.record(z.string(), knownTests)

type KnownTests = z.infer<typeof knownTests>
type KnownFiles = z.infer<typeof knownFiles>

const root = join(import.meta.dirname, '../..')
/** Test files of one run that records; starting one costs some ten seconds. */
const FILES_AT_ONCE = 40
/** Tests that are run against one mutation: of more, the quickest. */
const MAX_TESTS = 30
/** A mutation reached by fewer tests than this may sit in a statement that is built once: its neighbours' tests run too. */
const FEW_TESTS = 4

/**
 * Which tests reach which mutations: a run of the near tests with all mutations there and none made. A test file is run
 * again when its own text has changed, or a mutated file that it reaches.
 */
export async function refreshReached(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const known = readKnown(folder)
  const files = MUTATED_FILES.map(mutatedFile)
  const mutated = Object.fromEntries(files.map((file) => [file.file, digestOfNumbered(file)]))
  const current: KnownFiles = {}
  const changed: [string, string][] = []
  for (const file of nearTestFiles()) {
    const digest = digestOf(readFileSync(join(root, file), 'utf8'))
    const own = known[file]
    if (own?.digest === digest && isCurrent(own, mutated)) current[file] = own
    else changed.push([file, digest])
  }
  // Written after each few, so that a run that is cut off goes on from there.
  for (let first = 0; first < changed.length; first += FILES_AT_ONCE) {
    const some = changed.slice(first, first + FILES_AT_ONCE)
    const lines = await record(folder, some)
    const found = Map.groupBy(lines, ({ file }) => file)
    for (const [file, digest] of some) {
      const tests = (found.get(file) ?? []).map((one) => reachingTest.parse(one))
      const numbers = tests.flatMap((test) => test.numbers)
      const reached = [...new Set(numbers.map(fileOfNumber))]
      current[file] = { digest, mutated, reached, tests }
    }
    writeFileSync(pathIn(folder), JSON.stringify(current))
  }
  writeFileSync(pathIn(folder), JSON.stringify(current))
}

function digestOfNumbered(file: MutatedFile): string {
  return digestOf(`${file.mutations[0]?.number ?? 0} ${digestOfFile(file)}`)
}

/**
 * Whether what is known of a test file still holds, by the mutated files as they are now: all those that it reaches are
 * as they were. Which tests reach a new file is not known yet.
 */
export function isCurrent(
  { mutated, reached }: Pick<KnownTests, 'mutated' | 'reached'>,
  now: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.keys(now).every((file) => mutated[file] !== undefined) &&
    reached.every((file) => mutated[file] === now[file])
  )
}

/** As it was refreshed last. */
export function readReached(folder: string): ReachingTest[] {
  return Object.entries(readKnown(folder)).flatMap(([file, { tests }]) =>
    tests.map((test) => ({ ...test, file })),
  )
}

function readKnown(folder: string): KnownFiles {
  const path = pathIn(folder)
  return existsSync(path) ? knownFiles.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

function pathIn(folder: string): string {
  return join(folder, 'reached.json')
}

function nearTestFiles(): string[] {
  return NEAR_TESTS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root })).sort()
}

async function record(folder: string, files: readonly (readonly [string, string])[]) {
  const path = join(folder, 'reached.new.jsonl')
  rmSync(path, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const names = files.map(([file]) => file)
  const args = [vitest, 'run', '--config=vitest.config.ts', '--retry=0', ...names]
  const env = {
    ...process.env,
    FOLIO_MUTATED: MUTATED_FILES.join(','),
    FOLIO_REACHED_MUTATIONS: path,
  }
  const said = await promisify(execFile)(process.execPath, [...process.execArgv, ...args], {
    cwd: root,
    env,
    maxBuffer: Number.POSITIVE_INFINITY,
    // A test that depends on the text of a file fails here, and is left out.
  }).catch(String)
  if (!existsSync(path)) throw new Error(`No test reached a mutation: ${JSON.stringify(said)}`)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((text) => reachedLine.parse(JSON.parse(text)))
}

/** The quickest tests that reach a mutation; where they are few, those that reach its file too. */
export function nearestTests(
  reached: readonly ReachingTest[],
  file: MutatedFile,
  { number }: NumberedMutation,
): ReachingTest[] {
  const reaching = reached.filter(({ numbers }) => numbers.includes(number))
  const own = new Set(file.mutations.map((one) => one.number))
  const nearby =
    reaching.length < FEW_TESTS
      ? reached.filter((one) => !reaching.includes(one) && one.numbers.some((n) => own.has(n)))
      : []
  const quickest = (tests: ReachingTest[]) => tests.toSorted((a, b) => a.ms - b.ms)
  return [...quickest(reaching), ...quickest(nearby)].slice(0, MAX_TESTS)
}
