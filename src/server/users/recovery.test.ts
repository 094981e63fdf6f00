import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEPT } from '#domain/kept.ts'
import { startTestApp, TEST_PASSWORD, textOf, type TestApp } from '../test-app.ts'
import { totpCode } from './second-factor/totp.ts'
import { makeRecoveryLink } from './recovery.ts'
import { makeActivationLink, type ActivationLink } from './account/registration.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const FORGOT = '/auth/forgot-password'
const DAY_MS = 24 * 60 * 60_000
const CONFIRM = '/auth/users/reset_password_confirm/'
const NEW = { new_password: 'Loica-71-parda', re_new_password: 'Loica-71-parda' }

async function linkFor(email: string): Promise<ActivationLink> {
  const link = await makeRecoveryLink({ db: app.database.db, clock: app.clock }, email)
  if (!link) throw new Error(`Nothing to recover for ${email}`)
  return link
}

function logIn(email: string, password: string) {
  return app.call({ path: '/auth/jwt/create/', body: { email, password } })
}

function mailsTo(email: string) {
  return app.database.db
    .selectFrom('system_mail')
    .select(['template', 'language', 'data'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}

test('asking for a recovery answers alike for a known, an unknown and an inactive address', async () => {
  const { email } = await app.signIn()
  const inactive = 'sin-activar@folio.example'
  const body = { email: inactive, password: TEST_PASSWORD, re_password: TEST_PASSWORD }
  await app.call({ path: '/auth/users/', body })
  for (const address of [email, 'nadie@folio.example', inactive]) {
    const reply = await app.call({ path: FORGOT, body: { email: ` ${address.toUpperCase()} ` } })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        success: true,
        message:
          'If there is an active account with that e-mail, we sent it a link. Check your inbox.',
      },
    })
    expect((await mailsTo(address)).at(-1)).toEqual({
      template: 'recovery',
      language: 'en',
      data: null,
    })
  }
  expect(await makeRecoveryLink({ db: app.database.db, clock: app.clock }, inactive)).toBeNull()
})

test.each([
  [{}, 'Email es requerido'],
  [{ email: ' ' }, 'Email es requerido'],
  [{ email: 'ana' }, 'Email inválido'],
  [{ email: 'ana@b.cl, otro@b.cl' }, 'Email inválido'],
  [{ email: 7 }, 'No es un texto válido.'],
  ['{', 'Error al leer el JSON - invalid syntax'],
])('asking with %j is refused in the shape the screen reads', async (body, message) => {
  const reply = await app.call({ path: FORGOT, body, language: 'es' })
  expect(reply).toMatchObject({ status: 400, body: { success: false, message } })
})

test('asking again and again is answered alike', async () => {
  const request = { path: FORGOT, body: { email: 'mucho@folio.example' } }
  for (let tries = 0; tries < 12; tries += 1) expect((await app.call(request)).status).toBe(200)
})

test("the original's own call answers nothing, for any address, and refuses a bad one", async () => {
  const path = '/auth/users/reset_password/'
  for (const email of ['alguien@folio.example', (await app.signIn()).email]) {
    expect(await app.call({ path, body: { email } })).toMatchObject({ status: 204 })
  }
  const bad = await app.call({ path, body: { email: 'x' } })
  expect(bad).toMatchObject({ status: 400, body: { email: ['Enter a valid email address.'] } })
  expect((await app.call({ path, body: {} })).body).toEqual({ email: ['This field is required.'] })
})

test('a recovery link sets the password once, and tells the user', async () => {
  const { email } = await app.signIn()
  const link = await linkFor(email)
  const done = await app.call({ path: CONFIRM, body: { ...link, ...NEW } })
  expect(done).toMatchObject({ status: 204, body: undefined })
  expect((await logIn(email, NEW.new_password)).status).toBe(200)
  expect((await logIn(email, TEST_PASSWORD)).status).toBe(401)
  expect((await mailsTo(email)).at(-1)).toMatchObject({ template: 'passwordChanged' })
  const again = await app.call({ path: CONFIRM, body: { ...link, ...NEW } })
  expect(again).toMatchObject({ status: 400, body: { token: ['Invalid token for given user.'] } })
})

