import { z } from 'zod'
import {
  MAX_UPLOAD_COLUMNS,
  MAX_UPLOAD_EDITS,
  MAX_UPLOAD_ROW,
  MAX_UPLOAD_ROWS,
  MAX_UPLOAD_TEXT,
  UPLOAD_FAULTS,
  UPLOAD_ROLES,
} from '#domain/upload.ts'
import { call, NO_REPLY } from './call.ts'
import { day, decimal, id, idInPath, instant, month, rutText, text } from './fields.ts'
import { ufRateType, withholder } from './rules.ts'
import { uploadOrderState } from './upload-orders.ts'

// Ours: a file of documents is uploaded, and everything that is wrong with it is said at once.

/** The workbook to be filled in, with the company's clients and products in its lists. */
export const UPLOAD_TEMPLATE_PATH = '/uploads/companies/:company_id/template/'
/** The bytes of a file, by POST, with its name beside the address. */
export const UPLOAD_PATH = '/uploads/companies/:company_id/files/'

const uploadRole = z.enum(UPLOAD_ROLES)
const MAX_SHEET_NAME = 200
const MAX_ROW = 1_048_576
const places = z.partialRecord(
  uploadRole,
  z
    .int()
    .min(0)
    .max(MAX_UPLOAD_COLUMNS - 1),
)
/** As this API numbers the kinds of documents: 33 factura, 39 boleta de honorarios. */
const kind = z.union([z.literal(33), z.literal(39)])

export const uploadRefusal = z.enum([
  'empty',
  'tooLarge',
  'unpackedTooLarge',
  'tooManyParts',
  'tooManyRows',
  'tooManyColumns',
  'tooManyCells',
  'tooManyTexts',
  'tooManyMerges',
  'tooMuchText',
  'tooManyKept',
  'tooManyDocuments',
  'noDocuments',
  'encrypted',
  'oldExcel',
  'pdf',
  'notASheet',
  'damaged',
  'macros',
  'externalLinks',
  'entities',
  'wrongExtension',
])

const refused = z.object({
  kind: z.literal('refused'),
  reason: uploadRefusal,
  /** Why, with the limit, in the language of the request. */
  message: z.string(),
})

/** What a person points the columns out by, and how they are read. */
const columnsShown = {
  sheets: z.array(z.string()),
  sheet: z.string(),
  header_row: z.int(),
  columns: places,
  /** Of every row; null where a column has it or none was chosen. */
  document_type: kind.nullable(),
  preview: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
}

const columnsAsked = z.object({
  kind: z.literal('columns'),
  ...columnsShown,
  /** Without them nothing can be read. */
  missing: z.array(uploadRole),
  /** More than one column may be meant. */
  several: z.array(uploadRole),
})

const uploadFault = z.object({
  sheet: z.string(),
  row: z.int(),
  /** As Excel calls it: 'A'. Null where the file has no such column. */
  column: z.string().nullable(),
  role: uploadRole,
  value: z.string(),
  code: z.enum(UPLOAD_FAULTS),
  cause: z.string(),
  instead: z.string(),
})

const uploadLine = z.object({
  row: z.int(),
  code: z.string(),
  description: z.string(),
  quantity: decimal,
  price: decimal,
  currency: z.enum(['CLP', 'UF']),
  /** Null while the UF of its day isn't known. */
  amount: z.int().nullable(),
})

/** Asked for at the SII, because the company lacks its data. */
const lookUp = z.discriminatedUnion('look_up', [
  /** Nothing is issued to it before the SII's answer. */
  z.object({ kind: z.literal('look_up'), look_up: z.literal('waiting') }),
  z.object({
    kind: z.literal('look_up'),
    look_up: z.literal('failed'),
    /** Why, and what to do, in the language of the request. */
    message: z.string(),
  }),
  /** It is a client of the company since then. */
  z.object({ kind: z.literal('look_up'), look_up: z.literal('found'), id, name: z.string() }),
])

/** '' where nobody says it. */
const recipient = z.object({
  name: z.string(),
  giro: z.string(),
  street: z.string(),
  commune: z.string(),
  city: z.string(),
})

