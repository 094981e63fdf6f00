import { sql, type Kysely } from 'kysely'
import type { DocumentState } from '#domain/document.ts'
import type { Schema } from '../../db/schema.ts'
import { documentsWithCompany } from '../trail/document-query.ts'
import type { DocumentRow } from '../trail/trail.ts'

/** Whose documents are compared: a company's, and of boletas its person's. */
export interface Issuer {
  organisationId: number
  companyId: number
  companyRut: string
  personRut: string
}

export interface To {
  kind: DocumentRow['kind']
  ruts: readonly string[]
}

/** On its way or issued. */
export const REPEATABLE: readonly DocumentState[] = [
  'waiting',
  'queued',
  'issuing',
  'uncertain',
  'issued',
]

/** Documents of the issuer to these recipients that one more of the kind may repeat. */
export function documentsTo(
  db: Kysely<Schema>,
  { organisationId, companyRut, personRut }: Issuer,
  { kind, ruts }: To,
  states = REPEATABLE,
) {
  return documentsWithCompany(db)
    .select(['document.id', 'document.folio', 'document.issue_day', 'document.emission_day'])
    .select(['document.service_month', 'document.total_clp', 'document.rule_id'])
    .where('document.organisation_id', '=', organisationId)
    .where('document.kind', '=', kind)
    .where('document.recipient_rut', 'in', ruts)
    .where('document.state', 'in', states)
    .$if(kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', companyRut))
    .$if(kind === 'boletaHonorarios', (of) => of.where('document.person_rut', '=', personRut))
}

/** The same of the SII's list alone, as it was last read; what is taken back whole is repeated by nothing. */
export function issuedOutsideTo(
  db: Kysely<Schema>,
  { organisationId, companyId }: Issuer,
  { kind, ruts }: To,
) {
  return db
    .selectFrom('sii_issued')
    .select(['folio', 'issue_day', 'total_clp', 'lowered_clp'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('recipient_rut', 'in', ruts)
    .where('document_id', 'is', null)
    .where('is_annulled', '=', false)
    .where('annulled_by', 'is', null)
}

/** What a document is called before it is made, too; ordered again it is another one. */
export const KEY_AND_REVISION = sql<string>`document.key || '#' || document.revision`

/** As `KEY_AND_REVISION`. */
export function keyAndRevision(key: string, revision: number): string {
  return `${key}#${revision}`
}
