import { z } from 'zod'
import { call } from './call.ts'
import { documentDetail } from './documents.ts'
import { MAX_RECIPIENTS } from './deliveries.ts'
import {
  day,
  decimalToWrite,
  email,
  id,
  idInPath,
  idToWrite,
  requiredText,
  text,
} from './fields.ts'
import { clientToWrite, lineToWrite, MAX_LINES, rule, ruleLine, ruleToWrite } from './rules.ts'

// Ours: documents that no rule makes, ordered one by one.

/** The UF of a later day can't be estimated, so a price in it has no amount in pesos. */
export const MAX_DAYS_AHEAD = 366

/** A line that no product stands for, as a product says it. */
const ownWords = z.object({
  name: requiredText(80),
  code: text(35),
  currency: z.enum(['CLP', 'UF']),
})

/** Beside its client's contacts, whom the mail goes to: addresses of no contact. */
const mailboxesToWrite = z.object({
  to: z.array(email).max(MAX_RECIPIENTS),
  cc: z.array(email).max(MAX_RECIPIENTS),
})

/** What the document says, as a rule says it; every quantity and price is given. */
const documentToOrder = ruleToWrite
  .pick({
    facturator_comp: true,
    document_type: true,
    issuer_address_id: true,
    issuer_activity_id: true,
    issuer_email: true,
    month_offset: true,
    uf_rate_type: true,
    withholder: true,
    send_email_automatic: true,
    email_account: true,
    email_subject_template: true,
    email_body_template: true,
    due_days: true,
  })
  .extend({
    clients: z.array(clientToWrite.extend({ mailboxes: mailboxesToWrite.optional() })).length(1),
    invoice_lines: z
      .array(
        lineToWrite.pick({ order: true }).extend({
          /** Null: a line of its own words. */
          product_id: idToWrite.nullable(),
          quantity: decimalToWrite,
          price: decimalToWrite,
          own: ownWords.optional(),
        }),
      )
      .min(1)
      .max(MAX_LINES),
    /**
     * The date it carries, as the person was shown it: 400 when it can't leave on that day any more. Today and after
     * hours that is the date of `readDeparture`.
     */
    issue_date: day,
    /** The one-off document that this one takes the place of: stopped in the same step, or 409 and neither changes. */
    replaces: idToWrite.nullish(),
  })

/**
 * Orders one document, which is prepared on its day as those of rules are and waits out the same undo window. Its
 * `Idempotency-Key` is its identity for good: however often the request is sent, there is one document.
 */
export const orderDocument = call({
  method: 'POST',
  path: '/documents/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 201,
  refuses: [409],
  body: documentToOrder,
  reply: documentDetail,
})

/**
 * What a factura or boleta says, to order it again or to make a rule of it: its client, lines and mail, with the
 * quantities and prices that it was issued with. 409 of a nota de crédito, and of one whose data were erased.
 */
export const readDocumentTemplate = call({
  method: 'GET',
  path: '/documents/:id/template/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  reply: z.object({
    content: rule
      .pick({
        document_type: true,
        facturator_comp_detail: true,
        issuer_address_id: true,
        issuer_activity_id: true,
        issuer_email: true,
        clients_detail: true,
        month_offset: true,
        uf_rate_type: true,
        due_days: true,
        withholder: true,
        send_email_automatic: true,
        email_account: true,
        email_subject_template: true,
        email_body_template: true,
      })
      .extend({
        clients_detail: z.array(
          rule.shape.clients_detail.element.extend({
            /** Its file's, or its order's. */
            mailboxes: z.object({ to: z.array(z.string()), cc: z.array(z.string()) }),
          }),
        ),
        invoice_lines_detail: z.array(
          ruleLine.omit({ later_prices: true }).extend({
            /** Null: no product of the company stands for it; it has its own words. */
            product_id: id.nullable(),
            code: z.string(),
          }),
        ),
      }),
    issue_date: day,
  }),
})
