import { sql, type Kysely } from 'kysely'
import { knownDay, knownMonth, type Day, type Month } from '#domain/day.ts'
import { rut, type Rut } from '#domain/rut.ts'
import { serviceMonth } from '#domain/schedule.ts'
import { quantity, uf } from '#domain/uf.ts'
import type { Schema } from '../db/schema.ts'
import { laterPriceIn } from './prices/line-prices.ts'
import { monthOffsetOf } from './store.ts'

/** Of one rule and month, the open lines of the documents that are not made yet. */
export interface OpenMonth {
  rule: { id: number; name: string }
  company: { id: number; rut: Rut; name: string }
  period: Month
  emissionDay: Day
  serviceMonth: Month
  lines: OpenLine[]
}

export interface OpenLine {
  client: { id: number; rut: Rut; name: string }
  order: number
  productId: number
  name: string
  currency: 'CLP' | 'UF'
  quantityIsFixed: boolean
  priceIsFixed: boolean
  /** Null: still to be filled in. */
  quantity: string | null
  price: string | null
  last: { period: Month; quantity: string | null; price: string | null } | null
}

export function isComplete({ lines }: OpenMonth): boolean {
  return lines.every(({ quantity: count, price }) => count !== null && price !== null)
}

export type Asked = {
  organisationId: number
  /** One rule's, whose next emission counts however far it is. */
  ruleId?: number | undefined
  /** The last emission day that counts for all rules. */
  until: Day
}

const MOST_LINES = 20_000

/** In the order of their emission days. */
export async function openMonths(db: Kysely<Schema>, asked: Asked): Promise<OpenMonth[]> {
  const rows = await openRows(db, asked)
  const months = new Map<string, OpenMonth>()
  for (const row of rows) {
    const period = knownMonth(row.period)
    const key = `${row.rule_id} ${period}`
    const found = months.get(key) ?? monthOf(row, period)
    months.set(key, found)
    found.lines.push(lineOf(row))
  }
  return [...months.values()]
}

/** With what was filled in for that month, and the last time before it. */
function openRows(db: Kysely<Schema>, asked: Asked) {
  return openLines(db, asked)
    .leftJoin('monthly_value as value', (join) =>
      join
        .onRef('value.organisation_id', '=', 'rule.organisation_id')
        .onRef('value.rule_id', '=', 'rule.id')
        .onRef('value.client_id', '=', 'client.id')
        .onRef('value.position', '=', 'line.position')
        .onRef('value.product_id', '=', 'line.product_id')
        .on('value.period', '=', period),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('monthly_value as before')
          .select(['before.period', 'before.quantity', 'before.price'])
          .whereRef('before.organisation_id', '=', 'rule.organisation_id')
          .whereRef('before.rule_id', '=', 'rule.id')
          .whereRef('before.client_id', '=', 'client.id')
          .whereRef('before.position', '=', 'line.position')
          .whereRef('before.product_id', '=', 'line.product_id')
          .where('before.period', '<', period)
          .orderBy('before.period', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      eb.fn.coalesce('line.quantity', 'value.quantity').as('quantity'),
      eb.fn.coalesce(laterPriceIn('line', period), 'line.price', 'value.price').as('price'),
      'last.period as last_period',
      'last.quantity as last_quantity',
      'last.price as last_price',
    ])
    .limit(MOST_LINES)
    .execute()
}