const uploadDocument = z.object({
  /** Of this upload: the identity of what is issued from it. */
  key: z.string(),
  /** SHA-256, in hex, of all that decides what would be issued of it: `orderUpload` names what its person saw. */
  content: z.string(),
  group: z.string(),
  rows: z.array(z.int()),
  /** It may be issued as it stands: nothing is wrong with it and it waits for nothing. */
  is_valid: z.boolean(),
  /** Nothing is wrong with it, and its client's data is still to come from the SII. */
  waits: z.literal('look_up').nullable(),
  /** `ordered`: its cells can't be corrected, and it can't be ordered again. */
  state: z.enum(['new', 'ordered']),
  /** What was made of it. */
  document: id.nullable(),
  /** Of `ordered`: how it stands, whichever file it was ordered from. */
  ordered: z
    .object({
      state: uploadOrderState,
      /** It waits until its person decides or mends something. */
      asks: z.boolean(),
      date: day,
      folio: z.int().nullable(),
      /** Why it waits or failed, and what to do, in the language of the request. */
      message: z.string().nullable(),
    })
    .nullable(),
  document_type: kind.nullable(),
  rut: z.string().nullable(),
  client: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('known'), id, name: z.string() }),
      z.object({ kind: z.literal('from_row'), name: z.string() }),
      lookUp,
    ])
    .nullable(),
  /** Whom it is issued to: what the company has of the client, else what its rows say. Null without a RUT. */
  recipient: recipient.nullable(),
  /** What its rows say of the client. */
  written: recipient,
  withholder,
  uf_rate_type: ufRateType,
  due_day: day.nullable(),
  service_month: month.nullable(),
  sends_email: z.boolean(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  own_id: z.string(),
  lines: z.array(uploadLine),
  /** If it is issued today: of a factura net, IVA and total, of a boleta líquido, retention and gross. */
  totals: z.object({ net: z.int(), tax: z.int(), total: z.int() }).nullable(),
  /** Keys of earlier documents of this file that say the same. */
  same_as: z.array(z.string()),
})

/** To a client of the file: there, ordered, to come from a rule, or on the SII's list alone. */
const otherDocument = z.object({
  /** Names it in `confirmed` of `orderUpload`. */
  ref: z.string(),
  document_type: kind,
  rut: z.string(),
  /** Null: it isn't made yet, or it was issued outside Folio. */
  document: id.nullable(),
  folio: z.int().nullable(),
  rule: id.nullable(),
  day,
  /** Null: it was issued outside Folio, and the month of its date stands for it. */
  service_month: month.nullable(),
  /** Null while it isn't known. */
  total: z.int().nullable(),
  /** What notas took back of one that was issued outside Folio. */
  lowered: z.int(),
})

const uploadSummary = z.object({
  id,
  company: id,
  file_name: z.string(),
  uploaded_by: z.string().nullable(),
  uploaded_at: instant,
  documents: z.int(),
  valid: z.int(),
  faults: z.int(),
  /** Of its documents, those that were ordered, and those of them that are issued. */
  ordered: z.int(),
  issued: z.int(),
  /** Those that wait until their person decides or mends something, and those that were not issued. */
  asking: z.int(),
  failed: z.int(),
  /** Its time is over: what it said is gone. */
  is_gone: z.boolean(),
})

const judged = z.object({
  kind: z.literal('judged'),
  ...columnsShown,
  /** Columns that aren't read: their headings, or their letters where they have none. */
  unread: z.array(z.string()),
  /** Other visible sheets with rows, but for the template's help: they aren't read. */
  other_sheets: z.array(z.string()),
  /** Rows that the file hides: they are read like the others. */
  hidden_rows: z.array(z.int()),
  /** Cells that a person typed instead of the file's. */
  edited: z.array(z.object({ row: z.int(), role: uploadRole })),
  /** Rows that a person took out; they stand in `rows`. */
  removed: z.array(z.int()),
  /**
   * What the company itself lacks, for which these documents would be refused as they are ordered: facturas without the
   * issuer's data, those that are mailed without a mailbox.
   */
  lacks: z.array(
    z.object({
      code: z.enum(['issuerCityMissing', 'issuerIncomplete', 'mailboxMissing']),
      text: z.string(),
    }),
  ),
  /**
   * Who issues: of a factura the company with this address and activity, of a boleta the person; and the mailbox from
   * which those are sent that are mailed. Null: the company has none.
   */
  issuing: z.object({
    address: z.object({ street: z.string(), commune: z.string(), city: z.string() }).nullable(),
    giro: z.string().nullable(),
    person: z.object({ rut: z.string(), name: z.string() }),
    mailbox: z.string().nullable(),
  }),
  /** The UF of each day that is known, from the close of the last month on: by it a price is known on another day. */
  uf_values: z.array(z.object({ day, value: decimal })),
  /** Clients that are asked for at the SII; `done`: found or failed. */
  look_ups: z.object({ done: z.int(), total: z.int() }),
  /** The cells of the columns that are read or filled in, as they are shown, in the order of `roles`. */
  roles: z.array(uploadRole),
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  documents: z.array(uploadDocument),
  /**
   * What the documents may repeat, the newest first. One is asked about that has the same client and kind, an amount that
   * may be the same, and the same service month or a date at most three days apart; of one issued outside Folio, a date in
   * the same month or at most three days apart.
   */
  others: z.array(otherDocument),
  faults: z.array(uploadFault),
  /** The number of all faults; `faults` has the first of them. */
  fault_count: z.int(),
  /** Of the valid documents: what they come to, and what Folio charges for them with IVA. Null while a UF isn't known. */
  totals: z.object({ documents: z.int(), total: z.int().nullable(), charge: z.int().nullable() }),
})

