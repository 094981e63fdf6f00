import type { Kysely } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { shownFacts } from '../../standing/standing-facts.ts'

/** Documents with the company that issues them. */
export function documentsWithCompany(db: Kysely<Schema>) {
  return db
    .selectFrom('document')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'document.organisation_id')
        .onRef('company.id', '=', 'document.company_id'),
    )
}

/** Those whose payment is followed, with what they are owed. */
export function documentsWithReceivable(db: Kysely<Schema>) {
  return documentsWithCompany(db).innerJoin('receivable', (join) =>
    join
      .onRef('receivable.organisation_id', '=', 'document.organisation_id')
      .onRef('receivable.document_id', '=', 'document.id'),
  )
}

/**
 * Of one organisation, with the rule they come from, if any, and how each stands. A one-off comes from none, though its
 * `rule_id` has the row that says what it says.
 */
export function listedDocuments(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  organisationId: number,
) {
  return documentsWithCompany(db)
    .leftJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'document.organisation_id')
        .onRef('rule.id', '=', 'document.rule_id')
        .on('rule.request_key', 'is', null),
    )
    .select([
      'document.key',
      'rule.id as own_rule_id',
      'company.rut as company_rut',
      'company.name as company_name',
      'rule.name as rule_name',
    ])
    .select(shownFacts(clock))
    .where('document.organisation_id', '=', organisationId)
}
