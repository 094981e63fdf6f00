import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryLimits } from '../http/limits.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../test-app.ts'
import type { PasswordHasher } from './account/password-hash.ts'
import { activate, makeActivationLink } from './account/registration.ts'
import { register } from './register.ts'

let app: TestApp
/** What other requests do while a password is hashed, which takes longer than all else. */
let meanwhile = async (): Promise<void> => undefined
let hasher: PasswordHasher
beforeAll(async () => {
  app = await startTestApp(undefined, undefined, (needs) => {
    hasher = {
      ...needs.hasher,
      hash: async (password) => {
        await meanwhile()
        return needs.hasher.hash(password)
      },
    }
    return needs
  })
})
afterAll(() => app.close())

const registered = (email: string, password: string, language: 'es' | 'en' = 'es') =>
  register(
    { db: app.database.db, clock: app.clock, hasher },
    { email, password, repeated: password, language },
    { mayChange: () => Promise.resolve(true), mayWrite: () => Promise.resolve(true) },
  )
/** Calls of the database that wait for another's lock. */
const blockedCalls = async () => {
  const { rowCount } = await app.database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  )
  return rowCount
}
const logIn = async (email: string, password: string) =>
  (await app.call({ path: '/auth/jwt/create/', body: { email, password } })).status

test('an account activated while its address is registered again keeps its password', async () => {
  const email = 'rival@folio.example'
  await registered(email, TEST_PASSWORD)
  const needs = { db: app.database.db, clock: app.clock, hasher, limits: memoryLimits() }
  meanwhile = async () => {
    const link = await makeActivationLink(needs, email)
    if (link) await activate(needs, link)
  }
  expect(await registered(email, 'Otra-clave-99-azul')).toEqual({ kind: 'emailTaken' })
  meanwhile = async () => undefined
  expect(await logIn(email, TEST_PASSWORD)).toBe(200)
  expect(await logIn(email, 'Otra-clave-99-azul')).toBe(401)
})

test('a link compared with one password never activates another, registered meanwhile', async () => {
  const email = 'entretanto@folio.example'
  await registered(email, TEST_PASSWORD)
  const needs = { db: app.database.db, clock: app.clock, hasher, limits: memoryLimits() }
  const link = await makeActivationLink(needs, email)
  if (link === null) throw new Error('There is nothing to activate')
  const meanwhileRegistered = {
    ...needs,
    hasher: {
      ...hasher,
      verify: async (hash: string | null, password: string) => {
        const isRight = await hasher.verify(hash, password)
        const limits = {
          mayChange: () => Promise.resolve(true),
          mayWrite: () => Promise.resolve(false),
        }
        const password2 = 'Otra-clave-99-azul'
        await register(
          needs,
          { email, password: password2, repeated: password2, language: 'es' },
          limits,
        )
        return isRight
      },
    },
  }
  const done = await activate(meanwhileRegistered, { ...link, password: TEST_PASSWORD })
  expect(done).toEqual({ kind: 'passwordWrong' })
})

test('a link made while its address is registered anew is none, and breaks nothing', async () => {
  const email = 'cruce@folio.example'
  await registered(email, TEST_PASSWORD)
  const needs = { db: app.database.db, clock: app.clock }
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select forget_unactivated($1)', [email])
    const link = makeActivationLink(needs, email)
    await expect.poll(blockedCalls).toBe(1)
    await client.query('commit')
    expect(await link).toBeNull()
  } finally {
    client.release()
  }
})

test('a taken address is reported before a poor password', async () => {
  const { email } = await app.signIn()
  expect(await registered(email, '123')).toEqual({ kind: 'emailTaken' })
})

test('a second registration of an address sets its language', async () => {
  const email = 'idioma@folio.example'
  await registered(email, TEST_PASSWORD, 'es')
  await registered(email, TEST_PASSWORD, 'en')
  const users = await app.database.db
    .selectFrom('app_user')
    .select('language')
    .where('email', '=', email)
    .execute()
  expect(users).toEqual([{ language: 'en' }])
})

test('a registration waits for an activation under way and then leaves the account alone', async () => {
  const email = 'espera@folio.example'
  await registered(email, TEST_PASSWORD)
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('update app_user set activated_at = now() where email = $1', [email])
    const second = registered(email, 'Otra-clave-99-azul')
    await expect.poll(blockedCalls).toBe(1)
    await client.query('commit')
    expect(await second).toEqual({ kind: 'emailTaken' })
  } finally {
    client.release()
  }
  expect(await logIn(email, TEST_PASSWORD)).toBe(200)
})