test('a new password ends every session and kills every other link', async () => {
  const first = await app.signIn()
  const second = await app.signIn(first.email)
  const [link, other] = [await linkFor(first.email), await linkFor(first.email)]
  await app.call({ path: CONFIRM, body: { ...link, ...NEW } })
  for (const { access, refresh } of [first, second]) {
    expect((await app.call({ path: '/auth/users/me/', token: access })).status).toBe(401)
    const refreshed = await app.call({ path: '/auth/jwt/refresh/', body: { refresh } })
    expect(refreshed.body).toEqual({ detail: 'Token is blacklisted', code: 'token_not_valid' })
  }
  const reply = await app.call({ path: CONFIRM, body: { ...other, ...NEW } })
  expect(reply.body).toEqual({ token: ['Invalid token for given user.'] })
})

test.each([
  [
    'an empty body',
    () => ({}),
    {
      uid: ['This field is required.'],
      token: ['This field is required.'],
      new_password: ['This field is required.'],
      re_new_password: ['This field is required.'],
    },
  ],
  [
    'a weak password',
    (link: ActivationLink) => ({ ...link, new_password: '12345', re_new_password: '12345' }),
    {
      new_password: [
        'This password is too short. It must contain at least 8 characters.',
        'This password is too common.',
        'This password is entirely numeric.',
      ],
    },
  ],
  [
    'two different passwords',
    (link: ActivationLink) => ({ ...link, ...NEW, re_new_password: 'Otra-cosa-99' }),
    { non_field_errors: ["The two password fields didn't match."] },
  ],
  [
    'an unknown user',
    (link: ActivationLink) => ({ ...link, ...NEW, uid: 'OTk5OTk5' }),
    { token: ['Invalid token for given user.'] },
  ],
  [
    'what is no user id',
    (link: ActivationLink) => ({ ...link, ...NEW, uid: 'MDE' }),
    { uid: ["Invalid user id or user doesn't exist."] },
  ],
  [
    'an unknown token',
    (link: ActivationLink) => ({ ...link, ...NEW, token: 'x' }),
    { token: ['Invalid token for given user.'] },
  ],
])('with %s nothing changes, in the known shape', async (_case, bodyOf, expected) => {
  const { email, access } = await app.signIn()
  const link = await linkFor(email)
  const reply = await app.call({ path: CONFIRM, body: bodyOf(link) })
  expect(reply).toMatchObject({ status: 400, body: expected })
  expect((await app.call({ path: '/auth/users/me/', token: access })).status).toBe(200)
  expect((await app.call({ path: CONFIRM, body: { ...link, ...NEW } })).status).toBe(204)
})

test('a password like the e-mail is refused to whoever holds the link, and the link stays good', async () => {
  const email = 'marisol.cifuentes@b.cl'
  await app.signIn(email)
  const link = await linkFor(email)
  const like = { new_password: 'marisolcifuentes1', re_new_password: 'marisolcifuentes1' }
  const refused = await app.call({ path: CONFIRM, body: { ...link, ...like } })
  expect(refused.body).toEqual({
    new_password: ['The password is too similar to the email address.'],
  })
  const guessing = await app.call({ path: CONFIRM, body: { ...link, token: 'x', ...like } })
  expect(guessing.body).toEqual({ token: ['Invalid token for given user.'] })
  expect((await app.call({ path: CONFIRM, body: { ...link, ...NEW } })).status).toBe(204)
})

test('an activation link recovers nothing, and a recovery link activates nothing', async () => {
  const email = 'proposito@folio.example'
  const body = { email, password: TEST_PASSWORD, re_password: TEST_PASSWORD }
  await app.call({ path: '/auth/users/', body })
  const needs = { db: app.database.db, clock: app.clock }
  const activation = await makeActivationLink(needs, email)
  const misused = await app.call({ path: CONFIRM, body: { ...activation, ...NEW } })
  expect(misused.body).toEqual({ token: ['Invalid token for given user.'] })
  const active = await app.signIn()
  const link = await linkFor(active.email)
  const turned = await app.call({ path: '/auth/users/activation/', body: link })
  expect(turned.body).toEqual({ token: ['Invalid token for given user.'] })
})

