import { afterEach, beforeEach, expect, test } from 'vitest'
import { LEGAL_VERSION } from '#domain/legal.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '#server/test-app.ts'
import { at } from '#server/test-bench.ts'
import { lines } from './lines.ts'
import { callsByName } from './matrix.ts'
import { digestOfTables, makeTenant, signInAgain, type Tenant } from './tenants.ts'

let app: TestApp
let ana: Tenant
beforeEach(async () => {
  app = await startTestApp(undefined, () => ({
    login: () => Promise.resolve({ kind: 'unavailable', cause: 'network', text: '' }),
    resume: () => {
      throw new Error('Nobody has a session here')
    },
  }))
  ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
})
afterEach(() => app.close())

/**
 * Of asking the SII: when somebody knocked, whoever it was for. And of setting out for a mailbox's provider, which
 * changes nothing of anybody's until they come back with its consent. And of wanting the SII's registers read again:
 * what stands there isn't the user's to change.
 */
const NOT_OF_A_USER = ['portal_person', 'oauth_attempt', 'register_month', 'register_reading']

test('whatever a call changes is on record for its user to see, in the language of the request', async () => {
  const silent: string[] = []
  for (const [name, line] of Object.entries(lines)) {
    const call = callsByName().get(name)
    if (line.kind === 'public' || call === undefined || call.method === 'GET') continue
    const [aim] = line.kind === 'aimed' ? line.aims : []
    const request = aim
      ? aim.request(ana.ids[aim.of], ana.ids, ana.ids)
      : line.kind === 'own' && line.request(ana.ids)
    if (!request) throw new Error(`${name} asks for nothing`)
    const before = await digestOfTables(app.database.db)
    const token = name === 'logout' ? (await signInAgain(app, ana)).access : ana.access
    const started = name === 'logout' ? await digestOfTables(app.database.db) : before
    await app.call({ method: call.method, ...request, token })
    const after = await digestOfTables(app.database.db)
    const changed = Object.keys(after).filter(
      (table) => after[table] !== started[table] && !NOT_OF_A_USER.includes(table),
    )
    if (changed.length > 0 && !changed.includes('audit_event')) {
      silent.push(`${name} changed ${changed.join(', ')}`)
    }
  }
  expect(silent).toEqual([])
})

test('the way in and out is on record too', async () => {
  const { email, access } = await app.signIn('nueva@folio.example')
  await app.call({ path: '/auth/logout/', token: access, body: {} })
  const { body: pair } = await app.call({
    path: '/auth/jwt/create/',
    body: { email, password: TEST_PASSWORD },
  })
  const first = at(pair, 'refresh')
  const refresh = (token: unknown) =>
    app.call({ path: '/auth/jwt/refresh/', body: { refresh: token } })
  const { body: given } = await refresh(first)
  await refresh(at(given, 'refresh'))
  await app.clock.advance(60_000)
  await refresh(first)
  const again = await app.signIn(email)
  const { body } = await app.call({
    path: '/audit-events/',
    token: again.access,
    language: 'es',
  })
  const events = at(body, 'events')
  expect(Array.isArray(events) && events.map((event: unknown) => at(event, 'text'))).toEqual([
    'Se inició una sesión.',
    expect.stringContaining('Se cerró una sesión: alguien usó de nuevo'),
    'Se inició una sesión.',
    'Se cerró una sesión.',
    'Se inició una sesión.',
    'Se activó la cuenta.',
    `Se aceptaron los términos y la política de privacidad, versión ${LEGAL_VERSION}.`,
    'Se creó la cuenta.',
  ])
})
