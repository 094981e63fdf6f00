import { dayInChile, knownDay } from '#domain/day.ts'
import { isReminderTime } from '#domain/reminders.ts'
import { clp, formatClp } from '#domain/money.ts'
import { instantText } from '#server/clock.ts'
import { planReminders } from '#server/deliveries/reminders/plan.ts'
import { lookOnce } from '#server/deliveries/look.ts'
import { sendOne } from '#server/deliveries/send.ts'
import { claimDoubt, claimDue, sortOut } from '#server/deliveries/store.ts'
import { createMailboxKeys } from '#server/mailer/accounts/mailbox-keys.ts'
import type { MailProvider } from '#server/mailer/providers/provider.ts'
import { createLinks } from '#server/vault/links.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault } from '#server/vault/vault.ts'
import { ring, VAULT_KEY } from '../cast.ts'
import type { WorldDatabase } from '../database/database.ts'
import { gatedDatabase } from '../database/gated-database.ts'
import type { Row } from '../database/remembered.ts'
import type { Actor } from '../stage.ts'
import { clockFor } from '../worker.ts'
import { accountId, contactOf } from './cast.ts'
import { owedOf, type Owed } from './money.ts'
import type { ServerNeeds } from './server.ts'

/** The mailboxes of all organisations, their provider, and the work that reminds from them. */
export interface Post {
  /** How many reminders the provider took. */
  reminded(): number
  /** What must hold of reminders once a world has come to rest; a sentence for each breach. */
  breaches(): Promise<string[]>
}

type Needs = Pick<
  ServerNeeds,
  'stage' | 'chance' | 'trouble' | 'database' | 'publicUrl' | 'rate'
> & {
  onFailure(actor: Actor, error: unknown): void
}

interface SentMail {
  messageId: string
  atMs: number
}

/** The answer is lost without the mail, or with it. */
type Fault = 'drop' | 'lost' | null

const MINUTE_MS = 60_000
/** Longer than passes between two mails of a mailbox. */
const PACE_MS = 2_000

