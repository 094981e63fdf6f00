import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { createSii, siiOrigins } from '#sii/sii.ts'
import { startSiiSimulator, type ListeningSiiSimulator } from '#simulators/sii/simulator.ts'
import { ana, world } from '#simulators/world.ts'
import { agendaHandlers } from './agenda/confirm-preview.ts'
import { agendaRoutes } from './agenda/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { stopRoutes } from './documents/api/stop-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { instantText, settableClock, type SettableClock } from './clock.ts'
import { borrowTestDatabase, type TestDatabase } from './db/test-database.ts'
import { notaRoutes } from './documents/api/nota-routes.ts'
import { oneOffRoutes } from './documents/api/one-off-routes.ts'
import { documentRoutes } from './documents/api/routes.ts'
import { documentsAtOnceRoutes } from './documents/many/routes.ts'
import { facturatorRoutes } from './facturators/routes.ts'
import { facturatorHandlers } from './worker-handlers.ts'
import { serveCalls } from './http/calls.ts'
import { NotAuthenticated } from './http/errors.ts'
import type { Session } from './http/handler.ts'
import { oncePerKey } from './http/idempotency.ts'
import { memoryLimits } from './http/limits.ts'
import { requireRightClock } from './http/right-clock.ts'
import { createServer } from './http/server.ts'
import { watchAnswers } from './http/test-answers.ts'
import { partyHandlers } from './parties/look-up.ts'
import { rememberClients } from './parties/remember-clients.ts'
import { partyRoutes } from './parties/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { keyRing } from './vault/key-ring.ts'
import { Secret } from './vault/secret.ts'
import { createVault } from './vault/vault.ts'
import { workersWithin } from './worker-calls/worker-call.ts'

/**
 * Facturators, parties and rules behind their HTTP calls, on a database of their own and before the
 * simulated SII; time stands still. What other features would be told is written down instead.
 */
export interface TestBench {
  database: TestDatabase
  clock: SettableClock
  simulator: ListeningSiiSimulator
  needs: ReturnType<typeof needsOf>
  told: Told
  /** A user with an organisation of their own. */
  newUser(): Promise<Caller>
  /** One who is connected as that person of the simulated world; Ana unless said otherwise. */
  connected(person?: { rut: string; clave: string }): Promise<Caller & { facturatorId: number }>
  close(): Promise<void>
}

