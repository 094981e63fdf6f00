import { z } from 'zod'
import { call } from './call.ts'
import { day, decimal, id, idInPath, instant, month, text } from './fields.ts'
import { paymentAxis, paymentState } from './payments.ts'
import { reactionState, receiverReaction } from './reactions.ts'

// Ours: the specification does not show the issued documents' own calls.

export const documentState = z.enum([
  'planned',
  'waiting',
  'needs_data',
  'queued',
  'issuing',
  'uncertain',
  'issued',
  'failed',
  'skipped',
  'annulled',
])

/** Ours but for 61, the SII's own number of a nota de crédito. */
export const documentType = z.union([z.literal(33), z.literal(39), z.literal(61)])

/** What stands behind a type of the wire, in server and browser. */
export const DOCUMENT_KINDS = { 33: 'factura', 39: 'boletaHonorarios', 61: 'notaCredito' } as const

/** The document's mail, an axis of its own. `unknown`: nobody could find out whether it left. */
export const deliveryAxis = z.enum([
  'none',
  'queued',
  'sent',
  'bounced',
  'failed',
  'unknown',
  'viewed',
])

/** A stop of issuing that holds all of a company. */
export const companyStop = z.enum(['issuingStopped', 'stoppedByUs'])

/** What domain/standing.ts says it by, beside its state: the same wherever a document is shown. */
export const standingFields = {
  /** A code of the closed list in domain/reason.ts, its sentence in texts/. */
  reason: z.string().nullable(),
  /** Its user says which number it has at the SII, so it is looked for and not issued. */
  told: z.enum(['nota', 'adopted']).nullable(),
  /** While it is uncertain: whether a person may say what became of it (`decideDocument`). */
  can_decide: z.boolean(),
  /** `wanted`: it will be asked of the SII; `sent`: it was, and what became of it is being found out. */
  annulment: z.enum(['wanted', 'sent']).nullable(),
  /** A stop of issuing that is in force for it. */
  stop: z.enum([...companyStop.options, 'uploadPaused']).nullable(),
}

/**
 * What made it: a rule on its day, a person's order of one document or of those of an uploaded file, or an order to take
 * back a factura.
 */
export const documentOrigin = z.enum(['rule', 'request', 'upload', 'nota'])

export const documentRow = z.object({
  id,
  document_type: documentType,
  origin: documentOrigin,
  state: documentState,
  ...standingFields,
  company: z.object({ id, identifier: z.string(), name: z.string() }),
  recipient: z.object({ identifier: z.string(), name: z.string() }),
  rule: z.object({ id, name: z.string() }).nullable(),
  /** The uploaded file that it was ordered from. */
  upload: id.nullable(),
  emission_date: day,
  service_month: month,
  folio: z.int().nullable(),
  neto: z.int().nullable(),
  iva: z.int().nullable(),
  total: z.int().nullable(),
  /** Until when it can still be stopped, while `waiting`. */
  wait_until: instant.nullable(),
  delivery: deliveryAxis,
  /** Null: its payment is not followed. */
  payment: paymentAxis.nullable(),
  /** What its receiver did, of a factura that the SII's register shows; null: nothing is known. */
  reaction: reactionState.nullable(),
  has_pdf: z.boolean(),
  has_xml: z.boolean(),
  updated_at: instant,
})

/**
 * `annul`: the whole factura. `amounts`: so much of its net, and the IVA of that. `text`: what it says, and nothing
 * of what it amounts to.
 */
export const correction = z.enum(['annul', 'amounts', 'text'])
export type Correction = z.infer<typeof correction>

export const notaOfFactura = z.object({
  document: id,
  state: documentState,
  ...standingFields,
  folio: z.int().nullable(),
  correction,
  total: z.int(),
  date: day,
})

