import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeJwt, SignJWT } from 'jose'
import { startTestApp, TEST_PASSWORD, textOf, type TestApp } from '../../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const refresh = (token: string) =>
  app.call({ path: '/auth/jwt/refresh/', body: { refresh: token } })
const me = (token: string) => app.call({ path: '/auth/users/me/', token })
const MINUTE_MS = 60_000

function badToken(message: string) {
  return {
    detail: 'Given token not valid for any token type',
    code: 'token_not_valid',
    messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
  }
}

test('signing in gives a pair of tokens whose access carries the known claims for an hour', async () => {
  const { email, access, refresh } = await app.signIn()
  const claims = decodeJwt(access)
  expect(claims).toMatchObject({ token_type: 'access', email, username: email })
  expect(claims).toMatchObject({
    user_id: expect.any(Number),
    organisation_id: expect.any(Number),
    jti: expect.any(String),
  })
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
  expect(decodeJwt(refresh)).toMatchObject({ token_type: 'refresh' })
  expect(await me(access)).toMatchObject({ status: 200, body: { id: claims.user_id, email } })
})

test('an unknown e-mail, a wrong password and an inactive account get one and the same answer', async () => {
  const { email } = await app.signIn()
  const inactive = 'sin-activar@folio.example'
  const password = TEST_PASSWORD
  await app.call({
    path: '/auth/users/',
    body: { email: inactive, password, re_password: password },
  })
  for (const body of [
    { email: 'nadie@folio.example', password },
    { email, password: 'Otra-cosa-99' },
    { email: inactive, password },
  ]) {
    const reply = await app.call({ path: '/auth/jwt/create/', body })
    expect(reply.status).toBe(401)
    expect(reply.body).toMatchObject({
      detail: 'No active account found with the given credentials',
    })
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="api"')
  }
})

test('whoever began to sign in with a password that is changed meanwhile is not let in', async () => {
  let meanwhile = () => Promise.resolve()
  const slow = await startTestApp(undefined, undefined, (needs) => {
    const verify: typeof needs.hasher.verify = async (...given) => {
      const isRight = await needs.hasher.verify(...given)
      await meanwhile()
      return isRight
    }
    return { ...needs, hasher: { ...needs.hasher, verify } }
  })
  try {
    const { email } = await slow.signIn()
    meanwhile = async () => {
      await slow.database.db
        .updateTable('app_user')
        .set({ password_hash: 'another' })
        .where('email', '=', email)
        .execute()
    }
    const body = { email, password: TEST_PASSWORD }
    expect(await slow.call({ path: '/auth/jwt/create/', body })).toMatchObject({ status: 401 })
  } finally {
    await slow.close()
  }
})

test('signing in asks for both fields, and knows the e-mail in any case', async () => {
  const missing = await app.call({ path: '/auth/jwt/create/', body: {} })
  expect(missing).toMatchObject({
    status: 400,
    body: { email: ['This field is required.'], password: ['This field is required.'] },
  })
  const { email } = await app.signIn()
  const body = { email: ` ${email.toUpperCase()} `, password: TEST_PASSWORD }
  expect((await app.call({ path: '/auth/jwt/create/', body })).status).toBe(200)
})

test('the eleventh wrong password in a row is throttled, and a right one before it starts anew', async () => {
  const { email } = await app.signIn()
  const wrong = { path: '/auth/jwt/create/', body: { email, password: 'Otra-cosa-99' } }
  const right = { path: '/auth/jwt/create/', body: { email, password: TEST_PASSWORD } }
  for (let tries = 0; tries < 9; tries += 1) await app.call(wrong)
  expect((await app.call(right)).status).toBe(200)
  for (let tries = 0; tries < 10; tries += 1) expect((await app.call(wrong)).status).toBe(401)
  expect((await app.call(wrong)).status).toBe(429)
})

test('without a header, or with another scheme, the credentials are missing', async () => {
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'Basic YTpi' },
    { authorization: '' },
  ]
  for (const header of headers) {
    const reply = await app.call({ path: '/auth/users/me/', headers: header })
    expect(reply.status).toBe(401)
    expect(reply.body).toEqual({ detail: 'Authentication credentials were not provided.' })
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="api"')
  }
})

