import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  const behindProxy = { trustedProxies: ['127.0.0.1'] }
  app = await startTestApp(undefined, undefined, (needs) => ({ ...needs, ...behindProxy }))
})
afterAll(() => app.close())

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

test('an unknown address and a known one meet the same limits', async () => {
  const { email } = await app.signIn()
  const known = await guess(101, email, (count) => `198.${count}.101.7`)
  const unknown = await guess(101, 'desconocido@empresa.cl', (count) => `198.${count}.102.7`)
  expect(unknown).toEqual(known)
})
