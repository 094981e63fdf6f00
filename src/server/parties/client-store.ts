import { sql } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import type { RecipientData } from '#sii/sii.ts'
import { instantText, type Clock } from '../clock.ts'
import { clientParts } from './client-parts.ts'
import { addressOf } from './store.ts'
import type { Activity, Address, Db, OfTenant } from './store.ts'

export interface Client {
  id: number
  rut: Rut
  name: string
  addresses: Address[]
  activities: Activity[]
  /** Days from issue to the due day; null: its company's. */
  dueDays: number | null
}

export interface KnownClient extends Client {
  isLookedUp: boolean
}

export const MOST_CLIENTS = 5_000

/** Of one company, all of them or those asked for; with their addresses and activities. */
export async function listClients(
  db: Db,
  of: { organisationId: number; companyId: number },
  only: { rut?: Rut; clientId?: number } = {},
): Promise<KnownClient[]> {
  let query = db
    .selectFrom('client')
    .select(['id', 'rut', 'name', 'looked_up_at', 'due_days'])
    .where('organisation_id', '=', of.organisationId)
    .where('company_id', '=', of.companyId)
  if (only.rut !== undefined) query = query.where('rut', '=', only.rut)
  if (only.clientId !== undefined) query = query.where('id', '=', only.clientId)
  const rows = await query.orderBy('name').orderBy('id').limit(MOST_CLIENTS).execute()
  const parts = await clientParts(
    db,
    of.organisationId,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    rut: rut(row.rut),
    name: row.name,
    isLookedUp: row.looked_up_at !== null,
    addresses: parts.addresses.get(row.id) ?? [],
    activities: parts.activities.get(row.id) ?? [],
    dueDays: row.due_days,
  }))
}

/** One client whole, with its company. Null when there is none. */
export async function readClient(
  db: Db,
  at: OfTenant,
): Promise<{
  client: Client & { nameIsWritten: boolean }
  company: { id: number; rut: string; name: string }
} | null> {
  const row = await db
    .selectFrom('client')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'client.organisation_id')
        .onRef('company.id', '=', 'client.company_id'),
    )
    .select(['client.company_id', 'client.name_is_written', 'company.rut', 'company.name'])
    .where('client.organisation_id', '=', at.organisationId)
    .where('client.id', '=', at.id)
    .executeTakeFirst()
  if (row === undefined) return null
  const of = { organisationId: at.organisationId, companyId: row.company_id }
  const [client] = await listClients(db, of, { clientId: at.id })
  if (client === undefined) return null
  return {
    client: { ...client, nameIsWritten: row.name_is_written },
    company: { id: row.company_id, rut: row.rut, name: row.name },
  }
}

export async function clientExists(db: Db, at: OfTenant): Promise<boolean> {
  const row = await db
    .selectFrom('client')
    .select('id')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertMissingClients(
  trx: Db,
  clock: Clock,
  at: { organisationId: number; companyId: number },
  clients: { rut: Rut; name: string }[],
): Promise<void> {
  if (clients.length === 0) return
  await trx
    .insertInto('client')
    .values(
      clients.map((client) => ({
        organisation_id: at.organisationId,
        company_id: at.companyId,
        rut: client.rut,
        name: client.name,
        created_at: instantText(clock.now()),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'company_id', 'rut']).doNothing(),
    )
    .execute()
}

export async function countClients(
  db: Db,
  of: { organisationId: number; companyId: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('client')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organisation_id', '=', of.organisationId)
    .where('company_id', '=', of.companyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Null when the company has a client of that RUT already. */
export async function insertWrittenClient(
  trx: Db,
  clock: Clock,
  at: { organisationId: number; companyId: number },
  written: { rut: Rut; name: string },
): Promise<number | null> {
  const row = await trx
    .insertInto('client')
    .values({
      organisation_id: at.organisationId,
      company_id: at.companyId,
      rut: written.rut,
      name: written.name,
      name_is_written: true,
      created_at: instantText(clock.now()),
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'company_id', 'rut']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** False when its name is the SII's: what is issued must bear that one. */
export async function setWrittenName(
  trx: Db,
  at: OfTenant & { companyId: number },
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('client')
    .set({ name })
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .where('id', '=', at.id)
    .where('name_is_written', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function setDueDays(
  trx: Db,
  { organisationId, id }: OfTenant,
  dueDays: number | null,
): Promise<void> {
  await trx
    .updateTable('client')
    .set({ due_days: dueDays })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** What the SII answered. A city the user wrote stays; null: it knows nobody by this RUT. */
export async function saveLookedUp(
  trx: Db,
  clock: Clock,
  at: { organisationId: number; companyId: number },
  found: { rut: Rut; recipient: RecipientData | null },
): Promise<number> {
  const now = instantText(clock.now())
  const { recipient } = found
  const name = recipient?.name ?? ''
  const row = await trx
    .insertInto('client')
    .values({
      organisation_id: at.organisationId,
      company_id: at.companyId,
      rut: found.rut,
      name: name || found.rut,
      created_at: now,
      looked_up_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'company_id', 'rut']).doUpdateSet({
        looked_up_at: now,
        ...(name === '' ? {} : { name, name_is_written: false }),
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const address of (recipient?.addresses ?? []).slice(0, MOST_PARTS)) {
    await trx
      .insertInto('client_address')
      .values({
        organisation_id: at.organisationId,
        client_id: row.id,
        street_and_number: address.street,
        commune: address.commune,
        city: address.city,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'client_id', 'street_and_number', 'commune'])
          .doUpdateSet({
            city: sql`case when client_address.city = '' then excluded.city else client_address.city end`,
          }),
      )
      .execute()
  }
  for (const description of (recipient?.giros ?? []).slice(0, MOST_PARTS)) {
    await saveActivity(trx, { organisationId: at.organisationId, clientId: row.id, description })
  }
  return row.id
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
