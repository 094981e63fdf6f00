import type { Clock } from '#server/clock.ts'

/** The clock of a worker that looks for work every second, unless it is woken. */
export interface WorkerClock extends Clock {
  /** Ends the waits between two looks. */
  wake(): void
}

/** No other wait of a worker is as short. */
const LONGEST_LOOK_MS = 1_000
/** A look that was under way did not see what it was woken for. */
const ONCE_MORE_MS = 100

export function workerClock(clock: Clock): WorkerClock {
  let woken = new AbortController()
  let isToCome = false
  const wake = () => {
    woken.abort()
    woken = new AbortController()
  }
  return {
    ...clock,
    wait: (ms, signal) =>
      ms > LONGEST_LOOK_MS
        ? clock.wait(ms, signal)
        : clock.wait(ms, AbortSignal.any([woken.signal, ...(signal ? [signal] : [])])),
    wake: () => {
      wake()
      if (isToCome) return
      isToCome = true
      setTimeout(() => {
        isToCome = false
        wake()
      }, ONCE_MORE_MS).unref()
    },
  }
}
