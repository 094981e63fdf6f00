import { z } from 'zod'
import { call } from './call.ts'
import { documentDetail } from './documents.ts'
import { day, idInPath } from './fields.ts'

// What a person orders of a document.

const documentInPath = z.object({ id: idInPath })

/** The date the person was shown: 400 when it would carry another one. Left out, that date is not compared. */
const shown = { date: day.optional() }
const shownDate = z.object(shown)

/** Inside the undo window only; a later call answers 409 and changes nothing. */
export const skipDocument = call({
  method: 'POST',
  path: '/documents/:id/skip/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: documentInPath,
  reply: documentDetail,
})

/**
 * Ends the undo window now, at any hour of its day, or issues what was missed, at the user's wish. What is ready and
 * whose date has gone by is prepared again with the date of `readDeparture`, as what was missed.
 */
export const issueDocumentNow = call({
  method: 'POST',
  path: '/documents/:id/issue-now/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 200,
  params: documentInPath,
  body: shownDate,
  reply: documentDetail,
})

/** After a correction: a failed document goes back to the queue as a new attempt, content frozen anew. */
export const retryDocument = call({
  method: 'POST',
  path: '/documents/:id/retry/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 200,
  params: documentInPath,
  body: shownDate,
  reply: documentDetail,
})

/**
 * A stopped document goes on, with another undo window: prepared anew from its rule as it is now. 409 once it was
 * tried, its month is over, its client has left the rule, or the rule is paused.
 */
export const restoreDocument = call({
  method: 'POST',
  path: '/documents/:id/restore/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 200,
  params: documentInPath,
  body: shownDate,
  reply: documentDetail,
})

/**
 * An uncertain document that a person must decide: it is that folio, it was not issued (so it may be tried
 * again), or nothing more is to be done about it. Issued again it carries its own date on that very day, and later the
 * one of `readDeparture`. 409 unless `can_decide`.
 */
export const decideDocument = call({
  method: 'POST',
  path: '/documents/:id/decide/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 200,
  params: documentInPath,
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('issued'), folio: z.int().positive() }),
    z.object({ decision: z.literal('notIssued'), ...shown }),
    z.object({ decision: z.literal('discard') }),
  ]),
  reply: documentDetail,
})

/**
 * The number on the SII's list that it looks like, issued there by hand, is this document: nothing is issued, and its
 * folio, files and amounts are taken over once the SII confirms it. 409 unless it waits because of that number.
 */
export const adoptDocument = call({
  method: 'POST',
  path: '/documents/:id/adopt/',
  access: 'session',
  takesKey: true,
  status: 200,
  params: documentInPath,
  body: z.object({ folio: z.int().positive() }),
  reply: documentDetail,
})

/**
 * The SII's XML says something else than was frozen, and that is taken as it is. 409 unless the reason is
 * `xmlDiffers`.
 */
export const acceptDocumentFile = call({
  method: 'POST',
  path: '/documents/:id/accept-file/',
  access: 'session',
  takesKey: true,
  status: 200,
  params: documentInPath,
  reply: documentDetail,
})

/** The causes of the SII's form: the payment or the service didn't come about, or something was mistyped. */
export const annulmentCause = z.enum(['not_paid', 'not_provided', 'mistyped'])

/**
 * Annuls a boleta de honorarios at the SII, which can't be undone; the answer says that it is wanted, and the
 * document tells what became of it. 409 unless it is an issued boleta. A factura has nothing of the kind.
 */
export const annulDocument = call({
  method: 'POST',
  path: '/documents/:id/annul/',
  access: 'session',
  takesKey: true,
  status: 200,
  params: documentInPath,
  body: z.object({ cause: annulmentCause }),
  reply: documentDetail,
})
