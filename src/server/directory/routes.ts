import type { Kysely } from 'kysely'
import { dayInChile, type Day } from '#domain/day.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import { readClient } from '../parties/client-store.ts'
import { clientToWire, productToWire } from '../parties/to-wire.ts'
import { changePrice } from './change-price.ts'
import {
  countClientsFound,
  readClientKeys,
  readClientRows,
  requireCompany,
  type ClientRow,
} from './client-list.ts'
import { cursorText, readCursor } from './cursor.ts'
import type { PriceNeeds } from './price.ts'
import { countProductsFound, readProducts } from './product-list.ts'
import { readProductUse, type ProductUse } from './product-page.ts'
import { countSingleDocuments, ruleOfToWire, rulesOf } from './rules-of.ts'

export type DirectoryNeeds = PriceNeeds & { db: Kysely<Schema> }

type DirectoryCalls =
  | 'listDirectoryClients'
  | 'readDirectoryClient'
  | 'listDirectoryProducts'
  | 'readDirectoryProduct'
  | 'changeProductPrice'

/** Lists and pages of clients and products. What a page changes of a client, contact or product is in parties. */
export function directoryRoutes(needs: DirectoryNeeds): Pick<Handlers, DirectoryCalls> {
  return { ...clientRoutes(needs), ...productRoutes(needs) }
}

function clientRoutes({
  db,
  clock,
}: DirectoryNeeds): Pick<Handlers, 'listDirectoryClients' | 'readDirectoryClient'> {
  return {
    async listDirectoryClients({ session, query }) {
      const { organisationId } = session
      const of = { organisationId, companyId: query.company }
      await requireCompany(db, of)
      const { sort, limit, search = '' } = query
      const after = readCursor(query.after, sort === 'name' ? 'text' : 'number')
      const today = todayOf(clock)
      const asked = { ...of, search, sort, after, limit: limit + 1, today }
      const keys = await readClientKeys(db, asked)
      const shown = keys.slice(0, limit)
      const ids = shown.map(({ id }) => id)
      const rows = await readClientRows(db, organisationId, ids, today)
      return {
        clients: rows.map(rowToWire),
        total: await countClientsFound(db, asked),
        next: nextOf(keys, shown),
      }
    },

    async readDirectoryClient({ session, params }) {
      const { organisationId } = session
      const found = await readClient(db, { organisationId, id: params.id })
      if (found === null) throw new NotFound()
      const { client, company } = found
      const [row] = await readClientRows(db, organisationId, [client.id], todayOf(clock))
      const { owed = 0, overdue = 0, documents = 0 } = row ?? {}
      const rules = await rulesOf(db, organisationId, { clientId: client.id })
      return {
        company: companyToWire(company),
        client: clientToWire(client),
        can_rename: client.nameIsWritten,
        owed: { open: owed, overdue, documents },
        rules: rules.map(ruleOfToWire),
        single_documents: await countSingleDocuments(db, organisationId, { clientId: client.id }),
      }
    },
  }
}

function productRoutes(
  needs: DirectoryNeeds,
): Pick<Handlers, 'listDirectoryProducts' | 'readDirectoryProduct' | 'changeProductPrice'> {
  const { db } = needs
  return {
    async listDirectoryProducts({ session, query }) {
      const of = { organisationId: session.organisationId, companyId: query.company }
      await requireCompany(db, of)
      const { sort, limit, search = '' } = query
      const after = readCursor(query.after, 'text')
      const asked = { ...of, search, sort, after, limit: limit + 1 }
      const rows = await readProducts(db, asked)
      const shown = rows.slice(0, limit)
      return {
        products: shown.map((row) => ({ ...productToWire(row), rules: row.rules })),
        total: await countProductsFound(db, asked),
        next: nextOf(rows, shown),
      }
    },

    async readDirectoryProduct({ session, params }) {
      const at = { organisationId: session.organisationId, id: params.id }
      const use = await readProductUse(db, at)
      if (use === null) throw new NotFound()
      return useToWire(use)
    },

    async changeProductPrice({ session, params, body, language }) {
      const { unit_price: unitPrice, seen, rules: ruleIds } = body
      const order = { unitPrice, seen, ruleIds }
      return useToWire(await changePrice(needs, session, params.id, order, language))
    },
  }
}

function todayOf(clock: DirectoryNeeds['clock']): Day {
  return dayInChile(clock.now())
}

/** `rows` has one more than is shown where there is another page. */
function nextOf(
  rows: readonly { key: string; id: number }[],
  shown: readonly { key: string; id: number }[],
): string | null {
  const last = shown.at(-1)
  return last === undefined || rows.length === shown.length ? null : cursorText(last)
}

const TYPE_OF = { factura: 33, boletaHonorarios: 39, notaCredito: 61 } as const

function rowToWire(row: ClientRow) {
  const { last_id: lastId, last_kind: kind, last_day: day } = row
  return {
    id: row.id,
    client_info: { id: row.id, identifier: row.rut, name: row.name },
    contacts: row.contacts,
    rules: row.rules,
    owed: row.owed,
    overdue: row.overdue,
    last_document:
      lastId === null || kind === null || day === null
        ? null
        : { id: lastId, document_type: TYPE_OF[kind], folio: row.last_folio, date: day },
  }
}

function companyToWire(company: { id: number; rut: string; name: string }) {
  return { id: company.id, identifier: company.rut, name: company.name }
}

function useToWire({ product, company, rules, singleDocuments, version }: ProductUse) {
  return {
    company: companyToWire(company),
    product: productToWire(product),
    version,
    rules: rules.map(({ lines, clients, waiting, ...rule }) => ({
      ...ruleOfToWire(rule),
      clients,
      waiting,
      lines,
    })),
    single_documents: singleDocuments,
  }
}
