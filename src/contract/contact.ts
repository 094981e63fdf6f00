import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { email, optionalText, requiredText } from './fields.ts'

/** Ours: the landing page's contact form. A program that fills in `website` is answered like anybody. */
export const sendContactMessage = call({
  method: 'POST',
  path: '/contact/',
  access: 'public',
  takesKey: true,
  status: 204,
  body: z.object({
    name: requiredText(120),
    email,
    phone: optionalText(40),
    message: requiredText(4_000),
    website: optionalText(200),
  }),
  reply: NO_REPLY,
})
