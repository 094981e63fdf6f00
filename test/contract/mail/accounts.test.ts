import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { googleProvider } from '#server/mailer/providers/google.ts'
import { microsoftProvider } from '#server/mailer/providers/microsoft.ts'
import type { ProviderName } from '#server/mailer/providers/provider.ts'
import { revokeRemoved } from '#server/mailer/accounts/revoke.ts'
import { at } from '#server/test-bench.ts'
import { startTestApp, TEST_PASSWORD, textOf, type TestApp } from '#server/test-app.ts'
import { Secret } from '#server/vault/secret.ts'
import {
  startProvider,
  type ProviderSimulator,
} from '#simulators/mail/providers/provider-server.ts'
import { consentAt, type Consent } from '#simulators/mail/providers/consent.ts'

const ANA = 'ana@gmail.example'
const SEND = 'https://www.googleapis.com/auth/gmail.send'

let app: TestApp
let user: Awaited<ReturnType<TestApp['signIn']>>
const providers = new Map<ProviderName, ProviderSimulator>()

const callbackOf = (provider: ProviderName) =>
  `http://localhost/api/mailer/oauth/${provider}/callback/`

beforeAll(async () => {
  for (const provider of ['google', 'microsoft'] as const) {
    const client = { id: 'f', secret: 's', redirectUris: [callbackOf(provider)] }
    const mailboxes = [
      { email: ANA, name: 'Ana Peña' },
      { email: 'eva@gmail.example', name: 'Eva' },
    ]
    const now = systemClock.now
    const accept = () => undefined
    providers.set(provider, await startProvider({ provider, client, mailboxes, now, accept }))
  }
  const settings = (provider: ProviderName) => ({
    clientId: 'f',
    clientSecret: new Secret('s'),
    standIn: providers.get(provider)?.url ?? '',
    nowMs: systemClock.now,
  })
  app = await startTestApp(undefined, undefined, (needs) => ({
    ...needs,
    mailProviders: {
      google: googleProvider(settings('google')),
      microsoft: microsoftProvider(settings('microsoft')),
    },
  }))
  user = await app.signIn()
})
afterAll(async () => {
  await app.close()
  for (const provider of providers.values()) await provider.close()
})

/** A browser that begins: what it keeps as a cookie, and where it is sent. */
async function begin(
  provider: ProviderName,
  token = user.access,
  more: Record<string, string> = {},
) {
  const query = new URLSearchParams(more).toString()
  const started =
    provider === 'google'
      ? await app.call({ path: `/mailer/oauth/google/authorize/?${query}`, token })
      : await app.call({ path: '/mailer/oauth/microsoft/start/', body: more, token })
  expect(started.status).toBe(200)
  const [cookie = ''] = String(started.headers['set-cookie']).split(';')
  return { cookie, authUrl: textOf(started.body, 'auth_url'), headers: started.headers }
}

async function visit(url: string, cookie: string): Promise<URL> {
  const reply = await app.server.inject({ url, headers: cookie === '' ? {} : { cookie } })
  expect(reply.statusCode).toBe(302)
  return new URL(String(reply.headers.location))
}

async function connect(
  provider: ProviderName,
  consent: Partial<Consent> = {},
  token = user.access,
): Promise<URL> {
  const { cookie, authUrl } = await begin(provider, token)
  const at = provider === 'google' ? authUrl : (await visit(authUrl, cookie)).href
  const back = await consentAt(at, { email: ANA, ...consent }, callbackOf(provider))
  return visit(back.pathname + back.search, cookie)
}

async function accounts(token = user.access): Promise<unknown> {
  return (await app.call({ path: '/mailer/email-accounts/', token })).body
}

test.each(['google', 'microsoft'] as const)('a mailbox of %s is connected', async (provider) => {
  const back = await connect(provider)
  const id = Number(back.searchParams.get('new_email_account'))
  expect(back.pathname).toBe('/email-accounts')
  const listed = await accounts()
  expect(listed).toContainEqual({
    id,
    provider,
    email_address: ANA,
    full_name: 'Ana Peña',
    signature: '',
    state: 'connected',
    disconnect_reason: null,
    pending: 0,
  })
  expect(JSON.stringify(listed)).not.toMatch(/token|secret/)
  // The same mailbox once more is the same account.
  expect((await connect(provider)).searchParams.get('new_email_account')).toBe(String(id))
})

