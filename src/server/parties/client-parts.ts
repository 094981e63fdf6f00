import { activityOf, addressOf, byOwner } from './store.ts'
import type { Activity, Address, Db } from './store.ts'

/** Addresses and activities of many clients at once, in the order they came; for lists of any feature. */
export async function clientParts(
  db: Db,
  organisationId: number,
  clientIds: number[],
): Promise<{ addresses: Map<number, Address[]>; activities: Map<number, Activity[]> }> {
  if (clientIds.length === 0) return { addresses: new Map(), activities: new Map() }
  const addresses = await db
    .selectFrom('client_address')
    .select(['id', 'client_id as owner', 'street_and_number', 'commune', 'city'])
    .where('organisation_id', '=', organisationId)
    .where('client_id', 'in', clientIds)
    .orderBy('id')
    .execute()
  const activities = await db
    .selectFrom('client_activity')
    .select(['id', 'client_id as owner', 'description'])
    .where('organisation_id', '=', organisationId)
    .where('client_id', 'in', clientIds)
    .orderBy('id')
    .execute()
  return { addresses: byOwner(addresses, addressOf), activities: byOwner(activities, activityOf) }
}
