import { afterEach, beforeEach, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import { instantText, settableClock, type SettableClock } from '#server/clock.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import { holds, LEASE_MS, withLease, type Lease } from '#server/facturators/lease.ts'
import {
  dropSession,
  eraseSession,
  storedSession,
} from '#server/facturators/session/stored-session.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault } from '#server/vault/vault.ts'
import { createSii, siiOrigins } from '#sii/sii.ts'
import { ana } from '#simulators/world.ts'
import { untilSo } from '../../setup/until-so.ts'
import { untilLockWait } from '../lock-wait.ts'

let database: TestDatabase
let clock: SettableClock
beforeEach(async () => {
  database = await borrowTestDatabase()
  clock = settableClock('2026-11-30T13:00:00Z')
})
afterEach(() => database.drop())

const PERSON = rut(ana.rut)
const HEARTBEAT_MS = LEASE_MS / 4
const needs = () => ({ db: database.db, clock })
const lease = <T>(work: (held: Lease) => Promise<T>, worker = 'w1') =>
  withLease(needs(), { person: PERSON, worker }, work)

/** The lease of somebody who is gone. */
async function leftBehind(untilMs: number, epoch = 5): Promise<void> {
  await database.db
    .insertInto('portal_person')
    .values({
      person_rut: PERSON,
      epoch,
      lease_worker: 'gone',
      lease_until: instantText(untilMs),
    })
    .execute()
}

function row() {
  return database.db
    .selectFrom('portal_person')
    .select(['epoch', 'lease_worker', 'lease_until'])
    .where('person_rut', '=', PERSON)
    .executeTakeFirstOrThrow()
}

/** Another claims it, as after a stop that was longer than the lease. */
async function supersede(): Promise<void> {
  await database.db
    .updateTable('portal_person')
    .set({ epoch: 999_999, lease_worker: 'w2', lease_until: instantText(clock.now() + LEASE_MS) })
    .execute()
}

test('a lease that somebody left is free at its last instant, and not before', async () => {
  await leftBehind(clock.now() + 1)
  expect(await lease(async () => 'done')).toBeNull()
  await clock.advance(1)
  expect(await lease(async () => 'done')).toEqual({ value: 'done' })
})

test('whoever takes a lease over has another epoch, under which alone it is held', async () => {
  await leftBehind(clock.now())
  await lease(async ({ epoch }) => {
    expect(epoch).not.toBe(5)
    const isHeld = (of: number) => holds(database.db, clock, { person: PERSON, epoch: of })
    expect(await isHeld(epoch)).toBe(true)
    expect(await isHeld(5)).toBe(false)
    expect(await isHeld(epoch - 1)).toBe(false)
    expect(await isHeld(epoch + 1)).toBe(false)
  })
})

test('a lease is taken over only after whoever holds it has written what it was about to', async () => {
  await leftBehind(clock.now() + 1)
  const claims: ReturnType<typeof lease<string>>[] = []
  await database.db.transaction().execute(async (trx) => {
    expect(await holds(trx, clock, { person: PERSON, epoch: 5 })).toBe(true)
    await clock.advance(1)
    claims.push(lease(async () => 'done'))
    await untilLockWait(database.db)
  })
  expect(await Promise.all(claims)).toEqual([{ value: 'done' }])
})

test('a lease is renewed while its holder works', async () => {
  await lease(async (held) => {
    expect([held.outlives(LEASE_MS - 1), held.outlives(LEASE_MS)]).toEqual([true, false])
    for (let beats = 0; beats < 8; beats += 1) {
      await clock.advance(HEARTBEAT_MS)
      await renewed()
      await untilSo('a holder that knows it', () => held.outlives(LEASE_MS - 1))
    }
    expect(held.outlives(LEASE_MS - HEARTBEAT_MS - 1)).toBe(true)
    expect(await lease(async () => 'done', 'w2')).toBeNull()
  })
})

/** The heartbeat's statement has ended. */
async function renewed(): Promise<void> {
  const until = instantText(clock.now() + LEASE_MS)
  await untilSo('the renewed lease', async () => (await row()).lease_until === until)
}

test('a superseded holder neither renews nor frees the lease of another, and knows it', async () => {
  const held = await lease(async (own) => {
    await supersede()
    const { lease_until: until } = await row()
    await clock.advance(HEARTBEAT_MS)
    await untilSo('a lease that ended', () => !own.outlives(0))
    expect((await row()).lease_until).toBe(until)
    return 'done'
  })
  expect(held).toEqual({ value: 'done' })
  expect(await row()).toMatchObject({ epoch: 999_999, lease_worker: 'w2' })
})

test('a lease is reckoned from before it was asked for', async () => {
  let monotonicMs = 0
  const slow = {
    ...clock,
    monotonicMs: () => monotonicMs,
    now: () => {
      monotonicMs += 1_000
      return clock.now()
    },
  }
  await withLease({ db: database.db, clock: slow }, { person: PERSON, worker: 'w1' }, async (own) =>
    expect(own.outlives(LEASE_MS - monotonicMs)).toBe(false),
  )
})

const vaultOf = () =>
  createVault(keyRing(new Secret(Buffer.alloc(32, 7).toString('base64'))), clock)

/** Of organisation 1, as the person's. */
async function keepSession(): Promise<number> {
  const secretId = await sealSession()
  await database.db
    .insertInto('portal_person')
    .values({ person_rut: PERSON, session_organisation_id: 1, session_secret_id: secretId })
    .execute()
  return secretId
}

function sealSession(): Promise<number> {
  return vaultOf().seal(database.db, {
    organisationId: 1,
    kind: 'portalSession',
    plaintext: 'cookies',
  })
}

async function organisation(): Promise<void> {
  await database.db
    .insertInto('organisation')
    .values({ id: 1, name: 'Folio', created_at: instantText(clock.now()) })
    .execute()
}

test('a kept session is opened after another has erased it, and then there is none', async () => {
  await organisation()
  await keepSession()
  const vault = vaultOf()
  const sii = createSii({ nowMs: clock.now, origins: siiOrigins('http://127.0.0.1:9'), paceMs: 0 })
  const opened: ReturnType<typeof storedSession>[] = []
  await database.db.transaction().execute(async (trx) => {
    await eraseSession(trx, vault, PERSON, null)
    opened.push(storedSession({ db: database.db, vault, sii }, { person: PERSON }))
    await untilLockWait(database.db)
  })
  expect(await Promise.all(opened)).toEqual([null])
})

test('of two who find a session dead the second leaves what the first put in its place', async () => {
  await organisation()
  const former = await keepSession()
  const latter = await sealSession()
  const dropped: Promise<void>[] = []
  await database.db.transaction().execute(async (trx) => {
    await trx.updateTable('portal_person').set({ session_secret_id: latter }).execute()
    dropped.push(dropSession({ db: database.db, vault: vaultOf() }, PERSON, former))
    await untilLockWait(database.db)
  })
  await Promise.all(dropped)
  const { session_secret_id: kept } = await database.db
    .selectFrom('portal_person')
    .select('session_secret_id')
    .executeTakeFirstOrThrow()
  expect(kept).toBe(latter)
})
