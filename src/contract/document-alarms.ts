import { z } from 'zod'
import { call } from './call.ts'
import { documentDetail } from './documents.ts'
import { idInPath } from './fields.ts'

// Ours: a person's word on what is told of an issued document.

const documentInPath = z.object({ id: idInPath })

/**
 * Those numbers at the SII are other services, and all are right. 409 unless the reason is `twinFound`, and when one more
 * has turned up than `folios` names.
 */
export const acceptDocumentTwins = call({
  method: 'POST',
  path: '/documents/:id/accept-twins/',
  access: 'session',
  takesKey: true,
  status: 200,
  params: documentInPath,
  body: z.object({ folios: z.array(z.int().positive()).max(1000) }),
  reply: documentDetail,
})

/**
 * The receiver's claim of this factura is dealt with, in whatever way. 409 unless it is claimed and nobody said so, and
 * when the SII has shown another reaction since the `events` that were seen.
 */
export const settleClaim = call({
  method: 'POST',
  path: '/documents/:id/settle-claim/',
  access: 'session',
  takesKey: true,
  status: 200,
  params: documentInPath,
  body: z.object({ events: z.int().min(1).max(100) }),
  reply: documentDetail,
})

/** Leaves a boleta valid whose annulment came to nothing. 409 unless that is its reason. */
export const keepDocumentValid = call({
  method: 'POST',
  path: '/documents/:id/keep-valid/',
  access: 'session',
  takesKey: true,
  status: 200,
  params: documentInPath,
  reply: documentDetail,
})