const upload = z.object({
  upload: uploadSummary,
  /** Earlier uploads of the company with the same documents. */
  earlier: z.array(uploadSummary.pick({ id: true, file_name: true, uploaded_at: true })),
  content: z.discriminatedUnion('kind', [refused, columnsAsked, judged]),
})

/** A file that can't be read is not stored. */
export const uploadReply = z.discriminatedUnion('kind', [
  refused,
  z.object({ kind: z.literal('stored'), ...upload.shape }),
])

const row = z.int().min(1).max(MAX_UPLOAD_ROW)
const companyInPath = z.object({ company_id: idInPath })
const uploadInPath = z.object({ id: idInPath })

/** The newest first. */
export const listUploads = call({
  method: 'GET',
  path: '/uploads/companies/:company_id/',
  access: 'session',
  status: 200,
  params: companyInPath,
  query: z.object({
    /** The `next` of the page before. */
    before: idInPath.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ uploads: z.array(uploadSummary), next: id.nullable() }),
})

/** Its cells, documents and faults, by the clients, products and UF of now. 404 once its file is gone. */
export const readUploadedFile = call({
  method: 'GET',
  path: '/uploads/:id/',
  access: 'session',
  status: 200,
  refuses: [404],
  params: uploadInPath,
  reply: upload,
})

/**
 * What a person says of its columns; remembered by the headings for the company's next files. 409
 * `upload_already_ordered` once something was ordered of it.
 */
export const answerUploadColumns = call({
  method: 'PUT',
  path: '/uploads/:id/columns/',
  access: 'session',
  status: 200,
  refuses: [404, 409],
  params: uploadInPath,
  body: z.object({
    sheet: z.string().max(MAX_SHEET_NAME),
    header_row: z.int().min(0).max(MAX_ROW),
    columns: places,
    /** Of every row, where no column says it. */
    document_type: kind.nullable().default(null),
  }),
  reply: upload,
})

/**
 * What a person types instead of cells, adds below the last row or takes out; the file stays as it is. Each text is read
 * as that of a csv is. 400 for a row that the file doesn't have and that isn't below its last one, and past the limits.
 * 409 `upload_already_ordered` for a row of a document that was ordered.
 */
export const correctUpload = call({
  method: 'PATCH',
  path: '/uploads/:id/cells/',
  access: 'session',
  status: 200,
  refuses: [404, 409],
  params: uploadInPath,
  body: z.object({
    edits: z
      .array(
        z.object({
          row,
          role: uploadRole,
          /** Null: the file's own cell again. */
          text: text(MAX_UPLOAD_TEXT).nullable(),
        }),
      )
      .max(MAX_UPLOAD_EDITS),
    removed_rows: z.array(row).max(MAX_UPLOAD_ROWS).default([]),
    restored_rows: z.array(row).max(MAX_UPLOAD_ROWS).default([]),
  }),
  reply: upload,
})

/** Asks the SII again for clients of whom it gave no answer: one, or without `rut` all of the file. */
export const lookUpAgain = call({
  method: 'POST',
  path: '/uploads/:id/look-ups/',
  access: 'session',
  status: 200,
  refuses: [404],
  params: uploadInPath,
  body: z.object({ rut: rutText.optional() }),
  reply: upload,
})

export const deleteUpload = call({
  method: 'DELETE',
  path: '/uploads/:id/',
  access: 'session',
  status: 204,
  refuses: [404],
  params: uploadInPath,
  reply: NO_REPLY,
})
