import type { Kysely } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { documentsWithCompany } from '../documents/trail/document-query.ts'
import { hasPayment } from '../standing/receivable-facts.ts'
import type { OrganisationAt } from './store.ts'

export interface AskingPayment {
  /** The document's. */
  id: number
  name: string
  company: { id: number; name: string }
  /** A client says that it transferred, or more came than is owed. */
  state: 'declared' | 'overpaid'
}

/** More than this are counted by nobody's eye. */
const MAX_PAYMENTS = 1_000

/** The documents of which only their owner knows whether a transfer came, or what becomes of what came too much. */
export async function paymentsThatAsk(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId }: OrganisationAt,
): Promise<AskingPayment[]> {
  const today = dayInChile(clock.now())
  const isDeclared = hasPayment('declared', today)
  const rows = await documentsWithCompany(db)
    .innerJoin('receivable', (join) =>
      join
        .onRef('receivable.organisation_id', '=', 'document.organisation_id')
        .onRef('receivable.document_id', '=', 'document.id'),
    )
    .select(['document.id', 'document.recipient_name as name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name'])
    .select(isDeclared.as('is_declared'))
    .where('document.organisation_id', '=', organisationId)
    .where((eb) => eb.or([isDeclared, hasPayment('overpaid', today)]))
    .orderBy('document.id', 'desc')
    .limit(MAX_PAYMENTS)
    .execute()
  return rows.map(({ id, name, folio, is_declared, ...row }) => ({
    id,
    name: folio === null ? name : `${name}, N° ${folio}`,
    company: { id: row.company_id, name: row.company_name },
    state: is_declared ? 'declared' : 'overpaid',
  }))
}
