import type { Kysely } from 'kysely'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { saveProduct } from '../../parties/product-store.ts'
import type { OfCompany } from '../client-list.ts'
import { savePrice, type By, type PriceNeeds } from '../price.ts'
import type { ProductWrite } from './plan-products.ts'

type Db = Kysely<Schema>

/** Writes what the plan says of products; `follows`: the rules whose lines have a price that changes get it, too. */
export async function applyProducts(
  needs: PriceNeeds,
  trx: Db,
  { by, companyId }: { by: By } & Pick<OfCompany, 'companyId'>,
  products: readonly ProductWrite[],
  follows: boolean,
): Promise<void> {
  const { organisationId } = by
  for (const { stored, code, name, unitPrice, currency } of products) {
    if (stored === null) {
      await trx
        .insertInto('product')
        .values({
          organisation_id: organisationId,
          company_id: companyId,
          code,
          name,
          unit_price: unitPrice,
          currency,
          created_at: instantText(needs.clock.now()),
        })
        .execute()
      continue
    }
    const isPriced = currency === stored.currency && unitPrice !== stored.unitPrice
    const at = { organisationId, id: stored.id }
    // Its price is changed with that of its rules.
    await saveProduct(trx, at, {
      code,
      name,
      currency,
      unitPrice: isPriced ? stored.unitPrice : unitPrice,
    })
    if (!isPriced) continue
    await savePrice(needs, trx, by, {
      productId: stored.id,
      before: stored.unitPrice,
      after: unitPrice,
      ruleIds: follows ? stored.following.map(({ id }) => id) : [],
    })
  }
}
