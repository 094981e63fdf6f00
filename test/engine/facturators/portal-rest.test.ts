import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkDigit, rut, type Rut } from '#domain/rut.ts'
import { instantText, msOf, settableClock, type SettableClock } from '#server/clock.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import {
  goOnAfterLogin,
  pauseIn,
  pausePerson,
  type PortalPerson,
  restAfterUnknown,
} from '#server/facturators/portal-pause.ts'
import { seedCrowd } from '../crowd.ts'

let database: TestDatabase
let clock: SettableClock
beforeEach(async () => {
  database = await borrowTestDatabase()
  clock = settableClock('2026-11-30T13:00:00Z')
})
afterEach(() => database.drop())

const MINUTE_MS = 60_000
const REST_MS = 30 * MINUTE_MS
const needs = () => ({ db: database.db, clock })
const [ONE, OTHER] = [1, 2].map((count) => person(count))
if (ONE === undefined || OTHER === undefined) throw new Error('no persons')

function person(count: number): Rut {
  const body = 11_000_000 + count
  return rut(`${body}-${checkDigit(body)}`)
}

const who = (one: Rut): PortalPerson => ({ organisationId: 1, person: one })

async function known(...persons: Rut[]): Promise<void> {
  for (const one of persons) {
    await database.db.insertInto('portal_person').values({ person_rut: one }).execute()
  }
}

/** Until when, and why, each known person waits. */
async function waits(): Promise<unknown[]> {
  const rows = await database.db
    .selectFrom('portal_person')
    .select(['paused_until', 'pause_reason'])
    .orderBy('person_rut')
    .execute()
  return rows.map((row) =>
    row.paused_until === null
      ? null
      : `${(msOf(row.paused_until) - clock.now()) / MINUTE_MS} ${row.pause_reason}`,
  )
}

describe('a pause', () => {
  const at = (ms: number) => instantText(clock.now() + ms)
  const pause = (own: number | null, portal: number | null) =>
    pauseIn(clock, {
      paused_until: own === null ? null : at(own),
      pause_reason: 'tooManySessions',
      portal_until: portal === null ? null : at(portal),
    })

  test('lasts until its instant, and no longer', () => {
    expect(pause(1, null)).toMatchObject({ reason: 'tooManySessions', untilMs: clock.now() + 1 })
    expect(pause(0, null)).toBeNull()
    expect(pause(null, null)).toBeNull()
    expect(pauseIn(clock, undefined)).toBeNull()
  })

  test('of the whole portal holds whoever has none, and the longer of two holds', () => {
    expect(pause(null, 5)).toEqual({
      kind: 'paused',
      untilMs: clock.now() + 5,
      reason: 'portalThrottled',
    })
    expect(pause(9, 5)).toMatchObject({ untilMs: clock.now() + 9, reason: 'tooManySessions' })
    expect(pause(5, 9)).toMatchObject({ untilMs: clock.now() + 9, reason: 'portalThrottled' })
  })

  test('is of one person, and no sign of throttling when it is of the account', async () => {
    await known(ONE, OTHER)
    await pausePerson(needs(), who(ONE), clock.now() + REST_MS, 'interstitial')
    expect(await waits()).toEqual(['30 interstitial', null])
    const signs = await database.db.selectFrom('portal_person').select('throttled_at').execute()
    expect(signs).toEqual([{ throttled_at: null }, { throttled_at: null }])
  })
})

