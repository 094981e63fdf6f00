import type { start } from '#texts/es/start.ts'
import { systemClock } from '../clock.ts'

/** What is told when it doesn't end in time. */
export type Part = keyof typeof start.parts

/** What was opened, to be closed in the opposite order. */
export type Stops = {
  add(part: Part, stop: () => Promise<unknown>): void
  /** Closes everything, each within its limit; answers those that didn't make it. */
  run(): Promise<Part[]>
}

/** The pipeline's step, the server's requests and the database each get this long at most. */
const LIMIT_MS = 4_000

export function createStops(): Stops {
  const open: { part: Part; stop: () => Promise<unknown> }[] = []
  return {
    add: (part, stop) => void open.push({ part, stop }),
    async run() {
      const late: Part[] = []
      for (let next = open.pop(); next; next = open.pop()) {
        if (!(await stoppedInTime(next.stop))) late.push(next.part)
      }
      return late
    },
  }
}

async function stoppedInTime(stop: () => Promise<unknown>): Promise<boolean> {
  const done = new AbortController()
  const stopping = stop().then(
    () => true,
    () => false,
  )
  const limit = systemClock.wait(LIMIT_MS, done.signal).then(() => false)
  const inTime = await Promise.race([stopping, limit])
  done.abort()
  return inTime
}
