import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createBreaker, createSii, createUfSources } from '#sii/sii.ts'
import { startRegisterReader, type ReaderNeeds } from '../analytics/worker.ts'
import { buildApp, type AppNeeds } from '../app.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { asRead } from '../database-clock.ts'
import { connect, type Database } from '../db/connect.ts'
import { demoLogins, furnishBeside, furnishDemonstration } from '../demonstration.ts'
import { listenToChanges } from '../http/changes.ts'
import { postgresLimits } from '../http/limits.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLogger } from '../log.ts'
import { startDeliveries } from '../deliveries/worker.ts'
import { createMailboxKeys } from '../mailer/accounts/mailbox-keys.ts'
import { attentionMail } from '../agenda/attention-mail.ts'
import { startMailer } from '../mailer/mailer.ts'
import { smtpTransport } from '../mailer/transport.ts'
import { rememberClients } from '../parties/remember-clients.ts'
import { startPoller, type Poller } from '../payments/attempts/poll.ts'
import { startPipeline, type PipelineNeeds } from '../pipeline.ts'
import { createPasswordHasher } from '../users/account/password-hash.ts'
import { recentSessions } from '../users/sessions/recent-sessions.ts'
import { createTokens } from '../users/sessions/tokens.ts'
import { createLinks } from '../vault/links.ts'
import { createVault, type ApiVault } from '../vault/vault.ts'
import { answerCalls } from '../worker-calls/answer.ts'
import { askWorkers } from '../worker-calls/ask.ts'
import { isWorkerListening } from '../worker-calls/store.ts'
import { readUf, rewrap, scheduleChores, UF_SYNC, type ChoreNeeds } from './chores.ts'
import { claimEnvironment } from './environment.ts'
import { keysOf, ringsOf, type Rings } from './keys.ts'
import { listenOn } from './listen.ts'
import { openDatabase } from './open-database.ts'
import { readinessChecks } from './readiness.ts'
import { standInAccounts } from './payment-stand-ins.ts'
import { openOutside, type Outside } from './stand-ins.ts'
import { createStops, type Part, type Stops } from './stops.ts'
import { startLookUps } from '../uploads/look-up/worker.ts'
import { workerHandlers } from '../worker-handlers.ts'

export type Folio = {
  config: Config
  /** False: the portal it was pointed at doesn't know the demonstration's people. */
  isFurnished: boolean
  /** Where browsers find it; null for a process that only works. */
  publicUrl: string | null
  mailboxUrl: string | null
  logPath: string | null
  logger: Logger
  /** Ends everything, within ten seconds; answers what had to be cut off. */
  stop(): Promise<Part[]>
}

/**
 * Starts everything the configuration asks for, each thing after those it needs. When one fails,
 * what had started is ended again before the error goes on.
 */
export async function startFolio(config: Config): Promise<Folio> {
  const stops = createStops()
  try {
    return await startAll(config, stops)
  } catch (error) {
    await stops.run()
    throw error
  }
}

async function startAll(config: Config, stops: Stops): Promise<Folio> {
  const isDemonstration = config.environment === 'demonstration'
  const { url, tenantsUrl } = await openDatabase(config, stops)
  const logPath = isDemonstration ? join(config.dataDir, 'folio.log') : null
  const logger = createLogger(logPath ? { kind: 'file', path: logPath } : { kind: 'console' })
  const database = connect({
    url,
    tenantsUrl,
    applicationName: `folio-${config.role}`,
    poolSize: 20,
  })
  stops.add('connections', database.close)
  await claimEnvironment(database.db, systemClock, config.environment)
  const outside = await openOutside(config, systemClock, stops)
  const needs = await buildNeeds(config, { url, database, logger, outside, stops })
  const vault = createVault(needs.rings.all, systemClock)
  void rewrap({ ...needs, vault }).catch((error: unknown) =>
    logger.error({ err: error }, 'secrets not rewrapped'),
  )
  if (config.role !== 'api') answerApi(needs, stops)
  const publicUrl = config.role === 'worker' ? null : await serve(config, needs, stops)
  if (config.role !== 'api') await startWork(config, needs, publicUrl, stops)
  logger.info({ environment: config.environment, role: config.role }, 'started')
  const { isFurnished } = needs.demonstration
  const { mailboxUrl } = outside
  return { config, isFurnished, publicUrl, mailboxUrl, logPath, logger, stop: stops.run }
}

type Needs = Omit<AppNeeds, 'workers' | 'vault'> &
  PipelineNeeds &
  ReaderNeeds &
  ChoreNeeds & {
    url: string
    rings: Rings
    outside: Outside
    /** Where we are found; filled in once we listen. */
    address: { url: string | null }
    /** Whether its characters have their accounts: not beside a portal that doesn't know them. */
    demonstration: { isFurnished: boolean }
  }

