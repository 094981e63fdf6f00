import { z } from 'zod'
import { call } from './call.ts'
import { id } from './fields.ts'
import { identity } from './parties.ts'

// Ours: who owes how much.

const spread = z.object({
  not_due: z.int(),
  days_1_30: z.int(),
  days_31_60: z.int(),
  days_61_90: z.int(),
  days_91: z.int(),
})

const MAX_CURSOR = 1_000

/**
 * Who owes how much, by how long it is overdue, a page of clients, the largest debt first; and what all clients together owe
 * and what is expected of it, the same on each page.
 */
export const readReceivables = call({
  method: 'GET',
  path: '/payments/receivables/',
  access: 'session',
  status: 200,
  query: z.object({
    /** The `next` of the page before. */
    after: z.string().max(MAX_CURSOR).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    /** Of all clients, and how many these are. */
    total: spread.extend({ open: z.int(), clients: z.int() }),
    clients: z.array(
      spread.extend({
        company: identity,
        client: z.object({ identifier: z.string(), name: z.string() }),
        open: z.int(),
        documents: z.int(),
        /** The newest of these: it identifies the client where several share the RUT. */
        last_document: id,
        /** Days from issue to payment, the median of the last twelve paid; null: none was paid yet. */
        usual_days: z.int().nullable(),
      }),
    ),
    /** By the client's usual days, else by the due day; not what is over by both, which is overdue. */
    expected: z.object({ this_month: z.int(), next_month: z.int() }),
    next: z.string().nullable(),
  }),
})
