import type { Kysely } from 'kysely'
import { monthOf, knownDay, type Day, type Month } from '#domain/day.ts'
import { quantity, uf } from '#domain/uf.ts'
import type { Schema } from '../../db/schema.ts'
import type { CheckedLine, DraftLine } from '../draft.ts'
import { laterPrices, priceIn, type LinePrices } from './line-prices.ts'
import { restorePrices, type KeptPrices } from './set-prices.ts'

type Db = Kysely<Schema>

interface RuleAt {
  organisationId: number
  ruleId: number
}

/** The month whose prices a rule is shown and edited with: that of its next emission, else this one. */
export function shownMonth(nextEmissionDay: string | null, today: Day): Month {
  return monthOf(nextEmissionDay === null ? today : knownDay(nextEmissionDay))
}

type StoredLine = Omit<DraftLine, 'price'> & { prices: LinePrices }

/** Each with its price of that month. */
export async function readLines(db: Db, at: RuleAt, month: Month): Promise<DraftLine[]> {
  const lines = await storedLines(db, at)
  return lines.map(({ prices, ...line }) => ({ ...line, price: priceIn(prices, month) }))
}

async function storedLines(db: Db, at: RuleAt): Promise<StoredLine[]> {
  const rows = await db
    .selectFrom('rule_line')
    .select(['product_id', 'quantity', 'price', 'quantity_is_fixed', 'price_is_fixed', 'position'])
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .orderBy('position')
    .execute()
  const later = await laterPrices(db, at.organisationId, [at.ruleId])
  return rows.map((row) => ({
    productId: row.product_id,
    quantity: row.quantity === null ? null : quantity(row.quantity),
    prices: {
      first: row.price === null ? null : uf(row.price),
      later: later(at.ruleId, row.position),
    },
    quantityIsFixed: row.quantity_is_fixed,
    priceIsFixed: row.price_is_fixed,
    order: row.position,
  }))
}

/**
 * The rule's lines are these from now on. Of a rule that is edited, `shown` is the month whose prices it was shown with:
 * a line that still has that price keeps what it costs in other months; one that a person wrote anew holds in all.
 */
export async function replaceLines(
  trx: Db,
  at: RuleAt,
  lines: CheckedLine[],
  shown?: Month,
): Promise<void> {
  const kept = shown === undefined ? [] : keptPrices(await storedLines(trx, at), lines, shown)
  await trx
    .deleteFrom('rule_line')
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .execute()
  if (lines.length === 0) return
  await trx
    .insertInto('rule_line')
    .values(
      lines.map((line) => ({
        organisation_id: at.organisationId,
        rule_id: at.ruleId,
        position: line.order,
        product_id: line.productId,
        own_name: line.own?.name ?? null,
        own_code: line.own?.code ?? null,
        own_currency: line.own?.currency ?? null,
        quantity: line.quantity,
        price: kept.find(({ position }) => position === line.order)?.first ?? line.price,
        quantity_is_fixed: line.quantityIsFixed,
        price_is_fixed: line.priceIsFixed,
      })),
    )
    .execute()
  await restorePrices(trx, at, kept)
}

/** What `replaceLines` would keep of the prices from later months on, by position. */
export async function pricesToKeep(
  db: Db,
  at: RuleAt,
  lines: readonly PricedLine[],
  shown: Month,
): Promise<KeptPrices[]> {
  return keptPrices(await storedLines(db, at), lines, shown)
}

type PricedLine = Pick<CheckedLine, 'productId' | 'price' | 'order'>

function keptPrices(
  before: readonly StoredLine[],
  lines: readonly PricedLine[],
  shown: Month,
): KeptPrices[] {
  const left = new Set(before.filter(({ prices }) => prices.later.length > 0))
  const kept: KeptPrices[] = []
  for (const line of lines) {
    const same = [...left].filter(
      ({ productId, prices }) =>
        productId === line.productId && priceIn(prices, shown) === line.price,
    )
    const found = same.find(({ order }) => order === line.order) ?? same[0]
    if (found === undefined || found.prices.first === null) continue
    left.delete(found)
    kept.push({ position: line.order, first: found.prices.first, later: found.prices.later })
  }
  return kept
}
