import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

export const auditEvent = z.object({
  id,
  at: instant,
  /** A code; `text` is its sentence in the request's language. */
  kind: z.string(),
  text: z.string(),
  /** 'facturator:7': what it happened to. */
  subject: z.string(),
  /** Whose clave or connection it is about; null when it is about none, or that is gone. */
  person: z.string().nullable(),
  /** Null: nobody but ourselves. */
  user: z.object({ id, email: z.string() }).nullable(),
})

/**
 * Ours: who changed what, and when and what for each secret was used; newest first. `about=secrets` leaves
 * out everything but the uses of clave and certificate password.
 */
export const listAuditEvents = call({
  method: 'GET',
  path: '/audit-events/',
  access: 'session',
  status: 200,
  query: z.object({
    about: z.enum(['everything', 'secrets']).default('everything'),
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ events: z.array(auditEvent), next: id.nullable() }),
})
