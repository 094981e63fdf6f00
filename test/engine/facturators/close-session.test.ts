import { afterEach, beforeEach, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import { instantText } from '#server/clock.ts'
import {
  closeStoredSession,
  endSessionOf,
  IDLE_SESSION_MS,
  MAX_BETWEEN_FAILURES_MS,
  MAX_CLOSING_MS,
} from '#server/facturators/session/close-session.ts'
import { closeUnclosed } from '#server/facturators/close-unclosed.ts'
import { withLease } from '#server/facturators/lease.ts'
import { ana } from '#simulators/world.ts'
import type { Sii } from '#sii/sii.ts'
import { openHouse, type House } from '../house.ts'

let house: House
/** Whether the SII closes sessions. */
let closes: boolean
let logouts: number

const PERSON = rut(ana.rut)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
  closes = false
  logouts = 0
  const at = instantText(house.clock.now())
  await house.db.insertInto('organisation').values({ id: 1, name: 'Ana', created_at: at }).execute()
  await house.db.insertInto('portal_person').values({ person_rut: PERSON }).execute()
  await store()
})
afterEach(() => house.close())

async function store(): Promise<void> {
  const session_secret_id = await house.vault.seal(house.db, {
    organisationId: 1,
    kind: 'portalSession',
    plaintext: 'cookies',
  })
  const stored = { session_organisation_id: 1, session_secret_id }
  await house.db.updateTable('portal_person').set(stored).execute()
}

/** A worker at a SII whose sessions end or don't. */
function needs() {
  const worker = house.worker('w1')
  const sii: Sii = {
    ...worker.sii,
    resume: (stored) => ({
      ...worker.sii.resume(stored),
      logout: async () => {
        logouts += 1
        return closes
          ? { kind: 'ok', value: null }
          : { kind: 'unavailable', cause: 'unknownPage', text: '' }
      },
    }),
  }
  return { ...worker, sii }
}

const close = async () => (await closeStoredSession(needs(), { person: PERSON })).kind

const APART_MS = MAX_CLOSING_MS / 3

/** Tries that fail every twenty minutes, the first now; the hour is over with the next one, or so much later. */
async function failForAnHour(lessMs = 0): Promise<void> {
  for (const apartMs of [APART_MS, APART_MS, APART_MS - lessMs]) {
    expect(await close()).toBe('unavailable')
    await house.clock.advance(apartMs)
  }
}

async function giveUp(): Promise<void> {
  await failForAnHour()
  expect(await close()).toBe('abandoned')
}

const person = () => house.db.selectFrom('portal_person').selectAll().executeTakeFirstOrThrow()

test('a session that cannot be closed is given up an hour after the first failure', async () => {
  await failForAnHour(1)
  expect(await close()).toBe('unavailable')
  expect((await person()).session_secret_id).not.toBeNull()
  await house.clock.advance(1)
  expect(await close()).toBe('abandoned')
  expect(await person()).toMatchObject({
    session_secret_id: null,
    session_closing_since: null,
    session_dies_at: instantText(house.clock.now() + IDLE_SESSION_MS),
  })
  expect(await close()).toBe('ok')
  expect(logouts).toBe(5)
})

test.each([MAX_BETWEEN_FAILURES_MS + 1, ...[30, 60, 75, 90].map((one) => one * MINUTE_MS)])(
  'two failures far apart, by %i ms, are no hour of failures',
  async (apartMs) => {
    await close()
    await house.clock.advance(apartMs)
    await failForAnHour()
    expect(await close()).toBe('abandoned')
  },
)

test('a row of failures may be as far apart as is allowed', async () => {
  await close()
  await house.clock.advance(MAX_BETWEEN_FAILURES_MS)
  expect(await close()).toBe('unavailable')
  await house.clock.advance(MAX_BETWEEN_FAILURES_MS)
  expect(await close()).toBe('unavailable')
  await house.clock.advance(MAX_BETWEEN_FAILURES_MS)
  expect(await close()).toBe('abandoned')
})

test('failures that stop for a while begin the hour again', async () => {
  await failForAnHour()
  await house.clock.advance(MAX_BETWEEN_FAILURES_MS)
  await failForAnHour()
  expect(await close()).toBe('abandoned')
})

test('a process that notes no last failure begins the hour with its first', async () => {
  await close()
  await house.db.updateTable('portal_person').set({ session_closing_failed_at: null }).execute()
  await house.clock.advance(APART_MS)
  await close()
  await house.clock.advance(APART_MS)
  await close()
  await house.clock.advance(APART_MS)
  expect(await close()).toBe('abandoned')
})

test('the failures of one session say nothing of the next', async () => {
  await failForAnHour()
  closes = true
  expect(await close()).toBe('ok')
  await store()
  closes = false
  expect(await close()).toBe('unavailable')
})

test('the session after one that was given up is tried for an hour again', async () => {
  await giveUp()
  await store()
  expect(await close()).toBe('unavailable')
})

const again = () => closeUnclosed(needs(), 'chore', (_, error) => house.failures.push(error))

/** What the chore does every few minutes, for so long. */
async function keepClosing(minutes: number): Promise<void> {
  for (let past = 0; past < minutes; past += 5) {
    await house.clock.advance(5 * MINUTE_MS)
    await again()
  }
}

