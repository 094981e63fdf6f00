import { sql, type Kysely } from 'kysely'
import type { RuleKind } from '#domain/document.ts'
import type { Schema } from '../db/schema.ts'
import { IS_IN_FORCE } from '../parties/in-force.ts'

type Db = Kysely<Schema>

export interface RuleOf {
  id: number
  name: string
  kind: RuleKind
  isPaused: boolean
  next: string | null
}

/** The rules in force that name a client or charge a product. */
export async function rulesOf(
  db: Db,
  organisationId: number,
  of: { clientId: number } | { productId: number },
): Promise<RuleOf[]> {
  const rows = await db
    .selectFrom('invoice_rule as rule')
    .select(['rule.id', 'rule.name', 'rule.kind', 'rule.is_paused', 'rule.next_emission_day'])
    .where('rule.organisation_id', '=', organisationId)
    .where('rule.deleted_at', 'is', null)
    .where('rule.request_key', 'is', null)
    .where('rule.id', 'in', (eb) =>
      'clientId' in of
        ? eb
            .selectFrom('rule_client')
            .select('rule_client.rule_id')
            .where('rule_client.organisation_id', '=', organisationId)
            .where('rule_client.client_id', '=', of.clientId)
        : eb
            .selectFrom('rule_line')
            .select('rule_line.rule_id')
            .where('rule_line.organisation_id', '=', organisationId)
            .where('rule_line.product_id', '=', of.productId),
    )
    .orderBy('rule.name')
    .orderBy('rule.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    isPaused: row.is_paused,
    next: row.next_emission_day,
  }))
}

/** Documents outside rules that may still be issued to that client, or with that product. */
export async function countSingleDocuments(
  db: Db,
  organisationId: number,
  of: { clientId: number } | { productId: number },
): Promise<number> {
  const named =
    'clientId' in of
      ? sql`rule_client as named where named.client_id = ${of.clientId}`
      : sql`rule_line as named where named.product_id = ${of.productId}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invoice_rule as rule
    where rule.organisation_id = ${organisationId} and rule.request_key is not null and ${IS_IN_FORCE}
      and rule.id in (select named.rule_id from ${named} and named.organisation_id = ${organisationId})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export function ruleOfToWire({ id, name, kind, isPaused, next }: RuleOf) {
  return {
    id,
    name,
    document_type: kind === 'factura' ? (33 as const) : (39 as const),
    is_paused: isPaused,
    next_emission_date: next,
  }
}
