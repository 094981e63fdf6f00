import { pino } from 'pino'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KEPT } from '#domain/kept.ts'
import { ANA, RODRIGO, makeTenant, type Tenant } from './tenants.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '#server/test-app.ts'
import { makeActivationLink } from '#server/users/account/registration.ts'
import { forgetPast } from '#server/start/forget.ts'

let app: TestApp
let errors: unknown[]
beforeEach(async () => {
  app = await startTestApp('2026-11-05T15:00:00Z')
  errors = []
})
afterEach(() => app.close())

const DAY_MS = 24 * 60 * 60_000

async function sweep(): Promise<void> {
  await sweepAnyway()
  if (errors.length > 0) throw new Error('A sweep failed', { cause: errors[0] })
}

async function sweepAnyway(): Promise<void> {
  const logger = pino({ enabled: false })
  logger.error = (about: unknown) => void errors.push(about)
  const { db, pool } = app.database
  await forgetPast({ db, pool, clock: app.clock, logger })
}

async function count(from: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${from}`,
  )
  return rows[0]?.count ?? -1
}

/** The sweep of the night before the limit leaves it, the one at the limit takes it. */
async function expectEnd(from: string, days: number): Promise<void> {
  const before = await count(from)
  expect(before).toBeGreaterThan(0)
  await app.clock.advance(days * DAY_MS - 1)
  await sweep()
  expect(await count(from)).toBe(before)
  await app.clock.advance(1)
  await sweep()
  expect(await count(from)).toBe(0)
}

describe('the nightly sweep', () => {
  test('erases a session that reached its end, although its last token would live longer', async () => {
    await app.signIn('sesion@folio.example')
    const expires_at = '2027-03-01T00:00:00Z'
    await app.database.db.updateTable('refresh_token').set({ expires_at }).execute()
    await expectEnd('login_session', KEPT.sessionDays)
    expect(await count('refresh_token')).toBe(0)
  })

  test('erases the words of an unknown page that was not seen again', async () => {
    const at = '2026-11-05T15:00:00Z'
    await app.database.db
      .insertInto('unknown_answer')
      .values({
        place: 'portal',
        kind: 'unknownPage',
        form: 'x',
        first_seen_at: at,
        last_seen_at: at,
      })
      .execute()
    await expectEnd('unknown_answer', KEPT.unknownAnswerDays)
  })

  test('erases an uploaded file, and keeps that it was uploaded', async () => {
    await makeTenant(app, ANA)
    await app.database.db.updateTable('upload').set({ answer: '{}' }).execute()
    expect(await count('upload_order where content is not null')).toBe(1)
    await expectEnd('upload where bytes is not null', KEPT.uploadDays)
    expect(await count("upload where file_name <> '' and documents = 1 and answer is null")).toBe(2)
    expect(await count('upload_order where content is null')).toBe(1)
    for (const table of ['upload_cell', 'upload_removed_row', 'upload_look_up']) {
      expect(await count(table)).toBe(0)
    }
  })

  test('erases the answer to a request with a key', async () => {
    const { organisationId } = await makeTenant(app, ANA)
    await app.database.db.deleteFrom('idempotency_key').execute()
    await app.database.db
      .insertInto('idempotency_key')
      .values({
        organisation_id: organisationId,
        key: 'k',
        request_digest: Buffer.from('x'),
        status: 201,
        reply: '{}',
        created_at: '2026-11-05T15:00:00Z',
      })
      .execute()
    await expectEnd('idempotency_key', KEPT.replyDays)
  })

  test('erases an account that was never activated, and leaves those that were', async () => {
    await app.signIn('activa@folio.example')
    const body = {
      email: 'nunca@folio.example',
      password: TEST_PASSWORD,
      re_password: TEST_PASSWORD,
    }
    await app.call({ path: '/auth/users/', body })
    await expectEnd('app_user where activated_at is null', KEPT.unactivatedDays)
    expect(await count('organisation')).toBe(1)
    expect(await count('app_user')).toBe(1)
    expect(await count('audit_event')).toBeGreaterThan(0)
  })

  test('leaves an account whose link to activate it still works', async () => {
    const body = {
      email: 'nunca@folio.example',
      password: TEST_PASSWORD,
      re_password: TEST_PASSWORD,
    }
    await app.call({ path: '/auth/users/', body })
    await app.clock.advance(KEPT.unactivatedDays * DAY_MS)
    await makeActivationLink({ db: app.database.db, clock: app.clock }, body.email)
    await sweep()
    expect(await count('app_user')).toBe(1)
    await app.clock.advance(DAY_MS + 1)
    await sweep()
    expect(await count('app_user')).toBe(0)
  })

  test('erases what was written to us', async () => {
    const body = {
      name: 'Ana',
      email: 'ana@folio.example',
      phone: '',
      message: 'Hola',
      website: '',
    }
    expect((await app.call({ path: '/contact/', body })).status).toBe(204)
    await expectEnd('contact_message', KEPT.contactDays)
  })

  test('erases tries at connecting a mailbox and refusals of a clave after a day', async () => {
    const { userId, organisationId } = await makeTenant(app, ANA)
    const at = '2026-11-05T15:00:00Z'
    await sql`insert into oauth_attempt (state_hash, organisation_id, user_id, provider, return_path,
        created_at, expires_at)
      values ('\\x01', ${organisationId}, ${userId}, 'google', '/', ${at}, ${at})`.execute(
      app.database.db,
    )
    await sql`insert into refused_clave (person_rut, organisation_id, at)
      values ('11111111-1', ${organisationId}, ${at})`.execute(app.database.db)
    await app.clock.advance(DAY_MS - 1)
    await sweep()
    expect([await count('oauth_attempt'), await count('refused_clave')]).toEqual([1, 1])
    await app.clock.advance(1)
    await sweep()
    expect([await count('oauth_attempt'), await count('refused_clave')]).toEqual([0, 0])
  })

  test('goes on with the others when one of them fails', async () => {
    const body = {
      name: 'Ana',
      email: 'ana@folio.example',
      phone: '',
      message: 'Hola',
      website: '',
    }
    await app.call({ path: '/contact/', body })
    await app.clock.advance(KEPT.contactDays * DAY_MS)
    await sql`drop table known_place`.execute(app.database.db)
    await sweepAnyway()
    expect(errors).toMatchObject([{ sweep: 'places' }])
    expect(await count('contact_message')).toBe(0)
  })
})

describe('documents past their time', () => {
  let ana: Tenant
  let rodrigo: Tenant
  /** The day of issue of one that goes tonight, and of one that goes tomorrow. */
  const [LAST_GONE, FIRST_KEPT] = ['2020-08-04', '2020-08-05']

  beforeEach(async () => {
    ana = await makeTenant(app, ANA)
    rodrigo = await makeTenant(app, RODRIGO)
  })

  async function issue(tenant: Tenant, state: string, day: string): Promise<void> {
    const isIssued = state === 'issued' || state === 'annulled'
    await sql`update document set state = ${state}, folio = ${isIssued ? 7 : null}, content = '{}',
        content_digest = '\\x00', emission_day = ${day}, issue_day = ${day}
      where organisation_id = ${tenant.organisationId}`.execute(app.database.db)
  }
  const documentsOf = (tenant: Tenant) =>
    count(`document where organisation_id = ${tenant.organisationId}`)

  test.each(['issued', 'annulled', 'failed', 'skipped'])(
    'are erased with their files when %s, and one day younger are kept',
    async (state) => {
      await issue(ana, state, LAST_GONE)
      await issue(rodrigo, state, FIRST_KEPT)
      await sweep()
      expect([await documentsOf(ana), await documentsOf(rodrigo)]).toEqual([0, 1])
      expect(await count(`document_file where organisation_id = ${ana.organisationId}`)).toBe(0)
      expect(await count(`delivery where organisation_id = ${ana.organisationId}`)).toBe(0)
      expect(await count(`invoice_rule where organisation_id = ${ana.organisationId}`)).toBe(1)
    },
  )

  test('take with them what a one-off says, and leave that of a younger one', async () => {
    await sql`update invoice_rule set request_key = 'request:a', next_emission_day = null`.execute(
      app.database.db,
    )
    await issue(ana, 'issued', LAST_GONE)
    await issue(rodrigo, 'issued', FIRST_KEPT)
    await sweep()
    const rowsOf = (tenant: Tenant) =>
      count(`invoice_rule where organisation_id = ${tenant.organisationId}`)
    expect([await rowsOf(ana), await rowsOf(rodrigo)]).toEqual([0, 1])
  })

  test.each(['uncertain', 'queued', 'needs_data'])('stay while they are %s', async (state) => {
    await issue(ana, state, LAST_GONE)
    await sweep()
    expect(await documentsOf(ana)).toBe(1)
  })

  test('stay while a boleta is being annulled', async () => {
    await issue(ana, 'issued', LAST_GONE)
    await sql`update document set kind = 'boletaHonorarios', annulment = 'sent', annulment_cause = 1
      where organisation_id = ${ana.organisationId}`.execute(app.database.db)
    await sweep()
    expect(await documentsOf(ana)).toBe(1)
  })

  test('that were issued later than planned go by the day of issue', async () => {
    await issue(ana, 'issued', LAST_GONE)
    await sql`update document set issue_day = ${FIRST_KEPT}`.execute(app.database.db)
    await sweep()
    expect(await documentsOf(ana)).toBe(1)
  })

  test.each([
    [FIRST_KEPT, 'issued', 2],
    [LAST_GONE, 'uncertain', 2],
    [LAST_GONE, 'issued', 0],
  ])('stay with a nota of %s that is %s: %i documents are left', async (day, state, left) => {
    await issue(ana, 'issued', LAST_GONE)
    await sql`insert into document (organisation_id, key, kind, company_id, person_rut, recipient_rut,
        recipient_name, emission_day, issue_day, service_month, state, folio, content, content_digest,
        nota_of, nota_code, created_at, updated_at)
      select organisation_id, 'nota', 'notaCredito', company_id, person_rut, recipient_rut,
        recipient_name, ${day}, ${day}, service_month, ${state}, ${state === 'issued' ? 8 : null},
        '{}', '\\x00', id, 1, created_at, updated_at
      from document where organisation_id = ${ana.organisationId}`.execute(app.database.db)
    await sweep()
    expect(await documentsOf(ana)).toBe(left)
  })

  test('stay while the owner has suspended the use of their data', async () => {
    await issue(ana, 'issued', LAST_GONE)
    await sql`update organisation set blocked_at = '2026-11-01T00:00:00Z'`.execute(app.database.db)
    await sweep()
    expect(await documentsOf(ana)).toBe(1)
  })

  const month = (text: string) =>
    sql`insert into register_month (organisation_id, company_id, month, read_at)
      values (${ana.organisationId}, ${ana.ids.company}, ${text}, '2026-11-05T15:00:00Z')`.execute(
      app.database.db,
    )
  const listed = (folio: number, day: string) =>
    sql`insert into sii_issued (organisation_id, company_id, kind, folio, issue_day, total_clp, first_seen_at)
      values (${ana.organisationId}, ${ana.ids.company}, 'factura', ${folio}, ${day}, 1,
        '2026-11-05T15:00:00Z')`.execute(app.database.db)

  const notaAtPortal = (folio: number, day: string) =>
    sql`insert into portal_nota (organisation_id, company_id, folio, recipient_rut, issue_day, total_clp)
      values (${ana.organisationId}, ${ana.ids.company}, ${folio}, '90909090-3', ${day}, 1)`.execute(
      app.database.db,
    )

  test('leave what the SII said of them while the owner has suspended the use of their data', async () => {
    await month('2020-07')
    await listed(101, LAST_GONE)
    await sql`update organisation set blocked_at = '2026-11-01T00:00:00Z'`.execute(app.database.db)
    await sweep()
    expect(await count("register_month where month = '2020-07'")).toBe(1)
    expect(await count('sii_issued where folio = 101')).toBe(1)
  })

  test('take with them the register of a month that ended the day before', async () => {
    // Then the first day kept is 1 September 2020.
    await app.clock.advance(27 * DAY_MS)
    await month('2020-08')
    await month('2020-09')
    await sweep()
    expect(await count("register_month where month = '2020-08'")).toBe(0)
    expect(await count("register_month where month = '2020-09'")).toBe(1)
  })

  test('take with them what the SII said of those times, and nothing later', async () => {
    await month('2020-07')
    await month('2020-08')
    await listed(101, LAST_GONE)
    await listed(102, FIRST_KEPT)
    await notaAtPortal(201, LAST_GONE)
    await notaAtPortal(202, FIRST_KEPT)
    await sweep()
    expect(await count('portal_nota where folio = 201')).toBe(0)
    expect(await count('portal_nota where folio = 202')).toBe(1)
    expect(await count("register_month where month = '2020-07'")).toBe(0)
    expect(await count("register_month where month = '2020-08'")).toBe(1)
    expect(await count('sii_issued where folio = 101')).toBe(0)
    expect(await count('sii_issued where folio = 102')).toBe(1)
  })

  test('take the lines of the ledger of their time with them, and none that is younger', async () => {
    // Past for the database's own clock too.
    const line = (id: number, day: string) =>
      sql`insert into charge (organisation_id, kind, document_id, day, price_uf, uf_day, charged_at)
        values (${ana.organisationId}, 'document', ${id}, ${day}, 0.01, ${day}, ${`${day}T15:00:00Z`})`.execute(
        app.database.db,
      )
    await line(101, '2016-01-04')
    await line(102, FIRST_KEPT)
    await sweep()
    expect(await count('charge where document_id = 101')).toBe(0)
    expect(await count('charge where document_id = 102')).toBe(1)
  })

  const NAMED = "bank_movement where description <> '' or payer_name <> '' or payer_rut is not null"

  test('leave of a bank’s movement that is no payment who paid for 13 months', async () => {
    const { db } = app.database
    const undo = { undone_at: '2026-11-05T15:00:00Z', undone_by: ana.userId }
    const [before, kept] = [await count('bank_movement'), await count(NAMED)]
    expect(kept).toBeGreaterThan(1)
    // Each tenant has one of 3 November that is matched, and one of 4 November that is not.
    await app.clock.advanceTo('2027-12-03T12:00:00Z')
    await sweep()
    expect(await count(NAMED)).toBe(kept)
    await app.clock.advanceTo('2027-12-05T12:00:00Z')
    await sweep()
    expect(await count(NAMED)).toBe(kept / 2)
    await db.updateTable('movement_match').set(undo).execute()
    await sweep()
    expect(await count(NAMED)).toBe(0)
    expect(await count('bank_movement')).toBe(before)
  })

  test('take with them the bank statements that ended before, with their movements', async () => {
    const { db } = app.database
    const ended = (last_day: string) =>
      sql`update bank_statement set first_day = '2019-01-01', last_day = ${last_day}`.execute(db)
    await ended(FIRST_KEPT)
    await sweep()
    expect(await count('bank_movement')).toBeGreaterThan(0)
    await ended(LAST_GONE)
    await sweep()
    expect(await count('bank_statement')).toBe(0)
    expect(await count('bank_movement')).toBe(0)
  })
})
