import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { day, id, instant } from './fields.ts'
import { redirect, sharedAttempt } from './payment-attempts.ts'

// Ours: a client's other documents to pay, shown to who reads an address that their issuer has for that client.

const inPath = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
const payableType = z.union([z.literal(33), z.literal(39)])

/** So many are paid at once. */
export const MAX_TOGETHER = 30

/** Where a code can be mailed: never written in full, and never to be written by who asks. */
export const listPayerAddresses = call({
  method: 'GET',
  path: '/shared-documents/:token/addresses/',
  access: 'public',
  status: 200,
  params: inPath,
  reply: z.array(z.object({ id, masked: z.string() })),
})

/**
 * Mails a code to one of the addresses. The same answer whether there are other documents or not; what the code opens is
 * bound to the browser that asked for it, by a cookie.
 */
export const askPayerCode = call({
  method: 'POST',
  path: '/shared-documents/:token/codes/',
  access: 'public',
  status: 204,
  params: inPath,
  body: z.object({ address: id }),
  reply: NO_REPLY,
})

const payerAccess = z.object({
  /** Null: the list isn't open in this browser, and nothing of it is shown. */
  until: instant.nullable(),
  /** What can be paid, by due day: a hundred at most. */
  documents: z.array(
    z.object({
      id,
      document_type: payableType,
      folio: z.int().nullable(),
      emission_date: day.nullable(),
      due_day: day,
      days_overdue: z.int(),
      open: z.int(),
      /** It waits for the issuer's word on a transfer, and can't be paid with others. */
      is_declared: z.boolean(),
      /** Money of a payment begun online may have moved: it can't be paid with others before that is certain. */
      is_checking: z.boolean(),
      /** The one whose page it is. */
      is_here: z.boolean(),
    }),
  ),
  /** The last payment of several documents begun from here within a day; null: none was. */
  attempt: sharedAttempt
    .extend({
      documents: z.array(
        z.object({ document_type: payableType, folio: z.int().nullable(), amount: z.int() }),
      ),
    })
    .nullable(),
})

/** What is open in this browser. */
export const readPayerAccess = call({
  method: 'GET',
  path: '/shared-documents/:token/access/',
  access: 'public',
  status: 200,
  params: inPath,
  reply: payerAccess,
})

/** Opens the list for half an hour. 400 for a code that is wrong, used, too old or of another browser or page, alike. */
export const openPayerAccess = call({
  method: 'POST',
  path: '/shared-documents/:token/access/',
  access: 'public',
  status: 200,
  params: inPath,
  body: z.object({
    code: z
      .string()
      .trim()
      .max(20, { abort: true })
      .regex(/^\d{3} ?\d{3}$/),
  }),
  reply: payerAccess,
})

const chosen = {
  documents: z.array(id).min(1).max(MAX_TOGETHER),
  /** What its payer saw that they come to. The amounts are those on record; another sum is refused. */
  total: z.int().positive().max(999_999_999_999),
}

/**
 * Begins one payment of several documents at a provider. 403 where the list is not open, 409 where one of them is not to
 * be paid any more or they come to something else.
 */
export const startJointPayment = call({
  method: 'POST',
  path: '/shared-documents/:token/joint-attempts/',
  access: 'public',
  status: 201,
  refuses: [403, 409],
  params: inPath,
  body: z.object({ connection: id, ...chosen }),
  reply: redirect,
})

/** "Ya transferí" of several documents at once: one declaration of each, for all that is open of it. */
export const declareJointTransfer = call({
  method: 'POST',
  path: '/shared-documents/:token/joint-declarations/',
  access: 'public',
  status: 201,
  refuses: [403, 409],
  params: inPath,
  body: z.object({ day, ...chosen }),
  /** The browser that said it adds the one proof of the transfer by the key, as of a single declaration. */
  reply: payerAccess.extend({ key: z.uuid() }),
})
