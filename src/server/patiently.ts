import type { Clock } from './clock.ts'

const TRIES = 6
const WAIT_MS = 5_000

/**
 * Writes down what the outside told us once and won't tell again: a database that is away for a moment
 * must not lose it. `write` may run again after it took effect. Throws what the last try threw.
 */
export async function patiently<T>(clock: Clock, write: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await write()
    } catch (error) {
      if (left <= 1) throw error
      await clock.wait(WAIT_MS)
    }
  }
}
