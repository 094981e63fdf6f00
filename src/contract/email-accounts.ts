import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { id, idInPath, month, text } from './fields.ts'

export const mailProvider = z.enum(['google', 'microsoft'])

export const emailAccount = z.object({
  id,
  full_name: z.string(),
  email_address: z.string(),
  provider: mailProvider,
  /** HTML, already safe. */
  signature: z.string(),
  /** disconnected: nothing is sent until its owner connects it again. */
  state: z.enum(['connected', 'disconnected']),
  disconnect_reason: z.enum(['revoked', 'scopeMissing', 'disabled']).nullable(),
  /** Mails held back while it was disconnected, offered in one button. */
  pending: z.int(),
})

export const listEmailAccounts = call({
  method: 'GET',
  path: '/mailer/email-accounts/',
  access: 'session',
  status: 200,
  reply: z.array(emailAccount),
})

/** Where the browser is sent back to: a path of ours. */
const returnPath = z
  .string()
  .max(200)
  .regex(/^\/([\w-]+(\/[\w-]+)*)?$/)
  .default('/email-accounts')

/** Connects or, with `account`, connects again. The answer sets a cookie: only this browser can go on. */
const toConnect = z.object({
  return_path: returnPath,
  account: idInPath.optional(),
  /** Also what documents above 3 MB need, where that is a right of its own (Microsoft). */
  large_files: z.stringbool().or(z.boolean()).default(false),
})

export const authorizeGoogle = call({
  method: 'GET',
  path: '/mailer/oauth/google/authorize/',
  access: 'session',
  status: 200,
  refuses: [409, 404],
  query: toConnect,
  reply: z.object({ auth_url: z.string() }),
})

/** Ours: lets this browser go to the path below, which asks for no bearer because a page is sent there. */
export const startMicrosoft = call({
  method: 'POST',
  path: '/mailer/oauth/microsoft/start/',
  access: 'session',
  status: 200,
  refuses: [404, 409],
  body: toConnect,
  reply: z.object({ auth_url: z.string() }),
})

/**
 * Where a browser goes by its address bar. Whoever goes there of their own accord, as clients of the original API
 * do, is sent to the page of mailboxes, which begins for them with the session it keeps.
 */
export const MICROSOFT_AUTHORIZE_PATH = '/mailer/oauth/microsoft/authorize/'
/** In that page's address: begin with this provider. */
export const CONNECT_AT_ONCE = 'connect'
export const OAUTH_CALLBACK_PATH = '/mailer/oauth/:provider/callback/'

/** Ten years: mails of older documents are sent one by one. */
export const MAX_PENDING_MONTHS = 120

const accountInPath = z.object({ id: idInPath })

export const changeEmailAccount = call({
  method: 'PATCH',
  path: '/mailer/email-accounts/:id/',
  access: 'session',
  status: 200,
  params: accountInPath,
  body: z.object({ full_name: text(100).optional(), signature: text(5_000).optional() }),
  reply: emailAccount,
})

export const deleteEmailAccount = call({
  method: 'DELETE',
  path: '/mailer/email-accounts/:id/',
  access: 'session',
  status: 204,
  params: accountInPath,
  reply: NO_REPLY,
})

/** `mailbox`: what this one held back while it was disconnected. `none`: what no mailbox has, since its own was removed. */
const heldBy = z.enum(['mailbox', 'none']).default('mailbox')

/** Ours: what is held back, by the month of the documents, the newest first. */
export const readPending = call({
  method: 'GET',
  path: '/mailer/email-accounts/:id/pending/',
  access: 'session',
  status: 200,
  params: accountInPath,
  query: z.object({ held_by: heldBy }),
  reply: z.object({
    months: z.array(z.object({ month, count: z.int() })),
    /** Held, and left out: their documents are annulled, or about to be. */
    taken_back: z.int(),
  }),
})

/**
 * Ours: sends from this mailbox what was held back of these months, or leaves it unsent. `count`: how many the user was shown; 409 if
 * there are more by now, and nothing is done. Asked again, it does nothing more.
 */
export const resendPending = call({
  method: 'POST',
  path: '/mailer/email-accounts/:id/resend-pending/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: accountInPath,
  body: z.object({
    months: z.array(month).min(1).max(MAX_PENDING_MONTHS),
    count: z.int().positive(),
    decision: z.enum(['send', 'leave']).default('send'),
    held_by: heldBy,
  }),
  reply: z.object({ queued: z.int() }),
})