describe('a page that nobody knows, in answer to the clave', () => {
  const unsent = { kind: 'unavailable', cause: 'unknownPage', text: '' } as const
  const unknown = { ...unsent, isClaveSent: true } as const
  const rest = (login: Parameters<typeof restAfterUnknown>[2] = unknown, of = ONE) =>
    restAfterUnknown(needs(), who(of), login, REST_MS)

  test('rests the person half an hour, and two each time it comes again as soon', async () => {
    await known(ONE, OTHER)
    await rest()
    expect(await waits()).toEqual(['30 unknownPage', null])
    await clock.advance(REST_MS)
    await rest()
    expect(await waits()).toEqual(['120 unknownPage', null])
    await clock.advance(8 * 60 * MINUTE_MS)
    await rest()
    expect(await waits()).toEqual(['30 unknownPage', null])
  })

  test('rests no longer for another’s, or for a pause of another kind', async () => {
    await known(ONE, OTHER)
    await rest(unknown, OTHER)
    await pausePerson(needs(), who(ONE), clock.now(), 'tooManySessions')
    await rest()
    expect(await waits()).toEqual(['30 unknownPage', '30 unknownPage'])
  })

  test('rests nobody when the clave had not left, or the cause is known', async () => {
    await known(ONE)
    await rest(unsent)
    await rest({ ...unknown, cause: 'maintenance' })
    expect(await waits()).toEqual([null])
  })
})

describe('a log-in that works', () => {
  test.each(['interstitial', 'loginRejected', 'unknownPage'])(
    'ends the pause after %s, of its person alone',
    async (reason) => {
      await known(ONE, OTHER)
      for (const one of [ONE, OTHER]) {
        await pausePerson(needs(), who(one), clock.now() + REST_MS, reason)
      }
      await goOnAfterLogin(needs(), ONE)
      expect(await waits()).toEqual([null, `30 ${reason}`])
    },
  )

  test('leaves the pause that the SII asked for', async () => {
    await known(ONE)
    await pausePerson(needs(), who(ONE), clock.now() + REST_MS, 'tooManySessions')
    await goOnAfterLogin(needs(), ONE)
    expect(await waits()).toEqual(['30 tooManySessions'])
  })

  test('lets go what waited for it, and nothing that waits for something else', async () => {
    const due = ['portalInterstitial', 'accountBlocked', 'claveRejected']
    const later = instantText(clock.now() + REST_MS)
    const owner = await crowd([
      ...due.map((reason) => ({ reason })),
      { reason: 'claveRejected', state: 'uncertain' },
      { reason: 'claveRejected', state: 'issued' },
      { reason: 'claveMissing' },
      { reason: 'claveRejected', next_try_at: later },
    ])
    await goOnAfterLogin(needs(), owner)
    const now = instantText(clock.now())
    expect(await nextTries()).toEqual([now, now, now, now, now, null, later])
  })

  test('lets nothing go of another person, or where the clave is refused', async () => {
    const owner = await crowd([{ reason: 'claveRejected' }])
    await goOnAfterLogin(needs(), OTHER)
    expect(await nextTries()).toEqual([null])
    await database.db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
    await goOnAfterLogin(needs(), owner)
    expect(await nextTries()).toEqual([null])
  })
})

interface Waiting {
  reason: string
  state?: 'queued' | 'uncertain' | 'issued'
  next_try_at?: string
}

/** Documents of one person in one organisation, each as said; answers whose. */
async function crowd(documents: Waiting[]): Promise<Rut> {
  const dueSince = '2026-11-30T12:00:00Z'
  await seedCrowd(database.db, {
    organisationId: 1,
    documents: [documents.length],
    dueSince,
    state: 'queued',
  })
  const rows = await database.db
    .selectFrom('document')
    .select(['id', 'person_rut'])
    .orderBy('id')
    .execute()
  for (const [index, { id }] of rows.entries()) {
    const { reason, state = 'queued', next_try_at = null } = documents[index] ?? { reason: '' }
    const folio = state === 'issued' ? index + 1 : null
    await database.db
      .updateTable('document')
      .set({ reason, state, next_try_at, folio })
      .where('id', '=', id)
      .execute()
  }
  return rut(rows[0]?.person_rut ?? '')
}

async function nextTries(): Promise<(string | null)[]> {
  const rows = await database.db
    .selectFrom('document')
    .select('next_try_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.next_try_at)
}
