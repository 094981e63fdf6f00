import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startTestApp,
  TEST_PASSWORD,
  textOf,
  type TestApp,
  type TestReply,
} from '../../test-app.ts'
import { totpCode } from './totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const PATH = '/auth/second-factor/'
const password = TEST_PASSWORD

let user: { email: string; access: string }
beforeEach(async () => {
  user = await app.signIn()
})

const post = (path: string, body: unknown, token = user.access): Promise<TestReply> =>
  app.call({ path: `${PATH}${path}`, body, token })
const logIn = (otp?: string) =>
  app.call({
    path: '/auth/jwt/create/',
    body: { email: user.email, password, ...(otp === undefined ? {} : { otp }) },
  })
const codeNow = (secret: string, steps = 0) =>
  totpCode(secret, Math.floor(app.clock.now() / 30_000) + steps)
const state = async () => (await app.call({ path: PATH, token: user.access })).body

const codesShape = z.object({ recovery_codes: z.array(z.string()).length(10) })

/** In force, with its step used up: time goes on to the next one. */
async function enable(): Promise<{ secret: string; codes: string[] }> {
  const started = await post('', { password })
  const secret = textOf(started.body, 'secret')
  const confirmed = await post('confirm/', { otp: codeNow(secret) })
  await app.clock.advance(30_000)
  return { secret, codes: codesShape.parse(confirmed.body).recovery_codes }
}

test('nobody has one until they want it', async () => {
  expect(await state()).toEqual({ is_enabled: false, recovery_codes_left: 0 })
  expect((await logIn()).status).toBe(200)
})

test('it is in force once its first code comes back, and not before', async () => {
  const started = await post('', { password })
  expect(started).toMatchObject({
    status: 201,
    body: { uri: expect.stringMatching(/^otpauth:\/\/totp\/Folio:persona\d+%40folio\.example\?/) },
  })
  expect((await logIn()).status).toBe(200)
  const wrong = await post('confirm/', { otp: '000000' })
  expect(wrong).toMatchObject({
    status: 400,
    body: { otp: ['The code is wrong or was used already.'] },
  })
  const secret = textOf(started.body, 'secret')
  expect((await post('confirm/', { otp: codeNow(secret) })).status).toBe(200)
  expect(await state()).toEqual({ is_enabled: true, recovery_codes_left: 10 })
  expect(await logIn()).toMatchObject({
    status: 401,
    body: { detail: 'Type the code of your authenticator app.', code: 'otp_required' },
  })
})

test('a code opens the door once, an older one never after it', async () => {
  const { secret } = await enable()
  const [older, now] = [codeNow(secret, -1), codeNow(secret)]
  expect((await logIn(now)).status).toBe(200)
  for (const used of [now, older, '000000']) {
    expect(await logIn(used)).toMatchObject({ status: 401, body: { code: 'otp_invalid' } })
  }
  await app.clock.advance(30_000)
  expect((await logIn(codeNow(secret))).status).toBe(200)
})

test('of two entries with one code at the same moment exactly one succeeds', async () => {
  const { secret } = await enable()
  const replies = await Promise.all([logIn(codeNow(secret)), logIn(codeNow(secret))])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('a recovery code stands in for it once, however it is typed', async () => {
  const { codes } = await enable()
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  const [first = '', second = ''] = codes
  expect((await logIn(first)).status).toBe(200)
  expect((await logIn(first)).status).toBe(401)
  expect((await logIn(second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect(await state()).toEqual({ is_enabled: true, recovery_codes_left: 8 })
})

test('whoever does not know the password is not told that there is one', async () => {
  await enable()
  const body = { email: user.email, password: 'Otra-cosa-99' }
  expect((await app.call({ path: '/auth/jwt/create/', body })).body).toEqual({
    detail: 'No active account found with the given credentials',
    tries_left: 9,
  })
})

test('guessing codes is stopped like guessing passwords', async () => {
  await enable()
  for (let tries = 0; tries < 10; tries += 1) expect((await logIn('000000')).status).toBe(401)
  expect((await logIn('000000')).status).toBe(429)
})

test('removing it, and new recovery codes, ask for password and code', async () => {
  const { secret, codes } = await enable()
  for (const path of ['remove/', 'recovery-codes/']) {
    const wrongPassword = await post(path, { password: 'x', otp: codeNow(secret) })
    expect(wrongPassword.body).toEqual({ password: ['The password is wrong.'] })
    const wrongCode = await post(path, { password, otp: '000000' })
    expect(wrongCode).toMatchObject({ status: 400, body: { otp: [expect.any(String)] } })
  }
  const renewed = await post('recovery-codes/', { password, otp: codeNow(secret) })
  const [fresh = ''] = codesShape.parse(renewed.body).recovery_codes
  expect((await logIn(codes[0])).status).toBe(401)
  expect((await post('remove/', { password, otp: fresh })).status).toBe(204)
  expect(await state()).toEqual({ is_enabled: false, recovery_codes_left: 0 })
  expect((await logIn()).status).toBe(200)
  const secrets = await app.database.db
    .selectFrom('secret')
    .innerJoin('membership', 'membership.organisation_id', 'secret.organisation_id')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('secret.id')
    .where('email', '=', user.email)
    .execute()
  expect(secrets).toEqual([])
})

test('its owner is told by mail when it is in force and when it is removed, and not before', async () => {
  const told = async () =>
    (
      await app.database.db
        .selectFrom('system_mail')
        .select('template')
        .where('recipient', '=', user.email)
        .where('template', 'in', ['secondFactorSet', 'secondFactorRemoved'])
        .orderBy('id')
        .execute()
    ).map(({ template }) => template)
  await post('', { password })
  expect(await told()).toEqual([])
  const { secret } = await enable()
  expect(await told()).toEqual(['secondFactorSet'])
  await post('remove/', { password, otp: codeNow(secret) })
  expect(await told()).toEqual(['secondFactorSet', 'secondFactorRemoved'])
})

test('starting anew before it is in force gives another secret; after that it is refused', async () => {
  const first = textOf((await post('', { password })).body, 'secret')
  const second = textOf((await post('', { password })).body, 'secret')
  expect((await post('confirm/', { otp: codeNow(first) })).status).toBe(400)
  expect((await post('confirm/', { otp: codeNow(second) })).status).toBe(200)
  expect((await post('', { password })).status).toBe(409)
  expect((await post('confirm/', { otp: codeNow(second) })).status).toBe(409)
})

test('neither the secret nor a recovery code stands in any table', async () => {
  const { secret, codes } = await enable()
  const { rows } = await app.database.pool.query<{ row: string }>(
    `select to_jsonb(s)::text as row from second_factor s union all
     select to_jsonb(r)::text from recovery_code r union all
     select to_jsonb(v)::text from secret v union all select to_jsonb(a)::text from audit_event a`,
  )
  const text = rows.map(({ row }) => row).join('\n')
  expect(text).toContain('secondFactorEnabled')
  for (const shown of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
    expect(text).not.toContain(shown)
    expect(text).not.toContain(Buffer.from(shown).toString('hex'))
  }
})
