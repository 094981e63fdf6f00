/**
 * npm run mutation -- [--file src/domain/freeze.ts] [--workers 2]
 *                                          tries every small change of each file that decides what is issued, or of one:
 *                                          the tests that reach it, and then worlds, must fail. Goes on where the last
 *                                          run stopped; a file that has changed begins again
 * npm run mutation -- --again-survivors    those that survived are tried again: after a test was added. With a --round,
 *                                          any word, each once in the runs with that word
 * npm run mutation -- --list               the files, how many changes each has, and what survived
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import { JUDGED } from '../../test/mutation/judged.ts'
import {
  MUTATED_FILES,
  mutatedFile,
  type MutatedFile,
  type NumberedMutation,
} from '../../test/mutation/targets.ts'
import { refreshReached } from './reached.ts'
import { openRecord } from './record.ts'
import { RESTARTS, runWorker } from '../testing/run-worker.ts'
import { workerMessage, type WorkerPlan } from './worker-plan.ts'

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    workers: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    'again-survivors': { type: 'boolean', default: false },
    round: { type: 'string' },
  },
})

const folder = join(import.meta.dirname, '../../.cache/mutation')
const paths = MUTATED_FILES.filter((file) => values.file === undefined || file === values.file)
if (paths.length === 0) throw new Error(`No mutations are tried in ${values.file}`)
const files = paths.map(mutatedFile)
/** Far more than the worlds of one mutation take: one of them never ends. */
const MAX_SILENCE_MS = 45 * 60_000

if (!values.list) {
  await tryAll()
  await openRecord(folder).keep(files)
}
if (!conclude()) process.exitCode = 1

async function tryAll(): Promise<void> {
  const { postgres, stop } = await startTestPostgres()
  process.env['FOLIO_TEST_POSTGRES'] = JSON.stringify(postgres)
  process.env['NODE_ENV'] = 'test'
  try {
    await refreshReached(folder)
    const done = new Set(doneBefore())
    const workers = Number(values.workers)
    const shares = Array.from({ length: workers }, (_, share) =>
      tryShare({ share, workers, files: paths, done: [], endless: [], round: values.round }, done),
    )
    await Promise.all(shares)
  } finally {
    await stop()
  }
}

function doneBefore(): string[] {
  const record = openRecord(folder, values.round)
  const isOpen = (file: MutatedFile, one: NumberedMutation) =>
    values['again-survivors'] && !JUDGED.has(one.name) && !record.isOfRound(file, one)
  return files.flatMap((file) =>
    file.mutations.flatMap((one) => {
      const result = record.resultOf(file, one)
      if (result === undefined || (result === 'survived' && isOpen(file, one))) return []
      return one.name
    }),
  )
}

async function tryShare(plan: WorkerPlan, done: Set<string>): Promise<void> {
  const endless = new Set<string>()
  for (;;) {
    const before = done.size + endless.size
    const code = await tryIn({ ...plan, done: [...done], endless: [...endless] }, done, endless)
    if (code === 0) return
    const isGoingOn = done.size + endless.size > before
    if (code !== RESTARTS || !isGoingOn) throw new Error(`A worker ended with ${code}`)
  }
}

/**
 * Adds what it tries to `done`, and what did not end for the first time to `endless`, because a busy machine may be why;
 * answers its exit code.
 */
async function tryIn(
  plan: WorkerPlan,
  done: Set<string>,
  endless: Set<string>,
): Promise<number | null> {
  let trying = ''
  let isSilent = false
  const code = await runWorker({
    script: join(import.meta.dirname, 'worker.ts'),
    plan,
    maxSilenceMs: MAX_SILENCE_MS,
    onMessage: (said) => {
      const message = workerMessage.parse(said)
      if ('trying' in message) trying = message.trying
      else if ('endless' in message) endless.add(message.endless)
      else {
        done.add(message.tried)
        console.log(`${message.result} ${message.tried}`)
      }
    },
    onSilence: () => {
      isSilent = true
      if (!endless.has(trying)) {
        endless.add(trying)
        return
      }
      recordEndless(trying)
      done.add(trying)
    },
  })
  return isSilent ? RESTARTS : code
}

function recordEndless(name: string): void {
  const record = openRecord(folder)
  for (const file of files) {
    const mutation = file.mutations.find((one) => one.name === name)
    if (mutation !== undefined) record.add(file, mutation, 'endless')
  }
}

/** Prints the table of the files; false when something survived that nobody judged harmless. */
function conclude(): boolean {
  const record = openRecord(folder)
  const unjudged: string[] = []
  for (const file of files) {
    const results = file.mutations.map((one) => ({
      name: one.name,
      result: record.resultOf(file, one),
    }))
    const tried = results.filter(({ result }) => result !== undefined)
    const survivors = results.filter(({ result }) => result === 'survived')
    const open = survivors.filter(({ name }) => !JUDGED.has(name))
    unjudged.push(...open.map(({ name }) => name))
    const counts = [
      `${tried.length} of ${results.length} tried`,
      `${survivors.length} survived`,
      `${survivors.length - open.length} judged harmless`,
    ]
    console.log(`${file.file}: ${counts.join(', ')}`)
  }
  for (const name of unjudged) console.log(`SURVIVED ${name}`)
  return unjudged.length === 0
}
