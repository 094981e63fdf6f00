import { z } from 'zod'
import { call } from './call.ts'
import { day, id, instant } from './fields.ts'

// Ours: payments by a provider, from the page of a document's link.

export const paymentProvider = z.enum(['transbank', 'khipu', 'fintoc', 'mercadoPago'])

/**
 * `started`: its payer is at the provider's. `checking`: back, and the provider hasn't said yet how it went. `mismatch`: money
 * moved in another way than was asked for, or its owner marked it paid at the provider's, and looks into it. `notOwed`: not
 * charged, because what it pays was not owed any more. `notStarted`: the provider never took it.
 */
const attemptState = z.enum([
  'started',
  'checking',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'mismatch',
  'notOwed',
  'notStarted',
])

/** What somebody with the document's link sees of the last payment begun there. */
export const sharedAttempt = z.object({
  provider: paymentProvider,
  amount: z.int(),
  state: attemptState,
})

/** The ways to pay online that a document's page offers. */
export const onlinePayment = z.object({
  providers: z.array(
    z.object({
      connection: id,
      provider: paymentProvider,
      method: z.enum(['card', 'transfer']),
    }),
  ),
  /** Of the last day; null: none was begun. */
  attempt: sharedAttempt.nullable(),
})

/** A payment begun at a provider, as its owner sees it. */
export const paymentAttempt = z.object({
  id,
  at: instant,
  provider: paymentProvider,
  amount: z.int(),
  /** Of it, what would pay this document. */
  share: z.int(),
  state: attemptState,
  /** The provider's own word. */
  status: z.string(),
  /** Null: not paid, as far as we know. */
  method: z.object({ kind: z.string().nullable(), card_ending: z.string().nullable() }).nullable(),
  /** The money that it became. Several: its checkout was paid again. */
  payments: z.array(id),
  /** What its owner is asked to look into at the provider, and hasn't answered. */
  questions: z.array(
    z.object({
      id,
      kind: z.enum(['mismatch', 'disputed', 'chargedBack', 'unread', 'refundUnseen', 'markedPaid']),
      /** `refundUnseen`: what was to be given back; `chargedBack`: the whole payment. Else the share. */
      amount: z.int(),
    }),
  ),
  /** Its connection was removed, and its keys are gone: what is given back goes by hand. */
  is_disconnected: z.boolean(),
  /** Ordered here. */
  refunds: z.array(
    z.object({
      id,
      payment: id,
      amount: z.int(),
      at: instant,
      /** `unseen`: nobody knows whether it was done, and its owner is asked. */
      state: z.enum(['asked', 'pending', 'unseen', 'done', 'refused']),
    }),
  ),
})

/** Where the browser is to go, by GET or by a form with the fields. */
export const redirect = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
})

/**
 * Begins a payment at a provider, or goes on with the one begun, and says where the browser is to go. Without an amount it
 * is all that is open and not declared; less only where the issuer takes parts. 409 for another amount by now, and while one
 * begun before is being checked or all is declared; with `pays_again`, for a payer who saw that, all that is open is paid.
 */
export const startPayment = call({
  method: 'POST',
  path: '/shared-documents/:token/attempts/',
  access: 'public',
  status: 201,
  refuses: [409],
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  body: z.object({
    connection: id,
    amount: z.int().positive().max(999_999_999_999).nullable().default(null),
    pays_again: z.boolean().default(false),
  }),
  reply: redirect,
})

/**
 * What became of a payment, for its payer who comes back after the document's page is shown no more: its link was withdrawn,
 * or the return is long past. Nothing of the document.
 */
export const readReturnedPayment = call({
  method: 'GET',
  path: '/payments/returned/:order/',
  access: 'public',
  status: 200,
  params: z.object({ order: z.string().regex(/^[a-z2-7]{26}$/) }),
  reply: z.object({ provider: paymentProvider, state: attemptState }),
})

/** Beside the calls of the contract: where a provider leads its payer back to, and where it notifies. */
export const PAYMENT_RETURN_PATH = '/payments/return/:order/'
export const PAYMENT_CANCELLED_PATH = '/payments/return/:order/cancelled/'
export const WEBHOOK_PATH = '/webhooks/:provider/:connection'

/** A movement of a bank's statement that may be the money of an online payment. */
export const paymentDoubt = z.object({
  movement: id,
  /** The online one. */
  payment: id,
  provider: z.enum(['khipu', 'fintoc']),
  amount: z.int(),
  /** The movement's. */
  day,
})
