import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
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
async function onRecord(): Promise<{ email: string; kind: string }[]> {
  return app.database.db
    .selectFrom('audit_event')
    .innerJoin('app_user', 'app_user.id', 'audit_event.user_id')
    .select(['app_user.email', 'audit_event.kind'])
    .where('audit_event.kind', 'like', 'signIn%')
    .where('audit_event.kind', '<>', 'signIn')
    .orderBy('audit_event.id')
    .execute()
}

test('a failed sign-in is on record for its own account alone, and in the log with its network', async () => {
  const [mine] = [(await app.signIn()).email, (await app.signIn()).email]
  const before = await onRecord()
  await fail(mine, 'password')
  await fail(mine, 'code')
  expect((await onRecord()).slice(before.length)).toEqual([
    { email: mine, kind: 'signInFailed' },
    { email: mine, kind: 'signInCodeWrong' },
  ])
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { network: '203.0.113.0', what: 'password', msg: 'sign-in failed' },
    { network: '203.0.113.0', what: 'code', msg: 'sign-in failed' },
  ])
})

test('a failed sign-in for an unknown address is in the log alone', async () => {
  const before = await onRecord()
  lines.length = 0
  await fail('nadie@folio.example', 'password')
  expect(await onRecord()).toEqual(before)
  expect(lines).toHaveLength(1)
})
