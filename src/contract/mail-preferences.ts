import { z } from 'zod'
import { call } from './call.ts'

/** Ours: which of the product's mails a user gets. Those that belong to having an account aren't named here. */
const preferences = z.object({
  new_sign_in: z.boolean(),
  monthly_values: z.boolean(),
  check_failed: z.boolean(),
  document_uncertain: z.boolean(),
  payment_received: z.boolean(),
  mailbox_disconnected: z.boolean(),
  issued_today: z.boolean(),
  weekly_digest: z.boolean(),
})

export const readMailPreferences = call({
  method: 'GET',
  path: '/mail-preferences/',
  access: 'session',
  status: 200,
  reply: preferences,
})

/** Only what is named changes. */
export const changeMailPreferences = call({
  method: 'PATCH',
  path: '/mail-preferences/',
  access: 'session',
  status: 200,
  body: preferences.partial(),
  reply: preferences,
})

/** The page behind the link at the end of a summary: `GET` asks, `POST` ends it. */
export const UNSUBSCRIBE_PATH = '/unsubscribe/:token'
