import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { beyondOrganisations } from '../../db/reach.ts'
import type { Schema } from '../../db/schema.ts'
import { Secret } from '../../vault/secret.ts'
import type { ApiVault } from '../../vault/vault.ts'
import type { Connection, Mode, ProviderName } from '../providers/connection.ts'
import type { PaymentProviders } from '../providers/providers.ts'

type Db = Kysely<Schema>

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
  needs: ConnectionNeeds,
  { organisationId, connectionId }: { organisationId: number; connectionId: number },
): Promise<OpenedConnection | null> {
  const { db, vault } = needs
  const row = await db
    .selectFrom('payment_connection')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', connectionId)
    .executeTakeFirst()
  if (row?.secret_id == null) return null
  const use = {
    organisationId,
    secretId: row.secret_id,
    kind: 'paymentKeys',
    purpose: 'payments',
  } as const
  const keys = await beyondOrganisations(() => vault.open(db, use))
  return {
    id: row.id,
    publicId: row.public_id,
    companyId: row.company_id,
    connection: connectionOf(row, keys),
    isEnded: row.ended_at !== null,
  }
}

const keyTexts = z.record(z.string(), z.string())

function connectionOf(
  row: { provider: ProviderName; mode: Mode; account: unknown },
  keys: string,
): Connection {
  const secrets = Object.entries(keyTexts.parse(JSON.parse(keys))).map(([name, text]) => [
    name,
    new Secret(text),
  ])
  const { provider, mode } = row
  return z
    .custom<Connection>()
    .parse({ provider, mode, ...Object(row.account), ...Object.fromEntries(secrets) })
}

/** Whose it is, for whom only its address is known. */
export async function findConnectionByPublicId(
  db: Db,
  publicId: string,
): Promise<{ organisationId: number; connectionId: number } | null> {
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
  { organisationId, companyId }: { organisationId: number; companyId: number },
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
