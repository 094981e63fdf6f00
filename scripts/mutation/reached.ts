import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import {
  MUTATED_FILES,
  mutatedFile,
  NEAR_TESTS,
  type MutatedFile,
  type NumberedMutation,
} from '../../test/mutation/targets.ts'
import { digestOf } from './record.ts'

/** A test, and the numbers of the mutations that it reaches. */
const reachingTest = z.object({ name: z.string(), ms: z.number(), numbers: z.array(z.number()) })
export type ReachingTest = z.infer<typeof reachingTest> & { file: string }

const reachedLine = reachingTest.extend({ file: z.string() })
const knownFiles = z.record(
  z.string(),
  z.object({ digest: z.string(), tests: z.array(reachingTest) }),
)

const root = join(import.meta.dirname, '../..')
/** Tests that are run against one mutation: of more, the quickest. */
const MAX_TESTS = 30
/** A mutation reached by fewer tests than this may sit in a statement that is built once: its neighbours' tests run too. */
const FEW_TESTS = 4

/**
 * Which tests reach which mutations: a run of the near tests with all mutations there and none made. A test file is run
 * again when its own text or that of a mutated file has changed.
 */
export async function refreshReached(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const known = readKnown(folder)
  const mutated = MUTATED_FILES.map((file) => `${file} ${mutatedFile(file).source}`).join()
  const digests = new Map(
    nearTestFiles().map((file) => [
      file,
      digestOf(`${mutated}\0${readFileSync(join(root, file), 'utf8')}`),
    ]),
  )
  const changed = [...digests].filter(([file, digest]) => known[file]?.digest !== digest)
  const lines = changed.length === 0 ? [] : await record(folder, changed)
  const found = Map.groupBy(lines, ({ file }) => file)
  const kept = [...digests].map(([file, digest]) => {
    const isChanged = changed.some(([one]) => one === file)
    const tests = isChanged ? (found.get(file) ?? []) : (known[file]?.tests ?? [])
    return [file, { digest, tests: tests.map((one) => reachingTest.parse(one)) }] as const
  })
  writeFileSync(pathIn(folder), JSON.stringify(Object.fromEntries(kept)))
}

/** As it was refreshed last. */
export function readReached(folder: string): ReachingTest[] {
  return Object.entries(readKnown(folder)).flatMap(([file, { tests }]) =>
    tests.map((test) => ({ ...test, file })),
  )
}

function readKnown(folder: string): z.infer<typeof knownFiles> {
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
