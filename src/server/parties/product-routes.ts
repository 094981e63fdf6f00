import { refusalText, type RefusalCode } from '#texts/refusals.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { InvalidInput, NotFound, type Problem } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import { inUse } from './contact-routes.ts'
import {
  insertProduct,
  listProducts,
  lockProduct,
  MOST_PRODUCTS,
  removeProduct,
  rulesOfProduct,
  saveProduct,
} from './product-store.ts'
import { findCompany, type Db } from './store.ts'
import { productToWire } from './to-wire.ts'
import { parseUnitPrice } from './unit-price.ts'

export type ProductRoutes = Pick<Handlers, 'createProduct' | 'changeProduct' | 'deleteProduct'>

export function productRoutes({ db, clock }: { db: Db; clock: Clock }): ProductRoutes {
  return {
    async createProduct({ session, body, language }) {
      const at = { organisationId: session.organisationId, companyId: body.party_id }
      const { code, name, currency } = body
      const unitPrice = priceOf(body.unit_price, currency, language)
      return db.transaction().execute(async (trx) => {
        const company = await findCompany(trx, at)
        if (company === null) {
          throw new InvalidInput({ party_id: [say('unknownId', language, { id: body.party_id })] })
        }
        if ((await listProducts(trx, company)).length >= MOST_PRODUCTS) {
          const limit = { limit: MOST_PRODUCTS }
          throw new InvalidInput({ party_id: [say('tooManyProducts', language, limit)] })
        }
        const made = await insertProduct(trx, clock, at, { code, name, currency, unitPrice })
        await audit(trx, clock, session, { kind: 'productCreated', subject: `product:${made.id}` })
        return productToWire(made)
      })
    },

    async changeProduct({ session, params, body, language }) {
      const at = { organisationId: session.organisationId, id: params.id }
      return db.transaction().execute(async (trx) => {
        const known = await lockProduct(trx, at)
        if (known === null) throw new NotFound()
        const { code = known.code, name = known.name, currency = known.currency } = body
        const unitPrice = priceOf(body.unit_price ?? known.unitPrice, currency, language)
        if (currency !== known.currency) {
          // The prices that rules have for it are in the currency it had.
          const rules = await rulesOfProduct(trx, at)
          if (rules.length > 0) throw inUse('productCurrencyInUse', rules)
        }
        await saveProduct(trx, at, { code, name, currency, unitPrice })
        await audit(trx, clock, session, { kind: 'productChanged', subject: `product:${at.id}` })
        return productToWire({ id: at.id, code, name, currency, unitPrice })
      })
    },

    async deleteProduct({ session, params }) {
      const at = { organisationId: session.organisationId, id: params.id }
      await db.transaction().execute(async (trx) => {
        if ((await lockProduct(trx, at)) === null) throw new NotFound()
        const rules = await rulesOfProduct(trx, at)
        if (rules.length > 0) throw inUse('productInUse', rules)
        await removeProduct(trx, at)
        await audit(trx, clock, session, { kind: 'productDeleted', subject: `product:${at.id}` })
      })
    },
  }
}

function priceOf(value: string | number, currency: 'CLP' | 'UF', language: Language): string {
  const price = parseUnitPrice(value, currency)
  if (price.kind !== 'ok') throw new InvalidInput({ unit_price: [say(price.kind, language)] })
  return price.text
}

function say(code: RefusalCode, language: Language, values?: Record<string, number>): Problem {
  return { text: refusalText(code, language, values) }
}
