import { z } from 'zod'
import { call } from './call.ts'
import { day, id } from './fields.ts'
import { identity } from './parties.ts'

// Ours: who owes how much, and what came last.

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
    expected: z.object({ this_month: z.int(), next_month: z.int() }),
    next: z.string().nullable(),
  }),
})

/** What the first screen tells of payments: how much is owed, and the three that were recorded last. */
export const readPaymentsOverview = call({
  method: 'GET',
  path: '/payments/overview/',
  access: 'session',
  status: 200,
  reply: z.object({
    /** Of all clients, and how many these are. */
    open: z.int(),
    overdue: z.int(),
    clients: z.int(),
    /** None that was undone. */
    latest: z.array(
      z.object({
        id,
        day,
        amount: z.int(),
        /** Of it, what was given back. */
        refunded: z.int(),
        company: identity,
        /** Of its documents the first one, and how many it pays. */
        document: z.object({
          id,
          document_type: z.union([z.literal(33), z.literal(39)]),
          folio: z.int().nullable(),
          recipient: z.string(),
        }),
        documents: z.int(),
      }),
    ),
  }),
})
