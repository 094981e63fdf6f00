/**
 * npm run chaos [-- --random 500] [--only killed]   real processes: kill -9 at every boundary with every
 * fault, stops beyond the lease, PostgreSQL stopped at once, clocks that jump, documents of an uploaded file, and
 * random histories
 * npm run chaos -- --minutes 30 [--skip 40]         a part of them: begins none after so long, leaves out the
 *                                                   first forty, and says how to go on
 * npm run chaos -- --count 20 [--skip 40]           so many of them
 */
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import {
  databaseStops,
  files,
  jumps,
  kills,
  randomHistory,
  stops,
} from '../test/chaos/histories.ts'
import { live, type History } from '../test/chaos/history.ts'

const { values } = parseArgs({
  options: {
    random: { type: 'string', default: '500' },
    from: { type: 'string' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: 'Infinity' },
    skip: { type: 'string', default: '0' },
    count: { type: 'string', default: 'Infinity' },
  },
})

/** Most of a history is waiting for processes to start and for limits to pass. */
const AT_ONCE = 2 * availableParallelism()
const TOLD_EVERY = 20
const first = values.from === undefined ? randomInt(2 ** 31) : Number(values.from)
const skipped = Number(values.skip)
const untilMs = performance.now() + Number(values.minutes) * 60_000
const { postgres, stop } = await startTestPostgres()
process.env['FOLIO_TEST_POSTGRES'] = JSON.stringify(postgres)
try {
  await liveAll(historiesAskedFor())
} finally {
  await stop()
}

function historiesAskedFor(): History[] {
  const random = Array.from({ length: Number(values.random) }, (_, at) => randomHistory(first + at))
  // What is rarest first: a run cut short has had some of each.
  const all = [...files(), ...stops(), ...databaseStops(), ...jumps(), ...kills(), ...random]
  return all.filter(({ name }) => name.includes(values.only))
}

interface Tally {
  asked: number
  lived: number
  broken: number
}

async function liveAll(histories: readonly History[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  for (const kind of histories.map(kindOf)) {
    const tally = tallies.get(kind) ?? { asked: 0, lived: 0, broken: 0 }
    tallies.set(kind, { ...tally, asked: tally.asked + 1 })
  }
  const waiting = histories.slice(skipped, skipped + Number(values.count))
  let lived = 0
  let issued = 0
  let struck = 0
  async function liveNext(): Promise<void> {
    while (performance.now() < untilMs) {
      const next = waiting.shift()
      if (next === undefined) return
      const report = await live(next)
      issued += report.issued
      struck += report.struck
      const tally = tallies.get(kindOf(next))
      if (tally !== undefined) tally.lived += 1
      lived += 1
      if (lived % TOLD_EVERY === 0) console.log(`${lived} of ${histories.length} lived through`)
      if (report.breaches.length === 0) continue
      if (tally !== undefined) tally.broken += 1
      console.log(`BROKEN ${next.name}\n${[...report.breaches, ...report.said].join('\n')}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, liveNext))
  for (const [kind, { asked, lived, broken }] of tallies) {
    console.log(`${kind}: ${lived} of ${asked} lived through, ${broken} broken`)
  }
  console.log(`${issued} issued, ${struck} strikes`)
  const done = skipped + lived
  if (done < histories.length) {
    console.log(`${histories.length - done} are left: go on with --from ${first} --skip ${done}`)
  }
  const broken = [...tallies.values()].reduce((sum, tally) => sum + tally.broken, 0)
  if (broken > 0) process.exitCode = 1
}

/** The first word of its name, as of 'killed afterSend, no fault, 1 workers'. */
function kindOf({ name }: History): string {
  return name.split(/[ :]/).find((word) => word !== 'the') ?? name
}
