import { sql } from 'kysely'
import { activityOf, addressOf, byOwner } from './store.ts'
import type { Activity, Address, Db, OfTenant } from './store.ts'

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

/** Addresses or activities of one client. */
export const MOST_PARTS = 100

export async function hasRoomForPart(
  db: Db,
  table: 'client_address' | 'client_activity',
  at: { organisationId: number; clientId: number },
): Promise<boolean> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organisation_id', '=', at.organisationId)
    .where('client_id', '=', at.clientId)
    .executeTakeFirstOrThrow()
  return Number(count) < MOST_PARTS
}

/** The same street and commune again is the address there is; a city that was written completes it. */
export async function saveAddress(
  trx: Db,
  at: { organisationId: number; clientId: number },
  { street, commune, city }: Omit<Address, 'id'>,
): Promise<Address> {
  const row = await trx
    .insertInto('client_address')
    .values({
      organisation_id: at.organisationId,
      client_id: at.clientId,
      street_and_number: street,
      commune,
      city,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'client_id', 'street_and_number', 'commune'])
        .doUpdateSet({
          city: sql`case when excluded.city = '' then client_address.city else excluded.city end`,
        }),
    )
    .returning(['id', 'street_and_number', 'commune', 'city'])
    .executeTakeFirstOrThrow()
  return addressOf(row)
}

/** The same description again is the one there is. */
export async function saveActivity(
  trx: Db,
  made: { organisationId: number; clientId: number; description: string },
): Promise<Activity> {
  const { description } = made
  const row = await trx
    .insertInto('client_activity')
    .values({ organisation_id: made.organisationId, client_id: made.clientId, description })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'client_id', 'description'])
        .doUpdateSet({ description }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, description }
}

/** Locked until the transaction ends. */
export async function lockClientAddress(
  trx: Db,
  at: OfTenant,
): Promise<(Address & { clientId: number }) | null> {
  const row = await trx
    .selectFrom('client_address')
    .select(['id', 'client_id', 'street_and_number', 'commune', 'city'])
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { ...addressOf(row), clientId: row.client_id }
}

/** False when the client has another address of that street and commune. */
export async function setClientAddress(
  trx: Db,
  organisationId: number,
  address: Address & { clientId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('client_address')
    .set({ street_and_number: address.street, commune: address.commune, city: address.city })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', address.id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('client_address as other')
            .select('other.id')
            .where('other.organisation_id', '=', organisationId)
            .where('other.client_id', '=', address.clientId)
            .where('other.street_and_number', '=', address.street)
            .where('other.commune', '=', address.commune)
            .where('other.id', '<>', address.id),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
