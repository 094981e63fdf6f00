import { z } from 'zod'
import { call } from './call.ts'
import {
  documentDetail,
  documentOrigin,
  documentState,
  documentType,
  standingFields,
} from './documents.ts'
import { day, decimal, id, idInPath, instant, month } from './fields.ts'
import { paymentAxis } from './payments.ts'
import { readinessReason } from './rules.ts'

// Ours: the specification does not show what is about to be issued, nor what is asked of the user.

const named = z.object({ id, name: z.string() })
const party = z.object({ id, identifier: z.string(), name: z.string() })
const ruleType = z.union([z.literal(33), z.literal(39)])

/** Pesos, of a nota de crédito below 0. A factura has `iva`, a boleta `retencion`; null while they can't be known. */
const amounts = z.object({
  neto: z.int().nullable(),
  iva: z.int().nullable(),
  retencion: z.int().nullable(),
  /** With IVA; of a boleta the gross. */
  total: z.int().nullable(),
  /** It rests on a UF not yet published: say "estimado". */
  is_estimated: z.boolean(),
})

const upcomingRow = amounts.extend({
  /** Null while the document is yet to be planned. */
  document: id.nullable(),
  rule: named.nullable(),
  origin: documentOrigin,
  document_type: documentType,
  company: party,
  recipient: z.object({ identifier: z.string(), name: z.string() }),
  /** The recipient among the company's clients. */
  client: id.nullable(),
  emission_date: day,
  service_month: month,
  /** `forecast`: nothing is made of it yet. */
  state: z.enum(['forecast', ...documentState.options]),
  ...standingFields,
  wait_until: instant.nullable(),
  folio: z.int().nullable(),
  /** Null: its payment is not followed. */
  payment: paymentAxis.nullable(),
})

const monthAhead = z.object({
  month,
  rows: z.array(upcomingRow).max(1_000),
  /** Rows beyond those shown; the totals count them too. */
  more: z.int(),
  /** Rules that somebody left out in this month; `own_date`: where their schedule had it. */
  left_out: z.array(z.object({ rule: named, company: party, own_date: day })),
  /** Of everything that was or will be issued (domain/counted.ts): the sum of the rows that count. */
  totals: z.object({
    documents: z.int(),
    /** Rows that don't count: stopped, refused, or an annulled boleta. */
    left_out: z.int(),
    issued: z.int(),
    neto: z.int(),
    iva: z.int(),
    retencion: z.int(),
    total: z.int(),
    is_estimated: z.boolean(),
    /** Documents whose amounts can't be told yet: the totals are without them. */
    unknown: z.int(),
  }),
  /** Of the month's documents whose payment is followed; null: there are none. */
  payments: z
    .object({
      /** What came less what was given back. */
      received: z.int(),
      /** Still to be paid, with what is overdue. */
      open: z.int(),
      overdue: z.int(),
    })
    .nullable(),
})

/** What this month and the next will issue, and what is missing for it, of all the organisation's companies. */
export const readThisMonth = call({
  method: 'GET',
  path: '/billing-scheduler/this-month/',
  access: 'session',
  status: 200,
  reply: z.object({
    today: day,
    months: z.array(monthAhead).length(2),
    /** Issuing stands still: of everything, or of one company. Its rows say so as their reason. */
    stops: z.array(
      z.object({ code: z.enum(['issuingStopped', 'stoppedByUs']), company: named.nullable() }),
    ),
    not_ready: z.array(
      z.object({
        rule: named,
        company: party,
        document_type: ruleType,
        next_emission_date: day.nullable(),
        reasons: z.array(readinessReason),
      }),
    ),
    /** Clients invoiced in most of the last three months and neither yet nor planned in this one, nor by a rule that comes later. */
    missing_clients: z.array(
      z.object({
        company: party,
        recipient: z.object({ identifier: z.string(), name: z.string() }),
        months: z.int(),
        last_date: day,
        last_total: z.int(),
        /** Theirs, which issues nothing until it is resumed: another one would issue beside it then. */
        paused_rule: named.nullable(),
      }),
    ),
  }),
})

const previewLine = z.object({
  name: z.string(),
  /** '12,5 UF × $39.200,15 = $490.002' */
  arithmetic: z.string(),
  uf: z.object({ day, value: decimal, is_estimated: z.boolean() }).nullable(),
})

