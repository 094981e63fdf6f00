import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { isRecordedTakenBack } from '../standing/taken-back-by-bank.ts'
import type { Named } from './attention-items.ts'
import type { OrganisationAt } from './store.ts'

/** Companies with a transfer that was said to be on record, and that the bank took back since. */
export async function companiesWithRecordedTakenBack(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<Named[]> {
  return db
    .selectFrom('bank_movement as movement')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'movement.organisation_id')
        .onRef('company.id', '=', 'movement.company_id'),
    )
    .select(['company.id', 'company.name'])
    .distinct()
    .where('movement.organisation_id', '=', organisationId)
    .where(isRecordedTakenBack)
    .orderBy('company.id')
    .execute()
}
