import { systemClock } from '#server/clock.ts'

const LOOK_MS = 50
const LONGEST_MS = 15_000

/** Looks again until there is something; throws when there is nothing for too long. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const endMs = systemClock.monotonicMs() + LONGEST_MS
  while (systemClock.monotonicMs() < endMs) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    await systemClock.wait(LOOK_MS)
  }
  throw new Error(`Waited in vain: ${what}`)
}
