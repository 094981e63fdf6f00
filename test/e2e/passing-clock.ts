import { systemClock, type Clock } from '#server/clock.ts'

/** Time that passes as everybody's does, from a day of our choosing, and can be put forward. */
export interface PassingClock extends Clock {
  /** Moves on by `ms` at once, ending the waits that fall due on the way, in their order. */
  putForward(ms: number): void
}

export function passingClock(start: string): PassingClock {
  let aheadMs = Date.parse(start) - systemClock.now()
  let skippedMs = 0
  const sleepers = new Set<{ dueMs: number; wake(): void }>()
  const now = (): number => systemClock.now() + aheadMs
  return {
    now,
    monotonicMs: () => systemClock.monotonicMs() + skippedMs,
    async wait(ms, signal) {
      const woken = new AbortController()
      const sleeper = { dueMs: now() + ms, wake: () => woken.abort() }
      sleepers.add(sleeper)
      await systemClock.wait(ms, AbortSignal.any([woken.signal, ...(signal ? [signal] : [])]))
      sleepers.delete(sleeper)
    },
    putForward(ms) {
      aheadMs += ms
      skippedMs += ms
      const due = [...sleepers].filter(({ dueMs }) => dueMs <= now())
      for (const sleeper of due.sort((a, b) => a.dueMs - b.dueMs)) sleeper.wake()
    },
  }
}
