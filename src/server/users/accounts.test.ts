import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../test-app.ts'
import { makeActivationLink, type ActivationLink } from './account/registration.ts'

let app: TestApp
beforeAll(async () => {
  const behindProxy = { trustedProxies: ['127.0.0.1'] }
  app = await startTestApp(undefined, undefined, (needs) => ({ ...needs, ...behindProxy }))
})
afterAll(() => app.close())

const good = { password: TEST_PASSWORD, re_password: TEST_PASSWORD }

async function linkFor(email: string): Promise<ActivationLink> {
  const link = await makeActivationLink({ db: app.database.db, clock: app.clock }, email)
  if (!link) throw new Error(`Nothing to activate for ${email}`)
  return link
}

test('a registration answers the e-mail and id, and makes an organisation that its user owns', async () => {
  const { status, body } = await app.call({
    path: '/auth/users/',
    body: { email: 'Ana@Folio.example', ...good, invented: 1 },
  })
  expect(status).toBe(201)
  expect(body).toEqual({ email: 'ana@folio.example', id: expect.any(Number) })
  const memberships = await app.database.db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .innerJoin('organisation', 'organisation.id', 'membership.organisation_id')
    .select(['role', 'organisation.name', 'activated_at'])
    .where('email', '=', 'ana@folio.example')
    .execute()
  expect(memberships).toEqual([{ role: 'owner', name: 'ana@folio.example', activated_at: null }])
})

test('a registration writes its activation mail, without any token in it', async () => {
  await app.call({ path: '/auth/users/', body: { email: 'correo@folio.example', ...good } })
  const mails = await app.database.db
    .selectFrom('system_mail')
    .select(['template', 'recipient', 'language', 'data', 'sent_at'])
    .where('recipient', '=', 'correo@folio.example')
    .execute()
  expect(mails).toEqual([
    {
      template: 'activation',
      recipient: 'correo@folio.example',
      language: 'en',
      data: null,
      sent_at: null,
    },
  ])
})

test.each([
  [
    'an empty body',
    {},
    {
      email: ['This field is required.'],
      password: ['This field is required.'],
      re_password: ['This field is required.'],
    },
  ],
  [
    'blank fields',
    { email: ' ', password: '', re_password: '' },
    {
      email: ['This field may not be blank.'],
      password: ['This field may not be blank.'],
      re_password: ['This field may not be blank.'],
    },
  ],
  [
    'null fields',
    { email: null, password: null, re_password: 'x' },
    {
      email: ['This field may not be null.'],
      password: ['This field may not be null.'],
    },
  ],
  [
    'a number for a text',
    { email: 'a@b.cl', ...good, password: 12345678 },
    {
      password: ['Not a valid string.'],
    },
  ],
  [
    'a word that is no address',
    { email: 'ana', ...good },
    {
      email: ['Enter a valid email address.'],
    },
  ],
  [
    'an address over 254 characters',
    { email: `${'a'.repeat(250)}@b.cl`, ...good },
    {
      email: ['Ensure this field has no more than 254 characters.'],
    },
  ],
  [
    'a short, common, numeric password',
    { email: 'a@b.cl', password: '123456', re_password: '123456' },
    {
      password: [
        'This password is too short. It must contain at least 8 characters.',
        'This password is too common.',
        'This password is entirely numeric.',
      ],
    },
  ],
  [
    'a password like the e-mail',
    {
      email: 'marisol.cifuentes@b.cl',
      password: 'marisolcifuentes1',
      re_password: 'marisolcifuentes1',
    },
    { password: ['The password is too similar to the email address.'] },
  ],
  [
    'two different passwords',
    { email: 'a@b.cl', ...good, re_password: 'Otra-cosa-99' },
    {
      non_field_errors: ["The two password fields didn't match."],
    },
  ],
])('a registration with %s is refused in the known shape', async (_case, body, expected) => {
  const reply = await app.call({ path: '/auth/users/', body })
  expect(reply.status).toBe(400)
  expect(reply.body).toEqual(expected)
})

test('an e-mail that has an activated account is reported, whatever its case', async () => {
  const body = { email: 'dos@folio.example', ...good }
  await app.signIn(body.email)
  const again = await app.call({
    path: '/auth/users/',
    body: { ...body, email: 'DOS@folio.example' },
  })
  expect(again.status).toBe(400)
  expect(again.body).toEqual({ email: ['user with this email address already exists.'] })
})