export interface Told {
  restored: { organisationId: number; person: Rut; what: string }[]
  stopped: { organisationId: number; ruleId: number; userId: number | null; reason: string }[]
  applied: { organisationId: number; ruleId: number; userId: number | null }[]
  /** Rules whose waiting documents are looked at again. */
  changed: number[]
  /** Rules whose clients are others. */
  clientsChanged: number[]
  /** The date that what is applied gets; null: it keeps its own. */
  appliedDay: Day | null
  filledIn: { organisationId: number; ruleId: number; period: string }[]
  /** Accounts from which may be sent. */
  emailAccounts: number[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Caller extends Session {
  call(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: unknown }>
}

export const BENCH_START = '2026-11-10T15:00:00Z'

export async function startTestBench(): Promise<TestBench> {
  const database = await borrowTestDatabase()
  const clock = settableClock(BENCH_START)
  const simulator = await startSiiSimulator({ world, now: () => clock.now(), port: 0 })
  const told = nothingTold()
  const needs = needsOf(database, clock, simulator.url, told)
  const sessions = new Map<string, Session>()
  const server = await createServer({
    logger: pino({ enabled: false }),
    clock,
    secure: false,
    trustedProxies: [],
  })
  const authenticate = async (token: string): Promise<Session> => {
    const session = sessions.get(token)
    if (session === undefined) throw new NotAuthenticated('notAuthenticated')
    return session
  }
  const answers = watchAnswers(server)
  serveCalls(server, handlersOf(needs), { authenticate, ...gatesOf(needs) })

  async function newUser(): Promise<Caller> {
    const session = await insertUser(database, clock, sessions.size)
    const token = `token-${sessions.size}`
    sessions.set(token, session)
    return {
      ...session,
      async call(method, path, body, headers) {
        const reply = await server.inject({
          method,
          url: `/api${path}`,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            ...headers,
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        })
        const parsed: unknown = reply.body === '' ? null : JSON.parse(reply.body)
        return { status: reply.statusCode, body: parsed }
      },
    }
  }

  return {
    database,
    clock,
    simulator,
    needs,
    told,
    newUser,
    async connected(person = ana) {
      const user = await newUser()
      const body = { rut: person.rut, password: person.clave }
      const reply = await user.call('POST', '/billing-sii/credentials/', body)
      if (reply.status !== 201) throw new Error(JSON.stringify(reply))
      return { ...user, facturatorId: Number(at(reply.body, 'id')) }
    },
    async close() {
      await answers.close().finally(async () => {
        await simulator.close()
        await database.drop()
      })
    },
  }
}

function nothingTold(): Told {
  return {
    restored: [],
    stopped: [],
    applied: [],
    changed: [],
    clientsChanged: [],
    appliedDay: null,
    filledIn: [],
    emailAccounts: [],
  }
}

function handlersOf(needs: ReturnType<typeof needsOf>) {
  return {
    ...auditRoutes(needs),
    ...facturatorRoutes(needs),
    ...partyRoutes(needs),
    ...ruleRoutes(needs),
    ...agendaRoutes(needs),
    ...analyticsRoutes(needs),
    ...stopRoutes(needs),
    ...documentRoutes(needs),
    ...documentsAtOnceRoutes(needs),
    ...notaRoutes(needs),
    ...oneOffRoutes(needs),
  }
}

function needsOf(database: TestDatabase, clock: SettableClock, siiUrl: string, told: Told) {
  const key = new Secret(randomBytes(32).toString('base64'))
  const portal = {
    db: database.db,
    clock,
    vault: createVault(keyRing(key), clock),
    sii: createSii({ nowMs: () => clock.now(), origins: siiOrigins(siiUrl), paceMs: 0 }),
    window: { fromHour: 9, toHour: 18 },
    undoWindowMs: 30 * 60_000,
    portalPace: { loginSpacingMs: 120_000, pauseAfterThrottleMs: 1_800_000 },
    rememberClients: rememberClients(clock),
    async onCredentialsRestored(_: unknown, restored: Told['restored'][number]) {
      told.restored.push(restored)
    },
  }
  return {
    ...portal,
    ...clockGate(database, clock),
    workers: workersWithin([
      ...facturatorHandlers(portal),
      ...partyHandlers(portal),
      ...agendaHandlers(portal),
    ]),
    limits: memoryLimits(),
    window: { fromHour: 9, toHour: 18 },
    async onRuleStopped(_: unknown, stopped: Told['stopped'][number]) {
      told.stopped.push(stopped)
      return []
    },
    async onClientsChanged(_: unknown, { ruleId }: { ruleId: number }) {
      return { count: told.clientsChanged.push(ruleId), day: null }
    },
    async onRuleApplied(_: unknown, applied: Told['applied'][number]) {
      return { count: told.applied.push(applied), day: told.appliedDay }
    },
    async onRuleChanged(_: unknown, { ruleId }: { ruleId: number }) {
      told.changed.push(ruleId)
    },
    async onClientChanged() {},
    async onIssuerChanged() {},
    async holdDocuments() {},
    async onValuesSaved(_: unknown, month: Told['filledIn'][number]) {
      told.filledIn.push(month)
    },
    async hasEmailAccount(_: unknown, { emailAccountId }: { emailAccountId: number }) {
      return told.emailAccounts.includes(emailAccountId)
    },
  }
}

/** `skew.ms`: how far the database's clock is ahead. */
function clockGate({ db }: TestDatabase, clock: SettableClock) {
  const skew = { ms: 0 }
  const databaseClock = () => clock.now() + skew.ms
  return { skew, requireRightClock: () => requireRightClock({ db, clock, databaseClock }) }
}

/** Everybody here has just given the password: who must give it again is tried with the whole app. */
function gatesOf(needs: ReturnType<typeof needsOf>) {
  return {
    requireIdentity: async () => {},
    requireRightClock: needs.requireRightClock,
    once: oncePerKey(needs),
    limits: needs.limits,
  }
}

async function insertUser(
  { db }: TestDatabase,
  clock: SettableClock,
  count: number,
): Promise<Session> {
  const at = instantText(clock.now())
  const user = await db
    .insertInto('app_user')
    .values({ email: `persona${count}@folio.example`, password_hash: '', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const organisation = await db
    .insertInto('organisation')
    .values({ name: 'Folio', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = { userId: user.id, organisationId: organisation.id, sessionId: `s${count}` }
  await db
    .insertInto('membership')
    .values({
      organisation_id: session.organisationId,
      user_id: session.userId,
      role: 'owner',
      created_at: at,
    })
    .execute()
  return session
}

/**
 * Lets time pass half a second at a time until it is done, while more wait than did before: time stands
 * still as long as the database or the simulator is asked.
 */
export async function passTime<T>(
  clock: SettableClock,
  asked: Promise<T>,
  others = clock.waiting,
): Promise<T> {
  let done = false
  const ended = asked.finally(() => {
    done = true
  })
  while (!done) {
    if (clock.waiting > others) await clock.advance(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return ended
}

/** A value deep inside a reply: `at(body, 0, 'addresses', 0, 'id')`. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inside, key) => {
    if (typeof inside !== 'object' || inside === null) return undefined
    return Object.getOwnPropertyDescriptor(inside, key)?.value
  }, value)
}
