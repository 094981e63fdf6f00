import { sql, type Kysely, type Selectable } from 'kysely'
import type { Clock } from '../../clock.ts'
import { beyondOrganisations } from '../../db/reach.ts'
import type { Schema } from '../../db/schema.ts'
import { NotFound } from '../../http/errors.ts'
import type { ApiVault, SecretPurpose } from '../../vault/vault.ts'
import type { Connection, Mode, ProviderName } from '../providers/connection.ts'
import type { PaymentProviders } from '../providers/providers.ts'
import { connectionOf } from './account.ts'

export type Db = Kysely<Schema>
export type ConnectionRow = Selectable<Schema['payment_connection']>
export type ConnectionAt = { organisationId: number; connectionId: number }
export type CompanyAt = { organisationId: number; companyId: number }

export interface ConnectionNeeds {
  db: Db
  clock: Clock
  vault: ApiVault
  providers: PaymentProviders
}

export interface OpenedConnection {
  id: number
  publicId: string
  companyId: number
  connection: Connection
  isEnded: boolean
}

/** With its keys; an ended one too, for what was begun by it. Null: there is none, or its keys were erased. */
export async function openConnection(
  { db, vault }: Pick<ConnectionNeeds, 'db' | 'vault'>,
  at: ConnectionAt,
  purpose: SecretPurpose & ('payments' | 'connectionTest') = 'payments',
): Promise<OpenedConnection | null> {
  const row = await readConnection(db, at)
  if (row === null || row.secret_id === null) return null
  const { organisationId } = at
  const use = { organisationId, secretId: row.secret_id, kind: 'paymentKeys', purpose } as const
  const keys = await beyondOrganisations(() => vault.open(db, use))
  return {
    id: row.id,
    publicId: row.public_id,
    companyId: row.company_id,
    connection: connectionOf(row, keys),
    isEnded: row.ended_at !== null,
  }
}

/** Whose it is, where only its address is known. */
export async function findConnectionByPublicId(
  db: Db,
  publicId: string,
): Promise<ConnectionAt | null> {
  const row = await beyondOrganisations(() =>
    db
      .selectFrom('payment_connection')
      .select(['organisation_id', 'id'])
      .where('public_id', '=', publicId)
      .executeTakeFirst(),
  )
  return row === undefined ? null : { organisationId: row.organisation_id, connectionId: row.id }
}

/** What payers of a company are offered. */
export function offeredConnections(
  db: Db,
  { organisationId, companyId }: CompanyAt,
): Promise<{ id: number; provider: ProviderName; mode: Mode }[]> {
  return db
    .selectFrom('payment_connection')
    .select(['id', 'provider', 'mode'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('is_offered', '=', true)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function readConnection(
  db: Db,
  { organisationId, connectionId }: ConnectionAt,
  lock = false,
): Promise<ConnectionRow | null> {
  const row = await db
    .selectFrom('payment_connection')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', connectionId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ?? null
}

/** Of all companies, or one. */
export function connectionsInForce(
  db: Db,
  organisationId: number,
  companyId?: number,
): Promise<ConnectionRow[]> {
  return db
    .selectFrom('payment_connection')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .$if(companyId !== undefined, (rows) => rows.where('company_id', '=', companyId ?? 0))
    .where('ended_at', 'is', null)
    .orderBy('mode')
    .orderBy('id')
    .execute()
}

/** Keeps others from saving, offering and ending connections of a company meanwhile, and from issuing its documents. */
export async function lockCompany(trx: Db, { organisationId, companyId }: CompanyAt) {
  await sql`select lock_terms(${organisationId}, ${companyId}, true)`.execute(trx)
}

export async function changeConnection(
  trx: Db,
  { organisationId, connectionId }: ConnectionAt,
  change: Partial<
    Pick<
      ConnectionRow,
      'secret_id' | 'tested_at' | 'test_outcome' | 'is_offered' | 'ended_at' | 'ended_by'
    >
  >,
): Promise<void> {
  await trx
    .updateTable('payment_connection')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', connectionId)
    .execute()
}

/** Of each company of the organisation, by name. */
export function companiesOf(db: Db, organisationId: number, companyId?: number) {
  return db
    .selectFrom('company')
    .select(['id', 'rut', 'name'])
    .where('organisation_id', '=', organisationId)
    .$if(companyId !== undefined, (rows) => rows.where('id', '=', companyId ?? 0))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** How many there ever were of each company, provider and mode. */
export async function countsEver(db: Db, organisationId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payment_connection')
    .select(['company_id', 'provider', 'mode', (eb) => eb.fn.countAll<number>().as('count')])
    .where('organisation_id', '=', organisationId)
    .groupBy(['company_id', 'provider', 'mode'])
    .execute()
  return new Map(rows.map((row) => [`${row.company_id} ${row.provider} ${row.mode}`, row.count]))
}

/** Throws NotFound for one of another organisation, too. */
export async function companyOf(db: Db, { organisationId, companyId }: CompanyAt) {
  const [company] = await companiesOf(db, organisationId, companyId)
  if (company === undefined) throw new NotFound()
  return company
}

export async function knownRow(db: Db, at: ConnectionAt, lock = false): Promise<ConnectionRow> {
  const row = await readConnection(db, at, lock)
  if (row === null) throw new NotFound()
  return row
}
