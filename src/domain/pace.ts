/**
 * Seconds that one document takes at the SII's portal, about fifteen requests one after the other, where nothing was measured
 * of its person yet.
 */
export const USUAL_DOCUMENT_SECONDS = 20

/**
 * Seconds until the last of these documents is issued. `startsMs`: when each may be sent; `ahead`: documents of the same
 * person that are sent before, because one person's documents are sent one after the other.
 */
export function secondsToIssue(
  startsMs: readonly number[],
  { nowMs, ahead, documentSeconds }: { nowMs: number; ahead: number; documentSeconds: number },
): number {
  const documentMs = documentSeconds * 1000
  const endMs = startsMs
    .toSorted((a, b) => a - b)
    .reduce((freeMs, startMs) => Math.max(freeMs, startMs) + documentMs, nowMs + ahead * documentMs)
  return Math.ceil((endMs - nowMs) / 1000)
}

/** Documents that are wholly issued before the closing hour, one after the other from that instant on. */
export function documentsThatFit({
  fromMs,
  closesMs,
  documentSeconds,
}: {
  fromMs: number
  closesMs: number
  documentSeconds: number
}): number {
  return Math.max(0, Math.floor((closesMs - fromMs) / (documentSeconds * 1000)))
}
