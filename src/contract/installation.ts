import { z } from 'zod'
import { call } from './call.ts'

/** Ours: whether this is the demonstration, and what the browser must say about it. */
export const readInstallation = call({
  method: 'GET',
  path: '/installation/',
  access: 'public',
  status: 200,
  reply: z.object({
    demonstration: z.boolean(),
    /** Logins offered by the demonstration; empty for real. */
    demo_logins: z.array(
      z.object({ email: z.string(), password: z.string(), name: z.string(), story: z.string() }),
    ),
    mailbox_url: z.string().nullable(),
    today: z.iso.date(),
    uf: z.object({ day: z.iso.date(), value: z.string() }).nullable(),
  }),
})
