import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { instant } from './fields.ts'

const PATH = '/auth/account/blocking/'

/** Ours: since when the use of the account's data is suspended; null: it isn't. */
export const readBlocking = call({
  method: 'GET',
  path: PATH,
  access: 'session',
  status: 200,
  reply: z.object({ blocked_at: instant.nullable() }),
})

/**
 * Ours (Ley 19.628 as amended by 21.719: bloqueo): the data are kept, and used for nothing by itself: no document is
 * issued, nothing is read at the SII, no document is mailed. What is on its way to the SII goes on to its end.
 */
export const blockData = call({
  method: 'POST',
  path: PATH,
  access: 'session',
  status: 204,
  body: z.object({
    password: z.string().min(1).max(256),
    otp: z.string().trim().max(40).optional(),
  }),
  reply: NO_REPLY,
})

/** Ours: issuing stays stopped until the user resumes it. */
export const unblockData = call({
  method: 'DELETE',
  path: PATH,
  access: 'session',
  status: 204,
  reply: NO_REPLY,
})
