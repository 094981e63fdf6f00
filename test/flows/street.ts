import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { z } from 'zod'
import { attentionMail } from '#server/agenda/attention-mail.ts'
import { instantText } from '#server/clock.ts'
import type { Boundary } from '#server/documents/portal/portal-step.ts'
import { syncUf } from '#server/documents/content/uf.ts'
import { sendDueMails } from '#server/mailer/mailer.ts'
import { smtpTransport } from '#server/mailer/transport.ts'
import { runPass, type PipelineNeeds } from '#server/pipeline.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/test-app.ts'
import { Secret } from '#server/vault/secret.ts'
import { startMailSimulator } from '#simulators/mail/simulator.ts'
import { startSiiSimulator, type ListeningSiiSimulator } from '#simulators/sii/simulator.ts'
import { world, type World } from '#simulators/world.ts'
import type { Sii } from '#sii/sii.ts'
import { createSii, createUfSources, siiOrigins } from '#sii/sii.ts'

/** The whole product on a day of our choosing: API, worker, mail and the SII, all but the browser. */
export interface Street {
  app: TestApp
  simulator: ListeningSiiSimulator
  /** A call as a user makes it; fails the test on anything but success. */
  ask(token: string | null, request: Omit<TestRequest, 'token'>): Promise<unknown>
  mailboxUrl: string
  /** uid and token of the newest activation link in that person's mailbox. */
  activationLink(email: string): Promise<{ uid: string; token: string }>
  /** Another process with the same database; `kill` makes it die at a boundary, once. */
  worker(name: string, kill?: Boundary): PipelineNeeds
  live(worker: PipelineNeeds, minutes: number, stepMinutes: number): Promise<void>
  close(): Promise<void>
}

export interface StreetOptions {
  /** Who lives here; the usual characters unless said otherwise. */
  inhabitants?: World
  logger?: Logger
}

/** A worker's death, thrown at a boundary: what it would have done next never happens. */
class Killed extends Error {}

export async function openStreet(
  start: string,
  { inhabitants = world, logger = pino({ enabled: false }) }: StreetOptions = {},
): Promise<Street> {
  const folder = await mkdtemp(join(tmpdir(), 'folio-street-'))
  const dead = new Set<string>()
  const parts: { app?: TestApp } = {}
  const nowMs = () => parts.app?.clock.now() ?? Date.parse(start)
  const simulator = await startSiiSimulator({ port: 0, world: inhabitants, now: nowMs })
  const origins = siiOrigins(simulator.url)
  const sii: Sii = createSii({
    origins,
    nowMs,
    paceMs: 0,
    timeouts: { usualMs: 3000, slowMs: 3000 },
  })
  const app = await startTestApp(
    start,
    () => sii,
    (needs) => ({ ...needs, logger }),
  )
  parts.app = app
  const { db } = app.database
  const post = await startMailSimulator({ folder, now: () => instantText(app.clock.now()) })
  const transport = smtpTransport({
    url: new Secret(post.smtpUrl),
    from: 'Folio <hola@folio.example>',
  })
  await syncUf({ db, clock: app.clock, ufSources: createUfSources({ origins }) })

  async function ask(token: string | null, request: Omit<TestRequest, 'token'>): Promise<unknown> {
    const reply = await app.call({
      language: 'es',
      ...request,
      ...(token === null ? {} : { token }),
    })
    if (reply.status < 300) return reply.body
    throw new Error(`${request.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  }

  async function activationLink(email: string): Promise<{ uid: string; token: string }> {
    await sendDueMails({
      db,
      clock: app.clock,
      links: app.links,
      transport,
      publicUrl: 'https://folio.example',
      demonstration: true,
      writeAttention: (asked) => attentionMail({ db, clock: app.clock }, asked),
      onFailure: (about) => {
        throw new Error(`Mail ${about.mailId}: ${about.why}`)
      },
    })
    const answer = await fetch(`${post.mailboxUrl}/messages.json?to=${encodeURIComponent(email)}`)
    const [newest] = z.array(z.object({ text: z.string() })).parse(await answer.json())
    const link = /\/auth\/activate\/([^/\s]+)\/([^/\s]+)/.exec(newest?.text ?? '')
    return z
      .object({ uid: z.string(), token: z.string() })
      .parse({ uid: link?.[1], token: link?.[2] })
  }

  return {
    app,
    simulator,
    ask,
    mailboxUrl: post.mailboxUrl,
    activationLink,
    worker: (name, kill) => workerOf(dead, { app, sii, simulator }, name, kill),
    live: (worker, minutes, stepMinutes) => live(app, dead, worker, minutes, stepMinutes),
    close: async () => {
      transport.close()
      await post.close()
      await app.close()
      await simulator.close()
      await rm(folder, { recursive: true })
    },
  }
}

function workerOf(
  dead: Set<string>,
  { app, sii, simulator }: { app: TestApp; sii: Sii; simulator: ListeningSiiSimulator },
  name: string,
  kill?: Boundary,
): PipelineNeeds {
  const authority = simulator.admin.authority()
  let isAlive = true
  return {
    db: app.database.db,
    clock: app.clock,
    vault: app.vault,
    sii,
    portalPace: { loginSpacingMs: 120_000, pauseAfterThrottleMs: 30 * 60_000 },
    window: { fromHour: 9, toHour: 18 },
    databaseClock: () => app.clock.now(),
    timing: { sendLimitMs: 90_000, quietMs: 120_000 },
    undoWindowMs: 30 * 60_000,
    random: () => 0.5,
    siiKeys: { extraSiiKeys: new Map([[authority.idk, authority.publicKey]]) },
    worker: name,
    personSlots: 4,
    onFailure: (about, error) => {
      if (!(error instanceof Killed)) throw new Error(`${about.step} ${about.id}`, { cause: error })
    },
    boundary: async (at) => {
      if (isAlive && at !== kill) return
      isAlive = false
      dead.add(name)
      throw new Killed(at)
    },
  }
}

async function live(
  app: TestApp,
  dead: Set<string>,
  worker: PipelineNeeds,
  minutes: number,
  stepMinutes: number,
): Promise<void> {
  for (let passed = 0; passed < minutes; passed += stepMinutes) {
    await app.clock.advance(stepMinutes * 60_000)
    if (dead.has(worker.worker)) continue
    for (let passes = 0; (await runPass(worker)) > 0; passes += 1) {
      if (passes > 50) throw new Error('The pipeline never came to rest')
    }
  }
}
