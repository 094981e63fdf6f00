import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import { RECENT_MS } from './recent-sessions.ts'
import { ACCESS_SECONDS } from './tokens.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const asks = async (token: string) => {
  const { status, body } = await app.call({ path: '/auth/users/me/', token })
  return { status, body }
}

test('a session that another process ended is refused within the second', async () => {
  const { email, access } = await app.signIn()
  expect((await asks(access)).status).toBe(200)
  const { db } = app.database
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('login_session')
    .set({ ended_at: '2026-11-05T15:00:00Z', ended_reason: 'logout' })
    .where('user_id', '=', id)
    .execute()
  await app.clock.advance(RECENT_MS)
  expect((await asks(access)).status).toBe(401)
})

test('one that this process ended is refused at once', async () => {
  const { access } = await app.signIn()
  expect((await asks(access)).status).toBe(200)
  await app.call({ path: '/auth/logout/', token: access, body: {} })
  expect((await asks(access)).status).toBe(401)
})

test('a token used before its hour is over is refused after it, and never serves as the other kind', async () => {
  const { access, refresh } = await app.signIn()
  expect((await asks(access)).status).toBe(200)
  const asRefresh = () => app.call({ path: '/auth/jwt/refresh/', body: { refresh: access } })
  expect((await asRefresh()).body).toMatchObject({ code: 'token_not_valid' })
  expect((await asks(refresh)).status).toBe(401)
  await app.clock.advance(ACCESS_SECONDS * 1_000)
  expect((await asks(access)).body).toMatchObject({ messages: [{ message: 'Token is expired' }] })
})

test('a token changed by one letter is refused, however good the one before was', async () => {
  const { access } = await app.signIn()
  expect((await asks(access)).status).toBe(200)
  const last = access.at(-2) === 'A' ? 'B' : 'A'
  expect((await asks(access.slice(0, -2) + last + access.slice(-1))).status).toBe(401)
})
