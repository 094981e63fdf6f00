import type { start } from '#texts/es/start.ts'
import { systemClock, type Clock } from '../clock.ts'

/** What is told when it doesn't end in time. */
export type Part = keyof typeof start.parts

/** What was opened, to be closed in the opposite order. */
export type Stops = {
  /** `limitMs`: for a part that deserves more patience. */
  add(part: Part, stop: () => Promise<unknown>, limitMs?: number): void
  /** Closes everything, each within its limit; answers those that didn't make it. */
  run(): Promise<Part[]>
}

/** Each part gets this long, and all of them together no more than the second. */
const PART_MS = 2_000
const TOTAL_MS = 8_000
/** Even the last one, the database, gets a moment. */
const LEAST_MS = 200

export function createStops(clock: Clock = systemClock): Stops {
  const open: { part: Part; stop: () => Promise<unknown>; limitMs: number }[] = []
  return {
    add: (part, stop, limitMs = PART_MS) => void open.push({ part, stop, limitMs }),
    async run() {
      const late: Part[] = []
      const endMs = clock.monotonicMs() + TOTAL_MS
      for (let next = open.pop(); next; next = open.pop()) {
        const leftMs = Math.max(LEAST_MS, endMs - clock.monotonicMs())
        const inTime = await endsWithin(clock, Math.min(next.limitMs, leftMs), next.stop)
        if (!inTime) late.push(next.part)
      }
      return late
    },
  }
}

async function endsWithin(
  clock: Clock,
  limitMs: number,
  stop: () => Promise<unknown>,
): Promise<boolean> {
  const done = new AbortController()
  const stopping = stop().then(
    () => true,
    () => false,
  )
  const limit = clock.wait(limitMs, done.signal).then(() => false)
  const inTime = await Promise.race([stopping, limit])
  done.abort()
  return inTime
}
