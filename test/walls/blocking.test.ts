import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimMonth } from '#server/analytics/reading-store.ts'
import { claimDue } from '#server/deliveries/store.ts'
import { unsweptFacturators } from '#server/documents/reconcile/sweep.ts'
import { stopHolding } from '#server/documents/stops/stops.ts'
import { choreTurns } from '#server/facturators/turns.ts'
import { createMailboxKeys } from '#server/mailer/accounts/mailbox-keys.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '#server/test-app.ts'
import { ANA, RODRIGO, makeTenant, type Tenant } from './tenants.ts'

let app: TestApp
let ana: Tenant
let rodrigo: Tenant
beforeEach(async () => {
  app = await startTestApp()
  ana = await makeTenant(app, ANA)
  rodrigo = await makeTenant(app, RODRIGO)
})
afterEach(() => app.close())

const PATH = '/auth/account/blocking/'
const STOPS = '/billing-scheduler/stops/'
const LATER = '2027-01-01T00:00:00Z'
const block = (body: object = { password: TEST_PASSWORD }) =>
  app.call({ path: PATH, token: ana.access, body })
const unblock = () => app.call({ method: 'DELETE', path: PATH, token: ana.access })
const release = () => app.call({ method: 'DELETE', path: STOPS, token: ana.access })
const blockedAt = async (token = ana.access) => (await app.call({ path: PATH, token })).body

async function holding(tenant: Tenant): Promise<string | null> {
  const document = await app.database.db
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', tenant.organisationId)
    .executeTakeFirstOrThrow()
  return stopHolding(app.database.db, document)
}

/** Whether another connection waits for a lock of this one. */
async function isWaiting(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
  )
  return rowCount !== null && rowCount > 0
}

