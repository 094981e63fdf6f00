import { z } from 'zod'
import { NOTA_TEXT_LENGTH } from '#domain/nota.ts'
import { call } from './call.ts'
import { correction, documentDetail, notaOfFactura } from './documents.ts'
import { day, idInPath, requiredText } from './fields.ts'

// Ours: the specification does not show how a factura is taken back.

const documentInPath = z.object({ id: idInPath })
const folio = z.int().positive().max(9_999_999_999)
const pesos = z.int().positive().max(999_999_999_999)

const amounts = z.object({ neto: z.int(), iva: z.int(), total: z.int() })

/** What a nota de crédito of this factura would say, who can make it, and how it is made by hand. */
export const readNota = call({
  method: 'GET',
  path: '/documents/:id/nota/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: documentInPath,
  query: z.object({
    correction: correction.default('annul'),
    /** Of `amounts`: what is taken back, without IVA. */
    neto: z.coerce.number().pipe(pesos).optional(),
    /** Of `text`: what the factura says, and what it should. */
    wrong: z.string().max(NOTA_TEXT_LENGTH).optional(),
    right: z.string().max(NOTA_TEXT_LENGTH).optional(),
  }),
  reply: z.object({
    /** Why there can be none at all: a code of the texts. Then everything below is null. */
    refused: z.string().nullable(),
    /** What of the factura no nota took back yet, or is about to. */
    left: amounts,
    nota: amounts
      .extend({
        correction,
        reference: z.object({ folio: z.int(), date: day }),
        recipient: z.object({ identifier: z.string(), name: z.string() }),
        reason: z.string(),
      })
      .nullable(),
    /** Whether we can make it; `reason` is what keeps us from it, of the documents' own list; null: nobody but by hand. */
    by_portal: z.object({ possible: z.boolean(), reason: z.string().nullable() }).nullable(),
    /** In the request's language, with the portal's own words for its fields. */
    by_hand: z
      .object({
        steps: z.array(z.string()),
        fields: z.array(z.object({ label: z.string(), value: z.string() })),
      })
      .nullable(),
    /** To whom its factura was mailed, and so would it be; null: to nobody. */
    mail_to: z.array(z.string()).nullable(),
    notas: z.array(notaOfFactura),
  }),
})

/** Whether whoever got the factura by mail gets the nota too; without any meaning where nobody did. */
const mail = z.boolean().default(true)

/**
 * Makes it at the SII, which can't be undone: it is queued at once and its document tells what becomes of it. One
 * that corrects a text is only made by hand.
 * `total` is what the person was shown; another one, or a second nota that annuls, answers 409.
 */
export const orderNota = call({
  method: 'POST',
  path: '/documents/:id/nota/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 201,
  refuses: [409],
  params: documentInPath,
  body: z.discriminatedUnion('correction', [
    z.object({ correction: z.literal('annul'), total: pesos, mail }),
    z.object({
      correction: z.literal('amounts'),
      neto: pesos,
      total: pesos,
      reason: requiredText(90),
      mail,
    }),
  ]),
  reply: documentDetail,
})

/**
 * One that somebody made at the portal by hand. Its number is believed only when the SII's own list shows it and
 * its XML names this factura; until then the factura stays as it is.
 */
export const recordNota = call({
  method: 'POST',
  path: '/documents/:id/nota/by-hand/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 201,
  params: documentInPath,
  body: z.object({ folio, correction: correction.default('annul'), mail }),
  reply: documentDetail,
})
