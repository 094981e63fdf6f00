import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { readDueRegisters } from '#server/analytics/test-registers.ts'
import { buildApp } from '#server/app.ts'
import { createTestDatabase } from '#server/db/test-database.ts'
import { startDeliveries } from '#server/deliveries/worker.ts'
import { append, lockDocument } from '#server/documents/trail/trail.ts'
import { syncUf } from '#server/documents/content/uf.ts'
import { listenToChanges } from '#server/http/changes.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { createMailboxKeys } from '#server/mailer/accounts/mailbox-keys.ts'
import { startMailer } from '#server/mailer/mailer.ts'
import { smtpTransport } from '#server/mailer/transport.ts'
import { startPipeline } from '#server/pipeline.ts'
import { activate, makeActivationLink } from '#server/users/account/registration.ts'
import { makeRecoveryLink } from '#server/users/recovery.ts'
import { recentSessions } from '#server/users/sessions/recent-sessions.ts'
import { createTokens } from '#server/users/sessions/tokens.ts'
import { testHasher } from '#server/users/account/test-hasher.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { createLinks } from '#server/vault/links.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault } from '#server/vault/vault.ts'
import { createSii, createUfSources, siiOrigins } from '#sii/sii.ts'
import type { MailSimulator } from '#simulators/mail/simulator.ts'
import type { Admin, LedgerEntry } from '#simulators/sii/admin.ts'
import { startSiiSimulator } from '#simulators/sii/simulator.ts'
import { world } from '#simulators/world.ts'
import { passingClock, type PassingClock } from './passing-clock.ts'
import { freePort, mailProvidersOf, openPost } from './post.ts'
import { workerClock } from './worker-clock.ts'

/** The whole product with its browser program, its worker, mail and the SII, in a time of our own. */
export interface City {
  url: string
  clock: PassingClock
  sii: Admin
  post: MailSimulator
  /** The path in the mail that activates an account; null when it is active. */
  activationPath(email: string): Promise<string | null>
  /** As the link in the mail would: the account becomes active. */
  activate(email: string): Promise<void>
  /** The path in the mail that recovers a password; null without an active account. */
  recoveryPath(email: string): Promise<string | null>
  /** What the reader of the SII's registers would do by and by: every month that somebody's look asked for. */
  readRegisters(): Promise<void>
  /** As many more events that change nothing, behind those the document has. */
  lengthenTrail(documentId: number, events: number): Promise<void>
  close(): Promise<void>
}

/** Thursday 5 November 2026, 12:00 in Chile, unless told otherwise. */
export const NOON = '2026-11-05T15:00:00Z'
const UNDO_WINDOW_MS = 30 * 60_000

/** The ports of closed cities: while a worker's cities have one origin, its browser keeps their programs. */
const freePorts: number[] = []

