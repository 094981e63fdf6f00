import { sql, type Kysely, type RawBuilder } from 'kysely'
import { knownMonth, type Month } from '#domain/day.ts'
import { uf } from '#domain/uf.ts'
import type { Schema } from '../../db/schema.ts'

/** What the unit of a line costs: at first, and from which months on another price. Oldest first. */
export interface LinePrices {
  first: string | null
  later: readonly LaterPrice[]
}

export interface LaterPrice {
  from: Month
  price: string
}

/** The price in the documents of a month, whenever they are made. Null where each month is filled in. */
export function priceIn({ first, later }: LinePrices, month: Month): string | null {
  return later.findLast(({ from }) => from <= month)?.price ?? first
}

/** `priceIn` as SQL, of a row of `rule_line` by its name in the query; null where nothing changes it. */
export function laterPriceIn(line: string, period: RawBuilder<string>): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${line}.${column}`)
  return sql<string | null>`(select rule_price.price from rule_price
    where rule_price.organisation_id = ${of('organisation_id')}
      and rule_price.rule_id = ${of('rule_id')}
      and rule_price.position = ${of('position')}
      and rule_price.from_period <= ${period}
    order by rule_price.from_period desc limit 1)`
}

/** The later prices of these rules, by rule and position. */
export async function laterPrices(
  db: Kysely<Schema>,
  organisationId: number,
  ruleIds: readonly number[],
): Promise<(ruleId: number, position: number) => LaterPrice[]> {
  if (ruleIds.length === 0) return () => []
  const rows = await db
    .selectFrom('rule_price')
    .select(['rule_id', 'position', 'from_period', 'price'])
    .where('organisation_id', '=', organisationId)
    .where('rule_id', 'in', [...ruleIds])
    .orderBy('from_period')
    .execute()
  const found = new Map<string, LaterPrice[]>()
  for (const row of rows) {
    const key = `${row.rule_id}:${row.position}`
    const prices = found.get(key) ?? []
    found.set(key, prices)
    prices.push({ from: knownMonth(row.from_period), price: uf(row.price) })
  }
  return (ruleId, position) => found.get(`${ruleId}:${position}`) ?? []
}
