import { sql, type Kysely } from 'kysely'
import type { Uf } from '#domain/uf.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'

type Db = Kysely<Schema>

export interface PriceNeeds {
  clock: Clock
  /** What a rule lacked may be there now: what waits for it is looked at again. In the same transaction. */
  onRuleChanged(trx: Db, rule: { organisationId: number; ruleId: number }): Promise<void>
}

export interface By {
  organisationId: number
  userId: number
}

/**
 * The rules that charge one of the products, locked until the transaction ends, in the order of their ids: before the
 * products themselves, as an edit of a rule locks both.
 */
export async function lockRulesOfProducts(
  trx: Db,
  organisationId: number,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return
  await trx
    .selectFrom('invoice_rule as rule')
    .select('rule.id')
    .where('rule.organisation_id', '=', organisationId)
    .where('rule.deleted_at', 'is', null)
    .where('rule.id', 'in', (eb) =>
      eb
        .selectFrom('rule_line')
        .select('rule_line.rule_id')
        .where('rule_line.organisation_id', '=', organisationId)
        .where('rule_line.product_id', 'in', [...productIds]),
    )
    .orderBy('rule.id')
    .forUpdate()
    .execute()
}

/** Of a row of `rule_line`: its price is another one from some month on. */
const CHANGES_BY_MONTH = sql<boolean>`exists (select from rule_price
  where rule_price.organisation_id = rule_line.organisation_id and rule_price.rule_id = rule_line.rule_id
    and rule_price.position = rule_line.position)`

export interface PriceChange {
  productId: number
  before: Uf
  after: Uf
  /** Those whose lines had the price before and follow it. */
  ruleIds: readonly number[]
}

/**
 * Sets the product's price, and that of its lines in those rules which had the price before; a line with another price
 * keeps it. The caller holds the locks. What is frozen already keeps its content.
 */
export async function savePrice(
  { clock, onRuleChanged }: PriceNeeds,
  trx: Db,
  by: By,
  { productId, before, after, ruleIds }: PriceChange,
): Promise<void> {
  const { organisationId } = by
  await trx
    .updateTable('product')
    .set({ unit_price: after })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', productId)
    .execute()
  const data = { from: before, to: after, rules: ruleIds.map(String) }
  await audit(trx, clock, by, {
    kind: 'productPriceChanged',
    subject: `product:${productId}`,
    data,
  })
  for (const ruleId of ruleIds) {
    const lines = await trx
      .updateTable('rule_line')
      .set({ price: after })
      .where('organisation_id', '=', organisationId)
      .where('rule_id', '=', ruleId)
      .where('product_id', '=', productId)
      .where('price_is_fixed', '=', true)
      .where(sql<boolean>`price = ${before}::numeric`)
      .where(CHANGES_BY_MONTH, '=', false)
      .returning('position')
      .execute()
    if (lines.length === 0) throw new Error(`Rule ${ruleId} does not follow product ${productId}`)
    await trx
      .updateTable('invoice_rule')
      .set({ updated_at: instantText(clock.now()) })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', ruleId)
      .execute()
    await onRuleChanged(trx, { organisationId, ruleId })
    const subject = `rule:${ruleId}`
    await audit(trx, clock, by, { kind: 'ruleChanged', subject, data: { fields: ['lines'] } })
  }
}
