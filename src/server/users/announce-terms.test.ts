import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatDay } from '#domain/day.ts'
import { LEGAL_VERSION, LEGAL_VERSIONS } from '#domain/legal.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../test-app.ts'
import { announceTerms } from './announce-terms.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const FORMER = LEGAL_VERSION - 1
const failures: unknown[] = []
const announce = () =>
  announceTerms({ db: app.database.db, clock: app.clock }, (_userId, error) => failures.push(error))

async function acceptedFormer(...emails: string[]): Promise<void> {
  await app.database.db
    .updateTable('audit_event')
    .set({ data: JSON.stringify({ version: FORMER }) })
    .where('kind', '=', 'termsAccepted')
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('app_user').select('id').where('email', 'in', emails),
    )
    .execute()
}

function mails() {
  return app.database.db
    .selectFrom('system_mail')
    .select(['recipient', 'language', 'data'])
    .where('template', '=', 'termsChanged')
    .orderBy('id')
    .execute()
}

async function announced(): Promise<unknown[]> {
  const rows = await app.database.db
    .selectFrom('audit_event')
    .select(['subject', 'data'])
    .where('kind', '=', 'termsAnnounced')
    .execute()
  return rows
}

beforeEach(async () => {
  failures.length = 0
  await app.database.db.deleteFrom('system_mail').execute()
  await app.database.db.deleteFrom('audit_event').where('kind', '=', 'termsAnnounced').execute()
  await app.database.db
    .updateTable('audit_event')
    .set({ data: JSON.stringify({ version: LEGAL_VERSION }) })
    .where('kind', '=', 'termsAccepted')
    .execute()
})

test('who accepted the current version is not written to', async () => {
  await app.signIn()
  expect(await announce()).toBe(0)
  expect(await mails()).toEqual([])
})

test('who accepted an older version is written to once, with the day and what changes', async () => {
  const { email } = await app.signIn()
  await app.signIn()
  await acceptedFormer(email)
  expect(await announce()).toBe(1)
  expect(await announce()).toBe(0)
  const { inForce } = LEGAL_VERSIONS.at(-1) ?? {}
  expect(await mails()).toMatchObject([
    {
      recipient: email,
      language: 'en',
      data: {
        values: {
          version: String(LEGAL_VERSION),
          day: inForce === undefined ? '' : formatDay(inForce),
        },
        rows: [{ title: expect.stringMatching(/^[A-Z].+\.$/) }, {}, {}],
      },
    },
  ])
  expect(await announced()).toMatchObject([
    { subject: expect.stringMatching(/^user:\d+$/), data: { version: LEGAL_VERSION } },
  ])
})

test('two processes at once write to each user once', async () => {
  const [one, other] = [await app.signIn(), await app.signIn()]
  await acceptedFormer(one.email, other.email)
  const { pool } = app.database
  const client = await pool.connect()
  const blocked = () =>
    pool.query(
      `select from pg_stat_activity
       where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    )
  try {
    // Whoever writes a mail waits here: both have seen that nobody was written to.
    await client.query('begin; lock table system_mail in share mode')
    const both = Promise.all([announce(), announce()])
    await expect.poll(async () => (await blocked()).rowCount, { timeout: 10_000 }).toBe(2)
    await client.query('commit')
    const told = await both
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(2)
  } finally {
    client.release()
  }
  expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual(
    [one.email, other.email].toSorted(),
  )
  expect(failures).toEqual([])
})

test('an account that was never activated is not written to', async () => {
  const email = 'nunca@folio.example'
  const body = { email, password: TEST_PASSWORD, re_password: TEST_PASSWORD }
  await app.call({ path: '/auth/users/', body })
  await acceptedFormer(email)
  expect(await announce()).toBe(0)
})

test('one who cannot be written to keeps the others from nothing, and is tried again', async () => {
  const [one, other] = [await app.signIn(), await app.signIn()]
  await acceptedFormer(one.email, other.email)
  const { pool } = app.database
  await pool.query(
    `alter table system_mail add constraint test_refusal check (recipient <> '${one.email}') not valid`,
  )
  expect(await announce()).toBe(1)
  expect(failures).toHaveLength(1)
  expect(await announced()).toHaveLength(1)
  await pool.query('alter table system_mail drop constraint test_refusal')
  expect(await announce()).toBe(1)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([other.email, one.email])
})
