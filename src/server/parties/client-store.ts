import { sql } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import type { RecipientData } from '#sii/sii.ts'
import { instantText, type Clock } from '../clock.ts'
import { clientParts, MOST_PARTS, saveActivity } from './client-parts.ts'
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
  isDeleted: boolean
}

interface OfCompany {
  organisationId: number
  companyId: number
}

export const MOST_CLIENTS = 5_000

/** A page of a company's clients by name, with their addresses and activities. */
export async function listClients(
  db: Db,
  of: OfCompany,
  { limit, offset }: { limit: number; offset: number },
): Promise<Client[]> {
  const rows = await clientRows(db, of)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return withParts(db, of.organisationId, rows)
}

/** One of the company's, also where it was deleted; with its addresses and activities. Null when there is none. */
export async function findClient(
  db: Db,
  of: OfCompany,
  by: { rut: Rut } | { clientId: number },
): Promise<KnownClient | null> {
  const rows = clientRows(db, of)
  const found = 'rut' in by ? rows.where('rut', '=', by.rut) : rows.where('id', '=', by.clientId)
  const [client = null] = await withParts(db, of.organisationId, await found.execute())
  return client
}

/** Those of these RUTs, as `findClient` finds one. */
export async function findClients(
  db: Db,
  of: OfCompany,
  ruts: readonly Rut[],
): Promise<KnownClient[]> {
  if (ruts.length === 0) return []
  const rows = await clientRows(db, of).where('rut', 'in', ruts).execute()
  return withParts(db, of.organisationId, rows)
}

function clientRows(db: Db, of: OfCompany) {
  return db
    .selectFrom('client')
    .select(['id', 'rut', 'name', 'looked_up_at', 'deleted_at', 'due_days'])
    .where('organisation_id', '=', of.organisationId)
    .where('company_id', '=', of.companyId)
}

async function withParts(
  db: Db,
  organisationId: number,
  rows: Awaited<ReturnType<ReturnType<typeof clientRows>['execute']>>,
): Promise<KnownClient[]> {
  const parts = await clientParts(
    db,
    organisationId,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    rut: rut(row.rut),
    name: row.name,
    isLookedUp: row.looked_up_at !== null,
    isDeleted: row.deleted_at !== null,
    addresses: parts.addresses.get(row.id) ?? [],
    activities: parts.activities.get(row.id) ?? [],
    dueDays: row.due_days,
  }))
}

/** One client whole, with its company. Null when there is none, or it was deleted. */
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
    .where('client.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const of = { organisationId: at.organisationId, companyId: row.company_id }
  const client = await findClient(db, of, { clientId: at.id })
  if (client === null) return null
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

/** Those that were deleted stay so. */
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
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** One that was deleted is back, with this name unless the SII gave it one. Null when the company has it already. */
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
      conflict
        .columns(['organisation_id', 'company_id', 'rut'])
        .doUpdateSet({ deleted_at: null, name: WRITTEN_NAME })
        .where('client.deleted_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Of a client that is back: the one just written, unless the SII gave its name. */
export const WRITTEN_NAME = sql<string>`case when client.name_is_written then excluded.name else client.name end`

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

/** What the SII answered; a client that was deleted is back. A city the user wrote stays; null: it knows nobody by this RUT. */
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
        deleted_at: null,
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
