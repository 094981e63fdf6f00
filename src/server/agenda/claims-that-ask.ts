import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { documentsWithCompany } from '../documents/trail/document-query.ts'
import type { Finding } from './attention-items.ts'
import type { OrganisationAt } from './store.ts'

/** More than this are counted by nobody's eye. */
const MAX_CLAIMS = 1_000

/** Valid facturas that their receivers claimed at the SII, as long as no person said that it is dealt with: each alone. */
export async function claimsThatAsk(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<Finding[]> {
  const rows = await documentsWithCompany(db)
    .innerJoin('receiver_reaction as reaction', (join) =>
      join
        .onRef('reaction.organisation_id', '=', 'document.organisation_id')
        .onRef('reaction.document_id', '=', 'document.id'),
    )
    .select(['document.id', 'document.recipient_name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name'])
    .where('reaction.organisation_id', '=', organisationId)
    .where('reaction.state', '=', 'claimed')
    .where('reaction.settled_at', 'is', null)
    .where('document.state', '=', 'issued')
    .orderBy('document.id', 'desc')
    .limit(MAX_CLAIMS)
    .execute()
  return rows.map(({ id, recipient_name, folio, company_id, company_name }) => {
    const name = `${recipient_name}, N° ${folio ?? ''}`
    return {
      code: 'facturaClaimed',
      subject: { kind: 'claim', id, name },
      urgency: 'now',
      due: null,
      rule: null,
      document: { id, name },
      company: { id: company_id, name: company_name },
    }
  })
}
