import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, type Clock } from '#server/clock.ts'

/** What makes one time for several processes: it runs `pace` times as fast as the machine's, and is moved on. */
export interface Hurry {
  startMs: number
  /** When it began, by the machine's clock. */
  bornMs: number
  pace: number
  /**
   * By how much it was moved on, a number of eight bytes: whoever looks, stopped meanwhile or not, sees the same.
   * Null: nobody ever moves it.
   */
  file: string | null
}

/** Somebody corrects the machine's time: the wall clock jumps, the monotonic one doesn't. */
export interface Jumped {
  byMs: number
}

export interface CommonClock {
  hurry: Hurry
  clock: Clock
  /** Moves everybody on to an instant at once, never back. */
  moveOnTo(instantMs: number): void
  close(): void
}

export function startCommonClock(startMs: number, pace: number): CommonClock {
  const folder = mkdtempSync(join(tmpdir(), 'folio-clock-'))
  const file = join(folder, 'moved')
  const moved = openSync(file, 'w')
  const bytes = Buffer.alloc(BYTES)
  let movedMs = 0
  const keep = () => {
    bytes.writeDoubleLE(movedMs)
    // In one piece over the former one: nobody ever reads half of it.
    writeSync(moved, bytes, 0, BYTES, 0)
  }
  keep()
  const hurry = { startMs, bornMs: systemClock.now(), pace, file }
  const { close, ...clock } = hurriedClock(hurry)
  return {
    hurry,
    clock,
    moveOnTo: (instantMs) => {
      movedMs += Math.max(0, instantMs - clock.now())
      keep()
    },
    close: () => {
      close()
      closeSync(moved)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function hurriedClock(
  { startMs, bornMs, pace, file }: Hurry,
  jumped: Jumped = { byMs: 0 },
): Clock & { close(): void } {
  const moved = file === null ? null : openSync(file, 'r')
  const bytes = Buffer.alloc(BYTES)
  function movedMs(): number {
    if (moved === null) return 0
    readSync(moved, bytes, 0, BYTES, 0)
    return bytes.readDoubleLE()
  }
  return {
    now: () => Math.round(startMs + (systemClock.now() - bornMs) * pace + movedMs() + jumped.byMs),
    monotonicMs: () => systemClock.monotonicMs() * pace + movedMs(),
    wait: (ms, signal) => systemClock.wait(ms / pace, signal),
    close: () => {
      if (moved !== null) closeSync(moved)
    },
  }
}

const BYTES = 8
