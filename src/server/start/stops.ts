import { systemClock } from '../clock.ts'

/** What was opened, to be closed in the opposite order. */
export type Stops = {
  add(name: string, stop: () => Promise<unknown>): void
  /** Closes everything, each within its limit; answers the names of those that didn't make it. */
  run(): Promise<string[]>
}

/** The pipeline's step, the server's requests and the database each get this long at most. */
const LIMIT_MS = 4_000

export function createStops(): Stops {
  const open: { name: string; stop: () => Promise<unknown> }[] = []
  return {
    add: (name, stop) => void open.push({ name, stop }),
    async run() {
      const late: string[] = []
      for (let next = open.pop(); next; next = open.pop()) {
        if (!(await stoppedInTime(next.stop))) late.push(next.name)
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