/** What the rule leaves open, for each client of an emission that isn't made yet. */
function openLines(db: Kysely<Schema>, asked: Asked) {
  return db
    .selectFrom(openEmissions(db, asked).as('open'))
    .innerJoin('invoice_rule as rule', 'rule.id', 'open.rule_id')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'rule.organisation_id')
        .onRef('company.id', '=', 'rule.company_id'),
    )
    .innerJoin('rule_client', (join) =>
      join
        .onRef('rule_client.organisation_id', '=', 'rule.organisation_id')
        .onRef('rule_client.rule_id', '=', 'rule.id')
        .onRef('rule_client.client_id', '=', 'open.client_id'),
    )
    .innerJoin('client', (join) =>
      join
        .onRef('client.organisation_id', '=', 'rule.organisation_id')
        .onRef('client.id', '=', 'open.client_id'),
    )
    .innerJoin('rule_line as line', (join) =>
      join
        .onRef('line.organisation_id', '=', 'rule.organisation_id')
        .onRef('line.rule_id', '=', 'rule.id')
        .on((eb) =>
          eb.or([eb('line.quantity_is_fixed', '=', false), eb('line.price_is_fixed', '=', false)]),
        ),
    )
    .innerJoin('product', (join) =>
      join
        .onRef('product.organisation_id', '=', 'rule.organisation_id')
        .onRef('product.id', '=', 'line.product_id'),
    )
    .select([
      'rule.id as rule_id',
      'rule.name as rule_name',
      'rule.month_offset',
      'company.id as company_id',
      'company.rut as company_rut',
      'company.name as company_name',
      'open.emission_day',
      period.as('period'),
      'client.id as client_id',
      'client.rut as client_rut',
      'client.name as client_name',
      'line.position',
      'product.id as product_id',
      'product.name',
      'product.currency',
      'line.quantity_is_fixed',
      'line.price_is_fixed',
    ])
    .where('rule.organisation_id', '=', asked.organisationId)
    .where('rule.deleted_at', 'is', null)
    .orderBy('open.emission_day')
    .orderBy('rule.id')
    .orderBy('rule_client.position')
    .orderBy('line.position')
}

/** A document that waits to be made, or the emission that is planned next; each client once. */
function openEmissions(db: Kysely<Schema>, { organisationId, ruleId, until }: Asked) {
  const planned = db
    .selectFrom('invoice_rule')
    .innerJoin('rule_client', (join) =>
      join
        .onRef('rule_client.organisation_id', '=', 'invoice_rule.organisation_id')
        .onRef('rule_client.rule_id', '=', 'invoice_rule.id'),
    )
    .select(['rule_id', 'client_id', sql<string>`next_emission_day`.as('emission_day')])
    .where('invoice_rule.organisation_id', '=', organisationId)
    .where('next_emission_day', 'is not', null)
    .$if(ruleId === undefined, (rows) => rows.where('next_emission_day', '<=', until))
    .$if(ruleId !== undefined, (rows) => rows.where('rule_id', '=', ruleId ?? null))
  return db
    .selectFrom('document')
    .select(['rule_id', 'client_id', 'emission_day'])
    .where('organisation_id', '=', organisationId)
    .where('state', 'in', ['planned', 'needs_data'])
    .$if(ruleId !== undefined, (rows) => rows.where('rule_id', '=', ruleId ?? null))
    .union(planned)
}

const period = sql<string>`to_char(open.emission_day, 'YYYY-MM')`

type OpenRow = Awaited<ReturnType<typeof openRows>>[number]

function monthOf(row: OpenRow, of: Month): OpenMonth {
  const emissionDay = knownDay(row.emission_day)
  return {
    rule: { id: row.rule_id, name: row.rule_name },
    company: { id: row.company_id, rut: rut(row.company_rut), name: row.company_name },
    period: of,
    emissionDay,
    serviceMonth: serviceMonth(emissionDay, monthOffsetOf(row.month_offset)),
    lines: [],
  }
}

function lineOf(row: OpenRow): OpenLine {
  return {
    client: { id: row.client_id, rut: rut(row.client_rut), name: row.client_name },
    order: row.position,
    productId: row.product_id,
    name: row.name,
    currency: row.currency,
    quantityIsFixed: row.quantity_is_fixed,
    priceIsFixed: row.price_is_fixed,
    quantity: row.quantity === null ? null : quantity(row.quantity),
    price: row.price === null ? null : uf(row.price),
    last:
      row.last_period === null
        ? null
        : {
            period: knownMonth(row.last_period),
            quantity: row.last_quantity === null ? null : quantity(row.last_quantity),
            price: row.last_price === null ? null : uf(row.last_price),
          },
  }
}
