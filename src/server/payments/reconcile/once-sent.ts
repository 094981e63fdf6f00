import { setTimeout as sleep } from 'node:timers/promises'

/** Until statements of thousands of rows have left. */
const SENDING_MS = 3

/**
 * Runs a long computation once the statements that were just asked for have left for the database, which it would keep from
 * leaving: both go on side by side then.
 */
export async function onceSent<T>(compute: () => T): Promise<T> {
  await sleep(SENDING_MS)
  return compute()
}
