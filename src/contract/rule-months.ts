import { z } from 'zod'
import { call } from './call.ts'
import { documentRow } from './documents.ts'
import { day, idInPath, month } from './fields.ts'
import { catchUp, madeDocument, ruleDocument } from './rules.ts'

// Ours: one month of a rule apart from the others, its schedule staying as it is.

export const ruleMonth = z.object({
  period: month,
  /** Where the schedule puts it. */
  own_date: day,
  /** Null: this month is skipped. */
  emission_date: day.nullable(),
  change: z.enum(['skipped', 'moved']).nullable(),
  /** Its documents are made: it can't be moved any more. */
  is_planned: z.boolean(),
  /** What is made of it, one for each client. */
  documents: z.array(madeDocument),
})

const monthInPath = z.object({ id: idInPath, period: month })

/** This month and the eleven after it, as far as the rule goes. */
export const listRuleMonths = call({
  method: 'GET',
  path: '/billing-sii/invoice-rules/:id/months/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  reply: z.array(ruleMonth).max(12),
})

/**
 * Skips one month, or issues it on another of its days. Skipping one already planned stops its documents. 409 when one
 * of them was issued or is on its way, to move what is planned, and to a day on which nothing can leave any more.
 */
export const changeRuleMonth = call({
  method: 'PUT',
  path: '/billing-sii/invoice-rules/:id/months/:period/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: monthInPath,
  body: z.discriminatedUnion('change', [
    z.object({ change: z.literal('skip') }),
    z.object({ change: z.literal('move'), emission_date: day }),
  ]),
  reply: ruleMonth,
})

/** The month goes by the schedule again. 409 once it is planned, or its own day has gone by. */
export const restoreRuleMonth = call({
  method: 'DELETE',
  path: '/billing-sii/invoice-rules/:id/months/:period/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: monthInPath,
  reply: ruleMonth,
})

/**
 * This month's own documents become due at once, dated as `readDeparture` says, each with its undo window; the schedule
 * goes on with the next month. 400 when `date`, which the person was shown, is another one. Never a second one of the same month. 409 when they are made and on their way already.
 */
export const issueRuleMonthNow = call({
  method: 'POST',
  path: '/billing-sii/invoice-rules/:id/months/:period/issue-now/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 200,
  refuses: [409],
  params: monthInPath,
  body: z.object({ date: day.optional() }),
  reply: z.object({ month: ruleMonth, documents: z.array(documentRow) }),
})

/**
 * The emission days that went by while the rule was paused, oldest first, at most the last twelve; what the rule says
 * of them; and the documents that the pause stopped whose day hasn't gone by yet. Nothing of an active rule.
 */
export const readMissedMonths = call({
  method: 'GET',
  path: '/billing-sii/invoice-rules/:id/missed/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  reply: z.object({
    catch_up: catchUp,
    months: z.array(z.object({ period: month, own_date: day, service_month: month })).max(12),
    stopped: z.array(ruleDocument),
  }),
})

/**
 * Ends a pause. `issue` names one of the months it missed, whose documents become due at once, each with its undo
 * window; null: none. `restore`: what the pause stopped goes on, each with another undo window; of those of an earlier
 * day the user is asked. Both are dated as `readDeparture` says, and 400 when `date`, which the person was shown, is
 * another one. The others never come back. 409 when it isn't paused, or hasn't missed that month.
 */
export const resumeRule = call({
  method: 'POST',
  path: '/billing-sii/invoice-rules/:id/resume/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({
    issue: month.nullable(),
    restore: z.boolean().default(false),
    date: day.optional(),
  }),
  reply: z.object({ documents: z.array(documentRow) }),
})
