import { sql, type Kysely } from 'kysely'
import { isGenericRut } from '#domain/rut.ts'
import type { Schema } from '../../db/schema.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import type { CompanyAt } from './owing.ts'

type Db = Kysely<Schema>

export interface CompanyMutes {
  companyId: number
  /** It reminds its clients. */
  isOn: boolean
  clientRuts: string[]
}

/** Whom each company of an organisation, or one, reminds of nothing. */
export async function mutedClients(
  db: Db,
  organisationId: number,
  companyId?: number,
): Promise<CompanyMutes[]> {
  const rows = await db
    .selectFrom('company')
    .select(['company.id as companyId'])
    .select(
      sql<boolean>`exists (select from reminder_setting setting
        where setting.organisation_id = company.organisation_id and setting.company_id = company.id)`.as(
        'isOn',
      ),
    )
    .select(
      sql<string[]>`array(select mute.client_rut from reminder_mute mute
        where mute.organisation_id = company.organisation_id and mute.company_id = company.id
          and mute.client_rut is not null order by mute.client_rut)`.as('clientRuts'),
    )
    .where('company.organisation_id', '=', organisationId)
    .$if(companyId !== undefined, (query) => query.where('company.id', '=', companyId ?? 0))
    .orderBy('company.id')
    .execute()
  return rows
}

/** Refuses a RUT that is many clients', because a mute of one would silence all of them. */
export function requireOwnRut(clientRut: string): void {
  if (isGenericRut(clientRut)) throw new InvalidInput({ client: ['clientSharesRut'] })
}

/**
 * Refuses a client that never had a document to pay of that company, or shares its RUT with others. 404 for a company that
 * is not the organisation's.
 */
export async function requireOwed(
  db: Db,
  { organisationId, companyId, clientRut }: CompanyAt & { clientRut: string },
): Promise<void> {
  requireOwnRut(clientRut)
  const [company] = await mutedClients(db, organisationId, companyId)
  if (company === undefined) throw new NotFound()
  const row = await db
    .selectFrom('receivable')
    .select('document_id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('client_rut', '=', clientRut)
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) throw new InvalidInput({ client: ['clientOwesNothing'] })
}
