/** Time comes in as a value, so that tests set it. The one place that asks the machine for it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. May jump when the machine's time is corrected. */
  now(): number
  /** Milliseconds since an unknown moment; never jumps, so leases and deadlines are measured with it. */
  monotonicMs(): number
  /** Ends after `ms`, or at once and without an error when the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  wait: (ms, signal) => waitFor(ms, signal),
}

/** The same needs with the time read once: what is compared with the date that a person saw is what leaves. */
export function atOneMoment<Needs extends { clock: Clock }>(needs: Needs): Needs {
  const nowMs = needs.clock.now()
  return { ...needs, clock: { ...needs.clock, now: () => nowMs } }
}

/** The instant as the tables and the wire write it: ISO 8601 in UTC, with milliseconds. */
export function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString()
}

/** Milliseconds of an instant as the database gives it. */
export function msOf(instantText: string): number {
  return Date.parse(instantText)
}

/** For libraries that ask for a `Date`. */
export function dateOf(instantMs: number): Date {
  return new Date(instantMs)
}

export interface SettableClock extends Clock {
  /** Moves on by `ms`, ending the waits that fall due on the way, in their order. */
  advance(ms: number): Promise<void>
  /** Moves on to an instant, never back: `Date.parse` or milliseconds. */
  advanceTo(instant: number | string): Promise<void>
  /** How many wait right now. */
  readonly waiting: number
}

/** For tests: time stands still until somebody advances it. */
export function settableClock(start: number | string): SettableClock {
  const startMs = typeof start === 'string' ? Date.parse(start) : start
  let nowMs = startMs
  const sleepers = new Set<Sleeper>()

  async function advanceTo(instant: number | string): Promise<void> {
    const target = typeof instant === 'string' ? Date.parse(instant) : instant
    if (!(target >= nowMs)) throw new RangeError(`Time goes forward only: ${instant}`)
    for (let next = firstDue(sleepers, target); next; next = firstDue(sleepers, target)) {
      nowMs = Math.max(nowMs, next.dueMs)
      next.wake()
      // Lets the woken one go on, and perhaps wait again, before time moves further.
      await new Promise((resolve) => setImmediate(resolve))
    }
    nowMs = target
  }

  return {
    now: () => nowMs,
    monotonicMs: () => nowMs - startMs,
    wait: (ms, signal) => sleepUntil(sleepers, nowMs + Math.max(0, ms), signal),
    advance: (ms) => advanceTo(nowMs + ms),
    advanceTo,
    get waiting() {
      return sleepers.size
    },
  }
}

type Sleeper = { dueMs: number; wake(): void }

function firstDue(sleepers: Set<Sleeper>, target: number): Sleeper | undefined {
  let first: Sleeper | undefined
  for (const sleeper of sleepers) {
    if (sleeper.dueMs <= target && (!first || sleeper.dueMs < first.dueMs)) first = sleeper
  }
  return first
}

function sleepUntil(sleepers: Set<Sleeper>, dueMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const wake = (): void => {
      sleepers.delete(sleeper)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const sleeper = { dueMs, wake }
    sleepers.add(sleeper)
    signal?.addEventListener('abort', wake, { once: true })
  })
}

function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(Math.max(0, ms), LONGEST_TIMER_MS))
    signal?.addEventListener('abort', end, { once: true })
  })
}

// setTimeout fires at once beyond 2³¹−1 ms; a loop that waits so long simply looks twice.
const LONGEST_TIMER_MS = 2 ** 31 - 1
