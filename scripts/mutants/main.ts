/**
 * npm run mutants -- [--only lease]        plants every fault, or those so named, and runs what is to catch each: the
 *                                          fixed worlds or the test that it names
 * npm run mutants -- [--others 300]        then tells in how many of so many other worlds aimed at it each is caught
 * npm run mutants -- --named 'no quiet time'   one of them; --list: their names
 * npm run mutants -- --in server/payments/     those in these files of src
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import { MUTANTS, TESTED_MUTANTS } from '../../test/mutants/all.ts'
import {
  isCaughtByScreen,
  type Mutant,
  type TestedMutant,
  type WorldMutant,
} from '../../test/mutants/mutant.ts'
import { CATCHING_SEEDS } from '../../test/worlds/chosen-worlds.ts'
import { openWorldDatabase, type WorldDatabase } from '../../test/worlds/database/database.ts'
import { seedsAimedAt } from '../../test/worlds/faults.ts'
import { playMutant } from '../../test/worlds/mutate.ts'
import { WORLD_MUTANTS } from '../../test/worlds/mutants.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    in: { type: 'string', default: '' },
    named: { type: 'string' },
    others: { type: 'string', default: '0' },
    list: { type: 'boolean', default: false },
  },
})

const WORLDS_AT_ONCE = 3
const report = z.object({ numFailedTests: z.number(), numPassedTests: z.number() })
const root = join(import.meta.dirname, '../..')
const isMeant = ({ name, file }: Mutant): boolean =>
  values.named === undefined
    ? name.includes(values.only) && file.startsWith(values.in)
    : name === values.named

if (values.list) for (const { name } of MUTANTS.filter(isMeant)) console.log(name)
else if (!(await catchAll())) process.exitCode = 1

async function catchAll(): Promise<boolean> {
  const escaped: Mutant[] = await escapedFromWorlds(WORLD_MUTANTS.filter(isMeant))
  for (const mutant of TESTED_MUTANTS.filter(isMeant)) {
    if (!(await isCaughtByTest(mutant))) escaped.push(mutant)
  }
  const count = MUTANTS.filter(isMeant).length
  console.log(`${count - escaped.length} of ${count} planted faults caught`)
  for (const { name } of escaped) console.log(`ESCAPED: ${name}`)
  return escaped.length === 0 && count > 0
}

async function escapedFromWorlds(mutants: readonly WorldMutant[]): Promise<WorldMutant[]> {
  if (mutants.length === 0) return []
  const { postgres, stop } = await startTestPostgres()
  const databases: WorldDatabase[] = []
  const escaped: WorldMutant[] = []
  try {
    while (databases.length < WORLDS_AT_ONCE) databases.push(await openWorldDatabase(postgres))
    for (const mutant of mutants) {
      if (!(await isCaughtByWorlds(mutant, databases))) escaped.push(mutant)
    }
  } finally {
    for (const database of databases) await database.close()
    await stop()
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

/** Runs the test that it names with the fault planted: a test must fail, not the loading of its file. */
async function isCaughtByTest(mutant: TestedMutant): Promise<boolean> {
  const { name, caughtBy } = mutant
  const folder = join(root, '.cache/tests')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `mutant-${process.pid}.json`)
  const args = [
    ...process.execArgv,
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    `--config=${isCaughtByScreen(mutant) ? 'vitest.e2e.config.ts' : 'vitest.config.ts'}`,
    '--retry=0',
    '--reporter=json',
    `--outputFile=${file}`,
    caughtBy.test,
    ...(caughtBy.name === undefined ? [] : ['-t', caughtBy.name]),
  ]
  const env = { ...process.env, FOLIO_MUTANT: name }
  // It ends with a failure when the fault is caught.
  const said = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch(String)
  try {
    const { numFailedTests, numPassedTests } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    const all = numFailedTests + numPassedTests
    console.log(`${numFailedTests} of ${all} tests of ${caughtBy.test}: ${name}`)
    return numFailedTests > 0
  } catch (error) {
    console.log(`${caughtBy.test} did not run: ${name}\n${String(error)}\n${JSON.stringify(said)}`)
    return false
  } finally {
    rmSync(file, { force: true })
  }
}
