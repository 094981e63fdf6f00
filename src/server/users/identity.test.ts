import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contractCalls } from '../http/contract-calls.ts'
import { startTestApp, TEST_PASSWORD, textOf, type TestApp } from '../test-app.ts'
import { PROOF_MS } from './identity.ts'
import { totpCode } from './second-factor/totp.ts'

let app: TestApp
let user: { email: string; access: string }
beforeAll(async () => {
  app = await startTestApp(undefined, () => ({
    login: () => Promise.resolve({ kind: 'unavailable', cause: 'network', text: '' }),
    resume: () => {
      throw new Error('Nobody has a session here')
    },
  }))
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
})

const connect = (language: 'es' | 'en' = 'en') => {
  const body = { rut: '15.151.515-0', password: 'x' }
  return app.call({ path: '/billing-sii/credentials/', token: user.access, body, language })
}
const prove = (body: object) =>
  app.call({ path: '/auth/prove-identity/', token: user.access, body })

/** It got as far as the SII, which is away here. */
const LET_THROUGH = 503

test('whoever has just signed in saves credentials of the SII at once', async () => {
  expect((await connect()).status).toBe(LET_THROUGH)
  await app.clock.advance(PROOF_MS)
  expect((await connect()).status).toBe(LET_THROUGH)
})

test('later the password is asked for again, and good for a while', async () => {
  await app.clock.advance(PROOF_MS + 1)
  expect(await connect('es')).toMatchObject({
    status: 403,
    body: {
      detail: expect.stringContaining('confirma la contraseña'),
      code: 'password_required',
    },
  })
  expect(await prove({ password: 'Otra-43-verde' })).toMatchObject({
    status: 400,
    body: { password: ['The password is wrong.'] },
  })
  expect((await connect()).status).toBe(403)
  expect((await prove({ password: TEST_PASSWORD })).status).toBe(204)
  expect((await connect()).status).toBe(LET_THROUGH)
})

test('renewing the session proves nothing, and one session’s proof is not another’s', async () => {
  const first = user.access
  const { body: pair } = await app.call({
    path: '/auth/jwt/create/',
    body: { email: user.email, password: TEST_PASSWORD },
  })
  await app.clock.advance(PROOF_MS + 1)
  const { body } = await app.call({
    path: '/auth/jwt/refresh/',
    body: { refresh: textOf(pair, 'refresh') },
  })
  user = { ...user, access: textOf(body, 'access') }
  expect((await connect()).status).toBe(403)
  await prove({ password: TEST_PASSWORD })
  expect((await connect()).status).toBe(LET_THROUGH)
  user = { ...user, access: first }
  expect((await connect()).status).toBe(403)
})

test('with a second factor its code is asked for too', async () => {
  const path = '/auth/second-factor/'
  const { body } = await app.call({ path, token: user.access, body: { password: TEST_PASSWORD } })
  const codeNow = () => totpCode(textOf(body, 'secret'), Math.floor(app.clock.now() / 30_000))
  await app.call({ path: `${path}confirm/`, token: user.access, body: { otp: codeNow() } })
  await app.clock.advance(PROOF_MS + 1)
  for (const otp of [undefined, '000000']) {
    const refused = await prove({ password: TEST_PASSWORD, ...(otp === undefined ? {} : { otp }) })
    expect(refused).toMatchObject({ status: 400, body: { otp: [expect.any(String)] } })
  }
  expect((await connect()).status).toBe(403)
  expect((await prove({ password: TEST_PASSWORD, otp: codeNow() })).status).toBe(204)
  expect((await connect()).status).toBe(LET_THROUGH)
})

test('guessing at it is limited', async () => {
  const tries = await Promise.all(Array.from({ length: 11 }, () => prove({ password: 'no' })))
  expect(tries.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429])
})

test('every call that takes or erases a secret of the SII, or names where money goes, asks for it', async () => {
  const asking = contractCalls().flatMap(({ name, call }) => (call.asksPassword ? [name] : []))
  expect(asking.sort()).toEqual([
    'changeCredentials',
    'createCredentials',
    'deleteCredentials',
    'endPaymentConnection',
    'offerPaymentConnection',
    'orderRefund',
    'saveCertificatePassword',
    'savePaymentConnection',
    'savePaymentTerms',
  ])
})
