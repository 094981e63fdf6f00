import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts'
import { Throttled } from './errors.ts'
import { forgetOldTries, memoryLimits, postgresLimits, type Limits } from './limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function triesUntilThrottled(limits: Limits, key: string): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    try {
      await limits.consume('loginAccount', key)
    } catch (error) {
      if (error instanceof Throttled) return tries
      throw error
    }
  }
  return Infinity
}

test('ten tries fit the window, in the database as in memory, and the wait is told', async () => {
  for (const limits of [memoryLimits(), postgresLimits(database.pool)]) {
    const beganMs = systemClock.now()
    expect(await triesUntilThrottled(limits, 'ana')).toBe(10)
    const refusal = await limits.consume('loginAccount', 'ana').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Throttled)
    const seconds = refusal instanceof Throttled ? refusal.retryAfterSeconds : 0
    const elapsed = (systemClock.now() - beganMs) / 1000
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(900 - elapsed))
    expect(seconds).toBeLessThanOrEqual(900)
  }
})

test('two processes on one database share the count, and one key never counts for another', async () => {
  const [first, second] = [postgresLimits(database.pool), postgresLimits(database.pool)]
  for (let tries = 0; tries < 5; tries += 1) await first.consume('loginAccount', 'rodrigo')
  expect(await triesUntilThrottled(second, 'rodrigo')).toBe(5)
  expect(await triesUntilThrottled(second, 'antonia')).toBe(10)
})

test('forgetting lets in again', async () => {
  const limits = postgresLimits(database.pool)
  await triesUntilThrottled(limits, 'paula')
  await limits.clear('loginAccount', 'paula')
  expect(await triesUntilThrottled(limits, 'paula')).toBe(10)
})

test('tries at the same moment are all counted', async () => {
  const limits = postgresLimits(database.pool)
  const tries = Array.from({ length: 30 }, () => limits.consume('loginAccount', 'muchos'))
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('a network may try more where everybody comes from one, an account may not', async () => {
  const limits = memoryLimits({ networkFactor: 2 })
  for (let tries = 0; tries < 120; tries += 1) await limits.consume('loginNetwork', '127.0.0.1')
  await expect(limits.consume('loginNetwork', '127.0.0.1')).rejects.toBeInstanceOf(Throttled)
  expect(await triesUntilThrottled(limits, 'ana')).toBe(10)
})

test('the table holds neither addresses nor e-mails, and old tries are swept away', async () => {
  await postgresLimits(database.pool).consume('contactMail', 'ana@folio.example')
  const { rows } = await database.pool.query<{ key: string }>('select key from limits.tries')
  expect(rows.map(({ key }) => key).join()).not.toContain('ana')
  await forgetOldTries(database.pool, systemClock.now())
  expect((await database.pool.query('select 1 from limits.tries')).rowCount).toBe(rows.length)
  await forgetOldTries(database.pool, systemClock.now() + 2 * 60 * 60_000)
  expect((await database.pool.query('select 1 from limits.tries')).rowCount).toBe(0)
})
