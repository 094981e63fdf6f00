import { z } from 'zod'
import { call } from './call.ts'
import { email, id, idInPath, idToWrite, instant, requiredText } from './fields.ts'

/**
 * `sent`: it is taken as sent. `resend`: it is sent (again). `sendAnnulled`: it is sent although its document is
 * annulled, and says so. `sendNota`: the nota that annuls it is mailed instead. `leave`: it stays unsent, and is asked
 * about no more.
 */
const decision = z.enum(['sent', 'resend', 'sendAnnulled', 'sendNota', 'leave'])

/** Ours: a document's mail, an axis of its own beside issuing. */
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
  /** What a person may do about it now: `decideDelivery`, and `correctDeliveryAddress` where it came back. */
  can: z.array(z.enum([...decision.options, 'correct'])),
  /** A person leaves it unsent. */
  is_left: z.boolean(),
  /** The issued nota that annuls its document. */
  nota: z.object({ document: id, folio: z.int() }).nullable(),
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

/** A mail that came back, failed, was stopped, or of which nobody could find out whether it left. 409 unless `can` says so. */
export const decideDelivery = call({
  method: 'POST',
  path: '/deliveries/:id/decide/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({ decision }),
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
  takesKey: true,
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({
    to: z.array(email).min(1).max(MAX_RECIPIENTS),
    cc: z.array(email).max(MAX_RECIPIENTS).default([]),
  }),
  reply: delivery,
})

const named = z.object({ id, name: z.string() })

/** To which addresses a mail that came back went, and all that names each. */
export const readDeliveryAddresses = call({
  method: 'GET',
  path: '/deliveries/:id/addresses/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  reply: z.array(
    z.object({
      address: z.string(),
      /** Contacts that have it, of any client, and the rules that write to each. */
      contacts: z.array(z.object({ id, name: z.string(), client: named, rules: z.array(named) })),
      /** Other mails that came back and went there, too. */
      others: z.array(
        z.object({ id, document: id, folio: z.int().nullable(), recipient: z.string() }),
      ),
    }),
  ),
})

export const MAX_OTHER_MAILS = 200
/** A local part of 64, @ and a domain of 255 characters (RFC 5321, 4.5.3.1): stored addresses are not judged again. */
const MAX_ADDRESS_LENGTH = 320

/**
 * Corrects the address at every contact that has it, and so in every rule, and in every mail that has not left; sends
 * this mail and the `others` named to the corrected one. 409 unless `can` says so; asked again, the answer is the mail.
 */
export const correctDeliveryAddress = call({
  method: 'POST',
  path: '/deliveries/:id/correct/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({
    address: requiredText(MAX_ADDRESS_LENGTH),
    corrected: email,
    others: z.array(id).max(MAX_OTHER_MAILS).default([]),
  }),
  reply: delivery,
})

export const MAX_RETURNED_MAILS = 100

/** Bounced mails of valid documents without a decision, newest first: they may be decided together. */
export const listReturnedMails = call({
  method: 'GET',
  path: '/deliveries/returned/',
  access: 'session',
  status: 200,
  reply: z
    .array(
      z.object({
        delivery: id,
        document: id,
        recipient: z.string(),
        folio: z.int().nullable(),
        /** To whom it went and came back from. */
        sent_to: z.array(z.string()),
        /** To whom it would go again: an address may have been corrected since. Empty: it can't be sent again. */
        resend_to: z.array(z.string()),
      }),
    )
    .max(MAX_RETURNED_MAILS),
})

/**
 * Decides each by the code of `decideDelivery`, and says of each what became of it: one that changed meanwhile keeps the
 * others from nothing. `resend_to`: the addresses that were shown; it is sent to these alone.
 */
export const decideReturnedMails = call({
  method: 'POST',
  path: '/deliveries/returned/decide/',
  access: 'session',
  takesKey: true,
  status: 200,
  refuses: [404],
  body: z.object({
    decision: decision.extract(['resend', 'leave']),
    mails: z
      .array(
        z.object({
          delivery: idToWrite,
          resend_to: z.array(z.string().max(MAX_ADDRESS_LENGTH)).max(2 * MAX_RECIPIENTS),
        }),
      )
      .min(1)
      .max(MAX_RETURNED_MAILS),
  }),
  reply: z.array(z.object({ delivery: id, outcome: z.enum(['done', 'changed']) })),
})
