import type { start } from '#texts/es/start.ts'
import { systemClock, type Clock } from '../clock.ts'

/** What is told when it doesn't end in time. */
export type Part = keyof typeof start.parts

/** What was opened, to be closed in the opposite order. */
export type Stops = {
  add(part: Part, stop: () => Promise<unknown>, patience?: Patience): void
  /** Closes everything, each within its limit; answers those that didn't make it. */
  run(): Promise<Part[]>
}

/** For a part that deserves more of it. */
export type Patience = {
  limitMs: number
  /** What must not be cut off: waited for beyond the limit, and beyond that of all parts, up to its own. */
  unless?: { ends: () => Promise<unknown>; limitMs: number }
}

/** Each part gets this long, and all of them together no more than the second. */
const PART_MS = 2_000
const TOTAL_MS = 8_000
/** Even the last one, the database, gets a moment. */
const LEAST_MS = 200

export function createStops(clock: Clock = systemClock): Stops {
  const open: { part: Part; stop: () => Promise<unknown>; patience: Patience }[] = []
  return {
    add: (part, stop, patience = { limitMs: PART_MS }) => void open.push({ part, stop, patience }),
    async run() {
      const late: Part[] = []
      let endMs = clock.monotonicMs() + TOTAL_MS
      for (let next = open.pop(); next; next = open.pop()) {
        const leftMs = Math.max(LEAST_MS, endMs - clock.monotonicMs())
        const { part, stop, patience } = next
        const limitMs = Math.min(patience.limitMs, leftMs)
        const stopping = stop()
        let isInTime = await endsWithin(clock, limitMs, stopping)
        if (!isInTime && patience.unless !== undefined) {
          const sinceMs = clock.monotonicMs()
          await endsWithin(clock, patience.unless.limitMs, patience.unless.ends())
          isInTime = await endsWithin(clock, LEAST_MS, stopping)
          endMs += clock.monotonicMs() - sinceMs
        }
        if (!isInTime) late.push(part)
      }
      return late
    },
  }
}

async function endsWithin(
  clock: Clock,
  limitMs: number,
  asked: Promise<unknown>,
): Promise<boolean> {
  const done = new AbortController()
  const ended = asked.then(
    () => true,
    () => false,
  )
  const limit = clock.wait(limitMs, done.signal).then(() => false)
  const inTime = await Promise.race([ended, limit])
  done.abort()
  return inTime
}
