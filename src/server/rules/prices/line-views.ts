import type { Kysely } from 'kysely'
import { monthOf, type Day } from '#domain/day.ts'
import { quantity, uf } from '#domain/uf.ts'
import type { Schema } from '../../db/schema.ts'
import { laterPrices, priceIn, type LaterPrice, type LinePrices } from './line-prices.ts'
import { shownMonth } from './rule-lines.ts'

/** A line as a person sees it. */
export interface LineView {
  /** Null: a line of a one-off's own words. */
  productId: number | null
  name: string
  code: string
  currency: 'CLP' | 'UF'
  quantity: string | null
  /** In the rule's next documents. */
  price: string | null
  /** In those of any month. */
  prices: LinePrices
  /** What will come after `price`. */
  coming: readonly LaterPrice[]
  quantityIsFixed: boolean
  priceIsFixed: boolean
  order: number
}

/** The lines of these rules, by rule. */
export async function lineViews(
  db: Kysely<Schema>,
  organisationId: number,
  rules: readonly { id: number; next_emission_day: string | null }[],
  today: Day,
): Promise<Map<number, LineView[]>> {
  if (rules.length === 0) return new Map()
  const ruleIds = rules.map(({ id }) => id)
  const rows = await lineRows(db, organisationId, ruleIds)
  const later = await laterPrices(db, organisationId, ruleIds)
  const found = new Map<number, LineView[]>(ruleIds.map((id) => [id, []]))
  const shown = new Map(rules.map((rule) => [rule.id, shownMonth(rule.next_emission_day, today)]))
  for (const row of rows) {
    const prices = {
      first: row.price === null ? null : uf(row.price),
      later: later(row.rule_id, row.position),
    }
    const month = shown.get(row.rule_id) ?? monthOf(today)
    found.get(row.rule_id)?.push({
      productId: row.product_id,
      name: row.name,
      code: row.code,
      currency: row.currency,
      quantity: row.quantity === null ? null : quantity(row.quantity),
      price: priceIn(prices, month),
      prices,
      coming: prices.later.filter(({ from }) => from > month),
      quantityIsFixed: row.quantity_is_fixed,
      priceIsFixed: row.price_is_fixed,
      order: row.position,
    })
  }
  return found
}

function lineRows(db: Kysely<Schema>, organisationId: number, ruleIds: number[]) {
  return db
    .selectFrom('rule_line')
    .leftJoin('product', (join) =>
      join
        .onRef('product.organisation_id', '=', 'rule_line.organisation_id')
        .onRef('product.id', '=', 'rule_line.product_id'),
    )
    .selectAll('rule_line')
    .select((eb) => [
      eb.fn.coalesce('rule_line.own_name', 'product.name').$notNull().as('name'),
      eb.fn.coalesce('rule_line.own_code', 'product.code').$notNull().as('code'),
      eb.fn.coalesce('rule_line.own_currency', 'product.currency').$notNull().as('currency'),
    ])
    .where('rule_line.organisation_id', '=', organisationId)
    .where('rule_line.rule_id', 'in', ruleIds)
    .orderBy('rule_line.position')
    .execute()
}
