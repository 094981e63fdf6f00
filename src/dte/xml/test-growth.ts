/** Of a text four times as long: linear 4, quadratic 16. */
const MOST_TIMES = 8
/** Below it the clock's own coarseness decides. */
const LEAST_MS = 40
/** Disturbed by another process or by garbage: only what is slow each time is slow. */
const MAX_TRIES = 4

/** Whether processor time grows faster than the text, judged by one a quarter as long; whatever the machine's speed. */
export function growsFasterThanItsText(
  work: (text: string) => void,
  quarter: string,
  text: string,
): boolean {
  const formerMs = Math.max(timeOf(work, quarter), LEAST_MS / MOST_TIMES)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const ms = timeOf(work, text)
    if (ms <= LEAST_MS || ms <= formerMs * MOST_TIMES) return false
  }
  return true
}

function timeOf(work: (text: string) => void, text: string): number {
  const before = process.cpuUsage()
  work(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
