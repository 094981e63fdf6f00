import { z } from 'zod'
import { PAYMENT_STATES } from '#domain/receivable.ts'
import { call, NO_REPLY } from './call.ts'
import {
  day,
  dueDays,
  email,
  id,
  idInPath,
  instant,
  optionalText,
  requiredText,
  rutText,
} from './fields.ts'
import { identity } from './parties.ts'
import { paymentAttempt, paymentDoubt } from './payment-attempts.ts'

// Ours: the specification promises payment links and their status (sections 1 and 9) and shows no call.

export const paymentState = z.enum(PAYMENT_STATES)
export const pesos = z.int().positive().max(999_999_999_999)
const idParam = z.object({ id: idInPath })

/** What a row of a list says of a document's payment. Null: its payment is not followed. */
export const paymentAxis = z.object({
  state: paymentState,
  owed: z.int(),
  /** Still to be paid. */
  open: z.int(),
  due_day: day,
  /** Whole days since it was due; 0 or less while it is not. */
  days_overdue: z.int(),
})

export const paymentWay = z.enum(['transfer', 'card', 'cash', 'cheque', 'other'])
const recorder = z.string().nullable()

const moneyRow = z.object({
  id,
  day,
  amount: z.int(),
  note: z.string(),
  /** The user's address; null: not a person's word. */
  recorded_by: recorder,
  recorded_at: instant,
  undone_at: instant.nullable(),
  undone_by: recorder,
})

export const paymentDetail = paymentAxis.extend({
  /** Before notas de crédito. */
  base: z.int(),
  taken_back: z.int(),
  paid: z.int(),
  refunded: z.int(),
  /** What came beyond what is owed. */
  excess: z.int(),
  /** Of it, what its owner agreed to leave in the client's favour. */
  agreed_excess: z.int(),
  closes_day: day,
  /** Why its page takes no payment; null when it does. */
  closed: z.enum(['annulled', 'paid', 'expired']).nullable(),
  payments: z.array(
    moneyRow.extend({
      /** Of it, what pays this document. */
      share: z.int(),
      way: paymentWay,
      source: z.enum(['person', 'declaration', 'statement', 'provider']),
      corrects: id.nullable(),
      refunded: z.int(),
      /** Of the mail that brings its payer a receipt; null: none goes. */
      receipt: z.enum(['queued', 'sent', 'failed', 'unknown']).nullable(),
    }),
  ),
  refunds: z.array(moneyRow.extend({ payment: id })),
  /** What payers say they transferred and nobody answered, the oldest first. */
  declarations: z.array(
    z.object({ id, amount: z.int(), day, note: z.string(), has_voucher: z.boolean(), at: instant }),
  ),
  /** Movements of a bank's statement that paid it and may be the very money of an online payment. */
  doubts: z.array(paymentDoubt),
  /** Movements that paid it and that the bank took back, or may have: a person says whether the money stayed. */
  taken_back_by_bank: z.array(
    z.object({ movement: id, amount: z.int(), day, is_doubtful: z.boolean() }),
  ),
  /** To whom a receipt would go by mail now; empty where the document was not mailed. */
  receipt_to: z.array(z.string()),
  /** Begun at a provider by who has its link, the newest first: fifty at most. */
  attempts: z.array(paymentAttempt),
  /** Nothing is on record that would be lost if it were not followed any more. */
  can_unfollow: z.boolean(),
})

export const accountType = z.enum(['corriente', 'vista', 'rut', 'ahorro'])

const bankFields = {
  bank: requiredText(60),
  account_type: accountType,
  account_number: z
    .string()
    .trim()
    .regex(/^\d[\d-]{2,29}$/),
  holder_name: requiredText(100),
  holder_rut: rutText,
  email,
}

const terms = z.object({
  company: identity,
  /** Documents of this date and later are followed. Null: switched off. */
  enabled_from: day.nullable(),
  allows_partial: z.boolean(),
  due_days: z.int(),
  bank: z
    .object({
      ...bankFields,
      account_number: z.string(),
      holder_rut: z.string(),
      email: z.string(),
    })
    .nullable(),
  /** The account's RUT is not the company's. */
  holder_differs: z.boolean(),
  /** Null: nobody saved them yet. */
  updated_at: instant.nullable(),
})

/** Of each company, in the order of their names. */
export const listPaymentTerms = call({
  method: 'GET',
  path: '/payments/terms/',
  access: 'session',
  status: 200,
  reply: z.array(terms),
})

/** 409 where somebody saved them after they were `seen`: what a form of before says would undo that. */
export const savePaymentTerms = call({
  method: 'PUT',
  path: '/payments/terms/:id/',
  access: 'session',
  status: 200,
  // The person who changes the account receives the money.
  asksPassword: true,
  refuses: [409],
  params: idParam,
  body: z.object({
    /** Their `updated_at` as it was read. */
    seen: instant.nullable(),
    enabled_from: day.nullable(),
    allows_partial: z.boolean().default(false),
    due_days: dueDays,
    bank: z.object(bankFields).nullable(),
  }),
  reply: terms,
})

