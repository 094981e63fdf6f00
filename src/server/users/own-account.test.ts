import { decodeJwt } from 'jose'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSessions } from '#contract/auth.ts'
import { startTestApp, TEST_PASSWORD, textOf, type TestApp } from '../test-app.ts'
import { totpCode } from './second-factor/totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const NEW_PASSWORD = 'Golondrina-71-azul'
const MINUTE_MS = 60_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

interface Signed {
  email: string
  access: string
  refresh: string
}
let user: Signed
beforeEach(async () => {
  user = await app.signIn()
})

async function enter(userAgent = '', password = TEST_PASSWORD): Promise<Signed> {
  const { body } = await app.call({
    path: '/auth/jwt/create/',
    body: { email: user.email, password },
    headers: { 'user-agent': userAgent },
  })
  return { email: user.email, access: textOf(body, 'access'), refresh: textOf(body, 'refresh') }
}
const me = async (token: string) => (await app.call({ path: '/auth/users/me/', token })).status
const refreshed = async (token: string) =>
  (await app.call({ path: '/auth/jwt/refresh/', body: { refresh: token } })).status
const sessions = async (token: string) =>
  listSessions.reply.parse((await app.call({ path: '/auth/sessions/', token })).body)
const idOf = ({ access }: Signed) => String(decodeJwt(access).sid)

function change(wish: Record<string, string> = {}, token = user.access) {
  const body = {
    current_password: TEST_PASSWORD,
    new_password: NEW_PASSWORD,
    re_new_password: wish.new_password ?? NEW_PASSWORD,
    ...wish,
  }
  return app.call({ path: '/auth/users/set_password/', token, body })
}

describe('changing the password', () => {
  test('ends every session and goes on with a new one, here alone', async () => {
    const elsewhere = await enter()
    const { status, body } = await change()
    expect(status).toBe(200)
    for (const old of [user, elsewhere]) {
      expect(await me(old.access)).toBe(401)
      expect(await refreshed(old.refresh)).toBe(401)
    }
    expect(await me(textOf(body, 'access'))).toBe(200)
    expect(await refreshed(textOf(body, 'refresh'))).toBe(200)
    const old = { path: '/auth/jwt/create/', body: { email: user.email, password: TEST_PASSWORD } }
    expect((await app.call(old)).status).toBe(401)
    await enter('', NEW_PASSWORD)
  })

  test('writes to its owner and stands on record', async () => {
    const { body } = await change()
    const mail = await app.database.db
      .selectFrom('system_mail')
      .select('template')
      .where('recipient', '=', user.email)
      .where('template', '=', 'passwordChanged')
      .execute()
    expect(mail).toHaveLength(1)
    const { body: events } = await app.call({
      path: '/audit-events/?limit=1',
      token: textOf(body, 'access'),
      language: 'es',
    })
    expect(events).toMatchObject({ events: [{ text: 'Se cambió la contraseña de la cuenta.' }] })
  })

  test.each([
    [{ current_password: 'Otra-cosa-99' }, { current_password: ['The password is wrong.'] }],
    [{ new_password: 'cuncuna' }, { new_password: [expect.stringContaining('too short')] }],
    [{ new_password: 'Password123!' }, { new_password: ['This password is too common.'] }],
    [{ re_new_password: 'otra' }, { re_new_password: [expect.any(String)] }],
    [
      { new_password: TEST_PASSWORD },
      { new_password: ['It is the password you have now: choose another.'] },
    ],
  ])('is refused at its field, and changes nothing: %j', async (wish, problem) => {
    expect(await change(wish)).toMatchObject({ status: 400, body: problem })
    expect(await me(user.access)).toBe(200)
    await enter()
  })

  test('asks for a code where there is a second factor, and uses none up for a bad password', async () => {
    const started = await app.call({
      path: '/auth/second-factor/',
      token: user.access,
      body: { password: TEST_PASSWORD },
    })
    const secret = textOf(started.body, 'secret')
    const code = () => totpCode(secret, Math.floor(app.clock.now() / 30_000))
    const confirm = { path: '/auth/second-factor/confirm/', token: user.access }
    await app.call({ ...confirm, body: { otp: code() } })
    await app.clock.advance(30_000)
    expect(await change()).toMatchObject({ status: 400, body: { otp: [expect.any(String)] } })
    expect(await change({ otp: code(), new_password: '12345678' })).toMatchObject({ status: 400 })
    expect((await change({ otp: code() })).status).toBe(200)
  })

  test('guessing the current one is stopped', async () => {
    const wrong = { current_password: 'Otra-cosa-99' }
    for (let tries = 0; tries < 10; tries += 1) expect((await change(wrong)).status).toBe(400)
    expect((await change()).status).toBe(429)
  })

  test('two at the same moment: one counts, and its password is the one that opens', async () => {
    const [first, second] = ['Golondrina-71-azul', 'Zorzal-82-blanco']
    const replies = await Promise.all([
      change({ new_password: first }),
      change({ new_password: second }),
    ])
    const kept = replies.flatMap(({ status }, at) => (status === 200 ? [[first, second][at]] : []))
    expect(kept).toHaveLength(1)
    await enter('', kept[0])
  })
})