export async function openCity(start = NOON): Promise<City> {
  const folder = await mkdtemp(join(tmpdir(), 'folio-city-'))
  const clock = passingClock(start)
  const database = await createTestDatabase()
  const { db } = database
  const simulator = await startSiiSimulator({ port: 0, world, now: clock.now })
  const port = freePorts.pop() ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const post = await openPost({ folder, clock, url })
  const origins = siiOrigins(simulator.url)
  await syncUf({ db, clock, ufSources: createUfSources({ origins }) })
  const troubles: unknown[] = []
  const needs = await needsOf({ clock, database, simulator, post, url, troubles })
  const server = await buildApp(needs)
  const worker = { ...needs, clock: workerClock(clock) }
  server.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') worker.clock.wake()
  })
  await server.listen({ host: '127.0.0.1', port })
  const listener = await listenToDocuments(database.url, worker.clock.wake)
  const mailer = startMailer({
    db,
    clock: worker.clock,
    links: needs.links,
    transport: smtpTransport({ url: new Secret(post.smtpUrl), from: 'Folio <hola@folio.example>' }),
    publicUrl: url,
    demonstration: true,
    onFailure: (about, error) => troubles.push(about, error),
  })
  const pipeline = startPipeline(worker)
  const deliveries = startDeliveries({ ...worker, keys: createMailboxKeys(needs) })
  return {
    url,
    post,
    clock,
    sii: simulator.admin,
    activate: async (email) => {
      const link = await makeActivationLink(needs, email)
      if (link !== null) await activate(needs, link)
    },
    activationPath: async (email) => {
      const link = await makeActivationLink(needs, email)
      return link && `/auth/activate/${link.uid}/${link.token}`
    },
    recoveryPath: async (email) => {
      const link = await makeRecoveryLink(needs, email)
      return link && `/reset-password/${link.uid}/${link.token}`
    },
    readRegisters: async () => void (await readDueRegisters(needs)),
    lengthenTrail: async (id, events) => {
      const { organisation_id } = await db
        .selectFrom('document')
        .select('organisation_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const at = { organisationId: organisation_id, id }
      const by = { worker: 'worker:city', epoch: null }
      const event = { kind: 'fileRejected', detail: 'notDte' } as const
      await db.transaction().execute(async (trx) => {
        const row = await lockDocument(trx, at)
        if (row === null) return
        for (let count = 0; count < events; count += 1) await append(trx, clock, by, row, event)
      })
    },
    close: async () => {
      simulator.admin.release()
      const closing = server.close()
      // A browser that stays open keeps connections that it has not used yet, which nothing else would end.
      server.server.closeAllConnections()
      await Promise.all([closing, pipeline.stop(), deliveries.stop(), mailer.stop()])
      freePorts.push(port)
      await Promise.all([post.close(), simulator.close(), needs.changes.stop(), listener.end()])
      await database.drop()
      await rm(folder, { recursive: true })
      if (troubles.length > 0) throw new AggregateError(troubles, 'The worker stumbled')
    },
  }
}

/** A document that changed may have a next step, which no test waits a second for. */
async function listenToDocuments(url: string, onChange: () => void): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('notification', onChange)
  await client.connect()
  await client.query('LISTEN folio_changes')
  return client
}

async function needsOf(city: {
  clock: PassingClock
  database: Pick<Awaited<ReturnType<typeof createTestDatabase>>, 'db' | 'url'>
  simulator: { url: string; admin: Admin }
  post: MailSimulator
  url: string
  troubles: unknown[]
}) {
  const { clock, simulator, post, troubles } = city
  const { db, url } = city.database
  const { idk, publicKey } = simulator.admin.authority()
  const newKey = () => new Secret(randomBytes(32).toString('base64'))
  return {
    db,
    clock,
    tokens: createTokens(newKey(), clock),
    recent: recentSessions(clock),
    hasher: testHasher,
    limits: memoryLimits({ networkFactor: 1000 }),
    vault: createVault(keyRing(newKey()), clock),
    links: createLinks(newKey()),
    operator: null,
    supportWhatsapp: '+56 9 0000 0000',
    supportEmail: 'soporte@folio.example',
    sii: createSii({ origins: siiOrigins(simulator.url), nowMs: clock.now, paceMs: 0 }),
    portalPace: { loginSpacingMs: 0, pauseAfterThrottleMs: 30 * 60_000 },
    installation: { demonstration: true, demoLogins: [], mailboxUrl: post.mailboxUrl },
    logger: pino({ enabled: false }),
    changes: listenToChanges({ url, clock }),
    checks: {},
    mailProviders: mailProvidersOf(post, clock),
    publicUrl: () => city.url,
    webRoot: join(import.meta.dirname, '../../build/web'),
    siteRoot: join(import.meta.dirname, '../../build/site'),
    secure: false,
    trustedProxies: [],
    window: { fromHour: 9, toHour: 18 },
    timing: { sendLimitMs: 90_000, quietMs: 10 * 60_000 },
    undoWindowMs: UNDO_WINDOW_MS,
    random: () => 0.5,
    siiKeys: { extraSiiKeys: new Map([[idk, publicKey]]) },
    worker: 'city',
    personSlots: 4,
    onFailure: (about: unknown, error: unknown) => void troubles.push(about, error),
    boundary: async () => undefined,
  }
}

/** What Folio issued at the simulated SII: the facturas from before the story were never sent. */
export function issued({ sii }: City): LedgerEntry[] {
  return sii.ledger().filter(({ timesAsked }) => timesAsked > 0)
}
