import { sql, type Kysely, type Selectable } from 'kysely'
import { knownDay, knownMonth, type Month } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import type { Rule, RuleClient, RuleLine } from '#domain/rule.ts'
import { rut } from '#domain/rut.ts'
import type { Schedule } from '#domain/schedule.ts'
import { quantity, uf } from '#domain/uf.ts'
import type { Schema } from '../db/schema.ts'
import { laterPriceIn } from './prices/line-prices.ts'

type RuleRow = Selectable<Schema['invoice_rule']>

/**
 * The rule with all it points at, as it stands in this transaction. Null when absent or deleted. Its lines have the
 * prices of that month; what is open carries what the user filled in for that client's month, or null.
 */
export async function loadRule(
  db: Kysely<Schema>,
  at: { organisationId: number; ruleId: number },
  month: { period: Month; clientId: number | null },
): Promise<Rule | null> {
  const row = await db
    .selectFrom('invoice_rule')
    .selectAll()
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    schedule: scheduleOf(row),
    monthOffset: row.month_offset === 0 ? 0 : row.month_offset < 0 ? -1 : 1,
    serviceMonth: row.service_month === null ? null : knownMonth(row.service_month),
    startDay: knownDay(row.start_day),
    ufRateType: row.uf_rate_type,
    isPaused: row.is_paused,
    issuer: await loadIssuer(db, row),
    person: await loadPerson(db, row),
    withholder: row.withholder,
    clients: await loadClients(db, row),
    lines: await loadLines(db, row, month),
  }
}

export function scheduleOf(
  row: Pick<RuleRow, 'business_day_rule' | 'day_of_month' | 'id'>,
): Schedule {
  if (row.business_day_rule !== 'EXACT') return { rule: row.business_day_rule }
  if (row.day_of_month === null) throw new Error(`Rule ${row.id} is EXACT and has no day`)
  return { rule: 'EXACT', dayOfMonth: row.day_of_month }
}

async function loadIssuer(db: Kysely<Schema>, rule: RuleRow): Promise<Rule['issuer']> {
  const row = await db
    .selectFrom('company')
    .leftJoin('issuer_address as address', (join) =>
      join
        .onRef('address.organisation_id', '=', 'company.organisation_id')
        .on('address.id', '=', rule.issuer_address_id),
    )
    .leftJoin('issuer_activity as activity', (join) =>
      join
        .onRef('activity.organisation_id', '=', 'company.organisation_id')
        .on('activity.id', '=', rule.issuer_activity_id),
    )
    .select([
      'company.rut',
      'company.name',
      'address.street_and_number',
      'address.commune',
      'address.city',
      'address.branch_code',
      'activity.code',
      'activity.description',
    ])
    .where('company.organisation_id', '=', rule.organisation_id)
    .where('company.id', '=', rule.company_id)
    .executeTakeFirstOrThrow()
  return {
    companyId: rule.company_id,
    rut: rut(row.rut),
    name: row.name,
    email: rule.issuer_email,
    address:
      row.street_and_number === null
        ? null
        : {
            street: row.street_and_number,
            commune: row.commune ?? '',
            city: row.city ?? '',
            branchCode: row.branch_code ?? '',
          },
    activity: row.code === null ? null : { code: row.code, description: row.description ?? '' },
  }
}

async function loadPerson(db: Kysely<Schema>, rule: RuleRow): Promise<Rule['person']> {
  const row = await db
    .selectFrom('company')
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .select(['facturator.person_rut', 'facturator.label'])
    .where('company.organisation_id', '=', rule.organisation_id)
    .where('company.id', '=', rule.company_id)
    .executeTakeFirstOrThrow()
  return { rut: rut(row.person_rut), name: row.label }
}

async function loadClients(db: Kysely<Schema>, rule: RuleRow): Promise<RuleClient[]> {
  const rows = await db
    .selectFrom('rule_client')
    .innerJoin('client', (join) =>
      join
        .onRef('client.organisation_id', '=', 'rule_client.organisation_id')
        .onRef('client.id', '=', 'rule_client.client_id'),
    )
    .leftJoin('client_address as address', (join) =>
      join
        .onRef('address.organisation_id', '=', 'rule_client.organisation_id')
        .onRef('address.id', '=', 'rule_client.address_id'),
    )
    .leftJoin('client_activity as activity', (join) =>
      join
        .onRef('activity.organisation_id', '=', 'rule_client.organisation_id')
        .onRef('activity.id', '=', 'rule_client.activity_id'),
    )
    .select([
      'client.id',
      'client.rut',
      'client.name',
      'rule_client.contact_name',
      'rule_client.contact_rut',
      'address.street_and_number',
      'address.commune',
      'address.city',
      'activity.description as giro',
    ])
    .where('rule_client.organisation_id', '=', rule.organisation_id)
    .where('rule_client.rule_id', '=', rule.id)
    .orderBy('rule_client.position')
    .execute()
  return rows.map((row) => ({
    clientId: row.id,
    rut: rut(row.rut),
    name: row.name,
    address:
      row.street_and_number === null
        ? null
        : { street: row.street_and_number, commune: row.commune ?? '', city: row.city ?? '' },
    giro: row.giro,
    contactName: row.contact_name,
    contactRut: row.contact_rut === null ? null : rut(row.contact_rut),
  }))
}

async function loadLines(
  db: Kysely<Schema>,
  rule: RuleRow,
  month: { period: Month; clientId: number | null },
): Promise<RuleLine[]> {
  const rows = await db
    .selectFrom('rule_line')
    .leftJoin('product', (join) =>
      join
        .onRef('product.organisation_id', '=', 'rule_line.organisation_id')
        .onRef('product.id', '=', 'rule_line.product_id'),
    )
    .leftJoin('monthly_value as month', (join) =>
      join
        .onRef('month.organisation_id', '=', 'rule_line.organisation_id')
        .onRef('month.rule_id', '=', 'rule_line.rule_id')
        .onRef('month.position', '=', 'rule_line.position')
        .onRef('month.product_id', '=', 'rule_line.product_id')
        .on('month.period', '=', month.period)
        .on('month.client_id', '=', month.clientId),
    )
    .select((eb) => [
      eb.fn.coalesce('rule_line.own_name', 'product.name').$notNull().as('name'),
      eb.fn.coalesce('rule_line.own_code', 'product.code').$notNull().as('code'),
      eb.fn.coalesce('rule_line.own_currency', 'product.currency').$notNull().as('currency'),
      // What the rule fixes wins over what was filled in before it did.
      eb.fn.coalesce('rule_line.quantity', 'month.quantity').as('quantity'),
      eb.fn
        .coalesce(
          laterPriceIn('rule_line', sql.val(month.period)),
          'rule_line.price',
          'month.price',
        )
        .as('price'),
    ])
    .where('rule_line.organisation_id', '=', rule.organisation_id)
    .where('rule_line.rule_id', '=', rule.id)
    .orderBy('rule_line.position')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    description: '',
    code: row.code,
    quantity: row.quantity === null ? null : quantity(row.quantity),
    price: row.price === null ? null : priceOf(row.currency, row.price),
    currency: row.currency,
  }))
}

function priceOf(currency: 'CLP' | 'UF', price: string): RuleLine['price'] {
  return currency === 'CLP'
    ? { currency, unitClp: clp(Number(price)) }
    : { currency, unitUf: uf(price) }
}
