import { z } from 'zod'
import { call } from './call.ts'
import { idInPath, instant } from './fields.ts'
import { redirect } from './payment-attempts.ts'

// Ours: a payment of nothing, by which a company's owner tries a connection in test mode.

/** What a trial asks for: enough for every provider's least amount. */
export const TRIAL_CLP = 1_000

const connectionParam = z.object({ id: idInPath })

/** Begins one at the provider, in place of the last one. 409 for a connection in production, and where the provider refuses it. */
export const startPaymentTrial = call({
  method: 'POST',
  path: '/payments/connections/:id/trial/',
  access: 'session',
  status: 201,
  refuses: [409],
  params: connectionParam,
  reply: redirect,
})

/** The last one, as the provider says now. It never is a payment. */
export const readPaymentTrial = call({
  method: 'GET',
  path: '/payments/connections/:id/trial/',
  access: 'session',
  status: 200,
  params: connectionParam,
  reply: z.object({
    trial: z
      .object({
        /** `mismatch`: paid in another way than was asked for. */
        state: z.enum(['pending', 'succeeded', 'failed', 'cancelled', 'expired', 'mismatch']),
        amount: z.int(),
        at: instant,
        /** Whether a signed notice came since; null where the provider sends none. */
        is_notified: z.boolean().nullable(),
      })
      .nullable(),
  }),
})

/** Beside the calls of the contract: where the provider leads the owner back to. */
export const TRIAL_RETURN_PATH = '/payments/trials/:order/'
export const TRIAL_CANCELLED_PATH = '/payments/trials/:order/cancelled/'