type Opened = {
  url: string
  database: Database
  logger: Logger
  outside: Outside
  stops: Stops
}

/** The same parts under test: only these lines know that time, network and chance are the real ones. */
async function buildNeeds(config: Config, opened: Opened): Promise<Needs> {
  const { url, database, logger, outside, stops } = opened
  const isDemonstration = config.environment === 'demonstration'
  const clock = systemClock
  const keys = keysOf(config)
  const rings = ringsOf(keys)
  const changes = listenToChanges({ url, clock })
  stops.add('changes', changes.stop)
  const address = { url: config.publicUrl }
  return {
    address,
    demonstration: { isFurnished: true },
    publicUrl: () => address.url ?? 'http://localhost',
    mailProviders: outside.mailProviders,
    providers: outside.providers,
    standInAccounts:
      outside.payments && standInAccounts(outside.payments, { db: database.db, address }),
    onNotice: () => undefined,
    url,
    outside,
    logger,
    clock,
    changes,
    db: database.db,
    pool: database.pool,
    rings,
    vault: createVault(rings.worker, clock),
    links: createLinks(keys.token),
    operator: config.operator,
    supportWhatsapp: config.supportWhatsapp,
    supportEmail: config.supportEmail ?? addressIn(config.mailFrom),
    tokens: createTokens(keys.token, clock),
    recent: recentSessions(clock),
    hasher: await createPasswordHasher(),
    limits: postgresLimits(database.pool, { networkFactor: isDemonstration ? 100 : 1 }),
    ...clientsOf(outside, isDemonstration),
    siiKeys: outside.siiKeys,
    rememberClients: rememberClients(clock),
    ...(isDemonstration ? demonstrationPace : realPace),
    databaseClock: asRead,
    window: config.window,
    undoWindowMs: config.undoWindowMs,
    random: Math.random,
    boundary: async () => undefined,
    worker: `${hostname()}-${process.pid}`,
    personSlots: 8,
    onFailure: (about, error) => logger.error({ ...about, err: error }, 'step failed'),
    onReadingFailure: (error) => logger.error({ err: error }, 'register not read'),
    installation: {
      demonstration: isDemonstration,
      demoLogins: isDemonstration ? demoLogins : [],
      mailboxUrl: outside.mailboxUrl,
    },
    checks: readinessChecks({
      db: database.db,
      pool: database.pool,
      clock,
      rings: [rings.api, rings.worker],
    }),
    webRoot: join(import.meta.dirname, '../../../build/web'),
    siteRoot: join(import.meta.dirname, '../../../build/site'),
    secure: config.publicUrl?.startsWith('https:') ?? false,
    trustedProxies: config.trustedProxies,
  }
}

/** The clients of the SII and of who publishes the UF. */
function clientsOf({ mindicadorUrl, siiOrigins: origins }: Outside, isDemonstration: boolean) {
  const nowMs = systemClock.now
  return {
    sii: createSii({
      origins,
      nowMs,
      legacyTls: !isDemonstration,
      breaker: createBreaker({ nowMs }),
      ...(isDemonstration ? { paceMs: 50 } : {}),
    }),
    ufSources: createUfSources({
      origins,
      legacyTls: !isDemonstration,
      ...(mindicadorUrl === null ? {} : { mindicadorUrl }),
    }),
  }
}

/** 'hola@folio.cl' of 'Folio <hola@folio.cl>'. */
function addressIn(sender: string): string {
  return /<([^<>]+)>$/.exec(sender)?.[1] ?? sender
}

/** How gently the SII is treated: two minutes between log-ins of one person, half an hour after a sign. */
const realPace = {
  portalPace: { loginSpacingMs: 120_000, pauseAfterThrottleMs: 30 * 60_000 },
  timing: { sendLimitMs: 90_000, quietMs: 120_000 },
  // A month's four to thirteen requests are 1.2 s apart: some 160 in five minutes at most, this pause among them. At
  // 200 the registers shut to an address (portal 5.2).
  registerSpacingMs: 6_500,
  // Once a day: a receiver has eight.
  reactionsEveryMs: 20 * 3_600_000,
}
const demonstrationPace = {
  portalPace: { loginSpacingMs: 2_000, pauseAfterThrottleMs: 60_000 },
  timing: { sendLimitMs: 90_000, quietMs: 10_000 },
  registerSpacingMs: 0,
  // Less than from one run of the chore to the next.
  reactionsEveryMs: 9 * 60_000,
}

