import { sql, type Kysely } from 'kysely'
import { DOCUMENT_REASONS, isDocumentReason, whoActs } from '#domain/reason.ts'
import type { Schema } from '../../db/schema.ts'

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

const ASKED = Object.keys(DOCUMENT_REASONS).filter(
  (reason) => isDocumentReason(reason) && whoActs(reason) === 'user',
)

/** Why it stands still as a person is told: behind a document in doubt it matters whether that one waits for them. */
const shownReason = sql<string | null>`case when document.reason = 'behindUncertain' and exists (
    select from document ahead where ahead.organisation_id = document.organisation_id
      and ahead.person_rut = document.person_rut and ahead.state = 'uncertain'
      and ahead.reason = any(${ASKED}::text[]))
  then 'behindUndecided' else document.reason end`

/** Of one organisation, with the rule they come from, if any. */
export function listedDocuments(db: Kysely<Schema>, organisationId: number) {
  return documentsWithCompany(db)
    .leftJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'document.organisation_id')
        .onRef('rule.id', '=', 'document.rule_id'),
    )
    .select([
      'company.rut as company_rut',
      'company.name as company_name',
      'rule.name as rule_name',
    ])
    .select(shownReason.as('shown_reason'))
    .where('document.organisation_id', '=', organisationId)
}
