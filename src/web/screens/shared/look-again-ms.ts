const AT_FIRST_MS = 60_000
const LATER_MS = 30_000

/**
 * When a page that was read so many times, each after `firstMs`, is read next. Slower after a minute, because a window left
 * open takes from what all payers behind one address may read.
 */
export function lookAgainMs(reads: number, firstMs: number): number {
  return reads * firstMs <= AT_FIRST_MS ? firstMs : LATER_MS
}