const movement = {
  day,
  amount: pesos,
  note: optionalText(200),
}

/** Money that came, on its recorder's word. More than is open is taken, and shown as too much. */
export const recordPayment = call({
  method: 'POST',
  path: '/documents/:id/payments/',
  access: 'session',
  status: 201,
  takesKey: true,
  refuses: [409],
  params: idParam,
  body: z.object({
    ...movement,
    way: paymentWay,
    /** The declaration that it is, which is confirmed by it. */
    declaration: id.nullable().default(null),
    /** Its payer gets a receipt by mail, where `receipt_to` names an address. */
    receipt: z.boolean().default(false),
  }),
  reply: paymentDetail,
})

/** Undoes it and records the corrected one, in one step. A payment that a provider confirmed is no person's to correct. */
export const correctPayment = call({
  method: 'POST',
  path: '/documents/:id/payments/:payment/correct/',
  access: 'session',
  status: 200,
  takesKey: true,
  refuses: [409],
  params: z.object({ id: idInPath, payment: idInPath }),
  body: z.object({ ...movement, way: paymentWay }),
  reply: paymentDetail,
})

export const undoPayment = call({
  method: 'POST',
  path: '/documents/:id/payments/:payment/undo/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath, payment: idInPath }),
  reply: paymentDetail,
})

/** Money given back by hand, at most what came of that payment. */
export const recordRefund = call({
  method: 'POST',
  path: '/documents/:id/refunds/',
  access: 'session',
  status: 201,
  takesKey: true,
  refuses: [409],
  params: idParam,
  body: z.object({ ...movement, payment: id }),
  reply: paymentDetail,
})

export const undoRefund = call({
  method: 'POST',
  path: '/documents/:id/refunds/:refund/undo/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath, refund: idInPath }),
  reply: paymentDetail,
})

/** Follows the payment of documents issued before it was switched on. Those that can't be are left out. */
export const followPayments = call({
  method: 'POST',
  path: '/payments/follow/',
  access: 'session',
  status: 200,
  body: z.object({ documents: z.array(id).min(1).max(500) }),
  reply: z.object({ followed: z.int() }),
})

/** 409 while money or a declaration is on record. */
export const unfollowPayment = call({
  method: 'DELETE',
  path: '/documents/:id/payment/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: idParam,
  reply: NO_REPLY,
})

export const readPayment = call({
  method: 'GET',
  path: '/documents/:id/payment/',
  access: 'session',
  status: 200,
  params: idParam,
  reply: paymentDetail,
})

/** Another due day; its page takes payments until 60 days after it. */
export const movePaymentDay = call({
  method: 'PATCH',
  path: '/documents/:id/payment/',
  access: 'session',
  status: 200,
  params: idParam,
  body: z.object({ due_day: day }),
  reply: paymentDetail,
})

/** Its page takes payments for 60 days more, from today. */
export const reopenPayment = call({
  method: 'POST',
  path: '/documents/:id/payment/reopen/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: idParam,
  reply: paymentDetail,
})

/** How much of what came beyond what is owed stays in the client's favour; 0 takes it back. 409: it isn't that much. */
export const agreeExcess = call({
  method: 'PUT',
  path: '/documents/:id/payment/agreed-excess/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: idParam,
  body: z.object({ amount: z.int().min(0).max(999_999_999_999) }),
  reply: paymentDetail,
})

const declaration = z.object({
  id,
  document: id,
  document_type: z.union([z.literal(33), z.literal(39)]),
  folio: z.int().nullable(),
  company: identity,
  recipient: z.object({ identifier: z.string(), name: z.string() }),
  amount: z.int(),
  open: z.int(),
  day,
  note: z.string(),
  has_voucher: z.boolean(),
  at: instant,
})

/** Those that wait for a word, the oldest first: two hundred at most. */
export const listDeclarations = call({
  method: 'GET',
  path: '/payments/declarations/',
  access: 'session',
  status: 200,
  reply: z.array(declaration),
})

/**
 * Each is decided on its own, by the amount and day that were seen. `already`: it was decided before. `changed`: its payer
 * corrected it. `tooMuch`: more would have come than is owed, and by more than `excess` says is agreed.
 */
export const decideDeclarations = call({
  method: 'POST',
  path: '/payments/declarations/decide/',
  access: 'session',
  status: 200,
  refuses: [404],
  body: z.object({
    decisions: z
      .array(
        z.object({
          id,
          word: z.enum(['confirm', 'reject']),
          amount: z.int(),
          day,
          excess: z.int().min(0).default(0),
        }),
      )
      .min(1)
      .max(200),
  }),
  reply: z.object({
    outcomes: z.array(
      z.object({
        id,
        outcome: z.enum(['confirmed', 'rejected', 'already', 'changed', 'tooMuch']),
        /** Of `tooMuch`: what would have come beyond what is owed. */
        excess: z.int().optional(),
      }),
    ),
  }),
})
