import { z } from 'zod'
import { call } from './call.ts'
import { day, id, idInPath, instant, rutText } from './fields.ts'
import { identity } from './parties.ts'

// Ours: clients are reminded of what they owe, by mails of the user's own mailbox.

const step = z.enum(['before', 'dueDay', 'after7', 'after15'])
const party = z.object({ identifier: z.string(), name: z.string() })

/** One mail: what would be sent to one client on one day, as things stand now. */
const plannedMail = z.object({
  day,
  client: party,
  to: z.array(z.string()),
  documents: z.array(z.object({ id, name: z.string(), open: z.int(), due_day: day, step })),
  subject: z.string(),
  /** Its words, without marks. */
  text: z.string(),
})

const reminders = z.object({
  company: identity,
  /** Nothing that fell due before that day is reminded of. Null: switched off. */
  first_due_day: day.nullable(),
  enabled_at: instant.nullable(),
  /** The next ones, by day: a hundred at most. Switched off: as they would be if it were switched on today. */
  mails: z.array(plannedMail),
  /** How many more mails would follow those within the coming weeks. */
  more: z.int(),
  /** Documents that would have a step, of clients without a known address or a connected mailbox. */
  unreachable: z.int(),
  /** Of the list: to be named when it is switched on. */
  seen: z.string(),
})

const companyInPath = z.object({ id: idInPath })

export const readReminders = call({
  method: 'GET',
  path: '/payments/terms/:id/reminders/',
  access: 'session',
  status: 200,
  params: companyInPath,
  reply: reminders,
})

/**
 * To switch it on, the list that was `seen` is named, and 409 where it is another by now: who switches it on knows what
 * is sent by it.
 */
export const switchReminders = call({
  method: 'PUT',
  path: '/payments/terms/:id/reminders/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: companyInPath,
  body: z.object({ on: z.boolean(), seen: z.string().max(64).default('') }),
  reply: reminders,
})

const documentReminders = z.object({
  /** Its company reminds its clients. */
  on: z.boolean(),
  muted: z.boolean(),
  /** Muted because money of it was given back without a nota: allowing reminders again says that it is still owed. */
  given_back: z.boolean(),
  client: party,
  /** Its client is muted, whatever is said of the document. */
  client_muted: z.boolean(),
  /** The next step, while something is open; null: none comes. */
  next: z.object({ day, step }).nullable(),
  /** Each that was queued, the newest first. */
  sent: z.array(
    z.object({
      day,
      step,
      state: z.enum(['queued', 'sent', 'failed', 'unknown']),
      /** Why it did not leave: a code. */
      reason: z.string().nullable(),
    }),
  ),
})

const documentInPath = z.object({ id: idInPath })

export const readDocumentReminders = call({
  method: 'GET',
  path: '/documents/:id/payment/reminders/',
  access: 'session',
  status: 200,
  params: documentInPath,
  reply: documentReminders,
})

/** Mutes the document, or its client with all of its documents, or allows reminders again. */
export const muteReminders = call({
  method: 'PUT',
  path: '/documents/:id/payment/reminders/',
  access: 'session',
  status: 200,
  params: documentInPath,
  body: z.object({ of: z.enum(['document', 'client']), muted: z.boolean() }),
  reply: documentReminders,
})

const companyMutes = z.object({
  company: id,
  /** It reminds its clients. */
  on: z.boolean(),
  /** The RUTs of its clients that get no reminders. */
  muted: z.array(z.string()),
})

/** Of each company. */
export const listReminderMutes = call({
  method: 'GET',
  path: '/payments/reminder-mutes/',
  access: 'session',
  status: 200,
  reply: z.array(companyMutes),
})

/** Mutes a client of the company, with all that it owes, or allows reminders again. 400 for who never owed it anything. */
export const muteClientReminders = call({
  method: 'PUT',
  path: '/payments/terms/:id/reminder-mutes/',
  access: 'session',
  status: 200,
  params: companyInPath,
  body: z.object({ client: rutText, muted: z.boolean() }),
  reply: companyMutes,
})
