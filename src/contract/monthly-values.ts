import { z } from 'zod'
import { call } from './call.ts'
import { day, decimal, decimalToWrite, id, idInPath, month } from './fields.ts'
import { identity } from './parties.ts'
import { MAX_CLIENTS, MAX_LINES } from './rules.ts'

// Ours: a rule's lines whose quantity or price is not fixed are filled in each month.

/** What one line says to one client in that month. */
const monthlyValue = z.object({
  client: identity,
  order: z.int(),
  description: z.string(),
  currency: z.enum(['CLP', 'UF']),
  /** The rule's own where it is fixed, else what was filled in; null: still to be filled in. */
  quantity: decimal.nullable(),
  price: decimal.nullable(),
  quantity_is_fixed: z.boolean(),
  price_is_fixed: z.boolean(),
  /** What was filled in the last time, to be offered and never applied by itself. */
  last: z
    .object({ period: month, quantity: decimal.nullable(), price: decimal.nullable() })
    .nullable(),
})

export const monthlyTask = z.object({
  rule: z.object({ id, name: z.string() }),
  company: identity,
  period: month,
  emission_date: day,
  service_month: month,
  is_complete: z.boolean(),
  /** Only of documents not made yet: what is frozen changes no more. */
  values: z.array(monthlyValue),
})

/**
 * What is to be filled in within five days, or should have been: of all rules. Of one rule its next emission
 * too, however far.
 */
export const listMonthlyTasks = call({
  method: 'GET',
  path: '/billing-sii/monthly-values/',
  access: 'session',
  status: 200,
  query: z.object({ rule: idInPath.optional() }),
  reply: z.array(monthlyTask),
})

/**
 * Saves what is named and keeps the rest; null takes a value back. 409 when nothing of that month is open
 * (any more). What waited for it goes on.
 */
export const saveMonthlyValues = call({
  method: 'PUT',
  path: '/billing-sii/invoice-rules/:id/monthly-values/:period/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath, period: month }),
  body: z.object({
    values: z
      .array(
        z.object({
          client: id,
          order: z.int().min(1).max(MAX_LINES),
          quantity: decimalToWrite.nullish(),
          price: decimalToWrite.nullish(),
        }),
      )
      .min(1)
      .max(MAX_CLIENTS * MAX_LINES),
  }),
  reply: monthlyTask,
})
