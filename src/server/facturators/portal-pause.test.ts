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

/** So many persons asked to wait half an hour, one after the other, each for an organisation of its own unless said. */
async function asked(
  count: number,
  reason: string,
  { apartMs = 1_000, organisationId }: { apartMs?: number; organisationId?: number } = {},
): Promise<void> {
  for (let one = 0; one < count; one += 1) {
    const who = { person: await person(one), organisationId: organisationId ?? one }
    await pausePerson(needs(), who, clock.now() + 30 * MINUTE_MS, reason)
    await clock.advance(apartMs)
  }
}

test('four organisations that must wait stop nobody else; the fifth within five minutes stops everybody', async () => {
  const other = await person(100)
  await asked(4, 'loginThrottled')
  expect(await tooEarly(needs(), other)).toBeNull()
  const fifth = await person(50)
  const untilMs = clock.now() + 30 * MINUTE_MS
  await pausePerson(needs(), { organisationId: 50, person: fifth }, untilMs, 'waitingRoom')
  expect(await tooEarly(needs(), other)).toEqual({
    kind: 'paused',
    untilMs,
    reason: 'portalThrottled',
  })
  expect(await tooEarly(needs(), fifth)).toMatchObject({ reason: 'waitingRoom', untilMs })
  await clock.advance(30 * MINUTE_MS)
  expect(await tooEarly(needs(), other)).toBeNull()
})

test('one organisation stops nobody else, however many persons it connects', async () => {
  await asked(12, 'loginThrottled', { organisationId: 7 })
  expect(await tooEarly(needs(), await person(100))).toBeNull()
})

test('one person stops nobody else, whichever organisations sign in as them', async () => {
  const one = await person(1)
  for (const organisationId of [1, 2, 3, 4, 5, 6]) {
    const who = { organisationId, person: one }
    await pausePerson(needs(), who, clock.now() + 30 * MINUTE_MS, 'loginThrottled')
  }
  expect(await tooEarly(needs(), await person(100))).toBeNull()
})

test('five that were asked over a longer time are five organisations, not the portal', async () => {
  await asked(6, 'waitingRoom', { apartMs: 2 * MINUTE_MS })
  expect(await tooEarly(needs(), await person(100))).toBeNull()
})

test.each(['interstitial', 'tooManySessions'])(
  'what is of one account alone counts for nobody else: %s',
  async (reason) => {
    await asked(6, reason)
    expect(await tooEarly(needs(), await person(100))).toBeNull()
  },
)
