import type { Kysely } from 'kysely'
import { PRICE_CHANGED } from '#contract/directory.ts'
import { compareUf, uf } from '#domain/uf.ts'
import type { Language } from '#texts/language.ts'
import { refusalText } from '#texts/refusals.ts'
import type { Schema } from '../db/schema.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import { lockProduct } from '../parties/product-store.ts'
import { parseUnitPrice } from '../parties/unit-price.ts'
import { lockRulesOfProducts, savePrice, type By, type PriceNeeds } from './price.ts'
import { readProductUse, type ProductUse } from './product-page.ts'

export interface PriceOrder {
  unitPrice: string | number
  /** The `version` that the person saw. */
  seen: string
  ruleIds: readonly number[]
}

/** The price of a product and of the rules that follow it, as the person saw it; 409 where it is no longer that. */
export async function changePrice(
  needs: PriceNeeds & { db: Kysely<Schema> },
  by: By,
  id: number,
  order: PriceOrder,
  language: Language,
): Promise<ProductUse> {
  const at = { organisationId: by.organisationId, id }
  return needs.db.transaction().execute(async (trx) => {
    await lockRulesOfProducts(trx, by.organisationId, [id])
    if ((await lockProduct(trx, at)) === null) throw new NotFound()
    const use = await readProductUse(trx, at)
    if (use === null) throw new NotFound()
    if (use.version !== order.seen) {
      throw new Refused(409, 'priceChangedMeanwhile', { code: PRICE_CHANGED })
    }
    const { product } = use
    const price = parseUnitPrice(order.unitPrice, product.currency)
    if (price.kind !== 'ok') {
      throw new InvalidInput({ unit_price: [{ text: refusalText(price.kind, language) }] })
    }
    const after = uf(price.text)
    const ruleIds = [...new Set(order.ruleIds)]
    requireFollowing(use, ruleIds)
    if (compareUf(after, product.unitPrice) !== 0) {
      await savePrice(needs, trx, by, { productId: id, before: product.unitPrice, after, ruleIds })
    }
    const saved = await readProductUse(trx, at)
    if (saved === null) throw new Error(`Product ${id} vanished while locked`)
    return saved
  })
}

function requireFollowing({ rules }: ProductUse, ruleIds: readonly number[]): void {
  const following = new Set(
    rules.filter(({ lines }) => lines.some(({ takes }) => takes === 'product')).map(({ id }) => id),
  )
  if (ruleIds.some((id) => !following.has(id))) throw new InvalidInput({ rules: ['invalid'] })
}
