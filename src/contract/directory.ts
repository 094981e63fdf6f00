import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { documentType } from './documents.ts'
import { day, decimal, decimalToWrite, id, idInPath, idToWrite, text } from './fields.ts'
import { client, identity, product } from './parties.ts'
import { uploadRefusal } from './uploads.ts'

// Ours: the lists of a company's clients and products, a page of each, and both as Excel files.

/** A company's clients or products as an .xlsx; `list` is one of `DIRECTORY_LISTS`. */
export const DIRECTORY_EXPORT_PATH = '/directory/companies/:company_id/:list/export/'
/**
 * The bytes of a file, by POST, with its name beside the address. Without `seen` it says what would become of it and
 * changes nothing; with the `digest` of that answer it is applied, or 409 where it would be something else by now.
 */
export const DIRECTORY_IMPORT_PATH = '/directory/companies/:company_id/:list/import/'

export const DIRECTORY_LISTS = ['clients', 'products'] as const
export type DirectoryList = (typeof DIRECTORY_LISTS)[number]

const MAX_CURSOR = 1_000

const listQuery = {
  company: idInPath,
  /** Every word is in the name, the RUT or code, or a contact's name or address. */
  search: text(100).optional(),
  /** The `next` of the page before. */
  after: z.string().max(MAX_CURSOR).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
}

export const clientSort = z.enum(['name', 'owed', 'latest'])
export const productSort = z.enum(['name', 'code'])

const clientRow = z.object({
  id,
  client_info: identity,
  contacts: z.int(),
  /** Rules in force that name it. */
  rules: z.int(),
  /** What it owes of the documents whose payment is followed, and how much of that is overdue. */
  owed: z.int(),
  overdue: z.int(),
  /** The newest issued one. */
  last_document: z
    .object({ id, document_type: documentType, folio: z.int().nullable(), date: day })
    .nullable(),
})

export const listDirectoryClients = call({
  method: 'GET',
  path: '/directory/clients/',
  access: 'session',
  status: 200,
  refuses: [404],
  query: z.object({ ...listQuery, sort: clientSort.default('name') }),
  reply: z.object({
    clients: z.array(clientRow),
    /** All that match. */
    total: z.int(),
    next: z.string().nullable(),
  }),
})

const ruleOfParty = z.object({
  id,
  name: z.string(),
  document_type: z.union([z.literal(33), z.literal(39)]),
  is_paused: z.boolean(),
  next_emission_date: day.nullable(),
})

export const readDirectoryClient = call({
  method: 'GET',
  path: '/directory/clients/:id/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  reply: z.object({
    company: identity,
    client,
    /** False where the SII gives the name, so that nobody changes it here. */
    can_rename: z.boolean(),
    owed: z.object({ open: z.int(), overdue: z.int(), documents: z.int() }),
    rules: z.array(ruleOfParty),
    /** Single documents to it that aren't issued yet; like its rules, they keep it from being deleted. */
    single_documents: z.int(),
  }),
})

/**
 * Off every list, with its contacts; its documents stay, and a rule, a document or a look-up that names it brings it back.
 * 409 with the names of the rules and single documents that may still be issued to it.
 */
export const deleteClient = call({
  method: 'DELETE',
  path: '/directory/clients/:id/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: z.object({ id: idInPath }),
  reply: NO_REPLY,
})

const productRow = product.extend({
  /** Rules in force that charge it. */
  rules: z.int(),
})

export const listDirectoryProducts = call({
  method: 'GET',
  path: '/directory/products/',
  access: 'session',
  status: 200,
  refuses: [404],
  query: z.object({ ...listQuery, sort: productSort.default('name') }),
  reply: z.object({ products: z.array(productRow), total: z.int(), next: z.string().nullable() }),
})

/**
 * `product`: its line has the product's price, and follows it. `own`: it has another one. `monthly`: its price is
 * filled in each month.
 */
export const linePrice = z.enum(['product', 'own', 'monthly'])

const productLine = z.object({
  order: z.int(),
  /** Null: filled in each month. */
  quantity: decimal.nullable(),
  price: decimal.nullable(),
  takes: linePrice,
})

const productPage = z.object({
  company: identity,
  product,
  /** Of its price and all that stands in `rules`: a change of the price names it. */
  version: z.string(),
  rules: z.array(
    ruleOfParty.extend({
      /** Each month it makes a document for each. */
      clients: z.int(),
      /** Documents of it that are frozen and not issued yet: they keep their price. */
      waiting: z.int(),
      lines: z.array(productLine),
    }),
  ),
  /** Single documents with it that aren't issued yet; like its rules, they keep it from being deleted. */
  single_documents: z.int(),
})

export const readDirectoryProduct = call({
  method: 'GET',
  path: '/directory/products/:id/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  reply: productPage,
})

/** More rules than an organisation may have. */
const MAX_RULES = 1_000

/**
 * The product's price, and that of the rules named, whose lines took it so far. 409 (`price_changed`) where the product
 * or one of its rules is no longer what `seen` says; 400 for a rule whose line has a price of its own.
 */
export const changeProductPrice = call({
  method: 'PUT',
  path: '/directory/products/:id/price/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({
    unit_price: decimalToWrite,
    seen: z.string().max(100),
    rules: z.array(idToWrite).max(MAX_RULES),
  }),
  reply: productPage,
})

export const PRICE_CHANGED = 'price_changed'
export const IMPORT_CHANGED = 'import_changed'

const importChange = z.object({
  sheet: z.string(),
  row: z.int(),
  kind: z.enum(['added', 'changed']),
  /** Its RUT or code, empty for a product without one, and its name. */
  identifier: z.string(),
  name: z.string(),
  /** What is written, by the heading of its column. `before` null: there was nothing. */
  fields: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string() }),
  ),
})

const importFault = z.object({
  sheet: z.string(),
  row: z.int(),
  /** As Excel calls it: 'A'. Null where the file has no such column. */
  column: z.string().nullable(),
  heading: z.string(),
  value: z.string(),
  code: z.string(),
  cause: z.string(),
  instead: z.string(),
})

/** Of each sheet. */
const counts = z.array(
  z.object({
    sheet: z.enum(['clients', 'contacts', 'products']),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
  }),
)

export const importReply = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('refused'),
    reason: z.union([uploadRefusal, z.enum(['noColumns', 'severalColumns'])]),
    /** Why, in the language of the request. */
    message: z.string(),
  }),
  z.object({
    kind: z.literal('plan'),
    counts,
    /** The first of them; the counts are of all. */
    changes: z.array(importChange),
    faults: z.array(importFault),
    fault_count: z.int(),
    /** Headings of columns that aren't read. */
    unread: z.array(z.string()),
    /** Rules whose lines have the price of a product whose price changes. */
    following: z.array(
      z.object({
        rule: z.object({ id, name: z.string() }),
        product: z.string(),
        currency: z.enum(['CLP', 'UF']),
        before: decimal,
        after: decimal,
      }),
    ),
    digest: z.string(),
  }),
  z.object({ kind: z.literal('applied'), counts }),
])
