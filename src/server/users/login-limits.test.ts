import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeRecoveryLink } from './recovery.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../test-app.ts'
import { totpCode } from './second-factor/totp.ts'

let app: TestApp
beforeAll(async () => {
  const behindProxy = { trustedProxies: ['127.0.0.1'] }
  app = await startTestApp(undefined, undefined, (needs) => ({ ...needs, ...behindProxy }))
})
afterAll(() => app.close())

const RESET = 'Loica-71-parda'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function logIn(email: string, from: string, password: string, userAgent = FIREFOX) {
  const headers = { 'x-forwarded-for': from, 'user-agent': userAgent }
  const body = { email, password }
  return (await app.call({ path: '/auth/jwt/create/', body, headers })).status
}

async function guess(times: number, email: string, from: (count: number) => string) {
  const statuses: number[] = []
  while (statuses.length < times) {
    statuses.push(await logIn(email, from(statuses.length), 'Otra-clave-99'))
  }
  return statuses
}

test('tries that one network is refused do not count against the account everywhere', async () => {
  const { email } = await app.signIn()
  const statuses = await guess(120, email, () => '198.51.100.7')
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(await logIn(email, '203.0.113.9', TEST_PASSWORD)).toBe(200)
})

test('addresses of one IPv6 /64 share one limit', async () => {
  const { email } = await app.signIn()
  const statuses = await guess(12, email, (count) => `2001:db8:1:2::${count + 1}`)
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  expect(await logIn(email, '2001:db8:1:3::1', TEST_PASSWORD)).toBe(200)
})

test('an account guessed at from many networks lets its owner in from a place known before', async () => {
  const { email } = await app.signIn()
  expect(await logIn(email, '203.0.113.9', TEST_PASSWORD)).toBe(200)
  const statuses = await guess(101, email, (count) => `198.${count}.100.7`)
  expect(statuses.at(-1)).toBe(429)
  expect(await logIn(email, '192.0.2.1', TEST_PASSWORD)).toBe(429)
  expect(await logIn(email, '203.0.113.200', TEST_PASSWORD)).toBe(200)
})

test('a place known before has a limit of its own, however many networks guess from it', async () => {
  const { email } = await app.signIn()
  expect(await logIn(email, '2001:db8:1:1::1', TEST_PASSWORD)).toBe(200)
  const from = (count: number) => `2001:db8:${(count + 2).toString(16)}:1::1`
  const statuses = await guess(200, email, from)
  expect(statuses.filter((status) => status === 401)).toHaveLength(130)
  expect(statuses.at(-1)).toBe(429)
})

test('a reset lets its person in from where they are, whatever strangers go on trying', async () => {
  const { email } = await app.signIn()
  const elsewhere = (count: number) => `198.${count}.107.7`
  await guess(101, email, elsewhere)
  expect(await logIn(email, '192.0.2.1', TEST_PASSWORD)).toBe(429)
  const link = await makeRecoveryLink({ db: app.database.db, clock: app.clock }, email)
  const body = { ...link, new_password: RESET, re_new_password: RESET }
  const headers = { 'x-forwarded-for': '192.0.2.1', 'user-agent': FIREFOX }
  await app.call({ path: '/auth/users/reset_password_confirm/', body, headers })
  await guess(101, email, elsewhere)
  expect(await logIn(email, '192.0.2.1', RESET)).toBe(200)
})

test('the tries that are left are told alike for a known and an unknown address', async () => {
  const { email } = await app.signIn()
  const told = async (address: string, from: string) => {
    const bodies: unknown[] = []
    for (let count = 0; count < 11; count += 1) {
      const headers = { 'x-forwarded-for': from }
      const body = { email: address, password: 'Otra-clave-99' }
      bodies.push((await app.call({ path: '/auth/jwt/create/', body, headers })).body)
    }
    return bodies
  }
  const known = await told(email, '198.51.100.20')
  expect(known[0]).toEqual({
    detail: 'No active account found with the given credentials',
    tries_left: 9,
  })
  expect(
    known.slice(0, 10).map((body) => z.object({ tries_left: z.number() }).parse(body)),
  ).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((left) => ({ tries_left: left })))
  expect(await told('desconocido2@empresa.cl', '198.51.100.21')).toEqual(known)
})

describe('with the password known', () => {
  async function withSecondFactor() {
    const { email, access } = await app.signIn()
    const password = TEST_PASSWORD
    const path = '/auth/second-factor/'
    const { body } = await app.call({ path, body: { password }, token: access })
    const { secret } = z.object({ secret: z.string() }).parse(body)
    const codeNow = () => totpCode(secret, Math.floor(app.clock.now() / 30_000))
    await app.call({ path: `${path}confirm/`, body: { otp: codeNow() }, token: access })
    await app.clock.advance(30_000)
    const enter = async (otp: string, from: string, word = password) => {
      const headers = { 'x-forwarded-for': from, 'user-agent': FIREFOX }
      const reply = await app.call({
        path: '/auth/jwt/create/',
        body: { email, password: word, otp },
        headers,
      })
      return reply.status
    }
    return { email, enter, codeNow }
  }

  test('ten codes an hour may be tried, from however many networks', async () => {
    const { enter, codeNow } = await withSecondFactor()
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1) {
      statuses.push(await enter('000000', `198.${count}.103.7`))
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
    expect(await enter(codeNow(), '192.0.2.3')).toBe(429)
  })

  test('a reset forgets the codes that others tried', async () => {
    const { email, enter, codeNow } = await withSecondFactor()
    for (let count = 0; count < 12; count += 1) await enter('000000', `198.${count}.108.7`)
    expect(await enter(codeNow(), '192.0.2.3')).toBe(429)
    const link = await makeRecoveryLink({ db: app.database.db, clock: app.clock }, email)
    const body = { ...link, new_password: RESET, re_new_password: RESET }
    await app.call({ path: '/auth/users/reset_password_confirm/', body })
    expect(await enter(codeNow(), '192.0.2.3', RESET)).toBe(200)
  })

  test('codes tried by others do not keep the owner out of a place known before', async () => {
    const { enter, codeNow } = await withSecondFactor()
    expect(await enter(codeNow(), '203.0.113.9')).toBe(200)
    for (let count = 0; count < 12; count += 1) await enter('000000', `198.${count}.104.7`)
    await app.clock.advance(30_000)
    expect(await enter(codeNow(), '203.0.113.9')).toBe(200)
  })
})

test('a log-in that failed is on record for its account, with what was wrong', async () => {
  const { email, access } = await app.signIn()
  await guess(3, email, () => '198.51.100.30')
  const { body } = await app.call({
    path: '/audit-events/?about=everything&limit=20',
    token: access,
  })
  expect(JSON.stringify(body)).toContain(
    'Someone tried to sign in with a wrong password. There were 3 tries within an hour.',
  )
})

test('an unknown address and a known one meet the same limits', async () => {
  const { email } = await app.signIn()
  const known = await guess(101, email, (count) => `198.${count}.101.7`)
  const unknown = await guess(101, 'desconocido@empresa.cl', (count) => `198.${count}.102.7`)
  expect(unknown).toEqual(known)
})
