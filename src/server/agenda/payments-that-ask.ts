import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { documentsWithReceivable } from '../documents/trail/document-query.ts'
import { isDeclared, isOverpaid } from '../standing/receivable-facts.ts'
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

/** Documents with a declared transfer without a decision, or with more money than they are owed. */
export async function paymentsThatAsk(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<AskingPayment[]> {
  const rows = await documentsWithReceivable(db)
    .select(['document.id', 'document.recipient_name as name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name'])
    .select(isDeclared.as('is_declared'))
    .where('receivable.organisation_id', '=', organisationId)
    .where((eb) => eb.or([isDeclared, isOverpaid]))
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
