import { z } from 'zod'
import { call } from './call.ts'
import { idInPath } from './fields.ts'
import { paymentDetail } from './payments.ts'

// Ours: what an owner does about payments that a provider confirmed, or did not.

/**
 * Has the provider give back money of a payment that it confirmed, at most what came of it for this document. 409 with the
 * reason where it can't; then nothing was given back, and what its owner gives back by hand is recorded.
 */
export const orderRefund = call({
  method: 'POST',
  path: '/documents/:id/payments/:payment/refund/',
  access: 'session',
  status: 200,
  takesKey: true,
  asksPassword: true,
  refuses: [404, 409],
  params: z.object({ id: idInPath, payment: idInPath }),
  body: z.object({ amount: z.int().positive().max(999_999_999_999) }),
  reply: paymentDetail,
})

/**
 * Its owner looked into one thing that was asked about an online payment. Of a refund that may have been done
 * (`refundUnseen`) the answer says whether it was; of a payment that its payer's bank took back (`chargedBack`), that the
 * money is lost (`moneyLost`) or still there (`lookedInto`). What went back is recorded as that person's word, with the
 * note. Other questions are `lookedInto`.
 */
export const answerQuestion = call({
  method: 'POST',
  path: '/documents/:id/payment-questions/:question/answer/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath, question: idInPath }),
  body: z.object({
    answer: z.enum(['lookedInto', 'refunded', 'notRefunded', 'moneyLost']).default('lookedInto'),
    note: z.string().trim().max(200).default(''),
  }),
  reply: paymentDetail,
})