test('the cookie is for this browser and this path alone', async () => {
  const { headers } = await begin('google')
  expect(headers['set-cookie']).toMatch(
    /^folio_oauth_google=[\w-]{43}; Path=\/api\/mailer\/oauth\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
})

test("another browser's return is worth nothing, nor is one without its cookie", async () => {
  const mine = await begin('google')
  const theirs = await begin('google')
  const back = await consentAt(mine.authUrl, { email: 'eva@gmail.example' }, callbackOf('google'))
  const path = back.pathname + back.search
  for (const cookie of ['', theirs.cookie, mine.cookie.replace(/.$/, '!')]) {
    expect((await visit(path, cookie)).searchParams.get('email_account_error')).toBe('expired')
  }
  expect(JSON.stringify(await accounts())).not.toContain('eva@')
})

test('whoever goes to Microsoft unbegun is sent to begin; begun and without its cookie, is told', async () => {
  const path = '/api/mailer/oauth/microsoft/authorize/'
  const toBegin = await visit(path, '')
  expect([toBegin.pathname, toBegin.search]).toEqual(['/email-accounts', '?connect=microsoft'])
  const { authUrl } = await begin('microsoft')
  expect((await visit(authUrl, '')).searchParams.get('email_account_error')).toBe('expired')
})

test('an attempt is used once and lives ten minutes', async () => {
  const { cookie, authUrl } = await begin('google')
  const back = await consentAt(authUrl, { email: ANA }, callbackOf('google'))
  const path = back.pathname + back.search
  expect((await visit(path, cookie)).searchParams.has('new_email_account')).toBe(true)
  expect((await visit(path, cookie)).searchParams.get('email_account_error')).toBe('expired')
  const late = await begin('microsoft')
  await app.clock.advance(10 * 60_000)
  expect((await visit(late.authUrl, late.cookie)).searchParams.get('email_account_error')).toBe(
    'expired',
  )
  user = { ...user, ...(await app.signIn('mas-tarde@folio.example')) }
})

test.each([
  ['logged out', '/auth/logout/', {}],
  [
    'changed the password',
    '/auth/users/set_password/',
    {
      current_password: TEST_PASSWORD,
      new_password: 'Otra-cosa-99-azul',
      re_new_password: 'Otra-cosa-99-azul',
    },
  ],
])('an attempt ends with its session: who %s connects nothing', async (_what, path, body) => {
  const other = await app.signIn()
  const { cookie, authUrl } = await begin('google', other.access)
  const back = await consentAt(authUrl, { email: ANA }, callbackOf('google'))
  const ended = await app.call({ path, body, token: other.access })
  expect(ended.status).toBeLessThan(300)
  const end = await visit(back.pathname + back.search, cookie)
  expect(end.searchParams.get('email_account_error')).toBe('expired')
  const again = await app.database.db
    .selectFrom('email_account')
    .innerJoin('membership', 'membership.organisation_id', 'email_account.organisation_id')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('email_account.id')
    .where('email', '=', other.email)
    .execute()
  expect(again).toEqual([])
})

test('who refuses, or leaves sending unticked, comes back with the reason and no account', async () => {
  const denied = await connect('google', { deny: true })
  expect(denied.searchParams.get('email_account_error')).toBe('denied')
  const without = await connect('google', { without: [SEND] })
  expect(without.searchParams.get('email_account_error')).toBe('scopeMissing')
  providers.get('google')?.switches.set('tokensUnavailable', true)
  expect((await connect('google')).searchParams.get('email_account_error')).toBe('unavailable')
  expect(await accounts()).toEqual([])
})

test.each([
  ['access_denied', 'denied'],
  ['server_error', 'unavailable'],
  ['temporarily_unavailable', 'unavailable'],
  ['unauthorized_client', 'refused'],
  ['', 'refused'],
])('what the provider says instead of a code is told apart: %s', async (error, told) => {
  const { cookie, authUrl } = await begin('google')
  const state = new URL(authUrl).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ state, ...(error === '' ? {} : { error }) }).toString()
  const back = await visit(`/api/mailer/oauth/google/callback/?${query}`, cookie)
  expect(back.searchParams.get('email_account_error')).toBe(told)
})

test('a return that is not of the attempt leaves it as it is', async () => {
  const { cookie, authUrl } = await begin('google')
  const url = '/api/mailer/oauth/google/callback/?state=another&code=4%2Fx'
  const foreign = await app.server.inject({ url, headers: { cookie } })
  expect(foreign.headers.location).toContain('email_account_error=expired')
  expect(foreign.headers['set-cookie']).toBeUndefined()
  const back = await consentAt(authUrl, { email: ANA, deny: true }, callbackOf('google'))
  const own = await app.server.inject({ url: back.pathname + back.search, headers: { cookie } })
  expect(own.headers.location).toContain('email_account_error=denied')
  expect(own.headers['set-cookie']).toMatch(/^folio_oauth_google=; .*Max-Age=0/)
})

