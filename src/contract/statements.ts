import { z } from 'zod'
import { COLUMN_ROLES, PROPOSAL_REASONS } from '#domain/bank-statement.ts'
import { call, NO_REPLY } from './call.ts'
import { day, id, idInPath, instant, rutText, text } from './fields.ts'

// Ours: a bank's statement is uploaded, its movements are matched with documents, and a person decides the rest.

/** The bytes of a file, by PUT, with its name and a person's answers beside the address. */
export const STATEMENT_UPLOAD_PATH = '/payments/terms/:id/statements/upload/'
export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024

/** What a column of a statement holds. */
export const columnRole = z.enum(COLUMN_ROLES)

const MAX_COLUMN = 59
const places = z.partialRecord(columnRole, z.int().min(0).max(MAX_COLUMN))
const line = z.string().max(200)

/** What a person answered about this very file. */
export const statementAnswers = z.object({
  sheet: line.nullable().default(null),
  /** Excel's number of the row of headings; 0: there is none. */
  header_row: z.int().min(0).nullable().default(null),
  columns: places.nullable().default(null),
  date_order: z.enum(['day_first', 'month_first']).nullable().default(null),
  thousands: z.enum(['.', ',']).nullable().default(null),
  only_credits: z.boolean().default(false),
  account: line.nullable().default(null),
  /** The account is this company's, although it seems to be another's. */
  own_account: z.boolean().default(false),
})

const preview = z.object({
  sheet: z.string(),
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
})

export const statementRefusal = z.enum([
  'empty',
  'tooLarge',
  'tooManyRows',
  'tooManyColumns',
  'encrypted',
  'oldExcel',
  'pdf',
  'notASheet',
  'damaged',
])

export const rowFault = z.enum([
  'dateMissing',
  'dateUnreadable',
  'dateAmbiguous',
  'dateOtherOrder',
  'dateInFuture',
  'yearMissing',
  'amountMissing',
  'amountUnreadable',
  'amountAmbiguous',
  'amountDecimals',
  'amountTooLarge',
  'bothSides',
  'sideUnknown',
  'signContradictsSide',
  'formula',
  'mergedCell',
])

/** A statement is taken whole, or nothing of it is stored: every other kind says what keeps it from being taken. */
export const statementUpload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taken'),
    statement: id,
    first_day: day,
    last_day: day,
    movements: z.int(),
    /** Of them, those that no statement before had. */
    added: z.int(),
    matched: z.int(),
    /** Left to a person. */
    review: z.int(),
    others: z.int(),
    /** Some date would be another day with the month first, and none says which it is. */
    day_first_taken: z.boolean(),
    /** Rows whose RUT has a wrong check digit. */
    invalid_rut_rows: z.array(z.int()),
    /** Rows whose balance the movements don't lead to: one may be missing. */
    broken_balance_rows: z.array(z.int()),
  }),
  z.object({ kind: z.literal('refused'), reason: statementRefusal }),
  z.object({ kind: z.literal('sheets'), sheets: z.array(z.string()) }),
  z.object({
    kind: z.literal('columns'),
    why: z.enum(['notFound', 'mergedHeader', 'asked']),
    preview,
    header_row: z.int(),
    columns: places,
    ask: z.array(
      z.object({
        role: columnRole,
        why: z.enum(['several', 'guessed', 'missing']),
        options: z.array(z.int()),
      }),
    ),
  }),
  z.object({ kind: z.literal('accounts'), accounts: z.array(z.string()) }),
  /** Another company of the organisation has this file or account, or the company's transfer details name another one. */
  z.object({
    kind: z.literal('otherAccount'),
    why: z.enum(['fileOfCompany', 'accountOfCompany', 'notInTerms']),
    /** '' where the file says none. */
    account: z.string(),
    company: z.string().nullable(),
  }),
  z.object({ kind: z.literal('sign'), preview }),
  z.object({
    kind: z.literal('faults'),
    total: z.int(),
    faults: z.array(
      z.object({
        row: z.int(),
        /** As Excel calls it: 'A'. */
        column: z.string(),
        heading: z.string(),
        value: z.string(),
        cause: rowFault,
      }),
    ),
    /** Answers that may make some of them readable. */
    offers: z.array(z.enum(['month_first', 'commas'])),
  }),
  z.object({ kind: z.literal('noMovements') }),
])

