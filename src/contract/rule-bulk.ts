import { z } from 'zod'
import { MAX_PERCENT_CHANGE, MIN_PERCENT_CHANGE } from '#domain/price-change.ts'
import { call } from './call.ts'
import { day, decimal, decimalToWrite, id, idToWrite, month } from './fields.ts'
import { businessDayRule, ruleDocument } from './rules.ts'

// Ours: one change of many rules, shown before it is made and made whole or not at all.

export const MAX_RULES_AT_ONCE = 200
/** How far ahead a price may be set. */
export const MAX_PRICE_MONTHS_AHEAD = 12

const ipcFigure = z.union([
  z
    .string()
    .trim()
    .max(9, { abort: true })
    .regex(/^\d{1,3}(\.\d{1,4})?$/),
  z.number().positive().max(MAX_PERCENT_CHANGE),
])

const percent = z.union([
  z
    .string()
    .trim()
    .max(9, { abort: true })
    .regex(/^-?\d{1,3}(\.\d{1,4})?$/),
  z.number().min(MIN_PERCENT_CHANGE).max(MAX_PERCENT_CHANGE),
])

export const priceChangeAtOnce = z.discriminatedUnion('by', [
  /** All prices, in pesos and in UF: a rise, or a discount below zero. */
  z.object({ by: z.literal('percent'), percent }),
  /** Prices in pesos, by what the IPC rose in those months: prices in UF follow it already. */
  z.object({ by: z.literal('ipc'), percent: ipcFigure, first_month: month, last_month: month }),
  /** Each price in UF becomes this one. */
  z.object({ by: z.literal('uf'), price: decimalToWrite }),
  /** What was set from this month on, or from later ones, goes. */
  z.object({ by: z.literal('withdraw') }),
])

export const ruleChangeAtOnce = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pause') }),
  /** Nothing that the pause stopped or missed comes back by it. */
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('delete') }),
  z.object({
    kind: z.literal('schedule'),
    business_day_rule: businessDayRule,
    day_of_month: z.int().min(1).max(28).nullable(),
  }),
  /** `from`: the month of the first emission that has the new prices. What is frozen keeps its own. */
  z.object({ kind: z.literal('prices'), from: month, change: priceChangeAtOnce }),
])

const fromTo = <T extends z.ZodType>(value: T) => z.object({ from: value, to: value }).nullable()

/** Null where it stays as it is. */
export const ruleDifference = z.object({
  id,
  name: z.string(),
  company: z.string(),
  is_deleted: z.boolean(),
  is_paused: fromTo(z.boolean()),
  schedule: fromTo(
    z.object({ business_day_rule: businessDayRule, day_of_month: z.int().nullable() }),
  ),
  next_emission_date: fromTo(day.nullable()),
  lines: z.array(
    z.object({
      order: z.int(),
      description: z.string(),
      currency: z.enum(['CLP', 'UF']),
      quantity: fromTo(decimal.nullable()),
      price: fromTo(decimal.nullable()),
      /** The new price before it was rounded; null where nothing was. */
      exact: decimal.nullable(),
      /** Prices set from that month or from later ones on, which this one takes the place of. */
      replaced: z.array(z.object({ from: month, price: decimal })),
      /** Why it stays; null where it doesn't. */
      kept: z.enum(['open', 'isUf', 'isClp', 'isSame']).nullable(),
    }),
  ),
  /** Documents that this stops. */
  stopped: z.array(ruleDocument),
  /** Documents of `from` or later that are prepared already, and keep their prices. */
  prepared: z.int(),
})

const chosen = z.array(idToWrite).min(1).max(MAX_RULES_AT_ONCE)

/**
 * What the change would do, worked out by making it and taking it back. 404: one of them is no rule. 400: it can't be
 * made; `rules` has the faults of each, in their order.
 */
export const previewRulesChange = call({
  method: 'POST',
  path: '/billing-sii/invoice-rules/at-once/preview/',
  access: 'session',
  status: 200,
  refuses: [404],
  body: z.object({ rules: chosen, change: ruleChangeAtOnce }),
  reply: z.object({
    /** Names all that is shown: to be sent with the change. */
    digest: z.string(),
    rules: z.array(ruleDifference),
  }),
})

/** Makes the change in all of them or in none. 409 when it would do anything else than what was shown. */
export const changeRulesAtOnce = call({
  method: 'POST',
  path: '/billing-sii/invoice-rules/at-once/',
  access: 'session',
  takesKey: true,
  status: 200,
  refuses: [404, 409],
  body: z.object({
    rules: chosen,
    change: ruleChangeAtOnce,
    digest: z.string().max(64),
  }),
  reply: z.object({ rules: z.array(ruleDifference) }),
})

/** All rules, a row for each line, to be edited in Excel. Answers bytes. */
export const RULE_FILE_PATH = '/billing-sii/invoice-rules/file/'
export const MAX_RULE_FILE_BYTES = 5 * 1024 * 1024

/** Beside the file's bytes. */
export const ruleFileQuery = z.object({
  name: z.string().max(200).default(''),
  /** The month of the first emission that has the new prices. */
  from: month,
  /** Of the difference that was shown: makes it. Without it nothing changes. */
  digest: z.string().max(64).optional(),
})

/** What the edited file would change, or what is wrong with it; 409 when it would change anything else than was shown. */
export const ruleFileReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), text: z.string() }),
  z.object({
    kind: z.literal('faults'),
    count: z.int(),
    faults: z.array(
      z.object({
        sheet: z.string(),
        row: z.int(),
        column: z.string(),
        value: z.string(),
        cause: z.string(),
        instead: z.string(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('shown'),
    digest: z.string(),
    rules: z.array(ruleDifference),
    /** Other visible sheets with rows, but for Folio's help: they aren't read. */
    other_sheets: z.array(z.string()),
  }),
  z.object({ kind: z.literal('done'), rules: z.array(ruleDifference) }),
])
