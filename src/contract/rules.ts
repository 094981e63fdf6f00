import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { companyStop, documentState, standingFields } from './documents.ts'
import {
  day,
  decimal,
  decimalToWrite,
  digits,
  dueDays,
  emailOrEmpty,
  id,
  idInPath,
  idToWrite,
  instant,
  month,
  requiredText,
  rutText,
  text,
} from './fields.ts'
import { activity, address, identity } from './parties.ts'

/** 33 factura, 39 boleta de honorarios: this API's own numbers, never the SII's. */
const documentType = z
  .union([z.enum(['33', '39']), z.literal(33), z.literal(39)])
  .transform((type) => (Number(type) === 33 ? 33 : 39))

export const businessDayRule = z.enum(['EXACT', 'FIRST_BUSINESS', 'LAST_DAY', 'LAST_BUSINESS'])
export const monthOffset = z.union([z.literal(-1), z.literal(0), z.literal(1)])
const monthOffsetToWrite = z.union([
  monthOffset,
  z.enum(['-1', '0', '1']).transform(Number).pipe(monthOffset),
])
/** A small number, from 1 on. */
function upTo(most: number) {
  const number = z.int().min(1).max(most)
  return z.union([number, digits(/^\d{1,3}$/).pipe(number)])
}
/** Ours: who withholds a boleta's tax. Null leaves it to what is usual for its recipient. */
export const withholder = z.enum(['recipient', 'issuer']).nullable()
export const ufRateType = z.enum(['PREV_MONTH_CLOSE', 'DAY_OF'])

/** Ours: what becomes of an emission whose day was missed (docs/decisions/0017). */
export const catchUp = z.enum(['notify', 'issue_today', 'skip'])

export const MAX_LINES = 10
export const MAX_CLIENTS = 200
/** Of a mail, as stored: the message in HTML. */
export const MAX_SUBJECT_LENGTH = 300
export const MAX_BODY_LENGTH = 20_000

export const clientToWrite = z.object({
  client: idToWrite,
  client_address_id: idToWrite.nullable(),
  client_activity_id: idToWrite.nullable(),
  contact_name: text(80).nullish(),
  contact_rut: z.union([z.literal(''), rutText]).nullish(),
  email_contacts_to: z.array(idToWrite).max(20).default([]),
  email_contacts_cc: z.array(idToWrite).max(20).default([]),
})

export const lineToWrite = z.object({
  product_id: idToWrite,
  quantity: decimalToWrite.nullish(),
  price: decimalToWrite.nullish(),
  quantity_is_fixed: z.boolean().default(true),
  price_is_fixed: z.boolean().default(true),
  order: upTo(MAX_LINES),
})

export const ruleToWrite = z.object({
  name: requiredText(80),
  facturator_comp: idToWrite,
  document_type: documentType,
  issuer_address_id: idToWrite.nullish(),
  issuer_activity_id: idToWrite.nullish(),
  issuer_email: emailOrEmpty.nullish(),
  clients: z.array(clientToWrite).max(MAX_CLIENTS),
  day_of_month: upTo(28).nullish(),
  business_day_rule: businessDayRule,
  month_offset: monthOffsetToWrite.default(0),
  start_date: day,
  uf_rate_type: ufRateType.nullish(),
  invoice_lines: z.array(lineToWrite).max(MAX_LINES),
  withholder: withholder.optional(),
  send_email_automatic: z.boolean().default(false),
  email_account: idToWrite.nullish(),
  email_subject_template: text(MAX_SUBJECT_LENGTH).nullish(),
  email_body_template: text(MAX_BODY_LENGTH).nullish(),
  // Ours: how it goes on and where it ends.
  catch_up: catchUp.default('notify'),
  end_date: day.nullish(),
  max_emissions: z.int().min(1).max(600).nullish(),
  needs_approval: z.boolean().default(false),
  /** Days from issue to the due day. Null: the client's own, else its company's. */
  due_days: dueDays.nullish(),
  /**
   * Ours: the date the person was shown for a first day that is today (docs/decisions/0017); 400 when it would be
   * another one. Left out, that day is issued today, or on the next one when it is too late.
   */
  first_emission_date: day.optional(),
})

/** Where it is mended: a step of the rule's own pages, or the SII's connection. */
export const readinessPlace = z.enum(['issuer', 'clients', 'lines', 'boleta', 'connections'])