export function createPost(needs: Needs): Post {
  const { stage, chance, trouble, database } = needs
  const sent: SentMail[] = []
  const found: string[] = []
  const seen = new Set<string>()
  const actor: Actor = { name: 'post', isAlive: true, pausedUntilMs: 0 }
  // Mails are built by what no seed orders: whatever happens in one look happens at one moment.
  const db = gatedDatabase(database, {
    stage: { ...stage, park: async () => undefined, real: (work) => work },
    chance: { ...chance, isTrue: () => false },
    trouble: { ...trouble, atDatabase: () => null },
    actor,
    onDone: judgeIntents,
  })
  const clock = clockFor(stage, actor)
  const vault = createVault(ring, clock)
  let fault: Fault = null
  const mailProviders = { google: providerOf(needs, sent, () => fault) }
  const report = (_about: unknown, error: unknown) => needs.onFailure(actor, error)
  const worker = {
    db,
    clock,
    vault,
    mailProviders,
    links: createLinks(new Secret(VAULT_KEY)),
    keys: createMailboxKeys({ db, clock, vault, mailProviders }),
    publicUrl: () => needs.publicUrl,
    boundary: () => Promise.resolve(),
    onFailure: report,
  }

  /** Planned at one look and sent at another, so that what is planned changes before it leaves. */
  const LOOKS = [
    async () => {
      await markMailed()
      return planReminders({ db, clock }, report)
    },
    sendDue,
  ]

  /** As `deliverDue`, with one sender: two of them would share a connection. */
  async function sendDue(): Promise<number> {
    await sortOut(worker)
    for (let count = 0; ; count += 1) {
      const doubt = await claimDoubt(worker)
      const claimed = doubt === null ? await claimDue(worker) : null
      if (doubt !== null) await lookOnce(worker, doubt)
      else if (claimed !== null) await sendOne(worker, claimed)
      else return count
    }
  }

  function lookIn(delayMs: number, turn: number): void {
    stage.later(delayMs, 'mailboxes are served', async () => {
      const look = LOOKS[turn % LOOKS.length]
      fault = chance.isTrue(needs.rate()) ? chance.pick(['drop', 'lost'] as const) : null
      const done = await stage.real(Promise.resolve(look?.() ?? 0)).catch((error: unknown) => {
        report({}, error)
        return 0
      })
      const isSending = turn % 2 === 1 && done > 0
      if (isSending) lookIn(PACE_MS, turn)
      else lookIn(betweenLooksMs(), turn + 1)
    })
  }

  /** Outside of the hours of reminders receipts leave, and nothing is planned. */
  function betweenLooksMs(): number {
    const [least, most] = isReminderTime(stage.now()) ? [10, 60] : [90, 180]
    return chance.between(least, most) * MINUTE_MS
  }

  /** As if each issued document had been mailed: reminders go where that went. */
  async function markMailed(): Promise<void> {
    const rows = await database.inspect(UNMAILED)
    for (const { organisation_id: organisation, id, recipient_rut: client } of rows) {
      const at = instantText(stage.now())
      const mail = await db
        .insertInto('delivery')
        .values({
          organisation_id: Number(organisation),
          document_id: Number(id),
          purpose: 'document',
          email_account_id: accountId(Number(organisation)),
          subject_template: '',
          body_template: '',
          recipients: JSON.stringify([{ copy: 'to', ...contactOf(String(client)) }]),
          message_id: `<document-${String(id)}@folio.example>`,
          created_at: at,
          next_try_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['organisation_id', 'id'])
        .executeTakeFirst()
      if (mail === undefined) continue
      // As it leaves: what is charged for it follows from that.
      await db
        .updateTable('delivery')
        .set({ state: 'sent', sent_at: at })
        .where('organisation_id', '=', mail.organisation_id)
        .where('id', '=', mail.id)
        .execute()
    }
  }

  /** A reminder whose intent has just become true must be true at that moment. */
  async function judgeIntents(): Promise<void> {
    const intents = await database.inspect(INTENTS)
    const fresh = intents.filter(({ id, claim }) => !seen.has(`${String(id)} ${String(claim)}`))
    if (fresh.length === 0) return
    const owed = await owedOf(database)
    for (const intent of fresh) {
      seen.add(`${String(intent['id'])} ${String(intent['claim'])}`)
      found.push(...(await untruthsOf(database, intent, owed, stage.now())))
    }
  }

  lookIn(chance.between(0, 30 * MINUTE_MS), 0)
  return {
    reminded: () => sent.length,
    breaches: async () => {
      const mails = await database.inspect(MAILS)
      const keys = sent.flatMap(({ messageId, atMs }) => {
        const mail = mails.find(({ message_id: id }) => id === messageId)
        if (mail === undefined) return []
        return `${String(mail['company_id'])} ${String(mail['client_rut'])} ${dayInChile(atMs)}`
      })
      const repeated = keys.filter((key, n) => keys.indexOf(key) < n)
      return [...found, ...repeated.map((key) => `reminded twice: ${key}`)]
    },
  }
}

const UNMAILED = `select document.organisation_id, document.id, document.recipient_rut from document
  where document.state = 'issued' and document.kind <> 'notaCredito' and not exists (
    select from delivery where delivery.organisation_id = document.organisation_id
      and delivery.document_id = document.id and delivery.purpose = 'document' and delivery.state = 'sent')
  order by document.id`

const INTENTS = `select delivery.id, delivery.claim, delivery.subject, delivery.body_html, setting.first_due_day
  from delivery
  join reminder_mail mail on mail.organisation_id = delivery.organisation_id and mail.delivery_id = delivery.id
  left join reminder_setting setting on setting.organisation_id = mail.organisation_id
    and setting.company_id = mail.company_id
  where delivery.purpose = 'reminder' and delivery.state = 'sending' order by delivery.id`

const MAILS = `select delivery.message_id, mail.company_id, mail.client_rut from delivery
  join reminder_mail mail on mail.organisation_id = delivery.organisation_id and mail.delivery_id = delivery.id`

const REMINDED = `select reminder.document_id, document.folio, receivable.due_day from reminder
  join document on document.organisation_id = reminder.organisation_id and document.id = reminder.document_id
  join receivable on receivable.organisation_id = reminder.organisation_id
    and receivable.document_id = reminder.document_id
  where reminder.delivery_id = $1 order by reminder.document_id`

/** What a mail that is about to leave says of documents that is not so. */
async function untruthsOf(
  database: Pick<WorldDatabase, 'inspect'>,
  intent: Row,
  owed: readonly Owed[],
  nowMs: number,
): Promise<string[]> {
  const says = `${String(intent['subject'])} ${String(intent['body_html'])}`
  const told = `reminder ${String(intent['id'])}`
  const { first_due_day: from } = intent
  if (typeof from !== 'string') return [`${told} leaves although reminders are off`]
  const documents = await database.inspect(REMINDED, [intent['id']])
  const named = documents.filter(({ folio }) => new RegExp(`N° ${String(folio)}(?!\\d)`).test(says))
  const found = named.length === 0 ? [`${told} names none of its documents`] : []
  if (!isReminderTime(nowMs)) found.push(`${told} leaves outside of its hours`)
  for (const { document_id: document, due_day: due } of named) {
    const { dueClp = 0 } = owed.find(({ documentId }) => documentId === document) ?? {}
    if (dueClp === 0)
      found.push(`${told} is about document ${String(document)}, which owes nothing`)
    else if (!says.includes(formatClp(clp(dueClp)))) {
      found.push(`${told} says another amount of document ${String(document)} than ${dueClp}`)
    }
    if (knownDay(String(due)) < from) found.push(`${told} is about what fell due before ${from}`)
  }
  return found
}

/** Takes a mail, and its answer may be lost with the mail or without it. */
function providerOf({ stage }: Needs, sent: SentMail[], faultNow: () => Fault): MailProvider {
  const nothing = () => {
    throw new Error('Nobody connects a mailbox here')
  }
  return {
    name: 'google',
    authorizeUrl: nothing,
    exchange: nothing,
    refresh: async () => ({
      kind: 'fresh',
      accessToken: new Secret('token'),
      expiresInMs: 60 * MINUTE_MS,
      refreshToken: null,
    }),
    revoke: async () => true,
    prepare: async () => ({ kind: 'ready', place: null }),
    send: async (_access, { messageId }) => {
      const fault = faultNow()
      if (fault !== 'drop') sent.push({ messageId, atMs: stage.now() })
      return fault === null ? { kind: 'sent', providerId: null } : { kind: 'unknown', cause: fault }
    },
    lookUp: async (_access, { messageId }) =>
      sent.some((one) => one.messageId === messageId) ? 'sent' : 'absent',
    takesOnePerPlace: false,
    cameBack: null,
  }
}
