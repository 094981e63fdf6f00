import { z } from 'zod'
import { call } from './call.ts'
import { idInPath } from './fields.ts'

/**
 * Ours: a company's day with three times the documents of its fullest one is issued only when somebody says so,
 * once for all of them; those that something else holds too go on waiting. `documents`: how many were let go.
 */
export const approveRun = call({
  method: 'POST',
  path: '/billing-scheduler/runs/:id/approve/',
  access: 'session',
  takesKey: true,
  status: 200,
  params: z.object({ id: idInPath }),
  reply: z.object({ documents: z.int() }),
})
