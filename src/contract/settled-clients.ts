import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { day, id, idInPath, instant, rutText } from './fields.ts'

/** Clients whose earlier documents without payment tracking a person marked as paid. */
export const listSettledClients = call({
  method: 'GET',
  path: '/payments/terms/:id/settled-clients/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  reply: z.array(
    z.object({
      id,
      client: z.object({ identifier: z.string() }),
      through_day: day,
      by: z.string().nullable(),
      at: instant,
    }),
  ),
})

/** "Los anteriores ya están pagados": the client's transfers are matched by themselves again. No document becomes paid. */
export const settleClient = call({
  method: 'POST',
  path: '/payments/terms/:id/settled-clients/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({ client_rut: rutText }),
  reply: z.object({ id, matched: z.int() }),
})

export const unsettleClient = call({
  method: 'DELETE',
  path: '/payments/settled-clients/:id/',
  access: 'session',
  status: 204,
  params: z.object({ id: idInPath }),
  reply: NO_REPLY,
})
