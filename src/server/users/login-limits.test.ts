import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeRecoveryLink } from './recovery.ts'
import { isWithin, type LimitName, type Limits } from '../http/limits.ts'
import { startTestApp, TEST_PASSWORD, type TestApp, type TestReply } from '../test-app.ts'
import { totpCode } from './second-factor/totp.ts'

let app: TestApp
let limits: Limits
beforeAll(async () => {
  app = await startTestApp(undefined, undefined, (needs) => {
    limits = needs.limits
    return { ...needs, trustedProxies: ['127.0.0.1'] }
  })
})
afterAll(() => app.close())

const RESET = 'Loica-71-parda'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function logIn(email: string, from: string, password: string, userAgent = FIREFOX) {
  const headers = { 'x-forwarded-for': from, 'user-agent': userAgent }
  const body = { email, password }
  return (await app.call({ path: '/auth/jwt/create/', body, headers })).status
}

function cookieOf({ headers }: TestReply): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

/** A network's limit is a thousand times as wide in tests. */
async function fill(name: LimitName, key: string): Promise<void> {
  let isOpen = true
  while (isOpen) isOpen = await isWithin(limits, name, key)
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
  async function withSecondFactor(user?: { email: string; access: string }) {
    const { email, access } = user ?? (await app.signIn())
    const password = TEST_PASSWORD
    const path = '/auth/second-factor/'
    const { body } = await app.call({ path, body: { password }, token: access })
    const { secret } = z.object({ secret: z.string() }).parse(body)
    const codeNow = () => totpCode(secret, Math.floor(app.clock.now() / 30_000))
    await app.call({ path: `${path}confirm/`, body: { otp: codeNow() }, token: access })
    await app.clock.advance(30_000)
    const enterFully = (otp: string, from: string, word = password, cookie = '') => {
      const headers = { 'x-forwarded-for': from, 'user-agent': FIREFOX, cookie }
      return app.call({ path: '/auth/jwt/create/', body: { email, password: word, otp }, headers })
    }
    const enter = async (...given: Parameters<typeof enterFully>) =>
      (await enterFully(...given)).status
    return { email, enter, enterFully, codeNow }
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

  test('the tries that are told are those of the code too', async () => {
    const { enterFully } = await withSecondFactor()
    for (let count = 0; count < 9; count += 1) await enterFully('000000', `198.${count}.109.7`)
    const tenth = await enterFully('000000', '192.0.2.40')
    expect(tenth.body).toMatchObject({ code: 'otp_invalid', tries_left: 0 })
  })

  test('codes tried by others do not keep the owner out of a browser they know', async () => {
    const { enter, enterFully, codeNow } = await withSecondFactor()
    const cookie = cookieOf(await enterFully(codeNow(), '203.0.113.70'))
    for (let count = 0; count < 10; count += 1) await enter('000000', '203.0.113.70')
    await app.clock.advance(30_000)
    expect(await enter(codeNow(), '203.0.113.70', TEST_PASSWORD)).toBe(429)
    expect(await enter(codeNow(), '203.0.113.70', TEST_PASSWORD, cookie)).toBe(200)
  })

  test('a browser from before the second factor has no codes of its own', async () => {
    const user = await app.signIn()
    const body = { email: user.email, password: TEST_PASSWORD }
    const openedIn = () => app.call({ path: '/auth/jwt/create/', body }).then(cookieOf)
    const cookies = [await openedIn(), await openedIn()]
    const { enter } = await withSecondFactor(user)
    const statuses: number[] = []
    for (const cookie of cookies) {
      for (let count = 0; count < 8; count += 1) {
        statuses.push(await enter('000000', `198.${count}.111.7`, TEST_PASSWORD, cookie))
      }
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })

  test('browsers in which the account was opened share thirty codes an hour, until its owner is in', async () => {
    const { enter, enterFully, codeNow } = await withSecondFactor()
    const cookies: string[] = []
    while (cookies.length < 4) {
      cookies.push(cookieOf(await enterFully(codeNow(), '203.0.113.71')))
      await app.clock.advance(30_000)
    }
    const last = cookies.at(-1) ?? ''
    for (const cookie of cookies.slice(0, 3)) {
      for (let count = 0; count < 12; count += 1) {
        await enter('000000', '203.0.113.71', TEST_PASSWORD, cookie)
      }
    }
    expect(await enter(codeNow(), '203.0.113.71', TEST_PASSWORD, last)).toBe(429)
    expect(await enter(codeNow(), '203.0.113.71')).toBe(200)
    expect(await enter('000000', '203.0.113.71', TEST_PASSWORD, last)).toBe(401)
  })

  test('a browser has codes of its own, whatever goes on being tried in another', async () => {
    const { enter, enterFully, codeNow } = await withSecondFactor()
    const other = cookieOf(await enterFully(codeNow(), '203.0.113.72'))
    await app.clock.advance(30_000)
    const own = cookieOf(await enterFully(codeNow(), '203.0.113.72'))
    await app.clock.advance(30_000)
    for (let count = 0; count < 30; count += 1) {
      await enter('000000', '203.0.113.72', TEST_PASSWORD, other)
    }
    expect(await enter(codeNow(), '203.0.113.72', TEST_PASSWORD, own)).toBe(200)
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

describe('a browser in which the account was opened before', () => {
  const OFFICE = '203.0.113.77'
  const enter = (email: string, cookie: string, password = TEST_PASSWORD) =>
    app.call({
      path: '/auth/jwt/create/',
      body: { email, password },
      headers: { 'x-forwarded-for': OFFICE, 'user-agent': FIREFOX, cookie },
    })
  const reset = async (email: string, cookie = '') => {
    const link = await makeRecoveryLink({ db: app.database.db, clock: app.clock }, email)
    const body = { ...link, new_password: RESET, re_new_password: RESET }
    const headers = { 'x-forwarded-for': OFFICE, 'user-agent': FIREFOX, cookie }
    return app.call({ path: '/auth/users/reset_password_confirm/', body, headers })
  }

  test('gets a cookie for this path alone, out of reach of scripts', async () => {
    const { email } = await app.signIn()
    expect((await enter(email, '')).headers['set-cookie']).toMatch(
      /^folio_device=[\w-]{22}\.\d+\.[\w-]{43}; Path=\/api\/auth\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    )
    expect((await enter(email, '', 'Otra-clave-99')).headers['set-cookie']).toBeUndefined()
  })

  test('behind HTTPS the cookie is Secure and says so in its name', async () => {
    const real = await startTestApp(undefined, undefined, (needs) => ({ ...needs, secure: true }))
    try {
      const { email } = await real.signIn()
      const body = { email, password: TEST_PASSWORD }
      const { headers } = await real.call({ path: '/auth/jwt/create/', body })
      expect(headers['set-cookie']).toMatch(/^__Secure-folio_device=.*; Secure$/)
    } finally {
      await real.close()
    }
  })

  test('lets its owner in, however many strangers guess from the same address', async () => {
    const { email } = await app.signIn()
    const cookie = cookieOf(await enter(email, ''))
    await guess(12, email, () => OFFICE)
    expect((await enter(email, '')).status).toBe(429)
    expect((await enter(email, `other=1; ${cookie}`)).status).toBe(200)
  })

  test('has tries of its own beside the ordinary ones, which they do not use up', async () => {
    const { email } = await app.signIn()
    const cookie = cookieOf(await enter(email, ''))
    const fail = async (times: number) => {
      const statuses: number[] = []
      while (statuses.length < times)
        statuses.push((await enter(email, cookie, 'Otra-clave-99')).status)
      return statuses
    }
    expect(await fail(30)).toEqual(Array(30).fill(401))
    expect((await enter(email, '')).status).toBe(200)
    expect(await fail(30)).toEqual([...Array<number>(10).fill(401), ...Array<number>(20).fill(429)])
  })

  test('is known for that account alone, by its own cookie, for a year', async () => {
    const [mine, other] = [await app.signIn(), await app.signIn()]
    const cookie = cookieOf(await enter(mine.email, ''))
    await guess(12, other.email, () => OFFICE)
    expect((await enter(other.email, cookie)).status).toBe(429)
    await guess(12, mine.email, () => OFFICE)
    expect((await enter(mine.email, cookie.replace(/.$/, '!'))).status).toBe(429)
    expect((await enter(mine.email, cookie.replace(/\.\d+\./, '.9999999999.'))).status).toBe(429)
    await app.clock.advance(365 * 24 * 60 * 60_000 - 1_000)
    expect((await enter(mine.email, cookie)).status).toBe(200)
    await app.clock.advance(1_000)
    await guess(12, mine.email, () => OFFICE)
    expect((await enter(mine.email, cookie)).status).toBe(429)
  })

  test('is known no more after a new password, but for the one that set it', async () => {
    const { email } = await app.signIn()
    const cookie = cookieOf(await enter(email, ''))
    const renewed = cookieOf(await reset(email))
    await guess(12, email, () => OFFICE)
    expect((await enter(email, cookie, RESET)).status).toBe(429)
    expect((await enter(email, renewed, RESET)).status).toBe(200)
  })

  test('asks for a reset though others have used up the mails of its address', async () => {
    const { email } = await app.signIn()
    const cookie = cookieOf(await enter(email, ''))
    const ask = (sent = '') =>
      app.call({
        path: '/auth/users/reset_password/',
        body: { email },
        headers: { 'x-forwarded-for': '2001:db8:77:1::1', cookie: sent },
      })
    await fill('mailNetwork', '2001:db8:77:1::/64')
    expect((await ask()).status).toBe(429)
    for (let count = 0; count < 31; count += 1) await enter(email, cookie, 'Otra-clave-99')
    const statuses: number[] = []
    while (statuses.length < 11) statuses.push((await ask(cookie)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(204), 429])
  })
})

test('a good link works from an address whose tries of links are used up', async () => {
  const { email } = await app.signIn()
  await fill('linkNetwork', '203.0.113.78')
  const link = await makeRecoveryLink({ db: app.database.db, clock: app.clock }, email)
  const headers = { 'x-forwarded-for': '203.0.113.78' }
  const given = { new_password: RESET, re_new_password: RESET }
  const path = '/auth/users/reset_password_confirm/'
  const bad = await app.call({ path, body: { ...link, ...given, token: 'x' }, headers })
  expect(bad.status).toBe(429)
  expect((await app.call({ path, body: { ...link, ...given }, headers })).status).toBe(204)
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
