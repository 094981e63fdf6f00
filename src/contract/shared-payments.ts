import { z } from 'zod'
import { call } from './call.ts'
import { day, optionalText } from './fields.ts'
import { onlinePayment } from './payment-attempts.ts'
import { accountType, paymentState, pesos } from './payments.ts'

// Ours: what a payer sees of a document's payment, and says of it.

/** What somebody with the document's link sees of its payment. Null: its issuer takes none here. */
export const sharedPayment = z.object({
  state: paymentState,
  owed: z.int(),
  open: z.int(),
  /** What waits for the issuer's word, at most what is open. */
  declared: z.int(),
  /** What is open and nobody declared. */
  left: z.int(),
  /** Without what was given back. */
  paid: z.int(),
  refunded: z.int(),
  /** Of an overpaid one: all that came beyond the owed stays in its client's favour, by its owner's word. */
  excess_agreed: z.boolean(),
  due_day: day,
  days_overdue: z.int(),
  closes_day: day,
  closed: z.enum(['annulled', 'paid', 'expired']).nullable(),
  /** Something came of it: its receipt can be read. */
  has_receipt: z.boolean(),
  allows_partial: z.boolean(),
  transfer: z
    .object({
      bank: z.string(),
      account_type: accountType,
      account_number: z.string(),
      holder_name: z.string(),
      holder_rut: z.string(),
      email: z.string(),
      /** What to write as the transfer's comment. */
      reference: z.string(),
    })
    .nullable(),
  online: onlinePayment,
})

/**
 * "Ya transferí": it waits for the issuer's word. Its key is for the browser that says it: with it a later one corrects
 * it, and a proof is added.
 */
export const declareTransfer = call({
  method: 'POST',
  path: '/shared-documents/:token/declarations/',
  access: 'public',
  status: 201,
  refuses: [409],
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  body: z.object({
    amount: pesos,
    day,
    note: optionalText(200),
    corrects: z.string().max(36, { abort: true }).check(z.uuid()).nullable().default(null),
  }),
  reply: sharedPayment.extend({ key: z.uuid() }),
})
