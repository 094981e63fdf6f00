import { sql, type Kysely, type RawBuilder } from 'kysely'
import { uf } from '#domain/uf.ts'
import { foldedText, holdsFolded } from '../db/folded-text.ts'
import type { Schema } from '../db/schema.ts'
import type { OfCompany } from './client-list.ts'
import type { Cursor } from './cursor.ts'

type Db = Kysely<Schema>

export interface ProductQuery extends OfCompany {
  search: string
  sort: 'name' | 'code'
  after: Cursor | null
  limit: number
}

/** A page of products with the number of rules in force that charge each. */
export async function readProducts(db: Db, query: ProductQuery) {
  const { rows } = await sql<{
    key: string
    id: number
    code: string
    name: string
    unit_price: string
    currency: 'CLP' | 'UF'
    rules: number
  }>`
    select * from (
      select ${keyOf(query)} as key, product.id, product.code, product.name, product.unit_price, product.currency,
        (select count(distinct rule.id)::int from rule_line
          join invoice_rule as rule on rule.organisation_id = rule_line.organisation_id and rule.id = rule_line.rule_id
          where rule_line.organisation_id = product.organisation_id and rule_line.product_id = product.id
            and rule.deleted_at is null and rule.request_key is null) as rules
      from product where ${isWanted(query)}
    ) as sorted
    where ${query.after === null ? sql`true` : sql`(key, id) > (${query.after.key}, ${query.after.id}::bigint)`}
    order by key, id
    limit ${query.limit}`.execute(db)
  return rows.map(({ unit_price, ...row }) => ({ ...row, unitPrice: uf(unit_price) }))
}

export async function countProductsFound(db: Db, query: ProductQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from product where ${isWanted(query)}`.execute(db)
  return rows[0]?.count ?? 0
}

const MAX_SORTED = 100

function keyOf({ sort }: ProductQuery): RawBuilder<string> {
  const column = sort === 'name' ? sql`product.name` : sql`product.code`
  return sql<string>`left(${foldedText(column)}, ${MAX_SORTED})`
}

function isWanted({ organisationId, companyId, search }: ProductQuery): RawBuilder<boolean> {
  const of = sql<boolean>`product.organisation_id = ${organisationId} and product.company_id = ${companyId}`
  const said = sql`product.name || ' ' || product.code`
  const words = search.split(/\s+/).filter((word) => word !== '')
  return words.reduce((found, word) => sql<boolean>`${found} and ${holdsFolded(said, word)}`, of)
}