/** Why a rule can't issue yet; each reason has its text and the place that mends it. */
export const readinessReason = z.object({
  code: z.enum([
    'noClients',
    'noLines',
    'issuerAddressMissing',
    'issuerCityMissing',
    'issuerActivityMissing',
    'recipientAddressMissing',
    'recipientCityMissing',
    'recipientGiroMissing',
    'recipientCommuneUnknown',
    'recipientIsIssuer',
    'certificateMissing',
    'certificatePasswordMissing',
    'certificatePasswordRejected',
    'claveMissing',
    'claveRejected',
    'boletaDataMissing',
    'totalTooSmall',
  ]),
  client: z.object({ id, name: z.string() }).optional(),
  place: readinessPlace,
})

export const ruleLine = z.object({
  product_id: id,
  description: z.string(),
  currency: z.enum(['CLP', 'UF']),
  quantity: decimal.nullable(),
  price: decimal.nullable(),
  quantity_is_fixed: z.boolean(),
  price_is_fixed: z.boolean(),
  order: z.int(),
  /** Ours: what it will cost from later months on, oldest first; left out where nothing changes. */
  later_prices: z.array(z.object({ from: month, price: decimal })).optional(),
})

export const rule = z.object({
  id,
  name: z.string(),
  document_type: z.union([z.literal(33), z.literal(39)]),
  document_type_name: z.string(),
  period: z.literal('MONTHLY'),
  day_of_month: z.int().nullable(),
  business_day_rule: businessDayRule,
  month_offset: monthOffset,
  start_date: day,
  is_paused: z.boolean(),
  next_emission_date: day.nullable(),
  /** What became of the last month it made documents for; ours, as the specification shows only the next. */
  last_emission: z
    .object({
      month,
      states: z.array(
        z.object({ state: documentState, ...standingFields, emission_date: day, count: z.int() }),
      ),
    })
    .nullable(),
  facturator_comp: id,
  facturator_comp_detail: z.object({ id, company_info: identity }),
  issuer_address_id: id.nullable(),
  issuer_activity_id: id.nullable(),
  issuer_email: z.string(),
  clients_detail: z.array(
    z.object({
      client: z.object({
        id,
        client_info: identity,
        addresses: z.array(address),
        activities: z.array(activity),
        due_days: z.int().nullable(),
      }),
      client_address: address.nullable(),
      client_activity: activity.nullable(),
      contact_name: z.string(),
      contact_rut: z.string(),
      email_contacts_to: z.array(id),
      email_contacts_cc: z.array(id),
    }),
  ),
  invoice_lines_detail: z.array(ruleLine),
  send_email_automatic: z.boolean(),
  email_account: id.nullable(),
  email_subject_template: z.string(),
  email_body_template: z.string(),
  uf_rate_type: ufRateType,
  withholder,
  catch_up: catchUp,
  end_date: day.nullable(),
  max_emissions: z.int().nullable(),
  needs_approval: z.boolean(),
  due_days: z.int().nullable(),
  readiness: z.array(readinessReason),
})

/** A rule's document of one month and client, as far as it has come. */
export const ruleDocument = z.object({
  document: id,
  client: z.object({ id: id.nullable(), name: z.string() }),
  /** The month of the rule that it was made for. */
  period: month,
  service_month: month,
  emission_date: day,
  state: documentState,
  reason: z.string().nullable(),
  folio: z.int().nullable(),
  /** Null until its content is frozen. */
  total: z.int().nullable(),
})

/** With all that is said of it. */
export const madeDocument = ruleDocument.extend(standingFields)