/** The very documents of a rule's next emissions, made by the code that issues; nothing is stored. */
export const previewRule = call({
  method: 'GET',
  path: '/billing-sii/invoice-rules/:id/preview/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  query: z.object({
    emissions: z.coerce.number().int().min(1).max(12).default(3),
    client: idInPath.optional(),
  }),
  reply: z.object({
    emissions: z.array(
      z.object({
        emission_date: day,
        service_month: month,
        documents: z.array(
          amounts.extend({
            client: party,
            /** Why nothing could be issued as it stands; null when all is there. */
            reason: z.string().nullable(),
            content: documentDetail.shape.content,
            lines: z.array(previewLine),
          }),
        ),
      }),
    ),
    /** Clients left out, so that the answer stays readable. */
    more_clients: z.int(),
  }),
})

const boletaFigures = z.object({ gross: z.int(), retention: z.int(), liquido: z.int() })

/**
 * The SII's own figures of one boleta yet to be issued: its form is filled in up to the page that would issue it, and
 * left there. 409 for a factura and for what lacks something; why the SII couldn't be asked is the `detail`.
 */
export const confirmPreview = call({
  method: 'POST',
  path: '/billing-sii/invoice-rules/:id/preview/sii/',
  access: 'session',
  isAtSii: true,
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({ client: id, emission_date: day }),
  reply: z.object({
    ours: boletaFigures,
    siis: boletaFigures,
    /** A reason of the documents' list, with which the boleta would stop before it is sent; null: they agree. */
    difference: z.enum(['previewDiffers', 'retentionDiffers']).nullable(),
  }),
})

const attentionItem = z.object({
  /** The same problem keeps its key for as long as it lasts. */
  key: z.string(),
  /** Why, of a document's, a rule's or the agenda's own closed lists; its sentence is in the texts. */
  code: z.string(),
  /** `now`: something stands still. Else how near the emission is that it would stop. */
  urgency: z.enum(['now', 'tomorrow', 'threeDays', 'week', 'later']),
  due: day.nullable(),
  subject: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('client'), id, name: z.string() }),
    z.object({ kind: z.literal('company'), id, name: z.string() }),
    z.object({ kind: z.literal('facturator'), id, name: z.string() }),
    z.object({ kind: z.literal('rule'), id, name: z.string() }),
    z.object({ kind: z.literal('document'), id, name: z.string() }),
    z.object({ kind: z.literal('emailAccount'), id, name: z.string() }),
    /** A document's mail: `id` is the document's, `name` the addresses. */
    z.object({ kind: z.literal('mail'), id, name: z.string() }),
    /** Of a document, whose id and name it has. */
    z.object({ kind: z.literal('payment'), id, name: z.string() }),
    /** A claimed factura, whose id and name it has. */
    z.object({ kind: z.literal('claim'), id, name: z.string() }),
    /** Mails of a company that no mailbox is left to send. */
    z.object({ kind: z.literal('heldMails'), id, name: z.string() }),
    /** What a company's bank statements brought. */
    z.object({ kind: z.literal('movements'), id, name: z.string() }),
    z.object({ kind: z.literal('uf'), id: day, name: z.string() }),
    /**
     * A company's day that waits for approval, with how many documents, and the most of a day before it. `waiting`,
     * `total`: those that the approval issues, and their pesos with IVA, of boletas gross; frozen, so no estimate.
     */
    z.object({
      kind: z.literal('run'),
      id,
      company: id,
      name: z.string(),
      day,
      documents: z.int(),
      usual: z.int(),
      waiting: z.int(),
      total: z.int(),
    }),
  ]),
  /** Whose documents it concerns; null where that is nobody's or several companies'. */
  company: named.nullable(),
  /** What it holds up: the first five of each, and how many in all. */
  rules: z.array(named).max(5),
  rule_count: z.int(),
  documents: z.array(named).max(5),
  document_count: z.int(),
  /** The SII's own sentence. */
  detail: z.string().nullable(),
  amounts: z.object({ before: z.int(), now: z.int() }).nullable(),
  /** That wait at the mailbox it is about; 0 for anything else. */
  mails: z.int(),
  /** Of the document that it is about: what its own page says of it is said here. Null: it is about something else. */
  standing: z.object({ state: documentState, ...standingFields, emission_date: day }).nullable(),
})

/** What is asked of the user in the whole organisation, one item a problem, gone once mended. Most urgent first. */
export const listAttention = call({
  method: 'GET',
  path: '/attention/',
  access: 'session',
  status: 200,
  reply: z.object({
    items: z.array(attentionItem).max(200),
    more: z.int(),
    /** Documents that stand still, with nothing for their user to do. */
    held: z.int(),
  }),
})
