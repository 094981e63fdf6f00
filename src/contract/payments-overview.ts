import { z } from 'zod'
import { call } from './call.ts'
import { day, id } from './fields.ts'
import { identity } from './parties.ts'

// Ours: what is owed and what came last, in short.

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