test('a session that nobody comes back for is tried every quarter of an hour, and given up after the hour', async () => {
  await keepClosing(30)
  expect(logouts).toBe(0)
  await close()
  await keepClosing(15)
  expect(logouts).toBe(2)
  await keepClosing(40)
  expect(logouts).toBe(4)
  expect((await person()).session_secret_id).not.toBeNull()
  await keepClosing(5)
  expect(await person()).toMatchObject({ session_secret_id: null, session_closing_since: null })
  await keepClosing(60)
  expect(logouts).toBe(5)
  expect(house.failures).toEqual([])
})

test('a session that somebody else tried lately is not tried beside them', async () => {
  await close()
  await house.clock.advance(10 * MINUTE_MS)
  await close()
  await keepClosing(10)
  expect(logouts).toBe(2)
})

test('a session that is closed at last is in nobody’s way', async () => {
  await close()
  closes = true
  await keepClosing(15)
  expect(await person()).toMatchObject({ session_secret_id: null, session_closing_since: null })
  await keepClosing(60)
  expect(logouts).toBe(2)
})

test.each<[string, (untilMs: number) => Promise<unknown>]>([
  [
    'a person',
    (untilMs) =>
      house.db
        .updateTable('portal_person')
        .set({ paused_until: instantText(untilMs), pause_reason: 'loginThrottled' })
        .execute(),
  ],
  [
    'everybody',
    (untilMs) =>
      house.db
        .updateTable('operator_switch')
        .set({ portal_paused_until: instantText(untilMs) })
        .execute(),
  ],
])('no session is tried while the SII has asked %s to wait', async (_, pause) => {
  await close()
  await pause(house.clock.now() + 40 * MINUTE_MS)
  await keepClosing(35)
  expect(logouts).toBe(1)
  await keepClosing(5)
  expect(logouts).toBe(2)
})

test('a session in use has its turn later, and one that fails stops no other', async () => {
  await close()
  await house.clock.advance(15 * MINUTE_MS)
  expect(await withLease(house, { person: PERSON, worker: 'w1' }, again)).toEqual({ value: 0 })
  expect(logouts).toBe(1)
  const broken = { ...needs(), vault: { ...house.vault, open: () => Promise.reject(new Error()) } }
  const failed: string[] = []
  expect(await closeUnclosed(broken, 'chore', (of) => failed.push(of))).toBe(0)
  expect(failed).toEqual([PERSON])
})

/** What became of the session of a request that left so long ago; its limit was a minute and a half. */
const endOf = (agoMs: number) => {
  const fromMs = house.clock.now() - agoMs
  return endSessionOf(needs(), { person: PERSON }, { fromMs, limitMs: fromMs + 90_000 })
}

test('a request is over once its session is closed', async () => {
  closes = true
  expect(await endOf(0)).toMatchObject({ kind: 'ok' })
  // Nobody takes up what the SII ended.
  expect(await person()).toMatchObject({ session_secret_id: null })
})

test('a request is over once its session, given up since it left, is dead', async () => {
  for (const agoMs of [0, APART_MS, 2 * APART_MS]) {
    expect(await endOf(agoMs)).toMatchObject({ kind: 'unavailable' })
    await house.clock.advance(APART_MS)
  }
  const untilMs = house.clock.now() + IDLE_SESSION_MS
  expect(await endOf(MAX_CLOSING_MS)).toEqual({ kind: 'dying', untilMs })
  const tried = logouts
  await house.clock.advance(IDLE_SESSION_MS - 1)
  expect(await endOf(MAX_CLOSING_MS + IDLE_SESSION_MS - 1)).toEqual({ kind: 'dying', untilMs })
  await house.clock.advance(1)
  expect(await endOf(MAX_CLOSING_MS + IDLE_SESSION_MS)).toMatchObject({ kind: 'ok' })
  expect(logouts).toBe(tried)
})

test('of two sessions given up in turn each request waits for its own', async () => {
  await giveUp()
  const diesMs = house.clock.now() + IDLE_SESSION_MS
  await house.clock.advance(MINUTE_MS)
  await store()
  await giveUp()
  const laterMs = house.clock.now() + IDLE_SESSION_MS
  expect(await endOf(2 * MAX_CLOSING_MS)).toEqual({ kind: 'dying', untilMs: diesMs })
  expect(await endOf(MAX_CLOSING_MS)).toEqual({ kind: 'dying', untilMs: laterMs })
  await house.clock.advance(diesMs - house.clock.now())
  expect(await endOf(4 * MAX_CLOSING_MS)).toMatchObject({ kind: 'ok' })
})

test('another session that closes does not end a request whose own was given up', async () => {
  await giveUp()
  await store()
  closes = true
  expect(await endOf(MINUTE_MS)).toMatchObject({ kind: 'dying' })
})

test('a session dies after the last request that it may carry', async () => {
  await giveUp()
  const limitMs = house.clock.now() + 90_000
  expect(await endOf(0)).toEqual({ kind: 'dying', untilMs: limitMs + IDLE_SESSION_MS })
})

test('a session given up before a request left says nothing about the one that sent it', async () => {
  await giveUp()
  await house.clock.advance(HOUR_MS)
  await store()
  expect(await endOf(MINUTE_MS)).toMatchObject({ kind: 'unavailable' })
})

test('a session given up at the last try dies from then on', async () => {
  await failForAnHour()
  const limitMs = house.clock.now() + 90_000
  expect(await endOf(0)).toEqual({ kind: 'dying', untilMs: limitMs + IDLE_SESSION_MS })
  expect((await person()).session_secret_id).toBeNull()
})
