import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { knownDay, monthOf } from '#domain/day.ts'
import { linePriceOf, type LinePrice } from '#domain/product-price.ts'
import { quantity, uf, type Quantity, type Uf } from '#domain/uf.ts'
import type { Schema } from '../db/schema.ts'
import type { Product } from '../parties/product-store.ts'
import { laterPrices, priceIn, type LinePrices } from '../rules/prices/line-prices.ts'
import { countSingleDocuments, rulesOf, type RuleOf } from './rules-of.ts'

type Db = Kysely<Schema>

export interface ProductAt {
  organisationId: number
  id: number
}

export interface ProductLine {
  order: number
  quantity: Quantity | null
  price: Uf | null
  takes: LinePrice
}

export interface RuleOfProduct extends RuleOf {
  clients: number
  waiting: number
  lines: ProductLine[]
}

export interface ProductUse {
  product: Product & { unitPrice: Uf }
  company: { id: number; rut: string; name: string }
  rules: RuleOfProduct[]
  singleDocuments: number
  /** Of the price and the rules' lines: it is another one once any of them is. */
  version: string
}

/** Null when there is no such product. Read in a transaction that holds its locks, it is what a change begins from. */
export async function readProductUse(db: Db, at: ProductAt): Promise<ProductUse | null> {
  const row = await db
    .selectFrom('product')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'product.organisation_id')
        .onRef('company.id', '=', 'product.company_id'),
    )
    .select([
      'product.id',
      'product.code',
      'product.name',
      'product.unit_price',
      'product.currency',
    ])
    .select(['company.id as company_id', 'company.rut', 'company.name as company_name'])
    .where('product.organisation_id', '=', at.organisationId)
    .where('product.id', '=', at.id)
    .executeTakeFirst()
  if (row === undefined) return null
  const product = {
    id: row.id,
    code: row.code,
    name: row.name,
    unitPrice: uf(row.unit_price),
    currency: row.currency,
  }
  const rules = await rulesWithLines(db, at, product.unitPrice)
  return {
    product,
    company: { id: row.company_id, rut: row.rut, name: row.company_name },
    rules,
    singleDocuments: await countSingleDocuments(db, at.organisationId, { productId: at.id }),
    version: versionOf(product, rules),
  }
}

async function rulesWithLines(db: Db, at: ProductAt, price: Uf): Promise<RuleOfProduct[]> {
  const rules = await rulesOf(db, at.organisationId, { productId: at.id })
  const ids = rules.map(({ id }) => id)
  if (ids.length === 0) return []
  const lines = await db
    .selectFrom('rule_line')
    .select(['rule_id', 'position', 'quantity', 'price', 'price_is_fixed'])
    .where('organisation_id', '=', at.organisationId)
    .where('product_id', '=', at.id)
    .where('rule_id', 'in', ids)
    .orderBy('rule_id')
    .orderBy('position')
    .execute()
  const later = await laterPrices(db, at.organisationId, ids)
  const { rows: counts } = await sql<{ id: number; clients: number; waiting: number }>`
    select rule.id,
      (select count(*)::int from rule_client
        where rule_client.organisation_id = rule.organisation_id and rule_client.rule_id = rule.id) as clients,
      (select count(*)::int from document
        where document.organisation_id = rule.organisation_id and document.rule_id = rule.id
          and document.state in ('waiting', 'queued')) as waiting
    from invoice_rule as rule
    where rule.organisation_id = ${at.organisationId} and rule.id in (${sql.join(ids)})`.execute(db)
  return rules.map((rule) => {
    const count = counts.find(({ id }) => id === rule.id)
    return {
      ...rule,
      clients: count?.clients ?? 0,
      waiting: count?.waiting ?? 0,
      lines: lines
        .filter((line) => line.rule_id === rule.id)
        .map((line) => {
          const prices = {
            first: line.price === null ? null : uf(line.price),
            later: later(rule.id, line.position),
          }
          const own = priceShown(prices, rule)
          const said = {
            price: own,
            priceIsFixed: line.price_is_fixed,
            changesByMonth: prices.later.length > 0,
          }
          return {
            order: line.position,
            quantity: line.quantity === null ? null : quantity(line.quantity),
            price: own,
            takes: linePriceOf(said, price),
          }
        }),
    }
  })
}

/** That of the rule's next documents; without a next day the last one set. */
function priceShown(prices: LinePrices, { next }: RuleOf): Uf | null {
  const { first, later } = prices
  const price =
    next === null ? (later.at(-1)?.price ?? first) : priceIn(prices, monthOf(knownDay(next)))
  return price === null ? null : uf(price)
}

function versionOf(product: ProductUse['product'], rules: readonly RuleOfProduct[]): string {
  const said = [
    product.id,
    product.unitPrice,
    product.currency,
    rules.map(({ id, lines }) => [
      id,
      lines.map(({ order, quantity: count, price, takes }) => [order, count, price, takes]),
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}
