import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KEPT } from '#domain/kept.ts'
import { startTestApp, TEST_PASSWORD, textOf, type TestApp } from '../test-app.ts'
import { makeActivationLink } from './account/registration.ts'
import { makeRecoveryLink } from './recovery.ts'
import { totpCode } from './second-factor/totp.ts'
import { emailChangeToken, forgetEmailChanges } from './email-change.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const PATH = '/auth/users/set_email/'
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const NEW_PASSWORD = 'Loica-71-parda'

let user: { email: string; access: string; refresh: string }
let next: string
let addresses = 0
beforeEach(async () => {
  user = await app.signIn()
  next = `nueva${(addresses += 1)}@otro.example`
})

const ask = (wish: Record<string, string> = {}, token = user.access) =>
  app.call({
    path: PATH,
    token,
    body: { new_email: next, current_password: TEST_PASSWORD, ...wish },
  })
const confirm = (token: string | null) =>
  app.call({ path: '/auth/users/set_email_confirm/', body: { token } })
const undo = (token: string | null) =>
  app.call({ path: '/auth/users/set_email_undo/', body: { token } })
const me = async (token: string) => (await app.call({ path: '/auth/users/me/', token })).status
const logIn = (email: string, password = TEST_PASSWORD) =>
  app.call({ path: '/auth/jwt/create/', body: { email, password } })
const mailsTo = async (email: string) =>
  (
    await app.database.db
      .selectFrom('system_mail')
      .select('template')
      .where('recipient', '=', email)
      .where('template', 'in', ['emailConfirm', 'emailChanged', 'emailUndone'])
      .orderBy('id')
      .execute()
  ).map(({ template }) => template)