const documentEvent = z.object({
  seq: z.int(),
  at: instant,
  kind: z.string(),
  /** What the sentence of this kind of event needs: a folio, a reason, a number of tries. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  hash: z.string(),
})

/** Empty where nothing is chosen yet. */
const draftParty = z.object({
  identifier: z.string(),
  name: z.string(),
  giro: z.string(),
  street_and_number: z.string(),
  commune: z.string(),
  city: z.string(),
})

export const documentDetail = documentRow.extend({
  reason_text: z.string().nullable(),
  next_try_at: instant.nullable(),
  /** While the reason is `looksRepeated`: the other one. `document` null: it is on the SII's list alone. */
  looks_like: z
    .object({
      document: id.nullable(),
      folio: z.int().nullable(),
      date: day,
      /** What notas de crédito made at the SII took off it. */
      lowered: z.int(),
    })
    .nullable(),
  /** While the reason is `twinFound`: the numbers at the SII that say the same and are none of ours. */
  twins: z.array(z.int()),
  /** While the reason is `behindUncertain`: the one to be cleared up first, if it is among one's own. */
  waits_for: z.object({ document: id, name: z.string() }).nullable(),
  /**
   * Of a stopped one that may still be issued: the date it would carry. `rulePaused`: it goes on by resuming its rule.
   */
  way_back: z.object({ kind: z.enum(['day', 'rulePaused']), emission_date: day }).nullable(),
  /** Of a nota de crédito: the factura it takes back, whole or in part, or whose text it corrects. */
  nota_of: z
    .object({ document: id, folio: z.int(), date: day, correction, reason: z.string() })
    .nullable(),
  /** Of a factura, whatever became of them, oldest first. */
  notas: z.array(notaOfFactura),
  /** Of a factura that the SII's register shows. */
  receiver: receiverReaction.nullable(),
  /** While the content isn't frozen: what its rule says of it now. Null once it is, and when the rule or client is gone. */
  draft: z
    .object({
      issuer: draftParty,
      recipient: draftParty,
      lines: z.array(
        z.object({
          name: z.string(),
          quantity: decimal.nullable(),
          currency: z.enum(['CLP', 'UF']),
          unit_price: decimal.nullable(),
          /** Null until quantity, price and the day's UF are known. */
          amount: z.int().nullable(),
        }),
      ),
      /** Null until every line has its amount; a boleta's total is gross. */
      neto: z.int().nullable(),
      iva: z.int().nullable(),
      total: z.int().nullable(),
      /** All that it lacks, as codes of domain/reason.ts. */
      lacks: z.array(z.string()),
    })
    .nullable(),
  content: z
    .object({
      /** Of a boleta de honorarios: its amounts are gross, the retention part of them. */
      boleta: z
        .object({
          withholder: z.enum(['recipient', 'issuer']),
          retention: z.int(),
          liquido: z.int(),
        })
        .nullable(),
      issuer: z.object({
        identifier: z.string(),
        name: z.string(),
        giro: z.string(),
        street_and_number: z.string(),
        commune: z.string(),
        city: z.string(),
      }),
      recipient: z.object({
        identifier: z.string(),
        name: z.string(),
        giro: z.string(),
        street_and_number: z.string(),
        commune: z.string(),
        city: z.string(),
        contact_name: z.string(),
      }),
      lines: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          quantity: decimal,
          currency: z.enum(['CLP', 'UF']),
          unit_price: decimal,
          uf: z.object({ day, value: decimal }).nullable(),
          amount: z.int(),
        }),
      ),
    })
    .nullable(),
  /**
   * Whether each event carries the hash of the one before it and they lead to this state; `broken_at` is the first
   * that doesn't. Null: too many to be judged here.
   */
  trail: z.object({
    events: z.int(),
    intact: z.boolean().nullable(),
    broken_at: z.int().nullable(),
  }),
  /** Its newest events, oldest first; those before the first of them come by `listEarlierEvents`. */
  timeline: z.array(documentEvent),
})

const documentInPath = z.object({ id: idInPath })

function typeOfWire(type: '33' | '39' | '61'): 33 | 39 | 61 {
  return type === '33' ? 33 : type === '39' ? 39 : 61
}

export const listDocuments = call({
  method: 'GET',
  path: '/documents/',
  access: 'session',
  status: 200,
  query: z.object({
    state: documentState.optional(),
    delivery: deliveryAxis.optional(),
    payment: paymentState.optional(),
    reaction: reactionState.optional(),
    document_type: z.enum(['33', '39', '61']).transform(typeOfWire).optional(),
    /** Of the day it carries, or will. */
    month: month.optional(),
    rule: idInPath.optional(),
    search: text(100).optional(),
    /** The `next` of the page before. */
    before: z.string().max(60).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ documents: z.array(documentRow), next: z.string().nullable() }),
})

export const readDocument = call({
  method: 'GET',
  path: '/documents/:id/',
  access: 'session',
  status: 200,
  params: documentInPath,
  reply: documentDetail,
})

/** What happened before the event of that number: a hundred at most, oldest first, none when it is the first. */
export const listEarlierEvents = call({
  method: 'GET',
  path: '/documents/:id/events/',
  access: 'session',
  status: 200,
  params: documentInPath,
  query: z.object({ before: z.coerce.number().int().min(1).max(2_147_483_647) }),
  reply: z.object({ events: z.array(documentEvent) }),
})

/**
 * The date that what is ordered now of a company would carry, and when it would be prepared: today, or the next day
 * once its undo window would end after the closing hour.
 */
export const readDeparture = call({
  method: 'GET',
  path: '/documents/departure/',
  access: 'session',
  status: 200,
  refuses: [404],
  query: z.object({ company: idInPath }),
  reply: z.object({ today: day, date: day, at: instant }),
})

/** PDF and XML as bytes: `/documents/:id/files/pdf|xml/`, and events: `/events/` (a stream of hints). */
export const FILE_PATH = '/documents/:id/files/:kind/'
export const EVENTS_PATH = '/events/'
