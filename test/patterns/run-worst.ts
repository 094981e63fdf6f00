import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import type { Worst } from './worst-texts.ts'

// Runs patterns on growing texts and measures processor time, in a thread that can be stopped.

/** The last is the text of 100 KB. */
export const LENGTHS = [6_250, 25_000, 100_000]
/** Of a text four times as long: linear 4, quadratic 16. */
const MOST_TIMES = 8
/** Below it the clock's own coarseness decides. */
const LEAST_MS = 40
/** A linear pattern is far below it at any length. */
const CERTAINLY_SLOW_MS = 600

const asked = z.object({
  source: z.string(),
  flags: z.string(),
  texts: z.array(z.object({ before: z.string(), again: z.string(), after: z.string() })),
})
export type Asked = z.infer<typeof asked>
/** The text with which it grew faster than its text, if any. */
export type Measured = { slow: { text: Worst; timesMs: number[] } | null; lastMs: number }

parentPort?.on('message', (message) => parentPort?.postMessage(measure(asked.parse(message))))

function measure({ source, flags, texts }: Asked): Measured {
  // A sticky one is tried at one place only, as it is used.
  const pattern = new RegExp(source, flags.includes('y') ? flags : `${flags.replaceAll('g', '')}g`)
  const [short = 0] = LENGTHS
  const slowest = texts
    .map((text) => ({ text, ms: timeOf(pattern, text, short) }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, 2)
  let lastMs = 0
  for (const { text } of slowest) {
    const timesMs: number[] = []
    for (const length of LENGTHS) {
      const former = Math.max(timesMs.at(-1) ?? Infinity, LEAST_MS / MOST_TIMES)
      let ms = timeOf(pattern, text, length)
      // Compiled, or disturbed by another process: only what is slow each time is slow.
      for (let again = 0; again < 3 && ms < CERTAINLY_SLOW_MS && isSlow(ms, former); again += 1) {
        ms = Math.min(ms, timeOf(pattern, text, length))
      }
      timesMs.push(ms)
      if (isSlow(ms, former)) return { slow: { text, timesMs }, lastMs: ms }
    }
    lastMs = Math.max(lastMs, timesMs.at(-1) ?? 0)
  }
  return { slow: null, lastMs }
}

function isSlow(ms: number, formerMs: number): boolean {
  return ms > CERTAINLY_SLOW_MS || (ms > LEAST_MS && ms > formerMs * MOST_TIMES)
}

/** Every match of the whole text, as replaceAll would find them. */
function timeOf(pattern: RegExp, { before, again, after }: Worst, length: number): number {
  const count = Math.max(1, Math.floor((length - before.length - after.length) / again.length))
  const text = before + again.repeat(count) + after
  pattern.lastIndex = 0
  const from = process.threadCpuUsage()
  while (pattern.exec(text) !== null) if (pattern.lastIndex === 0 || isStuck(pattern, text)) break
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1_000
}

let lastEnd = -1
/** An empty match doesn't advance by itself. */
function isStuck(pattern: RegExp, text: string): boolean {
  if (pattern.lastIndex === lastEnd) pattern.lastIndex += 1
  lastEnd = pattern.lastIndex
  return pattern.lastIndex > text.length
}
