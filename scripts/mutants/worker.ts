/** One process of `npm run mutants`: node scripts/mutants/worker.ts PLAN, as JSON. Plants faults that tests catch. */
import { RESTARTS } from '../testing/run-worker.ts'
import { sendVerdict, workerPlan, type Verdict } from './worker-plan.ts'
import { fileOf, type TestedMutant } from '../../test/mutants/mutant.ts'
import { TESTED_MUTANTS } from '../../test/mutants/all.ts'
import { inPlantedSchema, isMigration } from './planted-schema.ts'
import {
  openWarmVitest,
  type Outcomes,
  type SelectedTests,
  type WarmVitest,
} from '../testing/warm-vitest.ts'

const { names } = workerPlan.parse(JSON.parse(process.argv[2] ?? ''))
const asked = new Set(names)
/** What each test file does without a fault. */
const controls = new Map<string, Outcomes | null>()

process.env['FOLIO_MUTANT'] = ''
const vitest = await openWarmVitest()
for (const mutant of TESTED_MUTANTS.filter(({ name }) => asked.has(name))) {
  const verdict = await tryMutant(vitest, mutant)
  await sendVerdict({ name: mutant.name, verdict })
  // The process with the endless test ends with this one.
  if (verdict === 'endless') process.exit(RESTARTS)
}
await vitest.close()
// Vitest has set it, because tests have failed.
process.exitCode = 0

/** A test must fail with the fault planted that passes without it, and not the loading of its file. */
async function tryMutant(tests: WarmVitest, mutant: TestedMutant): Promise<Verdict> {
  const selected = selectionOf(mutant)
  const sound = await control(tests, selected)
  if (sound !== 'passes') return sound
  const outcomes = await (isMigration(mutant)
    ? inPlantedSchema(mutant, () => tests.run([selected]))
    : inPlantedSource(mutant, tests, () => tests.run([selected])))
  if (outcomes === null) return 'endless'
  if (outcomes.failed.size > 0) return 'caught'
  return outcomes.passed.size > 0 ? 'escaped' : 'not run'
}

async function inPlantedSource<T>(
  mutant: TestedMutant,
  tests: WarmVitest,
  run: () => Promise<T>,
): Promise<T> {
  process.env['FOLIO_MUTANT'] = mutant.name
  tests.invalidate(fileOf(mutant))
  const outcomes = await run()
  process.env['FOLIO_MUTANT'] = ''
  tests.invalidate(fileOf(mutant))
  return outcomes
}

async function control(
  tests: WarmVitest,
  { file, testNamePattern }: SelectedTests,
): Promise<'passes' | 'not run' | 'fails without it'> {
  if (!controls.has(file)) controls.set(file, await tests.run([{ file }]))
  const whole = controls.get(file)
  if (whole == null || whole.failed.size > 0) return 'fails without it'
  const isThere = [...whole.passed].some((key) => testNamePattern?.test(key) ?? true)
  return isThere ? 'passes' : 'not run'
}

function selectionOf({ caughtBy: { test, name } }: TestedMutant): SelectedTests {
  return name === undefined ? { file: test } : { file: test, testNamePattern: new RegExp(name) }
}
