import { PUBLIC_BODY_LIMIT_BYTES } from './body.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const LOGIN = '/auth/jwt/create/'

test('both spellings of a path are served, with and without the slash at its end', async () => {
  for (const path of ['/installation/', '/installation', '/installation/?x=1']) {
    expect((await app.call({ path })).status).toBe(200)
  }
})

test('an answer says what time it is when it leaves, however long it was worked on', async () => {
  const slow: TestApp = await startTestApp(undefined, undefined, (needs) => {
    const verify: typeof needs.hasher.verify = async (...given) => {
      await slow.clock.advance(200_000)
      return needs.hasher.verify(...given)
    }
    return { ...needs, hasher: { ...needs.hasher, verify } }
  })
  try {
    const before = slow.clock.now()
    const reply = await slow.call({ path: LOGIN, body: { email: 'a@b.cl', password: 'x' } })
    expect(reply.headers['date']).toBe(new Date(before + 200_000).toUTCString())
  } finally {
    await slow.close()
  }
})

test('an unknown path of the API is a 404 in JSON, in the language asked for', async () => {
  expect(await app.call({ path: '/nada/' })).toMatchObject({
    status: 404,
    body: { detail: 'Not found.' },
  })
  expect((await app.call({ path: '/nada/', language: 'es' })).body).toEqual({
    detail: 'No encontrado.',
  })
})

test('broken JSON is told without quoting it', async () => {
  for (const body of ['{"email": "a@b.cl", "password": "hunter2', '{]', 'null,']) {
    const reply = await app.call({ path: LOGIN, body })
    expect(reply).toMatchObject({
      status: 400,
      body: { detail: 'JSON parse error - invalid syntax' },
    })
  }
})

test('a body that is no object is told what came instead', async () => {
  const received = [
    ['[1,2]', 'list'],
    ['"x"', 'str'],
    ['7', 'int'],
    ['true', 'bool'],
    ['null', 'NoneType'],
  ]
  for (const [body, name] of received) {
    const reply = await app.call({ path: LOGIN, body })
    expect(reply).toMatchObject({
      status: 400,
      body: { non_field_errors: [`Invalid data. Expected a dictionary, but got ${name}.`] },
    })
  }
})

test('a form-encoded body is read like JSON, an empty one like an empty object', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.call({ path: LOGIN, body: 'email=a%40b.cl&password=x', headers: form })
  expect(reply.status).toBe(401)
  const empty = await app.call({ path: LOGIN, body: '', headers: { 'content-length': '0' } })
  expect(empty.body).toMatchObject({ email: ['This field is required.'] })
})

test('another kind of body is a 415 that names it', async () => {
  const headers = { 'content-type': 'application/xml' }
  expect(await app.call({ path: LOGIN, body: '<a/>', headers })).toMatchObject({
    status: 415,
    body: { detail: 'Unsupported media type "application/xml" in request.' },
  })
})

test('a wrong method is a 405 with Allow on the token calls, and asks for a session elsewhere', async () => {
  const reply = await app.call({ method: 'PUT', path: LOGIN, body: {} })
  expect(reply).toMatchObject({ status: 405, body: { detail: 'Method "PUT" not allowed.' } })
  expect(reply.headers.allow).toBe('POST, OPTIONS')
  const anonymous = await app.call({ path: '/auth/users/activation/' })
  expect(anonymous.status).toBe(401)
  const { access } = await app.signIn()
  const signedIn = await app.call({ path: '/auth/users/activation/', token: access })
  expect(signedIn.status).toBe(405)
})

test('a client that takes no JSON is told 406 before anything happens', async () => {
  const reply = await app.call({ path: '/installation/', headers: { accept: 'text/html' } })
  expect(reply).toMatchObject({
    status: 406,
    body: { detail: 'Could not satisfy the request Accept header.' },
  })
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  expect((await app.call({ path: '/installation/', headers: browser })).status).toBe(200)
})

test('a call without a session refuses a body over its own, smaller limit with 413', async () => {
  const bodyOf = (letters: number) =>
    JSON.stringify({ email: 'a@b.cl', password: 'x'.repeat(letters) })
  const statusOf = async (letters: number) =>
    (await app.call({ path: LOGIN, body: bodyOf(letters) })).status
  expect(await statusOf(PUBLIC_BODY_LIMIT_BYTES - bodyOf(0).length)).toBe(400)
  expect(await statusOf(PUBLIC_BODY_LIMIT_BYTES)).toBe(413)
})

test('a call with a session refuses a body over half a megabyte with 413', async () => {
  const { access: token } = await app.signIn()
  const body = JSON.stringify({ name: 'x'.repeat(600_000) })
  const path = '/billing-sii/invoice-rules/'
  expect((await app.call({ method: 'POST', path, token, body })).status).toBe(413)
})

test('who is not signed in gets no body read: the session comes first', async () => {
  const reply = await app.call({ path: '/auth/logout/', body: '{broken' })
  expect(reply).toMatchObject({
    status: 401,
    body: { detail: 'Authentication credentials were not provided.' },
  })
})

test('a failure of ours says nothing but an id', async () => {
  const broken = await startTestApp()
  await broken.database.db.schema.dropTable('uf_value').execute()
  const reply = await broken.call({ path: '/installation/', language: 'es' })
  expect(reply.status).toBe(500)
  expect(reply.body).toEqual({
    detail: expect.stringContaining(String(reply.headers['x-request-id'])),
    id: reply.headers['x-request-id'],
  })
  expect(JSON.stringify(reply.body)).not.toMatch(/uf_value|relation|sql/i)
  await broken.close()
})

test('every answer carries the policy that lets only our own scripts run', async () => {
  const { headers } = await app.call({ path: '/installation/' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('no answer lets another site read it', async () => {
  const origin = 'https://otro.example'
  const headers = { origin, 'access-control-request-method': 'POST' }
  const preflight = await app.server.inject({ method: 'OPTIONS', url: `/api${LOGIN}`, headers })
  const answered = await app.call({ path: LOGIN, body: {}, headers: { origin } })
  for (const names of [preflight, answered].map((reply) => Object.keys(reply.headers))) {
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('robots.txt is a real file, and without a built browser program no page is invented', async () => {
  const robots = await app.server.inject({ url: '/robots.txt' })
  expect(robots.body).toMatch(/^User-agent: \*/)
  expect((await app.server.inject({ url: '/dashboard' })).statusCode).toBe(404)
})

test('livez answers while the process lives', async () => {
  expect((await app.server.inject({ url: '/livez' })).json()).toEqual({ status: 'ok' })
})
