import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopsLock } from '#server/documents/stops/stops.ts'
import { revokeRemoved } from '#server/mailer/accounts/revoke.ts'
import { rut } from '#domain/rut.ts'
import { holds, withLease } from '#server/facturators/lease.ts'
import { lockOrganisation } from '#server/own-data/close-store.ts'
import {
  eraseOrganisation,
  forgetClosed,
  forgetPersons,
} from '#server/own-data/erase-organisation.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '#server/test-app.ts'
import { untilLockWait } from '../engine/lock-wait.ts'
import { ANA, RODRIGO, digestOfTables, makeTenant, type Tenant } from './tenants.ts'

let app: TestApp
let ana: Tenant
let rodrigo: Tenant
beforeEach(async () => {
  app = await startTestApp(undefined, () => ({
    login: () => Promise.resolve({ kind: 'unavailable', cause: 'network', text: '' }),
    resume: () => {
      throw new Error('Nobody has a session here')
    },
  }))
  ana = await makeTenant(app, ANA)
  rodrigo = await makeTenant(app, RODRIGO)
})
afterEach(() => app.close())

const DAY_MS = 24 * 60 * 60_000
const PATH = '/auth/account/closing/'
const close = (wish: object = {}, token = ana.access) =>
  app.call({
    path: PATH,
    token,
    body: { password: TEST_PASSWORD, word: 'eliminar', ...wish },
  })