describe('the sessions', () => {
  test('are told by their device and their last use; the one that asks is marked', async () => {
    await app.clock.advance(MINUTE_MS)
    const phone = await enter(IPHONE)
    await app.clock.advance(10 * MINUTE_MS)
    const here = await enter(FIREFOX)
    const [first, second, third] = await sessions(here.access)
    expect(first).toMatchObject({ browser: 'Firefox', system: 'Windows', is_current: true })
    expect(second).toMatchObject({ browser: 'Safari', system: 'iPhone', is_current: false })
    expect(third).toMatchObject({ browser: '', system: '' })
    await app.clock.advance(7 * MINUTE_MS)
    await me(phone.access)
    const [now] = await sessions(phone.access)
    expect(now).toMatchObject({ id: idOf(phone), is_current: true })
    expect(Date.parse(now?.last_used_at ?? '')).toBe(app.clock.now())
  })

  test('are closed one by one, at once, and only once', async () => {
    const elsewhere = await enter()
    expect(await me(elsewhere.access)).toBe(200)
    const close = () =>
      app.call({
        method: 'DELETE',
        path: `/auth/sessions/${idOf(elsewhere)}/`,
        token: user.access,
      })
    expect((await close()).status).toBe(204)
    expect(await me(elsewhere.access)).toBe(401)
    expect(await refreshed(elsewhere.refresh)).toBe(401)
    expect((await close()).status).toBe(404)
    expect((await sessions(user.access)).map(({ id }) => id)).toEqual([idOf(user)])
  })

  test('are closed all together but for the one that asks, each on record', async () => {
    const others = [await enter(), await enter(IPHONE)]
    const stranger = await app.signIn()
    const all = { method: 'DELETE', path: '/auth/sessions/', token: user.access } as const
    expect((await app.call(all)).status).toBe(204)
    for (const other of others) expect(await me(other.access)).toBe(401)
    expect(await me(user.access)).toBe(200)
    expect(await me(stranger.access)).toBe(200)
    const { body } = await app.call({ path: '/audit-events/?limit=2', token: user.access })
    const kinds = z.object({ events: z.array(z.object({ kind: z.string() })) }).parse(body).events
    expect(kinds).toEqual([{ kind: 'sessionClosed' }, { kind: 'sessionClosed' }])
  })

  test('that ran out are not listed', async () => {
    const idle = await enter()
    await app.clock.advance(14 * 24 * 60 * MINUTE_MS + MINUTE_MS)
    const here = await enter()
    const listed = (await sessions(here.access)).map(({ id }) => id)
    expect(listed).toEqual([idOf(here)])
    expect(await refreshed(idle.refresh)).toBe(401)
  })
})
