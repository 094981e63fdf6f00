import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#server/clock.ts'
import type { CommonClock } from './common-clock.ts'
import type { Crew } from './crew.ts'
import type { NextThing } from './next-thing.ts'

const TICK_MS = 20
/**
 * So often nothing happens before time moves on. Only a step that needs no lease is not seen meanwhile. One that takes
 * longer has its document's next try set ahead already: time moves no further than to that, which must do no harm.
 */
const QUIET_TICKS = 3
/** Two clocks that are an hour apart make each other wait for it; and the next day's hours come too. */
const MOST_MS = 36 * 60 * 60_000
/** Of the machine's time, for a history that gets nowhere: one on a machine with much else to do takes minutes. */
const PATIENCE_MS = 15 * 60_000
/** What the portal holds back goes on after so long, or once nothing else happens. */
const HELD_MS = 24_000

interface Scene {
  time: CommonClock
  crew: Pick<Crew, 'wake' | 'wakesAtMs'>
  /** Lets what the portal holds back go on; how much there was. */
  release(): number
  next(): Promise<NextThing>
  look(): Promise<string[]>
}

/**
 * Ends once all is well, or nothing will happen any more. Nobody waits through hours in which nothing is due: where
 * neither a worker nor the portal has anything to do, the clock of all is moved on to when somebody has.
 */
export async function settle({ time, crew, release, next, look }: Scene): Promise<void> {
  const untilMs = systemClock.monotonicMs() + PATIENCE_MS
  const { now } = time.clock
  const endMs = now() + MOST_MS
  let [quiet, before, looked, releasedAtMs] = [0, '', '', now()]
  while (systemClock.monotonicMs() < untilMs && now() < endMs) {
    await sleep(TICK_MS)
    crew.wake()
    if (now() - releasedAtMs >= HELD_MS) {
      releasedAtMs = now()
      release()
    }
    const { atMs, state } = await next().catch(away)
    quiet = atMs > now() && state === before ? quiet + 1 : 0
    before = state
    if (quiet < QUIET_TICKS) continue
    quiet = 0
    if (release() > 0) continue
    if (crew.wakesAtMs === null && state !== looked) {
      looked = state
      if ((await look()).length === 0) return
    }
    const thenMs = Math.min(atMs, crew.wakesAtMs ?? atMs)
    if (thenMs === Number.POSITIVE_INFINITY) return
    time.moveOnTo(Math.min(thenMs, endMs))
  }
}

/** A database that was stopped is asked again. */
function away(): NextThing {
  return { atMs: 0, state: '' }
}
