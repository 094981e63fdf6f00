import { sql, type Selectable } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { ConnectionAt, Db } from '../connections/store.ts'

export type TrialRow = Selectable<Schema['payment_trial']>

/** In place of the last one of that connection. */
export async function keepTrial(
  trx: Db,
  { organisationId, connectionId }: ConnectionAt,
  trial: Pick<
    TrialRow,
    'order_id' | 'amount_clp' | 'provider_ref' | 'started_at' | 'expires_at' | 'state'
  >,
): Promise<void> {
  const values = { ...trial, returned: null, claimed_until: null }
  await trx
    .insertInto('payment_trial')
    .values({ organisation_id: organisationId, connection_id: connectionId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'connection_id']).doUpdateSet(values),
    )
    .execute()
}

export async function findTrial(
  db: Db,
  { organisationId, connectionId }: ConnectionAt,
): Promise<TrialRow | null> {
  const row = await db
    .selectFrom('payment_trial')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return row ?? null
}

/** Whose an order is, for a browser of which nothing else is known. */
export async function trialOfOrder(db: Db, orderId: string): Promise<ConnectionAt | null> {
  const { rows } = await sql<{ organisation_id: number; connection_id: number }>`
    select * from ordered_trial(${orderId})`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  return { organisationId: row.organisation_id, connectionId: row.connection_id }
}

/** Two requests of fifteen seconds each, and the writing. */
const CLAIM_MS = 60_000

/** To be read at the provider by its caller alone; null while it is or was just now, and where nothing new can come. */
export async function claimTrial(
  db: Db,
  clock: Clock,
  { organisationId, connectionId }: ConnectionAt,
): Promise<TrialRow | null> {
  const now = instantText(clock.now())
  const row = await db
    .updateTable('payment_trial')
    .set({ claimed_until: instantText(clock.now() + CLAIM_MS) })
    .where('organisation_id', '=', organisationId)
    .where('connection_id', '=', connectionId)
    .where('state', 'not in', ['succeeded', 'mismatch'])
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Nothing of a trial that another one replaced meanwhile. */
export async function changeTrial(
  db: Db,
  { organisation_id: organisationId, order_id: orderId }: TrialRow,
  change: Partial<Pick<TrialRow, 'state' | 'returned' | 'claimed_until'>>,
): Promise<void> {
  await db
    .updateTable('payment_trial')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .execute()
}

/** Whether the provider notified anything, rightly signed, by the connection since its trial began. */
export async function wasNotified(db: Db, trial: TrialRow): Promise<boolean> {
  const row = await db
    .selectFrom('payment_notice')
    .select('id')
    .where('organisation_id', '=', trial.organisation_id)
    .where('connection_id', '=', trial.connection_id)
    .where('received_at', '>=', trial.started_at)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
