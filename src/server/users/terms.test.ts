import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readTerms } from '#contract/auth.ts'
import { LEGAL_VERSION } from '#domain/legal.ts'
import { audit } from '../audit.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { acceptTerms } from './terms.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Signed {
  email: string
  access: string
}
let user: Signed
beforeEach(async () => {
  user = await app.signIn()
})

const FORMER = LEGAL_VERSION - 1

async function read({ access }: Signed, language = 'es') {
  const { status, body } = await app.call({ path: '/auth/terms/', token: access, language })
  expect(status).toBe(200)
  return readTerms.reply.parse(body)
}
const accept = (body: unknown, token: string | undefined = user.access) =>
  app.call({ path: '/auth/terms/', body, ...(token === undefined ? {} : { token }) })

async function idsOf({ email }: Signed) {
  const { id, organisation_id } = await app.database.db
    .selectFrom('app_user')
    .innerJoin('membership', 'membership.user_id', 'app_user.id')
    .select(['app_user.id', 'membership.organisation_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { userId: id, organisationId: organisation_id }
}

/** As if they had registered while the former version held. */
async function acceptedFormer(signed: Signed): Promise<void> {
  await app.database.db
    .updateTable('audit_event')
    .set({ data: JSON.stringify({ version: FORMER }) })
    .where('kind', '=', 'termsAccepted')
    .where('user_id', '=', (await idsOf(signed)).userId)
    .execute()
}

async function acceptedVersions(signed: Signed): Promise<unknown[]> {
  const rows = await app.database.db
    .selectFrom('audit_event')
    .select('data')
    .where('kind', '=', 'termsAccepted')
    .where('user_id', '=', (await idsOf(signed)).userId)
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data)
}

interface Mandate {
  person: string
  /** Whether there is a clave to act with. */
  hasClave: boolean
  version: number
}

/** A connection to the SII, whose mandate was accepted in that version. */
async function connection(signed: Signed, { person, hasClave, version }: Mandate): Promise<string> {
  const { db } = app.database
  const { organisationId, userId } = await idsOf(signed)
  const secret = { organisationId, kind: 'clave', plaintext: 'clave' } as const
  const { id } = await db
    .insertInto('facturator')
    .values({
      organisation_id: organisationId,
      label: person,
      person_rut: person,
      clave_secret_id: hasClave ? await app.vault.seal(db, secret) : null,
      clave_state: hasClave ? 'valid' : 'absent',
      created_at: '2026-11-01T12:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const author = { organisationId, userId }
  const event = { kind: 'mandateAccepted', subject: `facturator:${id}`, data: { version } } as const
  await audit(db, app.clock, author, event)
  return `facturator:${id}`
}

async function mandatesOf(subject: string): Promise<unknown[]> {
  const rows = await app.database.db
    .selectFrom('audit_event')
    .select('data')
    .where('kind', '=', 'mandateAccepted')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data)
}

describe('a new version of the terms', () => {
  test('is not asked of somebody who has just accepted it by registering', async () => {
    expect(await read(user)).toEqual({
      version: LEGAL_VERSION,
      accepted: { version: LEGAL_VERSION, at: '2026-11-05T15:00:00.000Z' },
      changes: [],
    })
  })

  test('is asked of whoever accepted the former one, with what changed in their language', async () => {
    await acceptedFormer(user)
    const spanish = await read(user)
    expect(spanish).toMatchObject({ version: LEGAL_VERSION, accepted: { version: FORMER } })
    expect(spanish.changes.map(({ version }) => version)).toEqual([LEGAL_VERSION])
    const english = await read(user, 'en')
    expect(english.changes[0]?.texts).toHaveLength(spanish.changes[0]?.texts.length ?? 0)
    expect(english.changes[0]?.texts).not.toEqual(spanish.changes[0]?.texts)
  })

  test('is asked of somebody of whom nothing is on record', async () => {
    const { userId } = await idsOf(user)
    await app.database.db
      .deleteFrom('audit_event')
      .where('kind', '=', 'termsAccepted')
      .where('user_id', '=', userId)
      .execute()
    const terms = await read(user)
    expect(terms.accepted).toBeNull()
    expect(terms.changes).toHaveLength(LEGAL_VERSION)
  })

  test('stays accepted beside an older one that is on record later', async () => {
    const { userId, organisationId } = await idsOf(user)
    const event = { kind: 'termsAccepted', subject: `user:${userId}` } as const
    await app.database.db
      .insertInto('audit_event')
      .values({
        ...event,
        organisation_id: organisationId,
        user_id: userId,
        at: '2026-11-05T15:00:00Z',
        data: JSON.stringify({ version: FORMER }),
      })
      .execute()
    expect(await read(user)).toMatchObject({ accepted: { version: LEGAL_VERSION }, changes: [] })
  })

  test('is accepted with its instant, once, however often it is pressed', async () => {
    await acceptedFormer(user)
    await app.clock.advance(60_000)
    expect((await accept({ version: LEGAL_VERSION })).status).toBe(204)
    const at = new Date(app.clock.now()).toISOString()
    await app.clock.advance(60_000)
    expect((await accept({ version: LEGAL_VERSION })).status).toBe(204)
    const { access } = await app.signIn(user.email)
    expect(await read({ ...user, access })).toEqual({
      version: LEGAL_VERSION,
      accepted: { version: LEGAL_VERSION, at },
      changes: [],
    })
    expect(await acceptedVersions(user)).toEqual([{ version: FORMER }, { version: LEGAL_VERSION }])
  })

  test('accepted in two windows at once is on record once', async () => {
    await acceptedFormer(user)
    const { db, pool } = app.database
    const session = { ...(await idsOf(user)), sessionId: 's' }
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const first = acceptTerms(
      {
        db,
        clock: app.clock,
        onTermsAccepted: () => {
          begun.resolve()
          return ended.promise
        },
      },
      session,
      LEGAL_VERSION,
    )
    await begun.promise
    const second = accept({ version: LEGAL_VERSION })
    const waiting = () =>
      pool.query(
        `select from pg_stat_activity
         where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      )
    try {
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 10_000 }).toBe(1)
    } finally {
      ended.resolve()
    }
    expect(await first).toBe('accepted')
    expect((await second).status).toBe(204)
    expect(await acceptedVersions(user)).toHaveLength(2)
  })

  test('accepted by one user is still asked of another', async () => {
    const other = await app.signIn()
    await acceptedFormer(user)
    await acceptedFormer(other)
    expect((await accept({ version: LEGAL_VERSION })).status).toBe(204)
    expect(await acceptedVersions(other)).toEqual([{ version: FORMER }])
    expect((await read(other)).changes).toHaveLength(1)
  })

  test.each([FORMER, LEGAL_VERSION + 1, LEGAL_VERSION + 7].filter((version) => version > 0))(
    'is not what another one says (%i): nothing is on record',
    async (version) => {
      await acceptedFormer(user)
      const reply = await accept({ version })
      expect(reply).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('newest version') },
      })
      expect(await acceptedVersions(user)).toEqual([{ version: FORMER }])
    },
  )

  test.each([
    {},
    { version: '1' },
    { version: null },
    { version: 1.5 },
    { version: 0 },
    { version: [LEGAL_VERSION] },
  ])('is not accepted by %j', async (body) => {
    await acceptedFormer(user)
    const reply = await accept(body)
    expect(reply).toMatchObject({ status: 400, body: { version: [expect.any(String)] } })
    expect(await acceptedVersions(user)).toEqual([{ version: FORMER }])
  })

  test('is neither read nor accepted without a session', async () => {
    expect((await app.call({ path: '/auth/terms/' })).status).toBe(401)
    const noToken = await app.call({ path: '/auth/terms/', body: { version: LEGAL_VERSION } })
    expect(noToken.status).toBe(401)
  })

  test('is accepted with its mandate for each connection that acts by an older one', async () => {
    await acceptedFormer(user)
    const [person, second, third] = ['15151515-0', '16161616-8', '17171717-5'] as const
    const former = await connection(user, { person, hasClave: true, version: FORMER })
    const current = await connection(user, {
      person: second,
      hasClave: true,
      version: LEGAL_VERSION,
    })
    const revoked = await connection(user, { person: third, hasClave: false, version: FORMER })
    const other = await app.signIn()
    const foreign = await connection(other, { person, hasClave: true, version: FORMER })
    expect((await accept({ version: LEGAL_VERSION })).status).toBe(204)
    expect((await accept({ version: LEGAL_VERSION })).status).toBe(204)
    expect(await mandatesOf(former)).toEqual([{ version: FORMER }, { version: LEGAL_VERSION }])
    expect(await mandatesOf(current)).toEqual([{ version: LEGAL_VERSION }])
    expect(await mandatesOf(revoked)).toEqual([{ version: FORMER }])
    expect(await mandatesOf(foreign)).toEqual([{ version: FORMER }])
  })

  test('is not on record when what follows from it fails', async () => {
    await acceptedFormer(user)
    const { userId, organisationId } = await idsOf(user)
    const broken = {
      db: app.database.db,
      clock: app.clock,
      onTermsAccepted: () => Promise.reject(new Error('The mandates could not be kept')),
    }
    const session = { userId, organisationId, sessionId: 's' }
    await expect(acceptTerms(broken, session, LEGAL_VERSION)).rejects.toThrow('mandates')
    expect(await acceptedVersions(user)).toEqual([{ version: FORMER }])
  })

  test('holds nothing back while it is not accepted', async () => {
    await acceptedFormer(user)
    const paths = ['/auth/users/me/', '/attention/', '/documents/', '/billing-sii/invoice-rules/']
    for (const path of paths) {
      expect((await app.call({ path, token: user.access })).status).toBe(200)
    }
  })
})
