import { z } from 'zod'
import { call } from './call.ts'
import { email, id, idInPath, instant } from './fields.ts'

/** Ours: a document's mail, an axis of its own beside issuing (D-31). */
export const delivery = z.object({
  id,
  state: z.enum(['queued', 'sent', 'bounced', 'failed', 'unknown', 'viewed']),
  /** Why it waits, failed or is in doubt: a code. */
  reason: z.string().nullable(),
  /** Null until it is written, right before it is first sent. */
  subject: z.string().nullable(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  email_account: id.nullable(),
  sent_at: instant.nullable(),
  /** Once it is sent. False: if it comes back, only the mailbox's owner sees it, in their own inbox. */
  sees_returns: z.boolean(),
  /** What a person may say about it now. */
  can: z.array(z.enum(['sent', 'resend'])),
  /** To whom `resend` would send it: an address may have been corrected since. Empty where it can't be. */
  resend_to: z.array(z.string()),
  /** Which sending of the document's mail it is: 1, and one more for each time it was sent again. */
  nth: z.int(),
  /** Of the last one that was sent: to whom and from where it would go once more; null when it can't. */
  again: z
    .object({
      to: z.array(z.string()),
      cc: z.array(z.string()),
      from: z.string().nullable(),
      obstacle: z.enum(['mailboxMissing', 'mailboxDisconnected', 'tooMany']).nullable(),
    })
    .nullable(),
})

export const listDeliveries = call({
  method: 'GET',
  path: '/documents/:id/deliveries/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  reply: z.array(delivery),
})

/**
 * A mail that came back, failed, or of which nobody could find out whether it left: send it (again), or take
 * it as sent. 409 unless `can` says so.
 */
export const decideDelivery = call({
  method: 'POST',
  path: '/deliveries/:id/decide/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  body: z.object({ decision: z.enum(['sent', 'resend']) }),
  reply: delivery,
})

export const MAX_RECIPIENTS = 20

/**
 * Sends a mail that was sent once more, as a mail of its own beside the first; to whom the body says. Each is
 * followed by one at most: asked again with the same body, the answer is that one. 409 unless `again` says so,
 * and with an obstacle.
 */
export const sendMailAgain = call({
  method: 'POST',
  path: '/deliveries/:id/again/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  body: z.object({
    to: z.array(email).min(1).max(MAX_RECIPIENTS),
    cc: z.array(email).max(MAX_RECIPIENTS).default([]),
  }),
  reply: delivery,
})