async function changeTo(email: string): Promise<number> {
  const { id } = await app.database.db
    .selectFrom('email_change')
    .select('id')
    .where('new_email', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
const linkOf = (purpose: 'confirm' | 'undo', id: number) =>
  emailChangeToken({ db: app.database.db, links: app.links }, purpose, id)

let secret = ''
const code = () => totpCode(secret, Math.floor(app.clock.now() / 30_000))
async function beginFactor(): Promise<void> {
  const body = { password: TEST_PASSWORD }
  const begun = await app.call({ path: '/auth/second-factor/', token: user.access, body })
  secret = textOf(begun.body, 'secret')
}
async function confirmFactor(): Promise<void> {
  const path = '/auth/second-factor/confirm/'
  const done = await app.call({ path, token: user.access, body: { otp: code() } })
  expect(done.status).toBe(200)
}

/** From asking to the link followed. Answers the link that undoes it. */
async function change(email = next, token = user.access): Promise<string | null> {
  expect((await ask({ new_email: email }, token)).status).toBe(204)
  const id = await changeTo(email)
  expect((await confirm(await linkOf('confirm', id))).status).toBe(200)
  return linkOf('undo', id)
}

describe('changing the address', () => {
  test('changes nothing until the link in the new address is followed', async () => {
    expect((await ask()).status).toBe(204)
    expect(await mailsTo(next)).toEqual(['emailConfirm'])
    expect(await mailsTo(user.email)).toEqual([])
    expect((await app.call({ path: PATH, token: user.access })).body).toEqual({ new_email: next })
    expect((await logIn(next)).status).toBe(401)
    expect((await logIn(user.email)).status).toBe(200)
    const done = await confirm(await linkOf('confirm', await changeTo(next)))
    expect(done).toMatchObject({ status: 200, body: { email: next } })
    expect((await logIn(next)).status).toBe(200)
    expect((await logIn(user.email)).status).toBe(401)
    expect(await mailsTo(user.email)).toEqual(['emailChanged'])
    expect((await app.call({ path: PATH, token: user.access })).body).toEqual({ new_email: null })
  })

  test('ends every session but the one that asked, which goes on with the new address', async () => {
    const elsewhere = await app.signIn(user.email)
    await change()
    expect(await me(elsewhere.access)).toBe(401)
    const reply = await app.call({ path: '/auth/users/me/', token: user.access })
    expect(reply).toMatchObject({ status: 200, body: { email: next } })
    const { body } = await app.call({ path: '/auth/jwt/refresh/', body: { refresh: user.refresh } })
    expect(atob(textOf(body, 'access').split('.')[1] ?? '')).toContain(next)
  })

  test('ends a session elsewhere that was found good a moment ago', async () => {
    const elsewhere = await app.signIn(user.email)
    expect((await ask()).status).toBe(204)
    const token = await linkOf('confirm', await changeTo(next))
    expect(await me(elsewhere.access)).toBe(200)
    expect((await confirm(token)).status).toBe(200)
    expect(await me(elsewhere.access)).toBe(401)
  })

  test('gives no link of a change that was followed already', async () => {
    await change()
    expect(await linkOf('confirm', await changeTo(next))).toBeNull()
  })

  test('kills the links that were sent to the old address', async () => {
    const link = await makeRecoveryLink({ db: app.database.db, clock: app.clock }, user.email)
    await change()
    const given = { ...link, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const reply = await app.call({ path: '/auth/users/reset_password_confirm/', body: given })
    expect(reply.status).toBe(400)
  })

  test('renames the organisation that was named by the address, and stands on record', async () => {
    await change()
    const { db } = app.database
    const names = db.selectFrom('organisation').select('name')
    expect(await names.where('name', 'in', [user.email, next]).execute()).toEqual([{ name: next }])
    const { body } = await app.call({ path: '/audit-events/?limit=2', token: user.access })
    expect(body).toMatchObject({
      events: [
        { text: "The account's address was changed, and the other sessions were closed." },
        { text: "A change of the account's address was requested." },
      ],
    })
  })

  test.each([
    ['current_password', { current_password: 'Otra-cosa-99' }],
    ['new_email', { new_email: 'no es uno' }],
    ['new_email', { new_email: 'verdecuncuna43@folio.example' }],
  ])('is refused at %s, and no mail is written: %j', async (field, wish) => {
    const reply = await ask(wish)
    expect(reply).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
    expect((await app.call({ path: PATH, token: user.access })).body).toEqual({ new_email: null })
  })

  test('to the address there is already is refused, however it is written', async () => {
    const reply = await ask({ new_email: user.email.toUpperCase() })
    const problem = { new_email: ['It is the address your account already has.'] }
    expect(reply).toMatchObject({ status: 400, body: problem })
  })

  test('asks for a code where there is a second factor', async () => {
    await beginFactor()
    await confirmFactor()
    await app.clock.advance(30_000)
    expect(await ask()).toMatchObject({ status: 400, body: { otp: [expect.any(String)] } })
    expect((await ask({ otp: code() })).status).toBe(204)
  })

  test('may be asked for four times an hour, and to an address asked for by others all the same', async () => {
    for (let tries = 0; tries < 4; tries += 1) expect((await ask()).status).toBe(204)
    expect((await ask()).status).toBe(429)
    const owner = await app.signIn()
    expect((await ask({}, owner.access)).status).toBe(204)
  })
})

describe('an address that has an account', () => {
  test('is answered like any other, and told to who follows its link alone', async () => {
    const other = await app.signIn()
    const [free, taken] = [await ask(), await ask({ new_email: other.email })]
    expect({ ...taken, headers: null }).toEqual({ ...free, headers: null })
    expect(await mailsTo(other.email)).toEqual(['emailConfirm'])
    const reply = await confirm(await linkOf('confirm', await changeTo(other.email)))
    expect(reply.status).toBe(409)
    expect((await logIn(other.email)).status).toBe(200)
    expect(await me(user.access)).toBe(200)
  })

  test('that was never activated gives it up', async () => {
    const body = { email: next, password: NEW_PASSWORD, re_password: NEW_PASSWORD }
    await app.call({ path: '/auth/users/', body })
    const needs = { db: app.database.db, clock: app.clock }
    const link = await makeActivationLink(needs, next)
    await change()
    expect((await app.call({ path: '/auth/users/activation/', body: link })).status).toBe(400)
    expect((await logIn(next, NEW_PASSWORD)).status).toBe(401)
    expect((await logIn(next)).status).toBe(200)
    const names = app.database.db.selectFrom('organisation').select('name')
    expect(await names.where('name', '=', next).execute()).toHaveLength(1)
  })
})

describe('the link of the new address', () => {
  test('works once', async () => {
    await ask()
    const token = await linkOf('confirm', await changeTo(next))
    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).status).toBe(403)
  })

  test.each([
    [24 * HOUR_MS - 1, 200],
    [24 * HOUR_MS, 400],
  ])('after %i ms answers %i', async (afterMs, status) => {
    await ask()
    const token = await linkOf('confirm', await changeTo(next))
    await app.clock.advance(afterMs)
    expect((await confirm(token)).status).toBe(status)
  })

  test('is worth nothing after another request, a cancellation or a new password', async () => {
    await ask()
    const first = await linkOf('confirm', await changeTo(next))
    await ask({ new_email: `b.${next}` })
    expect((await confirm(first)).status).toBe(400)
    const second = await linkOf('confirm', await changeTo(`b.${next}`))
    const cancel = { method: 'DELETE', path: PATH, token: user.access } as const
    expect((await app.call(cancel)).status).toBe(204)
    expect((await app.call(cancel)).status).toBe(404)
    expect((await confirm(second)).status).toBe(400)
    await ask({ new_email: `c.${next}` })
    const third = await linkOf('confirm', await changeTo(`c.${next}`))
    const passwords = { new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const body = { current_password: TEST_PASSWORD, ...passwords }
    await app.call({ path: '/auth/users/set_password/', token: user.access, body })
    expect((await confirm(third)).status).toBe(400)
  })

  test('is signed for one change and one purpose', async () => {
    await ask()
    const id = await changeTo(next)
    const token = (await linkOf('confirm', id)) ?? ''
    expect((await undo(token)).status).toBe(400)
    for (const bad of [token.slice(0, -1), token.replace(/^\d+/, '1'), String(id), '-', 'x']) {
      expect((await confirm(bad)).status, bad).toBe(400)
    }
    expect((await confirm(token)).status).toBe(200)
    expect((await undo(token)).status).toBe(400)
  })
})

describe('the link of the old address', () => {
  test('gives the account back: its sessions and its password are over, another one is chosen', async () => {
    const token = await change()
    const done = await undo(token)
    expect(done).toMatchObject({ status: 200, body: { email: user.email } })
    expect(await me(user.access)).toBe(401)
    for (const email of [next, user.email]) expect((await logIn(email)).status).toBe(401)
    expect(await mailsTo(next)).toEqual(['emailConfirm', 'emailUndone'])
    const link = { uid: textOf(done.body, 'uid'), token: textOf(done.body, 'token') }
    const given = { ...link, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const reset = await app.call({ path: '/auth/users/reset_password_confirm/', body: given })
    expect(reset.status).toBe(204)
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
    expect((await undo(token)).status).toBe(400)
  })

  test('ends a session that was found good a moment ago', async () => {
    const token = await change()
    expect(await me(user.access)).toBe(200)
    expect((await undo(token)).status).toBe(200)
    expect(await me(user.access)).toBe(401)
  })

  test('is followed once when it is followed twice at the same moment', async () => {
    const token = await change()
    const replies = await Promise.all([undo(token), undo(token)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('is given neither before the change nor after it was undone', async () => {
    await ask()
    const id = await changeTo(next)
    expect(await linkOf('undo', id)).toBeNull()
    await confirm(await linkOf('confirm', id))
    await undo(await linkOf('undo', id))
    expect(await linkOf('undo', id)).toBeNull()
    expect(await linkOf('confirm', id)).toBeNull()
  })

  test('is still good when a thief changed password and address again', async () => {
    const token = await change()
    const passwords = { new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const { body } = await app.call({
      path: '/auth/users/set_password/',
      token: user.access,
      body: { current_password: TEST_PASSWORD, ...passwords },
    })
    const thief = textOf(body, 'access')
    const last = `d.${next}`
    expect((await ask({ new_email: last, current_password: NEW_PASSWORD }, thief)).status).toBe(204)
    const id = await changeTo(last)
    await confirm(await linkOf('confirm', id))
    const ofThief = await linkOf('undo', id)
    expect((await undo(token)).status).toBe(200)
    expect(await me(thief)).toBe(401)
    expect((await undo(ofThief)).status).toBe(400)
    expect((await logIn(last, NEW_PASSWORD)).status).toBe(401)
  })

  test('kills the links to a new password that were sent to the new one', async () => {
    const token = await change()
    const link = await makeRecoveryLink({ db: app.database.db, clock: app.clock }, next)
    await undo(token)
    const given = { ...link, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const reply = await app.call({ path: '/auth/users/reset_password_confirm/', body: given })
    expect(reply.status).toBe(400)
  })

  test.each([
    ['begun before the change and confirmed after it', 'around', 0, 200],
    ['begun and confirmed after the change', 'after', 0, 200],
    ['that stood a moment less than seven days', 'before', KEPT.emailUndoDays * DAY_MS - 1, 200],
    ['that stood seven days', 'before', KEPT.emailUndoDays * DAY_MS, 401],
  ] as const)('and a second factor %s: the new password alone is answered %4$i', async (...row) => {
    const [, when, stoodMs, status] = row
    if (when !== 'after') await beginFactor()
    let otp = {}
    if (when === 'before') {
      await confirmFactor()
      await app.clock.advance(stoodMs - 30_000)
      const entry = await app.call({
        path: '/auth/jwt/create/',
        body: { email: user.email, password: TEST_PASSWORD, otp: code() },
      })
      user.access = textOf(entry.body, 'access')
      await app.clock.advance(30_000)
      otp = { otp: code() }
    }
    expect((await ask(otp)).status).toBe(204)
    const id = await changeTo(next)
    await confirm(await linkOf('confirm', id))
    if (when === 'after') await beginFactor()
    if (when !== 'before') await confirmFactor()
    const { body } = await undo(await linkOf('undo', id))
    const link = { uid: textOf(body, 'uid'), token: textOf(body, 'token') }
    const given = { ...link, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    await app.call({ path: '/auth/users/reset_password_confirm/', body: given })
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(status)
  })

  test('removes a second factor only begun without a mail about it', async () => {
    const token = await change()
    await beginFactor()
    await undo(token)
    const { db } = app.database
    const mails = await db.selectFrom('system_mail').select('template').orderBy('id').execute()
    expect(mails.at(-1)).toEqual({ template: 'emailUndone' })
    const left = await db
      .selectFrom('second_factor')
      .innerJoin('app_user', 'app_user.id', 'second_factor.user_id')
      .select('user_id')
      .where('email', '=', user.email)
      .execute()
    expect(left).toEqual([])
  })

  test('is refused when the old address has an account of its own by now', async () => {
    const token = await change()
    await app.signIn(user.email)
    expect((await undo(token)).status).toBe(409)
    expect(await me(user.access)).toBe(200)
  })

  test.each([
    [KEPT.emailUndoDays * DAY_MS - 1, 200],
    [KEPT.emailUndoDays * DAY_MS, 400],
  ])('after %i ms answers %i', async (afterMs, status) => {
    const token = await change()
    await app.clock.advance(afterMs)
    expect((await undo(token)).status).toBe(status)
  })
})

test('a change that can neither be confirmed nor undone any more is forgotten', async () => {
  const { db } = app.database
  const needs = { db, clock: app.clock }
  await forgetEmailChanges(needs)
  await db.deleteFrom('email_change').execute()
  await ask()
  await app.clock.advance(DAY_MS - 1)
  await forgetEmailChanges(needs)
  expect(await db.selectFrom('email_change').selectAll().execute()).toHaveLength(1)
  await app.clock.advance(1)
  await forgetEmailChanges(needs)
  expect(await db.selectFrom('email_change').selectAll().execute()).toEqual([])
  const fresh = await app.signIn()
  await change(`f.${next}`, fresh.access)
  await app.clock.advance(KEPT.emailUndoDays * DAY_MS - 1)
  await forgetEmailChanges(needs)
  expect(await db.selectFrom('email_change').selectAll().execute()).toHaveLength(1)
  await app.clock.advance(1)
  await forgetEmailChanges(needs)
  expect(await db.selectFrom('email_change').selectAll().execute()).toEqual([])
})
