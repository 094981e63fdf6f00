import { setImmediate } from 'node:timers/promises'

/** Below the limit of a test, however slow the machine is. */
const MAX_WAIT_MS = 50_000

/** Looks again and again until it is so; throws when it never comes to that. */
export async function untilSo(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + MAX_WAIT_MS
  while (performance.now() < endMs) {
    if (await isSo()) return
    await setImmediate()
  }
  throw new Error(`Never came: ${what}`)
}