const companyParam = z.object({ id: idInPath })
const movementParam = z.object({ id: idInPath })

/** Those of a company, the one uploaded last first: a hundred at most. */
export const listStatements = call({
  method: 'GET',
  path: '/payments/terms/:id/statements/',
  access: 'session',
  status: 200,
  params: companyParam,
  reply: z.array(
    z.object({
      id,
      /** Digits alone; '' where the file says none. */
      account: z.string(),
      file_name: z.string(),
      first_day: day,
      last_day: day,
      movements: z.int(),
      added: z.int(),
      uploaded_by: z.string().nullable(),
      uploaded_at: instant,
    }),
  ),
})

const documentFields = {
  id,
  document_type: z.union([z.literal(33), z.literal(39)]),
  folio: z.int().nullable(),
  recipient: z.object({ identifier: z.string(), name: z.string() }),
}

const openDocument = z.object({ ...documentFields, open: z.int(), due_day: day })

const matchedDocument = z.object({
  ...documentFields,
  /** Of what came, for this document. */
  share: z.int(),
})

const proposal = z.object({
  reason: z.enum(PROPOSAL_REASONS),
  documents: z.array(matchedDocument.extend({ open: z.int(), due_day: day })),
  /** Other movements that pay the same document with it. */
  with: z.array(z.object({ id, day, amount: z.int() })),
  /** What came beyond the documents. */
  rest: z.int(),
  /** Of `recorded`: the payment that it may be. */
  payment: z.object({ id, day, amount: z.int() }).nullable(),
})

const asideReason = z.enum(['notOfClient', 'recorded'])

const movement = z.object({
  id,
  day,
  amount: z.int(),
  payer: z.object({ identifier: z.string().nullable(), name: z.string() }),
  description: z.string(),
  /** The bank took it back, or may have. */
  reversal: z.enum(['reversed', 'doubtful']).nullable(),
  proposals: z.array(proposal),
  /** An online payment begun on that day that nobody has confirmed yet: it may be its money. */
  maybe_online: z.object({ provider: z.enum(['khipu', 'fintoc']), day }).nullable(),
  /** Payments on record of its client that may be its money in other amounts: five at most. */
  maybe_recorded: z.array(z.object({ id, day, amount: z.int() })),
  match: z
    .object({
      how: z.enum(['automatic', 'person', 'recorded']),
      /** The user's address; null: matched without a person. */
      by: z.string().nullable(),
      at: instant,
      documents: z.array(matchedDocument),
      /** By the bank, or maybe: a person says whether the money stayed. */
      taken_back: z.boolean(),
      rest: z.int(),
      /** Of a payment that it made: what a provider confirmed afterwards and may be the same money. */
      maybe_payment: z.object({ id, provider: z.enum(['khipu', 'fintoc']), day }).nullable(),
    })
    .nullable(),
  set_aside: z
    .object({
      by: z.string().nullable(),
      at: instant,
      why: asideReason,
      /** It was said to be on record, and the bank took it back since, or may have: the same word again answers it. */
      taken_back: z.boolean(),
    })
    .nullable(),
  /** It may be proposed for more, had a person not refused it. */
  has_refusals: z.boolean(),
  /** The organisation's other company where the same money pays a document: it pays nothing here. */
  paid_in: z.string().nullable(),
  /** Clients with a document without payment tracking that it may pay, where only that prevents an automatic match. */
  not_followed: z.array(z.object({ identifier: z.string() })),
})

/** `others`: credits that nothing open fits. `aside`: what a person said is no client's payment. */
export const movementView = z.enum(['review', 'matched', 'others', 'aside'])

