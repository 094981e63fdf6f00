import { randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { buildApp, type AppNeeds } from './app.ts'
import { settableClock, type SettableClock } from './clock.ts'
import { borrowTestDatabase, type TestDatabase } from './db/test-database.ts'
import { listenToChanges } from './http/changes.ts'
import { memoryLimits } from './http/limits.ts'
import { watchAnswers } from './http/test-answers.ts'
import type { Sii } from '#sii/sii.ts'
import { start as startTexts } from '#texts/es/start.ts'
import { googleProvider } from './mailer/providers/google.ts'
import { microsoftProvider } from './mailer/providers/microsoft.ts'
import { paymentProviders } from './payments/providers/providers.ts'
import { createPasswordHasher } from './users/account/password-hash.ts'
import { activate, makeActivationLink } from './users/account/registration.ts'
import { recentSessions } from './users/sessions/recent-sessions.ts'
import { createTokens } from './users/sessions/tokens.ts'
import { workerHandlers } from './worker-handlers.ts'
import { keyRing } from './vault/key-ring.ts'
import { createLinks, type Links } from './vault/links.ts'
import { Secret } from './vault/secret.ts'
import { createVault, type Vault } from './vault/vault.ts'
import { workersWithin } from './worker-calls/worker-call.ts'

export type TestApp = {
  server: FastifyInstance
  clock: SettableClock
  database: TestDatabase
  vault: Vault
  links: Links
  call(request: TestRequest): Promise<TestReply>
  /** An activated account's tokens; its e-mail is made up unless given. */
  signIn(email?: string): Promise<{ email: string; access: string; refresh: string }>
  close(): Promise<void>
}

export type TestRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  token?: string
  /** English unless said otherwise: the captured originals are. */
  language?: string
  headers?: Record<string, string>
}

export type TestReply = { status: number; body: unknown; headers: Record<string, unknown> }

/** The least that argon2 accepts, because no test of the app measures how hard a password is to guess. */
const LEAST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const TEST_PASSWORD = 'Cuncuna-43-verde'

/** The whole HTTP side on a database of its own, its time standing still. `alter` changes its parts. */
export async function startTestApp(
  start = '2026-11-05T15:00:00Z',
  siiFor: (clock: SettableClock) => Sii = () => NO_SII,
  alter: (needs: AppNeeds, database: TestDatabase) => AppNeeds = (needs) => needs,
): Promise<TestApp> {
  const database = await borrowTestDatabase()
  const clock = settableClock(start)
  const changes = listenToChanges({ url: database.url, clock })
  const vault = createVault(keyRing(new Secret(randomBytes(32).toString('base64'))), clock)
  const sii = siiFor(clock)
  const portalPace = { loginSpacingMs: 0, pauseAfterThrottleMs: 30 * 60_000 }
  const needs = {
    db: database.db,
    clock,
    tokens: createTokens(new Secret(randomBytes(32).toString('base64')), clock),
    recent: recentSessions(clock),
    hasher: await createPasswordHasher(undefined, LEAST_COST),
    limits: memoryLimits({ networkFactor: 1000 }),
    links: createLinks(new Secret(randomBytes(32).toString('base64'))),
    operator: startTexts.demonstrationOperator,
    supportWhatsapp: '+56 9 0000 0000',
    supportEmail: 'soporte@folio.example',
    vault,
    workers: workersWithin([]),
    installation: { demonstration: true, demoLogins: [], mailboxUrl: null },
    window: { fromHour: 9, toHour: 18 },
    undoWindowMs: 30 * 60_000,
    databaseClock: () => clock.now(),
    logger: pino({ enabled: false }),
    changes,
    checks: {},
    mailProviders: awayProviders(),
    providers: awayPayments(),
    standInAccounts: null,
    onNotice: () => undefined,
    publicUrl: () => 'http://localhost',
    webRoot: '/nowhere',
    siteRoot: '/nowhere',
    secure: false,
    trustedProxies: [],
  }
  const altered = alter(needs, database)
  // Its workers are as much under test as its calls.
  const workers = workersWithin(workerHandlers({ db: altered.db, clock, vault, sii, portalPace }))
  const server = await buildApp({ ...altered, workers })
  const answers = watchAnswers(server)
  const call = caller(server)
  let users = 0

  async function signIn(email = `persona${(users += 1)}@folio.example`) {
    const body = { email, password: TEST_PASSWORD, re_password: TEST_PASSWORD }
    await call({ path: '/auth/users/', body })
    const link = await makeActivationLink(needs, email)
    if (link) await activate(needs, { ...link, password: TEST_PASSWORD })
    const { body: tokens } = await call({
      path: '/auth/jwt/create/',
      body: { email, password: TEST_PASSWORD },
    })
    return { email, access: textOf(tokens, 'access'), refresh: textOf(tokens, 'refresh') }
  }

  async function close(): Promise<void> {
    await answers.close().finally(async () => {
      await changes.stop()
      await database.drop()
    })
  }

  return { server, clock, database, vault, links: altered.links, call, signIn, close }
}

/** For tests that go no further than the way to them. */
function awayProviders() {
  const clientSecret = new Secret('folio-secret')
  const nowMs = () => 0
  const settings = { clientId: 'folio', clientSecret, standIn: 'http://127.0.0.1:9', nowMs }
  return { google: googleProvider(settings), microsoft: microsoftProvider(settings) }
}

/** For tests that pay at no provider. */
export function awayPayments() {
  const away = 'http://127.0.0.1:9'
  const baseUrls = { transbank: away, khipu: away, fintoc: away, mercadoPago: away }
  return paymentProviders({ environment: 'demonstration', baseUrls, nowMs: () => 0 })
}

/** For tests that never reach the SII. */
const NO_SII: Sii = {
  login: () => Promise.reject(new Error('This test has no SII')),
  resume: () => {
    throw new Error('This test has no SII')
  },
}

function caller(server: FastifyInstance): TestApp['call'] {
  return async ({ method, path, body, token, language = 'en', headers = {} }) => {
    const reply = await server.inject({
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url: `/api${path}`,
      headers: {
        'accept-language': language,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: payloadOf(body) }),
    })
    return { status: reply.statusCode, body: parsedBody(reply), headers: reply.headers }
  }
}

/** A file's bytes stay text. */
function parsedBody(reply: LightMyRequestResponse): unknown {
  if (reply.body === '') return undefined
  return String(reply.headers['content-type']).includes('json') ? reply.json() : reply.body
}

/** Text goes as it is: that is how a broken body is sent. */
function payloadOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

export function textOf(body: unknown, field: string): string {
  const value =
    typeof body === 'object' && body !== null
      ? Object.getOwnPropertyDescriptor(body, field)?.value
      : undefined
  if (typeof value !== 'string') throw new Error(`No ${field} in ${JSON.stringify(body)}`)
  return value
}
