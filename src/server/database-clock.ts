import { sql, type Kysely } from 'kysely'
import { instantText, type Clock } from './clock.ts'
import type { Schema } from './db/schema.ts'

/**
 * Turns what the database reads on its own clock into the time that it is there. In tests, where time stands still,
 * the database lives in the tests' time.
 */
export type DatabaseClock = (readMs: number) => number

/** The real database's clock shows the real time. */
export const asRead: DatabaseClock = (readMs) => readMs

/** Dates, leases and hours are judged by our clock and compared with what other processes wrote by theirs. */
export const MAX_CLOCK_SKEW_MS = 2_000

export interface ClockNeeds {
  clock: Clock
  databaseClock: DatabaseClock
}

/** Reads the database's clock, in milliseconds since 1970, when the statement is carried out. */
export const DATABASE_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

/**
 * How far our clock is ahead of the database's; negative: behind. The database read its clock at some moment between
 * the asking and the answer, so that waiting for a lock makes no difference.
 */
export function skewOf(
  { clock, databaseClock }: ClockNeeds,
  { askedMs, readMs }: { askedMs: number; readMs: number },
): number {
  const databaseMs = databaseClock(readMs)
  if (databaseMs < askedMs) return askedMs - databaseMs
  return Math.min(0, clock.now() - databaseMs)
}

export function isSkewed(skewMs: number): boolean {
  return Math.abs(skewMs) > MAX_CLOCK_SKEW_MS
}

/** The worker's clock and the database's differ: nothing may be dated or sent by it. */
export class ClockDiffers extends Error {
  readonly skewMs: number

  constructor(skewMs: number) {
    super(`This worker's clock differs from the database's by ${Math.round(skewMs)} ms`)
    this.skewMs = skewMs
  }
}

export async function readSkew(needs: ClockNeeds & { db: Kysely<Schema> }): Promise<number> {
  const askedMs = needs.clock.now()
  const { rows } = await needs.db.executeQuery<{ ms: number }>(
    sql`select ${DATABASE_MS} as ms`.compile(needs.db),
  )
  return skewOf(needs, { askedMs, readMs: Number(rows[0]?.ms) })
}

export interface ClockWatch {
  /** Whether this process may work now; asks the database when its last answer is too old to be relied on. */
  agrees(): Promise<boolean>
}

const CHECK_AGAIN_MS = 60_000

type WatchNeeds = ClockNeeds & {
  db: Kysely<Schema>
  worker: string
  onSkew(error: ClockDiffers): void
}

/**
 * Compares the clocks at the first question, every minute, and at once when our clock has jumped. A clock that differs
 * is told once and stays on record for the operator until it agrees again.
 */
export function watchClock(needs: WatchNeeds): ClockWatch {
  const { clock } = needs
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let wallAtMs = 0
  let isOff: boolean | null = null

  async function check(): Promise<void> {
    const skewMs = await readSkew(needs)
    checkedAtMs = clock.monotonicMs()
    wallAtMs = clock.now()
    const wasOff = isOff
    isOff = isSkewed(skewMs)
    if (isOff && wasOff !== true) needs.onSkew(new ClockDiffers(skewMs))
    if (isOff) await keepSkew(needs, skewMs)
    else if (wasOff !== false) await forgetSkew(needs)
  }

  /** The wall clock moved otherwise than the one that never jumps. */
  function hasJumped(): boolean {
    const byWall = clock.now() - wallAtMs
    return Math.abs(byWall - (clock.monotonicMs() - checkedAtMs)) > MAX_CLOCK_SKEW_MS
  }

  return {
    async agrees() {
      const isOld = clock.monotonicMs() - checkedAtMs >= CHECK_AGAIN_MS
      if (isOff !== false || isOld || hasJumped()) await check()
      return isOff === false
    },
  }
}

async function keepSkew({ db, clock, worker }: WatchNeeds, skewMs: number): Promise<void> {
  const change = { skew_ms: Math.round(skewMs), seen_at: instantText(clock.now() - skewMs) }
  await db
    .insertInto('worker_clock')
    .values({ worker, ...change })
    .onConflict((conflict) => conflict.column('worker').doUpdateSet(change))
    .execute()
}

async function forgetSkew({ db, worker }: WatchNeeds): Promise<void> {
  await db.deleteFrom('worker_clock').where('worker', '=', worker).execute()
}

/** Of workers that are gone: one that works still and differs says so every second. */
export async function forgetSkews(db: Kysely<Schema>, before: string): Promise<void> {
  await db.deleteFrom('worker_clock').where('seen_at', '<', before).execute()
}

export interface SkewedWorker {
  worker: string
  skewMs: number
  seenAt: string
}

const MAX_WORKERS_LISTED = 100

/** For the operator: workers that issue nothing because of their clock. */
export async function skewedWorkers(db: Kysely<Schema>): Promise<SkewedWorker[]> {
  const rows = await db
    .selectFrom('worker_clock')
    .select(['worker', 'skew_ms', 'seen_at'])
    .orderBy('worker')
    .limit(MAX_WORKERS_LISTED)
    .execute()
  return rows.map((row) => ({ worker: row.worker, skewMs: row.skew_ms, seenAt: row.seen_at }))
}