/** A company's movements, fifty a page; of those to review the strongest proposals first. */
export const listMovements = call({
  method: 'GET',
  path: '/payments/terms/:id/movements/',
  access: 'session',
  status: 200,
  params: companyParam,
  query: z.object({
    view: movementView.default('review'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  reply: z.object({
    counts: z.object({
      review: z.int(),
      matched: z.int(),
      others: z.int(),
      aside: z.int(),
    }),
    pages: z.int(),
    movements: z.array(movement),
  }),
})

/** What a company is still owed, for a person who says what a movement paid: the oldest due first, fifty at most. */
export const listOpenDocuments = call({
  method: 'GET',
  path: '/payments/terms/:id/open-documents/',
  access: 'session',
  status: 200,
  params: companyParam,
  /** By folio, name or RUT. */
  query: z.object({ search: text(100).default('') }),
  reply: z.array(openDocument),
})

/** The movement pays these documents: at most what came, and at most what is open of each. */
export const matchMovement = call({
  method: 'POST',
  path: '/payments/movements/:id/match/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: movementParam,
  body: z.object({
    shares: z
      .array(z.object({ document: id, amount: z.int().positive().max(999_999_999_999) }))
      .min(1)
      .max(50),
    /** Other movements that pay the same one document, each with all that came. */
    with: z.array(id).max(50).default([]),
    /** Its payer may pay for that client from now on. */
    remember_payer: z.boolean().default(false),
  }),
  reply: NO_REPLY,
})

/** The movement is the money of a payment that is on record: nothing is counted again. The payment that it made and that may be the same money is undone. */
export const linkMovement = call({
  method: 'POST',
  path: '/payments/movements/:id/link/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: movementParam,
  body: z.object({ payment: id }),
  reply: NO_REPLY,
})

/** A no to one proposal: it never comes back, unless the movement is reconsidered. */
export const refuseMovement = call({
  method: 'POST',
  path: '/payments/movements/:id/refuse/',
  access: 'session',
  status: 204,
  params: movementParam,
  body: z
    .object({
      documents: z.array(id).max(50).default([]),
      payment: id.nullable().default(null),
    })
    .refine(({ documents, payment }) => documents.length > 0 || payment !== null),
  reply: NO_REPLY,
})

/** Undoes its match, and the payment that it made. */
export const undoMovement = call({
  method: 'POST',
  path: '/payments/movements/:id/undo/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: movementParam,
  reply: NO_REPLY,
})

/** The money of a matched movement stayed, although its bank seems to have taken it back. */
export const keepMovement = call({
  method: 'POST',
  path: '/payments/movements/:id/keep/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: movementParam,
  reply: NO_REPLY,
})

/** Its money is no client's payment, or is on record already: nothing is counted by it. Once more: it was looked into. */
export const setMovementAside = call({
  method: 'POST',
  path: '/payments/movements/:id/set-aside/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: movementParam,
  body: z.object({ why: asideReason.default('notOfClient') }),
  reply: NO_REPLY,
})

/** Brings it back, and takes back what was refused of it. */
export const reconsiderMovement = call({
  method: 'POST',
  path: '/payments/movements/:id/reconsider/',
  access: 'session',
  status: 204,
  params: movementParam,
  reply: NO_REPLY,
})

const payer = z.object({
  id,
  client: z.object({ identifier: z.string() }),
  payer: z.object({ identifier: z.string() }),
  added_at: instant,
})

/** Who may pay for a company's clients beside themselves. */
export const listPayers = call({
  method: 'GET',
  path: '/payments/terms/:id/payers/',
  access: 'session',
  status: 200,
  params: companyParam,
  reply: z.array(payer),
})

export const addPayer = call({
  method: 'POST',
  path: '/payments/terms/:id/payers/',
  access: 'session',
  status: 204,
  params: companyParam,
  body: z.object({ client_rut: rutText, payer_rut: rutText }),
  reply: NO_REPLY,
})

export const removePayer = call({
  method: 'DELETE',
  path: '/payments/payers/:id/',
  access: 'session',
  status: 204,
  params: z.object({ id: idInPath }),
  reply: NO_REPLY,
})
