import { z } from 'zod'
import { call } from './call.ts'
import { MAX_RECIPIENTS } from './deliveries.ts'
import { listDocuments } from './documents.ts'
import { day, email, id, idToWrite } from './fields.ts'

// Ours: many documents of a list at once.

export const MAX_DOCUMENTS_AT_ONCE = 100
/** Rows of an exported list: a longer one is refused, to be narrowed by its filter. */
export const MAX_LISTED_DOCUMENTS = 20_000

const chosen = z.array(idToWrite).min(1).max(MAX_DOCUMENTS_AT_ONCE)

/** Their PDF and XML files in one zip. Answers bytes; 404 where one is not theirs, or none has a file. */
export const DOCUMENT_ARCHIVE_PATH = '/documents/archive/'
export const documentArchive = z.object({ documents: chosen })

/** The list as an .xlsx: what is chosen, or all that the filter finds. Answers bytes; 400 where those are too many. */
export const DOCUMENT_LIST_PATH = '/documents/workbook/'
export const documentList = z.union([
  documentArchive,
  z.object({ filter: listDocuments.query.omit({ before: true, limit: true }) }),
])

/** What a person may say once about many (domain/decided-together.ts). */
const jointDecision = z.enum(['issue', 'retry', 'skip'])

/** What each would be by the decision: its date, or why it is not decided with the others. */
export const previewDecision = call({
  method: 'POST',
  path: '/documents/at-once/preview/',
  access: 'session',
  status: 200,
  refuses: [404],
  body: z.object({ documents: chosen, decision: jointDecision }),
  reply: z.array(
    z.object({
      document: id,
      recipient: z.string(),
      /** Null while it has none. */
      total: z.int().nullable(),
      /** The date it would carry; null where the decision gives it none. */
      date: day.nullable(),
      /** Whether it may be decided with others: it waits for a reason that allows it. */
      may: z.boolean(),
    }),
  ),
})

/**
 * Decides each by the code of its own call, and says of each what became of it: one that changed meanwhile keeps the
 * others from nothing. `date`: the one that was shown of it.
 */
export const decideTogether = call({
  method: 'POST',
  path: '/documents/at-once/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 200,
  refuses: [404],
  body: z.object({
    decision: jointDecision,
    documents: z
      .array(z.object({ document: idToWrite, date: day.nullish() }))
      .min(1)
      .max(MAX_DOCUMENTS_AT_ONCE),
  }),
  reply: z.array(
    z.object({
      document: id,
      /** `changed`: it waits for something else by now. `otherDate`: it would carry another date. */
      outcome: z.enum(['done', 'changed', 'otherDate']),
    }),
  ),
})

/** To whom the last mail of each would go once more; `delivery` null: it was never mailed, or can't be now. */
export const previewMailsAgain = call({
  method: 'POST',
  path: '/documents/mails-again/preview/',
  access: 'session',
  status: 200,
  refuses: [404],
  body: z.object({ documents: chosen }),
  reply: z.array(
    z.object({
      document: id,
      recipient: z.string(),
      folio: z.int().nullable(),
      delivery: id.nullable(),
      to: z.array(z.string()),
      cc: z.array(z.string()),
      obstacle: z
        .enum(['notSent', 'mailboxMissing', 'mailboxDisconnected', 'tooMany', 'noRecipient'])
        .nullable(),
    }),
  ),
})

/**
 * Sends each of these mails once more, as `sendMailAgain` does: each is followed by one at most, whatever is pressed or
 * sent again. Says of each what became of it.
 */
export const sendMailsAgain = call({
  method: 'POST',
  path: '/documents/mails-again/',
  access: 'session',
  takesKey: true,
  status: 200,
  refuses: [404],
  body: z.object({
    mails: z
      .array(
        z.object({
          delivery: idToWrite,
          to: z.array(email).min(1).max(MAX_RECIPIENTS),
          cc: z.array(email).max(MAX_RECIPIENTS).default([]),
        }),
      )
      .min(1)
      .max(MAX_DOCUMENTS_AT_ONCE),
  }),
  reply: z.array(
    z.object({
      delivery: id,
      outcome: z.enum(['queued', 'refused']),
      /**
       * Why it was refused; null of one that is queued. `changed`: it can't be sent again any more. `dayLimit`: the
       * organisation sent as many again as it may within 24 hours.
       */
      reason: z
        .enum([
          'changed',
          'dayLimit',
          'invalidAddress',
          'mailboxMissing',
          'mailboxDisconnected',
          'tooMany',
        ])
        .nullable(),
    }),
  ),
})