test('three registrations of one e-mail at the same moment make one account', async () => {
  const body = { email: 'carrera@folio.example', ...good }
  const replies = await Promise.all([1, 2, 3].map(() => app.call({ path: '/auth/users/', body })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  const memberships = await app.database.db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('organisation_id')
    .where('email', '=', body.email)
    .execute()
  expect(memberships).toHaveLength(1)
})

describe('an address that a stranger registered and nobody activated', () => {
  const STRANGERS = 'Otra-clave-99-azul'
  const register = (email: string, password: string, from = '192.0.2.1') =>
    app.call({
      path: '/auth/users/',
      body: { email, password, re_password: password },
      headers: { 'x-forwarded-for': from },
    })
  const logIn = (email: string, password: string) =>
    app.call({ path: '/auth/jwt/create/', body: { email, password } })

  test('is registered by its owner as for the first time', async () => {
    const email = 'duena@folio.example'
    await register(email, STRANGERS)
    const second = await register(email, TEST_PASSWORD)
    expect(second).toMatchObject({ status: 201, body: { email } })
    const mails = await app.database.db
      .selectFrom('system_mail')
      .select('template')
      .where('recipient', '=', email)
      .execute()
    expect(mails).toEqual([{ template: 'activation' }, { template: 'activation' }])
  })

  test('is activated by its newest link alone, for its newest password alone', async () => {
    const email = 'nueva@folio.example'
    await register(email, STRANGERS)
    const older = await linkFor(email)
    await register(email, TEST_PASSWORD)
    const path = '/auth/users/activation/'
    expect((await app.call({ path, body: older })).body).toEqual({
      token: ['Invalid token for given user.'],
    })
    expect((await app.call({ path, body: await linkFor(email) })).status).toBe(204)
    expect((await logIn(email, STRANGERS)).status).toBe(401)
    expect((await logIn(email, TEST_PASSWORD)).status).toBe(200)
    expect((await register(email, STRANGERS)).status).toBe(400)
    expect((await logIn(email, TEST_PASSWORD)).status).toBe(200)
  })

  test('tells nothing of an earlier registration by the id of a later one', async () => {
    const ids: unknown[] = []
    for (const email of ['uno@id.example', 'dos@id.example', 'uno@id.example', 'tres@id.example']) {
      ids.push(z.object({ id: z.number() }).parse((await register(email, STRANGERS)).body).id)
    }
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => Number(one) - Number(other)))
  })

  test('is activated by its link only with the password of that registration', async () => {
    const email = 'prueba@folio.example'
    await register(email, TEST_PASSWORD)
    await register(email, STRANGERS)
    const path = '/auth/users/activation/'
    const link = await linkFor(email)
    const wrong = await app.call({ path, body: { ...link, password: TEST_PASSWORD } })
    expect(wrong).toMatchObject({ status: 400, body: { password: ['The password is wrong.'] } })
    expect((await logIn(email, STRANGERS)).status).toBe(401)
    await register(email, TEST_PASSWORD)
    const newest = { ...(await linkFor(email)), password: TEST_PASSWORD }
    expect((await app.call({ path, body: newest })).status).toBe(204)
    expect((await logIn(email, TEST_PASSWORD)).status).toBe(200)
  })

  test('is not tried for its password by a person without a good link', async () => {
    const email = 'sinenlace@folio.example'
    await register(email, TEST_PASSWORD)
    const { uid } = await linkFor(email)
    const path = '/auth/users/activation/'
    for (const password of [TEST_PASSWORD, STRANGERS]) {
      const { body } = await app.call({ path, body: { uid, token: 'x', password } })
      expect(body).toEqual({ token: ['Invalid token for given user.'] })
    }
  })

  test('is registered four times an hour by one network; a fifth answers alike and changes nothing', async () => {
    const email = 'bombardeada@folio.example'
    for (let count = 0; count < 4; count += 1) await register(email, TEST_PASSWORD)
    const link = await linkFor(email)
    for (let count = 0; count < 5; count += 1) {
      const reply = await register(email, STRANGERS)
      expect(reply).toMatchObject({ status: 201, body: { email, id: expect.any(Number) } })
    }
    const { count } = await app.database.db
      .selectFrom('system_mail')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    expect(count).toBe(4)
    const body = { ...link, password: TEST_PASSWORD }
    expect((await app.call({ path: '/auth/users/activation/', body })).status).toBe(204)
    expect((await register(email, STRANGERS)).status).toBe(400)
  })

  test('is its owner’s at any hour, by the link mailed last, whatever strangers of other networks do', async () => {
    const email = 'asediada@folio.example'
    for (let count = 0; count < 9; count += 1) {
      await register(email, STRANGERS, `198.51.${count}.7`)
    }
    const link = await linkFor(email)
    expect((await register(email, TEST_PASSWORD, '203.0.113.9')).status).toBe(201)
    const { count } = await app.database.db
      .selectFrom('system_mail')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    expect(count).toBe(8)
    const path = '/auth/users/activation/'
    const wrong = await app.call({ path, body: { ...link, password: STRANGERS } })
    expect(wrong).toMatchObject({ status: 400, body: { password: ['The password is wrong.'] } })
    expect((await app.call({ path, body: { ...link, password: TEST_PASSWORD } })).status).toBe(204)
    expect((await logIn(email, TEST_PASSWORD)).status).toBe(200)
  })

  test('is its owner’s by a password chosen with the link, though a stranger registered it after them', async () => {
    const email = 'disputada@folio.example'
    for (let count = 0; count < 9; count += 1) {
      await register(email, STRANGERS, `198.51.${count}.8`)
    }
    await register(email, TEST_PASSWORD, '203.0.113.10')
    const link = await linkFor(email)
    await register(email, STRANGERS, '198.51.100.9')
    const path = '/auth/users/activation/'
    const chosen = { password: TEST_PASSWORD, re_password: TEST_PASSWORD }
    expect((await app.call({ path, body: { ...link, password: TEST_PASSWORD } })).status).toBe(400)
    expect((await app.call({ path, body: { ...link, ...chosen } })).status).toBe(204)
    expect((await logIn(email, STRANGERS)).status).toBe(401)
    expect((await logIn(email, TEST_PASSWORD)).status).toBe(200)
    expect((await app.call({ path, body: { ...link, ...chosen } })).status).toBe(403)
  })

  test('is tried for its password ten times with a good link, which still takes a chosen one', async () => {
    const email = 'probada@folio.example'
    await register(email, STRANGERS)
    const link = await linkFor(email)
    const path = '/auth/users/activation/'
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) {
      const body = { ...link, password: TEST_PASSWORD }
      statuses.push((await app.call({ path, body })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
    const chosen = { password: TEST_PASSWORD, re_password: TEST_PASSWORD }
    expect((await app.call({ path, body: { ...link, ...chosen } })).status).toBe(204)
  })

  test('is not given a chosen password that is poor or typed in two ways, nor by a bad link', async () => {
    const email = 'elegida@folio.example'
    await register(email, STRANGERS)
    const link = await linkFor(email)
    const path = '/auth/users/activation/'
    const choose = async (password: string, repeated: string, token = link.token) => {
      const body = { uid: link.uid, token, password, re_password: repeated }
      return (await app.call({ path, body })).body
    }
    expect(await choose('12345678', '12345678')).toMatchObject({ password: expect.any(Array) })
    const mismatch = { non_field_errors: ["The two password fields didn't match."] }
    expect(await choose(TEST_PASSWORD, 'Otra-cosa-99')).toEqual(mismatch)
    const invalid = { token: ['Invalid token for given user.'] }
    expect(await choose('12345678', '12345678', 'x')).toEqual(invalid)
    expect(await choose(TEST_PASSWORD, TEST_PASSWORD, 'x')).toEqual(invalid)
    expect((await app.call({ path, body: { ...link, password: STRANGERS } })).status).toBe(204)
    expect((await logIn(email, STRANGERS)).status).toBe(200)
  })

  test('is refused a poor password before anything of the earlier one is touched', async () => {
    const email = 'igual@folio.example'
    await register(email, TEST_PASSWORD)
    expect((await register(email, '123456')).status).toBe(400)
    await app.call({ path: '/auth/users/activation/', body: await linkFor(email) })
    expect((await logIn(email, TEST_PASSWORD)).status).toBe(200)
  })
})

test('refusals are in Spanish unless English is asked for', async () => {
  const spanish = await app.call({
    path: '/auth/users/',
    body: {},
    language: 'es-CL,es;q=0.9,en;q=0.5',
  })
  expect(spanish.body).toMatchObject({ email: ['Este campo es requerido.'] })
  const unknown = await app.call({ path: '/auth/users/', body: {}, language: 'fr' })
  expect(unknown.body).toMatchObject({ email: ['Este campo es requerido.'] })
})

test('an activation link activates once and is stale afterwards', async () => {
  await app.call({ path: '/auth/users/', body: { email: 'activa@folio.example', ...good } })
  const link = await linkFor('activa@folio.example')
  const first = await app.call({ path: '/auth/users/activation/', body: link })
  expect(first).toMatchObject({ status: 204, body: undefined })
  const second = await app.call({ path: '/auth/users/activation/', body: link })
  expect(second.status).toBe(403)
  expect(second.body).toEqual({ detail: 'Stale token for given user.' })
  const login = await app.call({
    path: '/auth/jwt/create/',
    body: { email: 'activa@folio.example', password: TEST_PASSWORD },
  })
  expect(login.status).toBe(200)
})

test('an activation refuses missing fields, an unknown user and an unknown token', async () => {
  await app.call({ path: '/auth/users/', body: { email: 'token@folio.example', ...good } })
  const { uid } = await linkFor('token@folio.example')
  const path = '/auth/users/activation/'
  expect((await app.call({ path, body: {} })).body).toEqual({
    uid: ['This field is required.'],
    token: ['This field is required.'],
  })
  for (const unknown of ['no', '////', 'MDE']) {
    const reply = await app.call({ path, body: { uid: unknown, token: 'x' } })
    expect(reply.body).toEqual({ uid: ["Invalid user id or user doesn't exist."] })
  }
  // As for a user that there is.
  const absent = await app.call({ path, body: { uid: 'OTk5OTk5', token: 'x' } })
  expect(absent).toMatchObject({ status: 400, body: { token: ['Invalid token for given user.'] } })
  const wrong = await app.call({ path, body: { uid, token: 'x' } })
  expect(wrong).toMatchObject({ status: 400, body: { token: ['Invalid token for given user.'] } })
})

test("an activation link doesn't work for another user", async () => {
  for (const email of ['uno@folio.example', 'otro@folio.example']) {
    await app.call({ path: '/auth/users/', body: { email, ...good } })
  }
  const { token } = await linkFor('uno@folio.example')
  const { uid } = await linkFor('otro@folio.example')
  const reply = await app.call({ path: '/auth/users/activation/', body: { uid, token } })
  expect(reply.body).toEqual({ token: ['Invalid token for given user.'] })
})

test('an activation link dies after 24 hours', async () => {
  await app.call({ path: '/auth/users/', body: { email: 'tarde@folio.example', ...good } })
  const link = await linkFor('tarde@folio.example')
  await app.clock.advance(24 * 60 * 60 * 1000)
  const reply = await app.call({ path: '/auth/users/activation/', body: link })
  expect(reply).toMatchObject({ status: 400, body: { token: ['Invalid token for given user.'] } })
})

test('asking for another activation mail answers alike for every address', async () => {
  await app.call({ path: '/auth/users/', body: { email: 'reenvio@folio.example', ...good } })
  for (const email of ['reenvio@folio.example', 'nadie@folio.example']) {
    const reply = await app.call({ path: '/auth/users/resend_activation/', body: { email } })
    expect(reply).toMatchObject({ status: 204, body: undefined })
    const { count } = await app.database.db
      .selectFrom('system_mail')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    expect(count).toBe(email === 'nadie@folio.example' ? 1 : 2)
  }
  const bad = await app.call({ path: '/auth/users/resend_activation/', body: { email: 'x' } })
  expect(bad.body).toEqual({ email: ['Enter a valid email address.'] })
})

test('asking for activation mails again and again is answered alike', async () => {
  const request = { path: '/auth/users/resend_activation/', body: { email: 'mucho@folio.example' } }
  for (let tries = 0; tries < 12; tries += 1) expect((await app.call(request)).status).toBe(204)
})