/** Does what the calls of the API ask for; what was begun may take as long as a page of the SII. */
function answerApi(needs: Needs, stops: Stops): void {
  const { url, clock, db, rings, logger } = needs
  const answering = answerCalls({
    url,
    clock,
    db,
    ring: rings.worker,
    handlers: new Map(workerHandlers(needs)),
    onFailure: (about, error) => logger.error({ ...about, err: error }, 'request not answered'),
  })
  stops.add('requests', answering.stop)
}

/** Answers the public address. In one process the demonstration's accounts are there before anybody can look. */
async function serve(config: Config, needs: Needs, stops: Stops): Promise<string> {
  const { url, clock, db, rings } = needs
  const workers = askWorkers({ url, clock, db, ring: rings.api })
  stops.add('answers', workers.stop)
  const vault = createVault(rings.api, clock)
  // Here too, because what is notified here is read at once.
  const poller = pollPayments(needs, vault, stops)
  const server = await buildApp({ ...needs, workers, vault, onNotice: poller.wake })
  const closing = new AbortController()
  stops.add('server', () => {
    closing.abort()
    return server.close()
  })
  if (config.environment === 'demonstration') {
    const furnishing = furnish(config, needs, server, closing.signal)
    if (config.role === 'both') await furnishing
    else furnishing.catch((error: unknown) => needs.logger.error({ err: error }, 'not furnished'))
  }
  const port = await listenOn(server, config)
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`
  needs.address.url = publicUrl
  await needs.standInAccounts?.onConnected()
  return publicUrl
}

/**
 * The demonstration's accounts. They are connected to the SII, which only a worker does: where workers are processes of
 * their own, it waits for the first of them.
 */
async function furnish(
  config: Config,
  needs: Needs,
  server: FastifyInstance,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, logger } = needs
  await readUf(needs)
  while (!signal.aborted && !(await isWorkerListening(db))) await clock.wait(500, signal)
  if (signal.aborted) return
  needs.demonstration.isFurnished = await furnishBeside(
    hasOtherPortal(config) ? 'other' : 'own',
    () => furnishDemonstration({ db, clock, server }),
    (error) => logger.warn({ err: error }, 'demonstration not furnished'),
  )
  if (!needs.demonstration.isFurnished) needs.installation.demoLogins = []
}

function pollPayments(needs: Needs, vault: ApiVault, stops: Stops): Poller {
  const poller = startPoller({
    ...needs,
    vault,
    onFailure: (about, error) => needs.logger.error({ ...about, err: error }, 'payment not read'),
  })
  stops.add('payments', poller.stop)
  return poller
}

function hasOtherPortal({ siiBaseUrl, siiHostUrls }: Config): boolean {
  return siiBaseUrl !== null || siiHostUrls !== null
}

async function startWork(
  config: Config,
  needs: Needs,
  publicUrl: string | null,
  stops: Stops,
): Promise<void> {
  const { db, clock, logger } = needs
  const jobs = createJobs({
    url: needs.url,
    onFailure: (about, error) => logger.error({ ...about, err: error }, 'job failed'),
  })
  scheduleChores(jobs, needs)
  await jobs.start()
  stops.add('jobs', jobs.stop)
  await jobs.runNow(UF_SYNC)
  const mailer = startMailer({
    db,
    clock,
    transport: smtpTransport({
      url: needs.outside.smtpUrl,
      from: config.mailFrom,
      dkim: config.dkim,
    }),
    links: needs.links,
    publicUrl: publicUrl ?? config.publicUrl ?? 'http://localhost',
    demonstration: config.environment === 'demonstration',
    writeAttention: (asked) => attentionMail(needs, asked),
    onFailure: (about, error) => logger.warn({ ...about, err: error }, 'mail not sent'),
  })
  stops.add('mailer', mailer.stop)
  const deliveries = startDeliveries({
    ...needs,
    keys: createMailboxKeys(needs),
    onFailure: (about, error) => logger.error({ ...about, err: error }, 'delivery failed'),
    boundary: async () => undefined,
  })
  stops.add('deliveries', deliveries.stop)
  // Stand-ins built into another process know nothing of what was begun there.
  const hasProviders = needs.outside.payments?.areShared ?? true
  if (config.role === 'worker' && hasProviders) pollPayments(needs, needs.vault, stops)
  const reader = startRegisterReader(needs)
  stops.add('registers', reader.stop)
  const lookUps = startLookUps({
    ...needs,
    onLookUpFailure: (about, error) =>
      logger.error({ ...about, err: error }, 'client not looked up'),
  })
  stops.add('lookUps', lookUps.stop)
  const pipeline = startPipeline(needs)
  // A step cut off is taken up again; a send cut off would leave its document uncertain and its person waiting.
  const sent = { ends: pipeline.sent, limitMs: needs.timing.sendLimitMs }
  stops.add('pipeline', pipeline.stop, { limitMs: 5_000, unless: sent })
}