export const listRules = call({
  method: 'GET',
  path: '/billing-sii/invoice-rules/',
  access: 'session',
  status: 200,
  query: z.object({
    search: text(100).optional(),
    document_type: documentType.optional(),
    is_paused: z.stringbool().optional(),
    limit: z.coerce.number().int().min(1).max(1_000).optional(),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  reply: z.array(rule),
})

export const listActiveRules = call({
  method: 'GET',
  path: '/billing-scheduler/rules/active/',
  access: 'session',
  status: 200,
  reply: z.array(rule),
})

export const createRule = call({
  method: 'POST',
  path: '/billing-sii/invoice-rules/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 201,
  refuses: [404],
  body: ruleToWrite,
  reply: rule,
})

const ruleInPath = z.object({ id: idInPath })

export const readRule = call({
  method: 'GET',
  path: '/billing-sii/invoice-rules/:id/',
  access: 'session',
  status: 200,
  params: ruleInPath,
  reply: rule,
})

export const changeRule = call({
  method: 'PATCH',
  path: '/billing-sii/invoice-rules/:id/',
  access: 'session',
  status: 200,
  params: ruleInPath,
  // Named again because a default would fill in what was not sent and so change it.
  body: ruleToWrite.partial().extend({
    // A day 29 to 31 came with an import and may stay; no other rule gets one.
    day_of_month: upTo(31).nullish(),
    month_offset: monthOffsetToWrite.optional(),
    send_email_automatic: z.boolean().optional(),
    catch_up: catchUp.optional(),
    needs_approval: z.boolean().optional(),
    is_paused: z.boolean().optional(),
    /** Ours: documents whose undo window runs are frozen anew from the rule as it is now. */
    apply_to_waiting: z.boolean().optional(),
    /**
     * Ours: the date the person was shown, `this_month` of the forecast, for what this change makes or moves of this
     * month; 400 when it would be another one. Left out, they take the one they get.
     */
    date: day.optional(),
  }),
  reply: rule.extend({
    /** Only when it was asked for: how many of them were. What was queued meanwhile leaves as it was. */
    applied_to_waiting: z.int().optional(),
    /** Only of a pause: the documents that it stopped, which `resumeRule` restores. */
    stopped: z.array(ruleDocument).optional(),
  }),
})

export const deleteRule = call({
  method: 'DELETE',
  path: '/billing-sii/invoice-rules/:id/',
  access: 'session',
  status: 204,
  params: ruleInPath,
  reply: NO_REPLY,
})

const forecastEmission = z.object({
  emission_date: day,
  service_month: month,
  /** Null when a UF line's value isn't published yet: nothing is guessed. */
  neto: z.int().nullable(),
  iva: z.int().nullable(),
  total: z.int().nullable(),
  uf: z.object({ day, value: decimal }).nullable(),
})

/**
 * Ours: what a rule still unsaved would issue next, by the code that plans and freezes: the dates, the totals, what is
 * made already of the saved rule that is being changed, and what would keep it from issuing. 404: no such rule.
 */
export const forecastRule = call({
  method: 'POST',
  path: '/billing-sii/invoice-rules/forecast/',
  access: 'session',
  status: 200,
  refuses: [404],
  body: z.object({
    business_day_rule: businessDayRule,
    day_of_month: z.int().min(1).max(28).nullish(),
    month_offset: monthOffset.default(0),
    start_date: day,
    /**
     * One document alone, ordered once for that day: no schedule counts, and `emissions` has the one, with the date that
     * it would carry if it was ordered now.
     */
    issue_date: day.nullish(),
    /** Whose documents they would be. With it, a first day that is today has the date that it would carry if saved now. */
    company: id.optional(),
    uf_rate_type: ufRateType.default('PREV_MONTH_CLOSE'),
    invoice_lines: z
      .array(
        z.object({
          quantity: decimalToWrite,
          price: decimalToWrite,
          currency: z.enum(['CLP', 'UF']),
          /** With it, a line of a saved rule has the prices that are planned from later months on. */
          product_id: idToWrite.nullish(),
        }),
      )
      .max(MAX_LINES),
    /** The saved rule that is being changed: no day of a month that it has planned already is named. */
    rule: idToWrite.nullish(),
    /** Who issues to whom, as far as it is chosen: without it `lacks` is empty. */
    parties: z
      .object({
        document_type: documentType,
        facturator_comp: idToWrite,
        issuer_address_id: idToWrite.nullish(),
        issuer_activity_id: idToWrite.nullish(),
        clients: z
          .array(
            clientToWrite.pick({ client: true, client_address_id: true, client_activity_id: true }),
          )
          .max(MAX_CLIENTS),
      })
      .nullish(),
  }),
  reply: z.object({
    /**
     * The rule's first day is today: the date of its first document, when it would be prepared, and the emission with
     * which the rule begins if not with that one.
     */
    first: z
      .object({
        date: day,
        at: instant,
        is_today: z.boolean(),
        otherwise: forecastEmission.nullable(),
      })
      .nullable(),
    /** Empty when the rule has come to its end. Of a paused rule those that come once it is resumed. */
    emissions: z.array(forecastEmission).max(12),
    is_paused: z.boolean(),
    /** A stop of issuing that is in force for its company: its documents are prepared, and wait. */
    stop: companyStop.nullable(),
    /** This month's and later ones, and what is still open of earlier months; oldest first. */
    made: z.array(madeDocument).max(400),
    /**
     * Of a saved rule that isn't paused: the date that documents of this month would carry which the change makes or
     * prepares anew, and the clients who would get one because the rule's emission of today is made already.
     */
    this_month: z.object({ date: day, added: z.array(id).max(MAX_CLIENTS) }).nullable(),
    lacks: z.array(readinessReason),
  }),
})
