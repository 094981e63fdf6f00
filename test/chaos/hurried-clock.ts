import { systemClock, type Clock } from '#server/clock.ts'

/** What makes one time for several processes, running `pace` times as fast as the machine's. */
export interface Hurry {
  startMs: number
  /** When it began, by the machine's clock. */
  bornMs: number
  pace: number
}

/** Somebody corrects the machine's time: the wall clock jumps, the monotonic one doesn't. */
export interface Jump {
  afterMs: number
  byMs: number
}

export function hurriedClock({ startMs, bornMs, pace }: Hurry, jump: Jump | null = null): Clock {
  function now(): number {
    const passedMs = (systemClock.now() - bornMs) * pace
    const jumpedMs = jump !== null && passedMs >= jump.afterMs ? jump.byMs : 0
    return Math.round(startMs + passedMs + jumpedMs)
  }
  return {
    now,
    monotonicMs: () => systemClock.monotonicMs() * pace,
    wait: (ms, signal) => systemClock.wait(ms / pace, signal),
  }
}