const count = async (table: string, where = 'true') => {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${table}
     where ${table === 'organisation' ? 'id' : 'organisation_id'} = $1 and ${where}`,
    [ana.organisationId],
  )
  return rows[0]?.count
}

/** As if it had been issued, with its file. */
async function issue(state: 'issued' | 'uncertain'): Promise<void> {
  await sql`update document set state = ${state}, folio = ${state === 'issued' ? 7 : null},
      content = '{}', content_digest = '\\x00', issue_day = emission_day, files_state = 'stored'
    where organisation_id = ${ana.organisationId}`.execute(app.database.db)
}

describe('closing an account that issued nothing', () => {
  test('leaves nothing of it, and everything of everybody else', async () => {
    const before = JSON.stringify(await digestOfTables(app.database.db, rodrigo))
    expect(await close()).toMatchObject({ status: 204 })
    expect((await app.call({ path: '/auth/users/me/', token: ana.access })).status).toBe(401)
    const again = { path: '/auth/jwt/refresh/', body: { refresh: ana.refresh } }
    expect((await app.call(again)).status).toBe(401)
    const entry = { email: 'marca-ana@folio.example', password: TEST_PASSWORD }
    expect((await app.call({ path: '/auth/jwt/create/', body: entry })).status).toBe(401)
    // The mailbox's permission is given back first.
    expect(await count('secret')).toBe(1)
    await revokeRemoved({ ...app, db: app.database.db, mailProviders: {} })
    for (let tries = 0; tries < 6; tries += 1) {
      await app.clock.advance(11 * 60_000)
      await revokeRemoved({ ...app, db: app.database.db, mailProviders: {} })
    }
    expect(await forgetClosed({ db: app.database.db, clock: app.clock })).toBe(1)
    expect(await count('organisation')).toBe(0)
    const { rows } = await app.database.pool.query<{ text: string }>(await everyRow())
    const all = rows.map(({ text }) => text).join('\n')
    // The mail that says goodbye is on its way to the address; nothing else knows it.
    expect(all.replaceAll('"recipient": "marca-ana@folio.example"', '')).not.toContain('marca-ana')
    for (const mark of ana.marks.slice(2)) expect(all).not.toContain(mark)
    expect(JSON.stringify(await digestOfTables(app.database.db, rodrigo))).toBe(before)
    expect((await app.signIn('marca-ana@folio.example')).access).not.toBe('')
  })

  test('is refused for a wrong password or word, and nothing stops', async () => {
    expect(await close({ password: 'Otra-cosa-99' })).toMatchObject({
      status: 400,
      body: { password: ['The password is wrong.'] },
    })
    expect(await close({ word: 'borrar' })).toMatchObject({
      status: 400,
      body: { word: [expect.any(String)] },
    })
    expect(await count('issuing_stop')).toBe(0)
    expect(await count('secret')).toBe(4)
  })
})

describe('closing an account that issued', () => {
  test('keeps the documents with their trail for the years of the law, and no secret', async () => {
    await issue('issued')
    const told = await app.call({ path: PATH, token: ana.access })
    expect(told.body).toMatchObject({
      rules: 1,
      documents_issued: 1,
      documents_waiting: 0,
      mailboxes: 1,
      in_flight: 0,
      kept_until: '2033-02-05',
    })
    expect((await close()).status).toBe(204)
    expect(await count('document', "state = 'issued' and folio = 7 and client_id is null")).toBe(1)
    expect(await count('document_file')).toBe(1)
    expect(await count('company', "issuer_email = ''")).toBe(1)
    expect(await count('facturator', "clave_state = 'absent' and clave_secret_id is null")).toBe(1)
    const gone = ['invoice_rule', 'client', 'contact', 'delivery', 'email_account']
    for (const table of [...gone, 'upload', 'upload_order']) {
      expect([table, await count(table)]).toEqual([table, 0])
    }
    expect(await count('secret', "kind <> 'mailToken'")).toBe(0)
    const needs = { db: app.database.db, clock: app.clock }
    expect(await forgetClosed(needs)).toBe(0)
    await sql`delete from mail_revocation`.execute(app.database.db)
    await app.clock.advanceTo('2033-02-04T12:00:00Z')
    expect(await forgetClosed(needs)).toBe(0)
    await app.clock.advanceTo('2033-02-06T12:00:00Z')
    expect(await forgetClosed(needs)).toBe(1)
    expect(await count('document_file')).toBe(0)
  })

  test('keeps on record only the mandate, the uses of the clave and what was ordered of kept documents', async () => {
    await issue('issued')
    const { db } = app.database
    const document = `document:${ana.ids.document}`
    const clave = { kind: 'secretOpened', subject: 'secret:1', data: { kind: 'clave' } }
    const kept = [
      { kind: 'mandateAccepted', subject: 'facturator:1', data: { version: 1 } },
      clave,
      { ...clave, data: { kind: 'certificatePassword' } },
      { kind: 'documentIssuedNow', subject: document, data: {} },
    ]
    const gone = [
      { ...clave, data: { kind: 'mailToken' } },
      { ...clave, data: { kind: 'totp' } },
      { ...clave, data: { kind: 'portalSession' } },
      { kind: 'documentIssuedNow', subject: 'document:999999', data: {} },
      { kind: 'documentShared', subject: document, data: {} },
      { kind: 'signInFailed', subject: `user:${ana.userId}`, data: { count: 3 } },
      { kind: 'contactCreated', subject: 'contact:1', data: {} },
    ]
    await db.deleteFrom('audit_event').where('organisation_id', '=', ana.organisationId).execute()
    const record = (events: { kind: string; subject: string; data: object }[]) =>
      db
        .insertInto('audit_event')
        .values(
          events.map(({ data, ...event }) => ({
            ...event,
            data: JSON.stringify(data),
            organisation_id: ana.organisationId,
            at: '2026-11-05T15:00:00Z',
          })),
        )
        .execute()
    await record([...kept, ...gone])
    const rodrigos = await digestOfTables(db, rodrigo)
    expect((await close()).status).toBe(204)
    const left = () =>
      db
        .selectFrom('audit_event')
        .select(['kind', 'subject', 'data'])
        .where('organisation_id', '=', ana.organisationId)
        .orderBy('id')
        .execute()
    const erased = {
      kind: 'credentialsErased',
      subject: `facturator:${ana.ids.facturator}`,
      data: { kind: 'kept' },
    }
    expect(await left()).toEqual([...kept, erased])
    // The permission of the mailbox is given back later, and that is forgotten with the night.
    await record(gone.slice(0, 1))
    await forgetClosed({ db, clock: app.clock })
    expect(await left()).toEqual([...kept, erased])
    expect(await digestOfTables(db, rodrigo)).toEqual(rodrigos)
  })

  test('waits while the end of a document is unknown: nothing is lost, nothing stays stopped', async () => {
    await issue('uncertain')
    const before = JSON.stringify(await digestOfTables(app.database.db, ana))
    const told = await app.call({ path: PATH, token: ana.access })
    expect(told.body).toMatchObject({ in_flight: 1 })
    expect(await close()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('on its way') },
    })
    expect(await count('issuing_stop')).toBe(0)
    expect(await count('secret')).toBe(4)
    const after = await digestOfTables(app.database.db, ana)
    const { audit_event: ofBefore, ...rowsBefore }: Record<string, string> = JSON.parse(before)
    const { audit_event: ofAfter, ...rowsAfter } = after
    expect(rowsAfter).toEqual(rowsBefore)
    expect(ofAfter).not.toBe(ofBefore)
  })

  describe('money on its way', () => {
    const PENDING = `state = 'pending', payment_id = null, ended_at = null`
    const set = (change: string) =>
      sql`update payment_attempt set ${sql.raw(change)} where organisation_id = ${ana.organisationId}`
    const order = (state: 'asked' | 'pending' | 'done') =>
      sql`insert into payment_refund_order (organisation_id, attempt_id, payment_id, document_id, amount_clp,
          refund_id, before_clp, state, ordered_by, ordered_at, ended_at, poll_at)
        select share.organisation_id, share.attempt_id, kept.payment_id, share.document_id, 1000,
          repeat('a', 26), 0, ${state}, ${ana.userId}, now(),
          case when ${state} = 'done' then now() end, case when ${state} <> 'done' then now() end
        from payment_attempt_share share join provider_payment kept using (organisation_id, attempt_id)
        where share.organisation_id = ${ana.organisationId}`
    const ways = {
      'a payer who is at the provider': () => set(`${PENDING}, expires_at = 'infinity'`),
      'a payer who is back': () => set(`${PENDING}, returned = 'normal'`),
      'a refund that was asked for': () => order('asked'),
      'a refund under way': () => order('pending'),
    }
    test.each(Object.entries(ways))('money on its way is waited for: %s', async (_what, sends) => {
      await issue('issued')
      const { db } = app.database
      await sends().execute(db)
      const told = await app.call({ path: PATH, token: ana.access })
      expect(told.body).toMatchObject({ in_flight: 0, money_in_flight: 1 })
      expect(await close()).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('on its way') },
      })
      expect(await count('issuing_stop')).toBe(0)
      expect(await count('payment_attempt')).toBe(1)
      const owner = { ...ana, email: 'marca-ana@folio.example' }
      expect(await eraseOrganisation({ db, clock: app.clock }, owner)).toBe('inFlight')
    })

    test('money whose payer did not come back in time holds nothing up', async () => {
      await issue('issued')
      await set(PENDING).execute(app.database.db)
      await order('done').execute(app.database.db)
      const told = await app.call({ path: PATH, token: ana.access })
      expect(told.body).toMatchObject({ money_in_flight: 0 })
      expect((await close()).status).toBe(204)
    })

    test('money of a payment that is just begun is waited for', async () => {
      await issue('issued')
      const { db } = app.database
      const owner = { ...ana, email: 'marca-ana@folio.example' }
      const { closing } = await db.transaction().execute(async (begin) => {
        await sql`select from receivable where organisation_id = ${ana.organisationId}
          for update`.execute(begin)
        const answer = eraseOrganisation({ db, clock: app.clock }, owner)
        await untilLockWait(db)
        await set(`${PENDING}, expires_at = 'infinity'`).execute(begin)
        return { closing: answer }
      })
      expect(await closing).toBe('inFlight')
    })
  })

  test('and for an intent that is just being written, whatever became of the stop', async () => {
    await sql`update document set state = 'queued', content = '{}', content_digest = '\\x00',
        issue_day = emission_day where organisation_id = ${ana.organisationId}`.execute(
      app.database.db,
    )
    const document = await app.database.db
      .selectFrom('document')
      .selectAll()
      .where('organisation_id', '=', ana.organisationId)
      .executeTakeFirstOrThrow()
    const owner = { ...ana, email: 'marca-ana@folio.example' }
    const { closing } = await app.database.db.transaction().execute(async (intent) => {
      await intent.executeQuery(stopsLock(document))
      await sql`update document set state = 'issuing' where id = ${document.id}`.execute(intent)
      const answer = eraseOrganisation({ db: app.database.db, clock: app.clock }, owner)
      await untilLockWait(app.database.db)
      return { closing: answer }
    })
    expect(await closing).toBe('inFlight')
    expect(await count('document', "state = 'issuing'")).toBe(1)
  })

  test('asks for a code where there is a second factor', async () => {
    const started = await app.call({
      path: '/auth/second-factor/',
      token: ana.access,
      body: { password: TEST_PASSWORD },
    })
    expect(started.status).toBe(201)
    await sql`update second_factor set confirmed_at = created_at`.execute(app.database.db)
    expect(await close()).toMatchObject({ status: 400, body: { otp: [expect.any(String)] } })
  })
})

test('a clave that the SII refused is counted on for its hour, whoever closes the account', async () => {
  await sql`insert into refused_clave (person_rut, organisation_id, at)
    values ('15151515-0', ${ana.organisationId}, '2026-11-05T15:00:00Z')`.execute(app.database.db)
  expect((await close()).status).toBe(204)
  await sql`delete from mail_revocation`.execute(app.database.db)
  const needs = { db: app.database.db, clock: app.clock }
  expect(await forgetClosed(needs)).toBe(0)
  expect(await count('refused_clave')).toBe(1)
  await app.clock.advance(60 * 60_000)
  expect(await forgetClosed(needs)).toBe(1)
  expect(await count('refused_clave')).toBe(0)
})

test('at what pace a person visits the SII is forgotten with the last account that names them', async () => {
  const { db } = app.database
  const needs = { db, clock: app.clock }
  const person = rut('15151515-0')
  const visit = { person, worker: 'test' }
  const first = await withLease(needs, visit, async (lease) => ({ lease }))
  await sql`update portal_person set served_at = served_at - interval '2 days'`.execute(db)
  expect(await forgetPersons(needs)).toBe(0)
  expect((await close()).status).toBe(204)
  await app.clock.advance(2 * DAY_MS)
  for (const why of ['stopped_at = now()', "paused_until = now() + interval '100 years'"]) {
    await sql`update portal_person set ${sql.raw(why)} where person_rut = ${person}`.execute(db)
    expect([why, await forgetPersons(needs)]).toEqual([why, 0])
    await sql`update portal_person set stopped_at = null, paused_until = null`.execute(db)
  }
  expect(await forgetPersons(needs)).toBe(1)
  const again = await withLease(needs, visit, async (lease) => {
    const superseded = first?.value.lease
    if (superseded === undefined) throw new Error('Nobody held it')
    expect(await holds(db, app.clock, superseded)).toBe(false)
    return holds(db, app.clock, lease)
  })
  expect(again).toEqual({ value: true })
})

test('of two who leave at once one is the last, and nothing is left without anybody', async () => {
  const { db } = app.database
  await sql`insert into membership (organisation_id, user_id, role, created_at)
    values (${ana.organisationId}, ${rodrigo.userId}, 'owner', '2026-11-05T15:00:00Z')`.execute(db)
  await sql`update login_session set organisation_id = ${ana.organisationId}
    where user_id = ${rodrigo.userId}`.execute(db)
  await app.clock.advance(2_000)
  const { answers } = await db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, ana.organisationId)
    const both = [ana.access, rodrigo.access].map((token) => close({}, token))
    await untilLockWait(app.database.db, both.length)
    return { answers: both }
  })
  for (const { status } of await Promise.all(answers)) expect(status).toBe(204)
  expect(await count('membership')).toBe(0)
  expect(await count('organisation', 'closed_at is not null')).toBe(1)
  expect(await count('secret', "kind <> 'mailToken'")).toBe(0)
})

test('whoever leaves others behind takes nothing of theirs along', async () => {
  const { db } = app.database
  await sql`insert into membership (organisation_id, user_id, role, created_at)
    values (${ana.organisationId}, ${rodrigo.userId}, 'owner', '2026-11-05T15:00:00Z')`.execute(db)
  expect((await app.call({ path: PATH, token: ana.access })).body).toMatchObject({
    has_other_members: true,
  })
  expect((await close()).status).toBe(204)
  expect(await count('invoice_rule')).toBe(1)
  expect(await count('secret')).toBe(4)
  expect(await count('membership')).toBe(1)
  expect(await count('organisation', 'closed_at is null')).toBe(1)
})

/**
 * One SELECT of every row of every table, as text; but for the pace at which a person's RUT visits the SII, which is
 * kept by person, whoever connected them.
 */
async function everyRow(): Promise<string> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'portal_person'`,
  )
  return rows
    .map(({ name }) => `select to_jsonb(t)::text as text from "${name}" t`)
    .join(' union all ')
}
