import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../test-app.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function fail(email: string, what: 'password' | 'code'): Promise<void> {
  const logger = pino({}, { write: (line: string) => void lines.push(line) })
  const { db } = app.database
  await recordFailedSignIn(
    { db, clock: app.clock, logger },
    { email, network: '203.0.113.0', what },
  )
}

/** What is on record of failed sign-ins, whoever's. */
async function onRecord(): Promise<{ email: string; kind: string; data: unknown }[]> {
  return app.database.db
    .selectFrom('audit_event')
    .innerJoin('app_user', 'app_user.id', 'audit_event.user_id')
    .select(['app_user.email', 'audit_event.kind', 'audit_event.data'])
    .where('audit_event.kind', 'like', 'signIn%')
    .where('audit_event.kind', '<>', 'signIn')
    .orderBy('audit_event.id')
    .execute()
}

test('a failed sign-in is on record for its own account alone, and in the log with a hash of its network', async () => {
  const [mine] = [(await app.signIn()).email, (await app.signIn()).email]
  const before = await onRecord()
  await fail(mine, 'password')
  await fail(mine, 'code')
  expect((await onRecord()).slice(before.length)).toEqual([
    { email: mine, kind: 'signInFailed', data: { count: 1 } },
    { email: mine, kind: 'signInCodeWrong', data: { count: 1 } },
  ])
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { network: expect.stringMatching(/^[0-9a-f]{10}$/), what: 'password', msg: 'sign-in failed' },
    { network: expect.stringMatching(/^[0-9a-f]{10}$/), what: 'code', msg: 'sign-in failed' },
  ])
  expect(lines.join('')).not.toMatch(/203\.0\.113|folio\.example/)
})

test('a failed sign-in for an unknown address is in the log alone', async () => {
  const before = await onRecord()
  lines.length = 0
  await fail('nadie@folio.example', 'password')
  expect(await onRecord()).toEqual(before)
  expect(lines).toHaveLength(1)
})

test('failed sign-ins of an account within one hour are one row with their count', async () => {
  const { email } = await app.signIn()
  const before = (await onRecord()).length
  await Promise.all(Array.from({ length: 20 }, () => fail(email, 'password')))
  expect((await onRecord()).slice(before)).toEqual([
    { email, kind: 'signInFailed', data: { count: 20 } },
  ])
  await app.clock.advance(60 * 60_000)
  await fail(email, 'password')
  expect((await onRecord()).slice(before)).toEqual([
    { email, kind: 'signInFailed', data: { count: 20 } },
    { email, kind: 'signInFailed', data: { count: 1 } },
  ])
})

test('the right password of an account that is not activated is no failed sign-in', async () => {
  const email = 'sin-activar@folio.example'
  const body = { email, password: TEST_PASSWORD, re_password: TEST_PASSWORD }
  await app.call({ path: '/auth/users/', body })
  const before = await onRecord()
  const logIn = (password: string) =>
    app.call({ path: '/auth/jwt/create/', body: { email, password } })
  expect((await logIn(TEST_PASSWORD)).status).toBe(401)
  expect(await onRecord()).toEqual(before)
  await logIn('Otra-clave-99')
  expect(await onRecord()).toHaveLength(before.length + 1)
})
