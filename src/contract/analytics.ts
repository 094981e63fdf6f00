import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { day, idInPath, instant, month } from './fields.ts'

const companyInPath = z.object({ company_id: idInPath })

/** Rows of one side in one answer, the newest; the figures count all of them. */
export const MOST_ANALYSED_DOCUMENTS = 10_000
/** The longest period of the dashboard. */
export const MOST_MONTHS_BACK = 24
/** The SII's registers begin here; and nothing older than tax law looks back is read (six years). */
export const MOST_MONTHS_AGO = 72

const recipient = { recipient__name: z.string(), recipient__identifier: z.string() }
const issuer = { issuer__name: z.string(), issuer__identifier: z.string() }
/** Documents with this party, and what they come to: whole pesos with IVA, notas de crédito subtracted. */
const counted = { count: z.int(), total: z.int() }
const listed = {
  issue_date: day,
  /** The SII's number, in which 39 is a shop's boleta. Null: a boleta de honorarios, which has none. */
  tipo_dte: z.int().nullable(),
  /** Of a nota de crédito below 0. */
  total_amount: z.int(),
  /** Null: a sum of documents that the SII doesn't tell one by one. */
  folio: z.int().nullable(),
}

/**
 * What the SII's registers of sales and purchases say of a company, as kept here: answered at once, and read anew
 * behind it when it is old. Only months that were read count, oldest first. The last
 * `months_back` months, this one among them (1 to 24, 12 when nothing is said), or one month by `year` and `month`,
 * this one or up to 72 before it; `months_back` wins. Pesos are whole and with IVA; a boleta de honorarios counts
 * gross; what was annulled doesn't. Averages are of the months that have ended, `total_months` of them; where only
 * this one was read, of this one.
 */
export const readAnalytics = call({
  method: 'GET',
  path: '/billing-sii/companies/:company_id/analytics/',
  access: 'session',
  status: 200,
  params: companyInPath,
  query: z.object({
    months_back: z.coerce.number().int().min(1).max(MOST_MONTHS_BACK).optional(),
    year: z.coerce.number().int().min(2017).max(2100).optional(),
    month: z.coerce.number().int().min(1).max(12).optional(),
    /** Ours: '0' for who wants the figures alone; `documents` are empty then. */
    documents: z.enum(['0', '1']).optional(),
  }),
  reply: z.object({
    general: z.object({
      summary: z.object({
        avg_monthly_sales: z.int(),
        avg_monthly_purchases: z.int(),
        total_months: z.int(),
        net_flow: z.int(),
      }),
    }),
    temporal: z
      .array(
        z.object({
          /** 'noviembre de 2026', 'November 2026', by the request's language. */
          month_name: z.string(),
          sales: z.object({ amount: z.int(), unique_clients: z.int() }),
          purchases: z.object({ amount: z.int() }),
        }),
      )
      .max(MOST_MONTHS_BACK),
    sales: z.object({
      top_clients: z.array(z.object({ ...recipient, ...counted })).max(10),
      documents: z.array(z.object({ ...listed, ...recipient })).max(MOST_ANALYSED_DOCUMENTS),
    }),
    purchases: z.object({
      top_suppliers: z.array(z.object({ ...issuer, ...counted })).max(10),
      documents: z.array(z.object({ ...listed, ...issuer })).max(MOST_ANALYSED_DOCUMENTS),
    }),
    /** Ours, beside the specification's fields: how far the figures can be trusted (docs/decisions/0010). */
    ours: z.object({
      /**
       * `waiting`: it failed and is tried again, or goes on after a pause (`reason` null), at `next_try_at`;
       * `stopped`: until somebody asks, or mends the clave. Reason 'asks': the SII wants something of the person
       * before it lets them in.
       */
      reading: z.object({
        state: z.enum(['idle', 'reading', 'waiting', 'stopped']),
        reason: z.enum(['clave', 'portal', 'asks']).nullable(),
        next_try_at: instant.nullable(),
      }),
      /** When the oldest and the newest of the months that count were read at the SII; null: none was. */
      read_from: instant.nullable(),
      read_until: instant.nullable(),
      /** Of the period, oldest first. `is_whole`: each document the SII counts is listed. */
      months: z
        .array(z.object({ month, read_at: instant.nullable(), is_whole: z.boolean() }))
        .max(MOST_MONTHS_BACK),
      /** This month, where it was read: in every figure but the averages. */
      month_in_course: month.nullable(),
      /** Not read yet: the figures are without them. */
      missing_months: z.array(month),
      distinct_clients: z.int(),
      distinct_suppliers: z.int(),
      /** The SII's types of document that we can't tell to add or to subtract: counted nowhere. */
      uncounted_types: z.array(z.int()),
      /** Beyond those listed. */
      more_documents: z.object({ sales: z.int(), purchases: z.int() }),
    }),
  }),
})

/** Ours: reads this month and the one before again, and whatever was given up. Answers before it has. */
export const readRegistersAgain = call({
  method: 'POST',
  path: '/billing-sii/companies/:company_id/analytics/read-again/',
  access: 'session',
  status: 204,
  params: companyInPath,
  reply: NO_REPLY,
})

/** Ours: every document of the last `months_back` months, as a workbook. */
export const ANALYTICS_REPORT_PATH =
  '/billing-sii/companies/:company_id/analytics/report/:months_back/'