describe('a suspended use of data', () => {
  test('asks for the password', async () => {
    const reply = await block({ password: 'Otra-cosa-99' })
    expect(reply).toMatchObject({ status: 400, body: { password: ['The password is wrong.'] } })
    expect(await blockedAt()).toEqual({ blocked_at: null })
    expect(await holding(ana)).toBeNull()
  })

  test('stops issuing for its organisation alone, and stands on record', async () => {
    expect((await block()).status).toBe(204)
    expect(await blockedAt()).toEqual({ blocked_at: expect.stringContaining('2026-11-05') })
    expect(await holding(ana)).toBe('issuingStopped')
    expect(await holding(rodrigo)).toBeNull()
    expect(await blockedAt(rodrigo.access)).toEqual({ blocked_at: null })
    const path = '/audit-events/?limit=1'
    const { body } = await app.call({ path, token: ana.access, language: 'es' })
    const text = 'Se suspendió el uso de los datos de la cuenta.'
    expect(body).toMatchObject({ events: [{ text }] })
  })

  test('reads nothing at the SII by itself', async () => {
    const needs = { db: app.database.db, clock: app.clock }
    const asks = async (find: () => Promise<{ organisationId: number }[]>) =>
      (await find()).map(({ organisationId }) => organisationId).toSorted()
    const both = [ana.organisationId, rodrigo.organisationId].toSorted()
    const stale = () => choreTurns(needs, 'refresh', { since: LATER, limit: 10 })
    const unswept = () => unsweptFacturators(needs, { since: LATER, limit: 10 })
    expect([await asks(stale), await asks(unswept)]).toEqual([both, both])
    await block()
    const rest = [rodrigo.organisationId]
    expect([await asks(stale), await asks(unswept)]).toEqual([rest, rest])
  })

  test('reads no register that waits, until it is lifted', async () => {
    const { db, pool } = app.database
    const at = '2026-11-05T00:00:00Z'
    await pool.query('update register_month set wanted_at = $1, read_at = null', [at])
    await pool.query('update register_reading set next_try_at = $1 where organisation_id = $2', [
      at,
      ana.organisationId,
    ])
    const claim = () => claimMonth({ db, clock: app.clock }, 0)
    await block()
    expect(await claim()).toBeNull()
    await unblock()
    expect(await claim()).toMatchObject({ organisationId: ana.organisationId })
  })

  test('mails no document until it is lifted', async () => {
    const { db } = app.database
    await sql`delete from delivery where organisation_id = ${rodrigo.organisationId}`.execute(db)
    // Its document stands for one that is not issued, so the mail leaves as one that a person wants sent all the same.
    await sql`update delivery set next_try_at = '2026-11-05T00:00:00Z', despite_annulment = true`.execute(
      db,
    )
    const claim = () =>
      claimDue({
        db,
        clock: app.clock,
        links: app.links,
        mailProviders: {},
        keys: createMailboxKeys({ ...app, db, mailProviders: {} }),
        publicUrl: () => 'http://localhost',
        boundary: () => Promise.resolve(),
        onFailure: () => undefined,
      })
    await block()
    expect(await claim()).toBeNull()
    await unblock()
    expect((await claim())?.delivery.organisation_id).toBe(ana.organisationId)
  })

  test('keeps the stop of issuing until it is lifted, and even then until it is released', async () => {
    await block()
    const refused = await release()
    expect(refused).toMatchObject({ status: 409 })
    expect(JSON.stringify(refused.body)).toContain('lift the suspension')
    expect(await holding(ana)).toBe('issuingStopped')
    expect((await unblock()).status).toBe(204)
    expect(await blockedAt()).toEqual({ blocked_at: null })
    expect(await holding(ana)).toBe('issuingStopped')
    expect((await release()).status).toBe(200)
    expect(await holding(ana)).toBeNull()
  })

  test('keeps the stop also from a release that began before it was committed', async () => {
    await app.call({ method: 'PUT', path: STOPS, token: ana.access })
    const blocking = await app.database.pool.connect()
    await blocking.query('begin')
    await blocking.query('update organisation set blocked_at = now() where id = $1', [
      ana.organisationId,
    ])
    const releasing = release()
    await expect.poll(() => isWaiting(blocking)).toBe(true)
    await blocking.query('commit')
    blocking.release()
    expect((await releasing).status).toBe(409)
    expect(await holding(ana)).toBe('issuingStopped')
  })

  test('is harmless when repeated, and so is lifting it', async () => {
    expect((await unblock()).status).toBe(204)
    await block()
    const first = await blockedAt()
    await app.clock.advance(60_000)
    expect((await block()).status).toBe(204)
    expect(await blockedAt()).toEqual(first)
  })

  test('leaves reading, correcting and downloading to its owner', async () => {
    await block()
    expect((await app.call({ path: '/billing-core/facturators/', token: ana.access })).status).toBe(
      200,
    )
    const headers = { authorization: `Bearer ${ana.access}` }
    expect((await app.server.inject({ url: '/api/own-data/', headers })).statusCode).toBe(200)
  })
})

describe('two requests about a suspension at the same moment', () => {
  const recorded = async (kind: string) => {
    const { rowCount } = await app.database.pool.query('select from audit_event where kind = $1', [
      kind,
    ])
    return rowCount
  }

  /** Another request sets it first, and has not ended when ours begins. */
  async function beside<T>(blockedAtFirst: string | null, ours: () => Promise<T>): Promise<T> {
    const client = await app.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('update organisation set blocked_at = $1 where id = $2', [
        blockedAtFirst,
        ana.organisationId,
      ])
      const done = ours()
      await expect
        .poll(async () => {
          const { rowCount } = await app.database.pool.query(
            `select from pg_stat_activity
             where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
          )
          return rowCount
        })
        .toBe(1)
      await client.query('commit')
      return await done
    } finally {
      client.release()
    }
  }

  test('suspend once', async () => {
    expect((await beside('2026-11-05T14:00:00Z', block)).status).toBe(204)
    expect(await recorded('dataBlocked')).toBe(0)
  })

  test('lift once', async () => {
    await block()
    expect((await beside(null, unblock)).status).toBe(204)
    expect(await recorded('dataUnblocked')).toBe(0)
  })
})

test('lifting a suspension twice stands on record once', async () => {
  await block()
  await unblock()
  await unblock()
  const { rowCount } = await app.database.pool.query(
    "select from audit_event where kind = 'dataUnblocked'",
  )
  expect(rowCount).toBe(1)
})
