import { afterEach, beforeEach, expect, test } from 'vitest'
import { settableClock, type SettableClock } from './clock.ts'
import {
  ClockDiffers,
  asRead,
  forgetSkews,
  isSkewed,
  readSkew,
  skewedWorkers,
  skewOf,
  watchClock,
} from './database-clock.ts'
import { createTestDatabase, type TestDatabase } from './db/test-database.ts'

let database: TestDatabase
let clock: SettableClock

beforeEach(async () => {
  database = await createTestDatabase()
  clock = settableClock('2026-11-30T15:00:00Z')
})
afterEach(() => database.drop())

const SOON_MS = 100
/** By which the database's machine may be wrong, wherever it is. */
const TOLERATED_MS = 5_000

/** The real time, whatever day the tests have. */
function machinesMs(): number {
  return performance.timeOrigin + performance.now()
}

test('a reading between the asking and the answer is no difference, however long it took', () => {
  const needs = { clock, databaseClock: asRead }
  const now = clock.now()
  expect(skewOf(needs, { askedMs: now - 30_000, readMs: now - 10_000 })).toBeCloseTo(0)
  expect(skewOf(needs, { askedMs: now - 30_000, readMs: now - 32_500 })).toBe(2_500)
  expect(skewOf(needs, { askedMs: now, readMs: now + 2_500 })).toBe(-2_500)
})

test('more than two seconds, ahead or behind, is too much', () => {
  expect([2_000, -2_000, 0].map(isSkewed)).toEqual([false, false, false])
  expect([2_001, -2_001].map(isSkewed)).toEqual([true, true])
})

test('the clock of the real database is read as it is', async () => {
  const { db } = database
  const read: number[] = []
  const databaseClock = (readMs: number) => {
    read.push(readMs)
    return clock.now()
  }
  const askedMs = machinesMs()
  expect(await readSkew({ db, clock, databaseClock })).toBeCloseTo(0)
  expect(read[0]).toBeGreaterThan(askedMs - TOLERATED_MS)
  expect(read[0]).toBeLessThan(machinesMs() + TOLERATED_MS)
})

function watch(skew: { byMs: number }, asked: { times: number }) {
  const told: ClockDiffers[] = []
  const watched = watchClock({
    db: database.db,
    clock,
    worker: 'w1',
    databaseClock: () => {
      asked.times += 1
      return clock.now() - skew.byMs
    },
    onSkew: (error) => void told.push(error),
  })
  return { told, agrees: () => watched.agrees() }
}

test('a clock that agrees is asked about once a minute', async () => {
  const asked = { times: 0 }
  const { agrees, told } = watch({ byMs: 0 }, asked)
  expect(await agrees()).toBe(true)
  await clock.advance(59_999)
  expect(await agrees()).toBe(true)
  expect(asked.times).toBe(1)
  await clock.advance(1)
  expect(await agrees()).toBe(true)
  expect(asked.times).toBe(2)
  expect(told).toEqual([])
})

test('one that differs is told once, is on record for the operator and goes on when it agrees', async () => {
  const skew = { byMs: 13 * 60 * 60_000 }
  const { agrees, told } = watch(skew, { times: 0 })
  expect(await agrees()).toBe(false)
  expect(await agrees()).toBe(false)
  expect(told).toEqual([expect.any(ClockDiffers)])
  expect(await skewedWorkers(database.db)).toEqual([
    { worker: 'w1', skewMs: skew.byMs, seenAt: '2026-11-30T02:00:00.000Z' },
  ])
  skew.byMs = 0
  expect(await agrees()).toBe(true)
  expect(await skewedWorkers(database.db)).toEqual([])
})

test('a clock that jumps between two minutes is asked about at once', async () => {
  const asked = { times: 0 }
  let jumpedMs = 0
  const own = { ...clock, now: () => clock.now() + jumpedMs }
  const watched = watchClock({
    db: database.db,
    clock: own,
    worker: 'w1',
    databaseClock: () => {
      asked.times += 1
      return clock.now()
    },
    onSkew: () => undefined,
  })
  expect(await watched.agrees()).toBe(true)
  await clock.advance(SOON_MS)
  jumpedMs = 2_001
  expect(await watched.agrees()).toBe(false)
  expect(asked.times).toBe(2)
})

test('what a worker that is gone left on record is forgotten', async () => {
  await watch({ byMs: 5_000 }, { times: 0 }).agrees()
  await forgetSkews(database.db, '2026-11-29T15:00:00Z')
  expect(await skewedWorkers(database.db)).toHaveLength(1)
  await forgetSkews(database.db, '2026-12-01T15:00:00Z')
  expect(await skewedWorkers(database.db)).toEqual([])
})
