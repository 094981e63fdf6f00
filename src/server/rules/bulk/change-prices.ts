import type { Kysely } from 'kysely'
import { firstDayOf, type Month } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { changePrice, type UnitPrice } from '#domain/price-change.ts'
import { uf } from '#domain/uf.ts'
import type { Schema } from '../../db/schema.ts'
import type { FieldProblems } from '../../http/errors.ts'
import type { Say } from '../check.ts'
import { priceIn } from '../prices/line-prices.ts'
import type { LineView } from '../prices/line-views.ts'
import { removePricesFrom, setPricesFrom, type LineAt } from '../prices/set-prices.ts'
import type { RuleView } from '../view.ts'
import type { PricesChange } from './change.ts'
import type { LineDifference } from './difference.ts'

type Db = Kysely<Schema>

export type LineOutcome =
  | { kind: 'line'; line: LineDifference }
  | { kind: 'problem'; problems: FieldProblems }

/** What the change makes of each line of a rule from that month on. */
export function changedLines(
  { lines }: RuleView,
  from: Month,
  change: PricesChange,
  say: Say,
): LineOutcome[] {
  return lines.map((line) => changedLine(line, from, change, say))
}

function changedLine(line: LineView, from: Month, change: PricesChange, say: Say): LineOutcome {
  const before = priceIn(line.prices, from)
  const at = { order: line.order, name: line.name, currency: line.currency, quantity: null }
  const kept = (why: LineDifference['kept']): LineOutcome => ({
    kind: 'line',
    line: { ...at, price: null, exact: null, replaced: [], kept: why },
  })
  if (before === null) return kept('open')
  const replaced = line.prices.later.filter((later) => later.from >= from)
  if (change.by === 'withdraw') {
    if (replaced.length === 0) return kept('isSame')
    const earlier = line.prices.later.filter((later) => later.from < from)
    const after = earlier.at(-1)?.price ?? line.prices.first
    return changed({ ...at, price: { from: before, to: after }, exact: null, replaced, kept: null })
  }
  const made = changePrice(unitOf(line.currency, before), change)
  if (made.kind === 'kept') return kept(made.why)
  if (made.kind === 'tooLarge') {
    return { kind: 'problem', problems: { price: [say('priceTooLarge', { name: line.name })] } }
  }
  if (made.kind === 'zero') {
    return { kind: 'problem', problems: { price: [say('priceBecomesZero', { name: line.name })] } }
  }
  return changed({
    ...at,
    price: { from: before, to: made.price },
    exact: made.exact === made.price ? null : made.exact,
    replaced,
    kept: null,
  })
}

function changed(line: LineDifference): LineOutcome {
  return { kind: 'line', line }
}

function unitOf(currency: 'CLP' | 'UF', price: string): UnitPrice {
  return currency === 'CLP'
    ? { currency, price: clp(Number(price)) }
    : { currency, price: uf(price) }
}

/** Stores what was worked out: a line that stays isn't written. */
export async function storePrices(
  trx: Db,
  organisationId: number,
  { from, change }: { from: Month; change: PricesChange },
  lines: readonly { ruleId: number; line: LineDifference }[],
): Promise<void> {
  const moved = lines.flatMap(({ ruleId, line: { order, price } }) =>
    price === null ? [] : [{ ruleId, position: order, price: price.to }],
  )
  if (change.by === 'withdraw') return removePricesFrom(trx, organisationId, from, moved)
  await setPricesFrom(trx, organisationId, from, moved.flatMap(priced))
}

function priced({ price, ...at }: LineAt & { price: string | null }) {
  return price === null ? [] : [{ ...at, price }]
}

/** How many documents of that month and later ones are frozen, by rule: what they say never changes. */
export async function countPrepared(
  db: Db,
  organisationId: number,
  ruleIds: readonly number[],
  from: Month,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('document')
    .select((eb) => ['rule_id', eb.fn.countAll<number>().as('count')])
    .where('organisation_id', '=', organisationId)
    .where('rule_id', 'in', [...ruleIds])
    .where('emission_day', '>=', firstDayOf(from))
    .where('content', 'is not', null)
    .where('state', 'in', ['waiting', 'queued', 'issuing', 'uncertain'])
    .groupBy('rule_id')
    .execute()
  return new Map(rows.flatMap(({ rule_id, count }) => (rule_id === null ? [] : [[rule_id, count]])))
}
