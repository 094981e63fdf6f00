import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { id, idInPath, instant, rutText } from './fields.ts'
import { identity } from './parties.ts'
import { paymentProvider } from './payment-attempts.ts'

// Ours: a company's own accounts at payment providers. Their keys are written and never read.

export const connectionMode = z.enum(['live', 'test'])
/** `otherAccount`: the keys are taken, and are of another account than it says. */
export const connectionTest = z.enum([
  'ok',
  'unauthorised',
  'otherAccount',
  'otherMode',
  'otherCountry',
  'unavailable',
])

const recipientFields = {
  number: z
    .string()
    .trim()
    .regex(/^\d[\d-]{2,29}$/),
  type: z.enum(['checking_account', 'sight_account']),
  institution_id: z
    .string()
    .trim()
    .regex(/^cl_[a-z_]{2,40}$/),
}

/** What names the account at its provider, in the provider's own words. */
const account = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('transbank'),
    commerce_code: z.string(),
    store_code: z.string().nullable(),
  }),
  z.object({ provider: z.literal('khipu'), receiver_id: z.string() }),
  z.object({
    provider: z.literal('fintoc'),
    recipient: z
      .object({
        holder_rut: z.string(),
        number: z.string(),
        type: z.string(),
        institution_id: z.string(),
      })
      .nullable(),
  }),
  z.object({ provider: z.literal('mercadoPago'), collector_id: z.string() }),
])

export const paymentConnection = z.object({
  id,
  mode: connectionMode,
  account,
  /** The RUT of the account that is paid is not the company's. False where the account names none. */
  holder_differs: z.boolean(),
  created_at: instant,
  tested_at: instant.nullable(),
  /** Null: not tested since its keys were saved. */
  test_outcome: connectionTest.nullable(),
  is_offered: z.boolean(),
  /** In the real environment a connection in test mode never is. */
  can_be_offered: z.boolean(),
})

const notifyUrls = z.object({ live: z.string(), test: z.string() })

const companyConnections = z.object({
  company: identity,
  providers: z.array(
    z.object({
      provider: paymentProvider,
      method: z.enum(['card', 'transfer']),
      /** In force: at most one of each mode, live first. */
      connections: z.array(paymentConnection),
      /** What is to be entered at the provider before its keys are saved here; null where it asks for no address. */
      notify_urls: notifyUrls.nullable(),
    }),
  ),
})

const companyParam = z.object({ id: idInPath })
const connectionParam = z.object({ id: idInPath })

/** Of each company, in the order of their names; every provider of each, connected or not. */
export const listPaymentConnections = call({
  method: 'GET',
  path: '/payments/connections/',
  access: 'session',
  status: 200,
  reply: z.array(companyConnections),
})

/** Goes into a header or a signature: printable ASCII, without spaces. */
const providerKey = z
  .string()
  .trim()
  .max(300, { abort: true })
  .regex(/^[\x21-\x7e]+$/)
const numberText = (max: number) => z.string().trim().max(max, { abort: true }).regex(/^\d+$/)

const common = {
  mode: connectionMode,
  /** The connection of that provider and mode as it was seen; null: none. */
  seen: id.nullable(),
}

/**
 * The account's keys, tested and kept whatever the test says. Other keys of the same account replace those there were;
 * another account ends the connection and begins another one. 409 where somebody saved another one after it was `seen`.
 */
export const savePaymentConnection = call({
  method: 'PUT',
  path: '/payments/terms/:id/connections/',
  access: 'session',
  status: 200,
  // Who changes the account receives the money.
  asksPassword: true,
  refuses: [409],
  params: companyParam,
  body: z.discriminatedUnion('provider', [
    z.object({
      provider: z.literal('transbank'),
      ...common,
      commerce_code: numberText(12),
      store_code: numberText(12).nullable().default(null),
      api_key: providerKey,
    }),
    z.object({
      provider: z.literal('khipu'),
      ...common,
      receiver_id: numberText(15),
      api_key: providerKey,
      notification_secret: providerKey,
    }),
    z.object({
      provider: z.literal('fintoc'),
      ...common,
      api_key: providerKey,
      notification_secret: providerKey,
      recipient: z
        .object({ holder_rut: rutText, ...recipientFields })
        .nullable()
        .default(null),
    }),
    z.object({
      provider: z.literal('mercadoPago'),
      ...common,
      collector_id: numberText(15),
      access_token: providerKey,
      notification_secret: providerKey,
    }),
  ]),
  reply: paymentConnection,
})

/** Of a demonstration alone: connects the stand-in's account, and offers it. 404 elsewhere. */
export const connectTestAccount = call({
  method: 'POST',
  path: '/payments/terms/:id/connections/test-account/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: companyParam,
  body: z.object({ provider: paymentProvider }),
  reply: paymentConnection,
})

/** Asks the provider whether it takes the keys. Moves no money. Refused keys are offered to payers no longer. */
export const testPaymentConnection = call({
  method: 'POST',
  path: '/payments/connections/:id/test/',
  access: 'session',
  status: 200,
  params: connectionParam,
  reply: paymentConnection,
})

/** Whether payers are offered it: 409 before a test that was `ok`, and in the real environment for one in test mode. */
export const offerPaymentConnection = call({
  method: 'PATCH',
  path: '/payments/connections/:id/',
  access: 'session',
  status: 200,
  asksPassword: true,
  refuses: [409],
  params: connectionParam,
  body: z.object({ is_offered: z.boolean() }),
  reply: paymentConnection,
})

/** Nothing is begun by it any more. Its keys are erased once nothing of it is pending. */
export const endPaymentConnection = call({
  method: 'DELETE',
  path: '/payments/connections/:id/',
  access: 'session',
  status: 204,
  asksPassword: true,
  params: connectionParam,
  reply: NO_REPLY,
})