test('a permission that is not taken is given back, unless somebody sends from that mailbox', async () => {
  const other = await app.signIn('otra@folio.example')
  const eva = 'eva@gmail.example'
  const refuse = (email: string) => connect('google', { email, without: [SEND] })
  await refuse(eva)
  expect(await givenBack()).toBe(1)
  const connected = await connect('google', { email: eva }, other.access)
  const id = Number(connected.searchParams.get('new_email_account'))
  await refuse(eva)
  expect(await givenBack()).toBe(0)
  // Nor is it taken from her by another organisation that removes its own.
  const own = await connect('google', { email: eva })
  await removeAccount(user.access, Number(own.searchParams.get('new_email_account')))
  expect(await givenBack()).toBe(0)
  await removeAccount(other.access, id)
  expect(await givenBack()).toBe(1)
  expect(await app.database.db.selectFrom('mail_revocation').selectAll().execute()).toEqual([])
})

/** As the worker does; how often the provider was told. */
async function givenBack(): Promise<number> {
  let told = 0
  const google = googleProvider({
    clientId: 'f',
    clientSecret: new Secret('s'),
    standIn: providers.get('google')?.url ?? '',
    nowMs: systemClock.now,
  })
  const revoke = async (token: Secret) => {
    told += 1
    return google.revoke(token)
  }
  const { clock, vault } = app
  const needs = {
    db: app.database.db,
    clock,
    vault,
    mailProviders: { google: { ...google, revoke } },
  }
  await revokeRemoved(needs)
  return told
}

async function removeAccount(token: string, id: number): Promise<void> {
  const removed = await app.call({ method: 'DELETE', path: `/mailer/email-accounts/${id}/`, token })
  expect(removed.status).toBe(204)
}

test('the way back leads to a path of ours only', async () => {
  for (const path of ['//malo.example', 'https://malo.example', '/\\malo.example', '/a?b=c']) {
    const query = new URLSearchParams({ return_path: path }).toString()
    const reply = await app.call({
      path: `/mailer/oauth/google/authorize/?${query}`,
      token: user.access,
    })
    expect(reply.status).toBe(400)
  }
  const { cookie, authUrl } = await begin('google', user.access, { return_path: '/rules/create/3' })
  const back = await consentAt(authUrl, { email: ANA }, callbackOf('google'))
  expect((await visit(back.pathname + back.search, cookie)).pathname).toBe('/rules/create/3')
})

test('name and signature are changed, the signature made safe; an empty change is fine', async () => {
  const id = Number((await connect('google')).searchParams.get('new_email_account'))
  const path = `/mailer/email-accounts/${id}/`
  const signature =
    '<p onclick="x()">Ana <b>Peña</b><script>alert(1)</script><img src=x onerror=y><a href="javascript:z">w</a></p>'
  const body = { full_name: 'Ana P.\r\nBcc: x@y.cl', signature }
  const changed = await app.call({ method: 'PATCH', path, body, token: user.access })
  expect(changed.body).toMatchObject({
    full_name: 'Ana P. Bcc: x@y.cl',
    signature: '<p>Ana <b>Peña</b><a>w</a></p>',
  })
  const same = await app.call({ method: 'PATCH', path, body: {}, token: user.access })
  expect(same).toMatchObject({ status: 200, body: changed.body })
})

test('a mailbox that is removed is gone, its rules go without, its permission waits to be given back', async () => {
  await givenBack()
  const id = Number((await connect('google')).searchParams.get('new_email_account'))
  const path = `/mailer/email-accounts/${id}/`
  expect((await app.call({ method: 'DELETE', path, token: user.access })).status).toBe(204)
  expect(await accounts()).toEqual([])
  const { db } = app.database
  const waiting = await db.selectFrom('mail_revocation').selectAll().execute()
  expect(waiting).toHaveLength(1)
  const secret = {
    organisationId: waiting[0]?.organisation_id ?? 0,
    secretId: waiting[0]?.secret_id ?? 0,
  }
  const use = { ...secret, kind: 'mailToken', purpose: 'mailRemoval' } as const
  expect((await app.vault.open(db, use)).length).toBeGreaterThan(20)
  const sealed = await db
    .selectFrom('secret')
    .select('sealed')
    .where('id', '=', secret.secretId)
    .execute()
  expect(at(sealed, 0, 'sealed')).toBeInstanceOf(Buffer)
})
