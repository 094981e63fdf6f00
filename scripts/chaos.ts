/**
 * npm run chaos [-- --random 500] [--only killed]   real processes: kill -9 at every boundary with every
 * fault, stops beyond the lease, PostgreSQL stopped at once, clocks that jump, and random histories
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import { databaseStops, jumps, kills, randomHistory, stops } from '../test/chaos/histories.ts'
import { live, type History } from '../test/chaos/history.ts'

const { values } = parseArgs({
  options: {
    random: { type: 'string', default: '500' },
    from: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

const AT_ONCE = 3
const { postgres, stop } = await startTestPostgres()
process.env['FOLIO_TEST_POSTGRES'] = JSON.stringify(postgres)
try {
  await liveAll(historiesAskedFor())
} finally {
  await stop()
}

function historiesAskedFor(): History[] {
  const first = values.from === undefined ? randomInt(2 ** 31) : Number(values.from)
  const random = Array.from({ length: Number(values.random) }, (_, at) => randomHistory(first + at))
  const all = [...kills(), ...stops(), ...databaseStops(), ...jumps(), ...random]
  return all.filter(({ name }) => name.includes(values.only))
}

async function liveAll(histories: readonly History[]): Promise<void> {
  const waiting = [...histories]
  let broken = 0
  let issued = 0
  let struck = 0
  async function liveNext(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const report = await live(next)
      issued += report.issued
      struck += report.struck
      if (report.breaches.length === 0) continue
      broken += 1
      console.log(`BROKEN ${next.name}\n${[...report.breaches, ...report.said].join('\n')}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, liveNext))
  console.log(
    `${histories.length} histories, ${broken} broken: ${issued} issued, ${struck} strikes`,
  )
  if (broken > 0) process.exitCode = 1
}
