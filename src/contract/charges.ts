import { z } from 'zod'
import { call } from './call.ts'
import { documentType } from './documents.ts'
import { day, decimal, id, month } from './fields.ts'

// Ours: the specification says what is charged (sections 1 and 9) and shows no call.

const amounts = { net: z.int(), iva: z.int(), total: z.int() }

const chargeLine = z.object({
  id,
  /** On which it arose, in Chile. */
  day,
  /** mail: what its first mail adds to a document's price. refund: a fee reversed in proportion to money given back. */
  kind: z.enum(['document', 'mail', 'payment', 'refund']),
  /** Those that it is about; none of a row that is not kept any more. */
  documents: z.array(
    z.object({ id, document_type: documentType, folio: z.int().nullable(), recipient: z.string() }),
  ),
  /** Of a document and its mail. `rate` is null while the UF of that day is not known. */
  uf: z.object({ price: decimal, day, rate: decimal.nullable() }).nullable(),
  /** Of money: how much, by which way, and the part of it in hundredths of a percent. */
  money: z
    .object({ amount: z.int(), way: z.enum(['transfer', 'card']), basis_points: z.int() })
    .nullable(),
  /** Null: its price waits for the UF of its day. */
  net: amounts.net.nullable(),
  iva: amounts.iva.nullable(),
  total: amounts.total.nullable(),
})

/** What Folio charges for a month, this one where none is named; the newest first. */
export const listCharges = call({
  method: 'GET',
  path: '/charges/',
  access: 'session',
  status: 200,
  query: z.object({
    month: month.optional(),
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    month: z.string(),
    /** Those with something in them and this one, the newest first. */
    months: z.array(z.string()),
    /** Of the whole month, by what was charged for. */
    sum: z.object({
      ...amounts,
      documents: z.int(),
      mails: z.int(),
      payments: z.int(),
      /** Lines whose price waits for the UF of their day: not in the sums. */
      unpriced: z.int(),
    }),
    lines: z.array(chargeLine),
    next: id.nullable(),
  }),
})

/** Every line of a month as a workbook. */
export const CHARGES_REPORT_PATH = '/charges/report/:month/'
