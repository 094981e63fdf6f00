import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { day } from './fields.ts'

/** What is typed so that nobody closes an account by a slip; either language's is good. */
export const CLOSING_WORDS = { es: 'ELIMINAR', en: 'DELETE' } as const

/** Ours: what would become of everything if the account were closed now. */
export const readClosing = call({
  method: 'GET',
  path: '/auth/account/closing/',
  access: 'session',
  status: 200,
  reply: z.object({
    /** Others belong to the organisation: only the user leaves, and everything of it stays theirs. */
    has_other_members: z.boolean(),
    rules: z.int(),
    clients: z.int(),
    /** Not issued yet, and never would be. */
    documents_waiting: z.int(),
    mails_waiting: z.int(),
    mailboxes: z.int(),
    /** At the SII, where they stay whatever happens here. */
    documents_issued: z.int(),
    /** Until when those are kept here too; null when there are none. */
    kept_until: day.nullable(),
    /** On their way to the SII or to be cleared up: until then the account can't be closed. */
    in_flight: z.int(),
    /** Payments that may still come, and refunds whose end isn't known: the same holds of them. */
    money_in_flight: z.int(),
  }),
})

/**
 * Ours: stops all issuing, gives back the permissions of mailboxes, erases the sealed claves, and then the account.
 * 409 while a document or money is on its way; nothing is lost by asking again.
 */
export const closeAccount = call({
  method: 'POST',
  path: '/auth/account/closing/',
  access: 'session',
  status: 204,
  refuses: [409],
  body: z.object({
    password: z.string().min(1).max(256),
    otp: z.string().trim().max(40).optional(),
    word: z.string().trim().max(40),
  }),
  reply: NO_REPLY,
})