test('a header that is not two words is told apart', async () => {
  for (const authorization of ['Bearer', 'Bearer a b']) {
    const reply = await app.call({ path: '/auth/users/me/', headers: { authorization } })
    expect(reply.body).toEqual({
      detail: 'Authorization header must contain two space-delimited values',
      code: 'bad_authorization_header',
    })
  }
})

test('a forged, an unsigned, a refresh and an expired token are refused, each with its reason', async () => {
  const { access, refresh } = await app.signIn()
  const claims = decodeJwt(access)
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.alloc(32, 7))
  const unsigned = [{ alg: 'none' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  expect((await me('x.y.z')).body).toEqual(badToken('Token is invalid'))
  expect((await me(forged)).body).toEqual(badToken('Token is invalid'))
  expect((await me(`${unsigned}.`)).body).toEqual(badToken('Token is invalid'))
  expect((await me(refresh)).body).toEqual(badToken('Token has wrong type'))
  await app.clock.advance(60 * MINUTE_MS + 1000)
  expect(await me(access)).toMatchObject({ status: 401, body: badToken('Token is expired') })
})

test('a refresh gives a new pair, and the replaced token serves 30 seconds more for another tab', async () => {
  const first = await app.signIn()
  const second = await refresh(first.refresh)
  expect(second.status).toBe(200)
  expect(second.body).toEqual({ access: expect.any(String), refresh: expect.any(String) })
  await app.clock.advance(29_000)
  expect((await refresh(first.refresh)).status).toBe(200)
  expect((await me(textOf(second.body, 'access'))).status).toBe(200)
})

test('a token whose answer was lost is taken again hours later, and the session goes on', async () => {
  const first = await app.signIn()
  await refresh(first.refresh)
  await app.clock.advance(10 * 60 * MINUTE_MS)
  const again = await refresh(first.refresh)
  expect(again.status).toBe(200)
  await app.clock.advance(MINUTE_MS)
  expect((await refresh(textOf(again.body, 'refresh'))).status).toBe(200)
})

test('a token used again after its grace ends the whole session once one given for it was used', async () => {
  const first = await app.signIn()
  const given = await refresh(first.refresh)
  const { body: second } = await refresh(textOf(given.body, 'refresh'))
  await app.clock.advance(31_000)
  const reuse = await refresh(first.refresh)
  expect(reuse).toMatchObject({
    status: 401,
    body: { detail: 'Token is blacklisted', code: 'token_not_valid' },
  })
  expect((await refresh(textOf(second, 'refresh'))).status).toBe(401)
  expect((await me(textOf(second, 'access'))).body).toEqual(badToken('Token is invalid'))
  const session = await app.database.db
    .selectFrom('login_session')
    .select('ended_reason')
    .where('id', '=', String(decodeJwt(first.access).sid))
    .executeTakeFirst()
  expect(session?.ended_reason).toBe('reuse')
})

test('a token used again after its grace ends the whole session once an access token given for it was used', async () => {
  const first = await app.signIn()
  await app.clock.advance(55 * MINUTE_MS)
  expect((await me(first.access)).status).toBe(200)
  const { body: given } = await refresh(first.refresh)
  expect((await me(textOf(given, 'access'))).status).toBe(200)
  await app.clock.advance(31_000)
  expect((await refresh(first.refresh)).status).toBe(401)
  expect((await refresh(textOf(given, 'refresh'))).status).toBe(401)
})

test('an access token from before the lost answer does not make its token a copied one', async () => {
  const first = await app.signIn()
  await app.clock.advance(55 * MINUTE_MS)
  await refresh(first.refresh)
  await app.clock.advance(4 * MINUTE_MS)
  expect((await me(first.access)).status).toBe(200)
  expect((await refresh(first.refresh)).status).toBe(200)
})

test('two tokens given for the same one in its grace are not both used: the second ends the session', async () => {
  const first = await app.signIn()
  const owners = textOf((await refresh(first.refresh)).body, 'refresh')
  const thiefs = textOf((await refresh(first.refresh)).body, 'refresh')
  await app.clock.advance(15 * MINUTE_MS)
  const owner = await refresh(owners)
  expect(owner.status).toBe(200)
  expect((await refresh(thiefs)).status).toBe(401)
  expect((await refresh(textOf(owner.body, 'refresh'))).status).toBe(401)
})

test('two tokens given for the same one and used at the same moment never both serve on', async () => {
  const first = await app.signIn()
  const pairs = await Promise.all([refresh(first.refresh), refresh(first.refresh)])
  await app.clock.advance(15 * MINUTE_MS)
  const replies = await Promise.all(pairs.map(({ body }) => refresh(textOf(body, 'refresh'))))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('of two tokens given for the same one the later serves as long as the other is not used', async () => {
  const first = await app.signIn()
  await refresh(first.refresh)
  let token = textOf((await refresh(first.refresh)).body, 'refresh')
  for (let turn = 0; turn < 3; turn += 1) {
    await app.clock.advance(15 * MINUTE_MS)
    const reply = await refresh(token)
    expect(reply.status).toBe(200)
    token = textOf(reply.body, 'refresh')
  }
})

test('two refreshes at the same moment both succeed', async () => {
  const { refresh: token } = await app.signIn()
  const replies = await Promise.all([refresh(token), refresh(token)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
})

test('a refresh is refused for no token, an access token, a forged one and after two weeks', async () => {
  const missing = await app.call({ path: '/auth/jwt/refresh/', body: {} })
  expect(missing).toMatchObject({ status: 400, body: { refresh: ['This field is required.'] } })
  const { access, refresh: token } = await app.signIn()
  const notValid = (detail: string) => ({ status: 401, body: { detail, code: 'token_not_valid' } })
  expect(await refresh(access)).toMatchObject(notValid('Token has wrong type'))
  expect(await refresh(`${token}x`)).toMatchObject(notValid('Token is invalid'))
  await app.clock.advance(14 * 24 * 60 * MINUTE_MS + 1000)
  expect(await refresh(token)).toMatchObject(notValid('Token is expired'))
})

test('a session ends after 90 days however often it is refreshed', async () => {
  let { refresh: token } = await app.signIn()
  for (let day = 0; day < 90; day += 10) {
    const { status, body } = await refresh(token)
    expect(status).toBe(200)
    token = textOf(body, 'refresh')
    await app.clock.advance(10 * 24 * 60 * MINUTE_MS)
  }
  await app.clock.advance(1)
  expect((await refresh(token)).status).toBe(401)
})

test('verify tells a living token of either kind from any other', async () => {
  const { access, refresh: token } = await app.signIn()
  const verify = (text: string) => app.call({ path: '/auth/jwt/verify/', body: { token: text } })
  expect(await verify(access)).toMatchObject({ status: 200, body: {} })
  expect(await verify(token)).toMatchObject({ status: 200, body: {} })
  expect(await verify('x')).toMatchObject({
    status: 401,
    body: { detail: 'Token is invalid', code: 'token_not_valid' },
  })
  await refresh(token)
  expect((await verify(token)).body).toEqual({
    detail: 'Token is blacklisted',
    code: 'token_not_valid',
  })
})

test('signing out ends the session for its access and its refresh token', async () => {
  const { access, refresh: token } = await app.signIn()
  const out = await app.call({ path: '/auth/logout/', token: access, body: { refresh: token } })
  expect(out).toMatchObject({ status: 204, body: undefined })
  expect((await me(access)).status).toBe(401)
  expect((await refresh(token)).body).toEqual({
    detail: 'Token is blacklisted',
    code: 'token_not_valid',
  })
})

test("a user who is gone or no longer active is told so, and can't refresh", async () => {
  const { email, access, refresh: token } = await app.signIn()
  const users = app.database.db
  await users
    .updateTable('app_user')
    .set({ activated_at: null })
    .where('email', '=', email)
    .execute()
  expect(await me(access)).toMatchObject({
    status: 401,
    body: { detail: 'User is inactive', code: 'user_inactive' },
  })
  const gone = { detail: 'No active account found for the given token.', code: undefined }
  expect((await refresh(token)).body).toEqual({ detail: gone.detail })
  await users.deleteFrom('app_user').where('email', '=', email).execute()
  expect((await me(access)).body).toEqual({ detail: 'User not found', code: 'user_not_found' })
  expect((await refresh(token)).body).toEqual({ detail: gone.detail })
})
