import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { attentionMail } from '#server/agenda/attention-mail.ts'
import { tellAttention } from '#server/agenda/attention-mails.ts'
import type { Clock } from '#server/clock.ts'
import { sendDueMails, type MailerNeeds } from '#server/mailer/mailer.ts'
import { smtpTransport } from '#server/mailer/transport.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { Secret } from '#server/vault/secret.ts'
import { startMailSimulator, type MailSimulator } from '#simulators/mail/simulator.ts'
import { ANA, makeTenant, RODRIGO, type Tenant } from '../../walls/tenants.ts'

/** Two organisations with something of everything, nothing of which waits for anybody, and Folio's own mails. */
export interface AttentionHouse {
  app: TestApp
  db: TestApp['database']['db']
  post: MailSimulator
  ana: Tenant & { email: string }
  rodrigo: Tenant & { email: string }
  /** One look of a worker, with its own clock where it has one; what fails is thrown. */
  look(clock?: Clock): Promise<number>
  mailer: MailerNeeds
  /** Why mails were not sent, in their order. */
  failures: string[]
  /** Sends what is due, with parts of the mailer replaced. */
  send(parts?: Partial<MailerNeeds>): Promise<number>
  /** A look, and what it wrote about arrives. */
  lookAndSend(): Promise<void>
  minutes(count: number): Promise<void>
  arrived(tenant: { email: string }): Promise<z.infer<typeof messages>>
  /** Of Ana's mails about what waits for her: the row of each. */
  rows(): Promise<MailRowState[]>
  refuseClave(tenant: Tenant, isRefused?: boolean): Promise<void>
  /** Ana's document as the engine leaves it. */
  document(change: DocumentChange): Promise<void>
  /** Another document of hers that the SII refused, by its own words. */
  refused(words: string): Promise<number>
  close(): Promise<void>
}

export interface MailRowState {
  tries: number
  sent_at: string | null
  failed_at: string | null
  begun_at: string | null
}

type DocumentChange =
  | { state: 'failed'; reason: 'portalRefused' | null; reason_text?: string }
  | { state: 'uncertain'; reason: 'answerLost' | 'notFoundTwice' }
  | { state: 'queued'; reason: 'issuingStopped' }
  | { state: 'planned'; reason: null }

const messages = z.array(z.object({ subject: z.string(), text: z.string(), html: z.string() }))

/** Thursday 26 November 2026, 12:00 in Chile. */
export const START = '2026-11-26T15:00:00Z'

export async function openAttentionHouse(): Promise<AttentionHouse> {
  const app = await startTestApp(START)
  const { db } = app.database
  const folder = await mkdtemp(join(tmpdir(), 'folio-attention-'))
  const post = await startMailSimulator({
    folder,
    now: () => new Date(app.clock.now()).toISOString(),
  })
  const transport = smtpTransport({
    url: new Secret(post.smtpUrl),
    from: 'Folio <hola@folio.example>',
  })
  const failures: string[] = []
  const mailer: MailerNeeds = {
    db,
    clock: app.clock,
    transport,
    links: app.links,
    publicUrl: 'https://folio.example',
    demonstration: false,
    writeAttention: (asked) => attentionMail({ db, clock: app.clock }, asked),
    onFailure: ({ why }) => void failures.push(why),
  }
  const ana = { ...(await makeTenant(app, ANA)), email: emailOf(ANA) }
  const rodrigo = { ...(await makeTenant(app, RODRIGO)), email: emailOf(RODRIGO) }
  await db.updateTable('app_user').set({ language: 'es' }).execute()
  await calm(db)
  const look = (clock: Clock = app.clock) =>
    tellAttention({ db, clock, databaseClock: () => app.clock.now() }, (organisation, error) => {
      throw new Error(`Organisation ${organisation}`, { cause: error })
    })
  const send = (parts: Partial<MailerNeeds> = {}) => sendDueMails({ ...mailer, ...parts })
  let made = 0
  return {
    app,
    db,
    post,
    ana,
    rodrigo,
    look,
    mailer,
    failures,
    send,
    lookAndSend: async () => {
      await look()
      await send()
    },
    minutes: (count) => app.clock.advance(count * 60_000),
    arrived: async ({ email }) => {
      const reply = await fetch(`${post.mailboxUrl}/messages.json?to=${encodeURIComponent(email)}`)
      return messages.parse(await reply.json())
    },
    rows: () =>
      db
        .selectFrom('system_mail')
        .select(['tries', 'sent_at', 'failed_at', 'begun_at'])
        .where('template', '=', 'attention')
        .where('recipient', '=', ana.email)
        .orderBy('id')
        .execute(),
    refuseClave: async ({ organisationId }, isRefused = true) => {
      await db
        .updateTable('facturator')
        .set({ clave_state: isRefused ? 'rejected' : 'valid' })
        .where('organisation_id', '=', organisationId)
        .execute()
    },
    document: async (change) => {
      const isFrozen = change.state !== 'planned'
      const content = isFrozen ? JSON.stringify({}) : null
      const content_digest = isFrozen ? Buffer.alloc(32) : null
      await db
        .updateTable('document')
        .set({ reason_text: null, ...change, content, content_digest, total_clp: 148_750 })
        .where('id', '=', ana.ids.document)
        .execute()
      // Its session is closed and nothing more is looked for by itself.
      await db
        .insertInto('attempt')
        .values({
          organisation_id: ana.organisationId,
          document_id: ana.ids.document,
          number: 9,
          person_rut: ANA.person,
          epoch: 1,
          worker: 'w1',
          highest_folio: 0,
          intended_at: START,
          deadline_at: START,
          fenced_at: START,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    refused: async (words) => {
      const { id: _, ...own } = await db
        .selectFrom('document')
        .selectAll()
        .where('id', '=', ana.ids.document)
        .executeTakeFirstOrThrow()
      made += 1
      const change = { state: 'failed', reason: 'portalRefused', reason_text: words } as const
      const { id } = await db
        .insertInto('document')
        .values({
          ...own,
          content: null,
          key: `refused:${made}`,
          rule_id: null,
          client_id: null,
          recipient_name: `Cliente ${made}`,
          ...change,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    close: async () => {
      transport.close()
      await post.close()
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}

function emailOf({ mark }: { mark: string }): string {
  return `${mark}@folio.example`.toLowerCase()
}

/** The rule of each issues much later, with all it needs, and its document hasn't had its day yet. */
async function calm(db: TestApp['database']['db']): Promise<void> {
  await db.updateTable('rule_line').set({ quantity_is_fixed: true, quantity: '1' }).execute()
  await db.deleteFrom('delivery').execute()
  await db.deleteFrom('system_mail').execute()
  await db
    .updateTable('invoice_rule')
    .set({ next_emission_day: '2027-06-30', send_email_automatic: false })
    .execute()
  await db
    .updateTable('document')
    .set({ state: 'planned', reason: null, emission_day: '2027-06-30', issue_day: null })
    .execute()
  for (const table of [
    'payment_refund_order',
    'payment_attempt',
    'payment_declaration',
    'payment',
    'receivable',
  ] as const) {
    await db.deleteFrom(table).execute()
  }
  await db.deleteFrom('unusual_run').execute()
  await db.deleteFrom('issuing_stop').execute()
}