test('a recovery link dies after 24 hours', async () => {
  const { email } = await app.signIn()
  const link = await linkFor(email)
  await app.clock.advance(24 * 60 * 60 * 1000)
  const reply = await app.call({ path: CONFIRM, body: { ...link, ...NEW } })
  expect(reply.body).toEqual({ token: ['Invalid token for given user.'] })
})

test('of two uses of one link at the same moment exactly one succeeds', async () => {
  const { email } = await app.signIn()
  const link = await linkFor(email)
  const request = { path: CONFIRM, body: { ...link, ...NEW } }
  const replies = await Promise.all([app.call(request), app.call(request)])
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 400])
})

test('who was stopped for guessing may use the new password at once', async () => {
  const { email } = await app.signIn()
  for (let tries = 0; tries < 11; tries += 1) await logIn(email, 'Otra-cosa-99')
  expect((await logIn(email, TEST_PASSWORD)).status).toBe(429)
  const link = await linkFor(email)
  await app.call({ path: CONFIRM, body: { ...link, ...NEW } })
  expect((await logIn(email, NEW.new_password)).status).toBe(200)
})

describe('an account activated by its link alone', () => {
  const needs = () => ({ db: app.database.db, clock: app.clock })
  const activation = '/auth/users/activation/'

  /** As a stranger's registration whose link the owner followed in an old program. */
  async function stranger(password?: string) {
    const email = `ajena${(strangers += 1)}@folio.example`
    const body = { email, password: TEST_PASSWORD, re_password: TEST_PASSWORD }
    await app.call({ path: '/auth/users/', body })
    const link = await makeActivationLink(needs(), email)
    await app.call({ path: activation, body: { ...link, password } })
    const { body: pair } = await logIn(email, TEST_PASSWORD)
    const token = textOf(pair, 'access')
    const path = '/auth/second-factor/'
    const started = await app.call({ path, body: { password: TEST_PASSWORD }, token })
    const otp = totpCode(textOf(started.body, 'secret'), Math.floor(app.clock.now() / 30_000))
    expect((await app.call({ path: `${path}confirm/`, body: { otp }, token })).status).toBe(200)
    return email
  }
  let strangers = 0

  test('loses the second factor of whom registered it with the reset of its owner', async () => {
    const email = await stranger()
    await app.call({ path: CONFIRM, body: { ...(await linkFor(email)), ...NEW } })
    expect((await logIn(email, NEW.new_password)).status).toBe(200)
  })

  test('keeps the second factor that its owner sets after that', async () => {
    const email = await stranger()
    await app.call({ path: CONFIRM, body: { ...(await linkFor(email)), ...NEW } })
    const { body: pair } = await logIn(email, NEW.new_password)
    const token = textOf(pair, 'access')
    const path = '/auth/second-factor/'
    const started = await app.call({ path, body: { password: NEW.new_password }, token })
    const otp = totpCode(textOf(started.body, 'secret'), Math.floor(app.clock.now() / 30_000))
    await app.call({ path: `${path}confirm/`, body: { otp }, token })
    await app.clock.advance(KEPT.emailUndoDays * DAY_MS)
    await app.call({ path: CONFIRM, body: { ...(await linkFor(email)), ...NEW } })
    expect((await logIn(email, NEW.new_password)).body).toMatchObject({ code: 'otp_required' })
  })

  test('is told apart from one activated with its password, whose settled second factor a reset keeps', async () => {
    const email = await stranger(TEST_PASSWORD)
    await app.clock.advance(KEPT.emailUndoDays * DAY_MS)
    await app.call({ path: CONFIRM, body: { ...(await linkFor(email)), ...NEW } })
    expect((await logIn(email, NEW.new_password)).body).toMatchObject({ code: 'otp_required' })
  })

  test('keeps no second factor younger than that, which a thief of the password may have set', async () => {
    const email = await stranger(TEST_PASSWORD)
    await app.clock.advance(KEPT.emailUndoDays * DAY_MS - 1)
    await app.call({ path: CONFIRM, body: { ...(await linkFor(email)), ...NEW } })
    expect((await logIn(email, NEW.new_password)).status).toBe(200)
    const told = (await mailsTo(email)).map(({ template }) => template)
    expect(told.slice(-3)).toEqual(['secondFactorSet', 'passwordChanged', 'secondFactorRemoved'])
  })
})
