import { z } from 'zod'
import { call } from './call.ts'
import { day, idInPath } from './fields.ts'

/**
 * Ours: a company's day with three times the documents of its fullest one is issued only when somebody says so,
 * once for all of them; those that something else holds too go on waiting. `date`: the one the person was shown, their own
 * or, once that has gone by, that of `readDeparture`; 400 when they would carry another. `documents`: how many were let go.
 */
export const approveRun = call({
  method: 'POST',
  path: '/billing-scheduler/runs/:id/approve/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 200,
  params: z.object({ id: idInPath }),
  body: z.object({ date: day.optional() }),
  reply: z.object({ documents: z.int() }),
})
