import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDigit, rut, type Rut } from '#domain/rut.ts'
import { settableClock, type SettableClock } from '../clock.ts'
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts'
import { tooEarly } from './portal.ts'
import { pausePerson } from './portal-pause.ts'

let database: TestDatabase
let clock: SettableClock
beforeEach(async () => {
  database = await createTestDatabase()
  clock = settableClock('2026-11-30T13:00:00Z')
})
afterEach(() => database.drop())

const MINUTE_MS = 60_000
const PACE = { loginSpacingMs: 120_000, pauseAfterThrottleMs: 30 * MINUTE_MS }
const needs = () => ({ db: database.db, clock, portalPace: PACE })

async function person(count: number): Promise<Rut> {
  const body = 11_000_000 + count
  const own = rut(`${body}-${checkDigit(body)}`)
  await database.db.insertInto('portal_person').values({ person_rut: own }).execute()
  return own
}

/** So many persons asked to wait half an hour, one after the other. */
async function asked(count: number, reason: string, apartMs = 1_000): Promise<void> {
  for (let one = 0; one < count; one += 1) {
    await pausePerson(needs(), await person(one), clock.now() + 30 * MINUTE_MS, reason)
    await clock.advance(apartMs)
  }
}

test('four persons who must wait stop nobody else; the fifth within five minutes stops everybody', async () => {
  const other = await person(100)
  await asked(4, 'loginThrottled')
  expect(await tooEarly(needs(), other)).toBeNull()
  const fifth = await person(50)
  const untilMs = clock.now() + 30 * MINUTE_MS
  await pausePerson(needs(), fifth, untilMs, 'tooManySessions')
  expect(await tooEarly(needs(), other)).toEqual({
    kind: 'paused',
    untilMs,
    reason: 'portalThrottled',
  })
  expect(await tooEarly(needs(), fifth)).toMatchObject({ reason: 'tooManySessions', untilMs })
  await clock.advance(30 * MINUTE_MS)
  expect(await tooEarly(needs(), other)).toBeNull()
})

test('five who were asked over a longer time are five persons, not the portal', async () => {
  await asked(6, 'waitingRoom', 2 * MINUTE_MS)
  expect(await tooEarly(needs(), await person(100))).toBeNull()
})

test('what is of one account alone counts for nobody else', async () => {
  await asked(6, 'interstitial')
  expect(await tooEarly(needs(), await person(100))).toBeNull()
})
