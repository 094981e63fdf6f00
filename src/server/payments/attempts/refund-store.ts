import { sql, type Insertable, type Selectable } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { AttemptAt } from './needs.ts'
import type { AttemptRow, Db } from './store.ts'

export type OrderRow = Selectable<Schema['payment_refund_order']>
type OrderAt = Pick<OrderRow, 'organisation_id' | 'id'>

/** The attempt that became a payment, locked; null for a payment that no provider confirmed. */
export async function attemptOfPayment(
  trx: Db,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<AttemptRow | null> {
  const row = await trx
    .selectFrom('payment_attempt')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export function insertOrder(
  trx: Db,
  values: Insertable<Schema['payment_refund_order']>,
): Promise<OrderRow> {
  return trx
    .insertInto('payment_refund_order')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The document of the refund that is under way of an attempt; null when there is none. */
export async function documentRefunded(
  trx: Db,
  { organisationId, attemptId }: AttemptAt,
): Promise<number | null> {
  const row = await trx
    .selectFrom('payment_refund_order')
    .select('document_id')
    .where('organisation_id', '=', organisationId)
    .where('attempt_id', '=', attemptId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.document_id ?? null
}

/** How much is under way of an attempt. */
export async function openOrdersClp(
  trx: Db,
  { organisationId, attemptId }: AttemptAt,
): Promise<number> {
  const rows = await trx
    .selectFrom('payment_refund_order')
    .select('amount_clp')
    .where('organisation_id', '=', organisationId)
    .where('attempt_id', '=', attemptId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.reduce((sum, { amount_clp: amount }) => sum + amount, 0)
}

/**
 * How much of what a provider gave back in all was ordered here. An order under way has had an effect only as far as more was
 * given back than before it.
 */
export async function orderedClp(
  trx: Db,
  target: { organisationId: number; paymentId: number; totalClp: number },
): Promise<number> {
  const { organisationId, paymentId, totalClp } = target
  const rows = await trx
    .selectFrom('payment_refund_order as ordered')
    .innerJoin('payment_attempt as attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'ordered.organisation_id')
        .onRef('attempt.id', '=', 'ordered.attempt_id'),
    )
    .select(['ordered.amount_clp', 'ordered.before_clp', 'ordered.state'])
    .where('ordered.organisation_id', '=', organisationId)
    .where('attempt.payment_id', '=', paymentId)
    .where('ordered.state', '!=', 'refused')
    .execute()
  const counted = rows.map(({ state, amount_clp: amountClp, before_clp: beforeClp }) =>
    state === 'done' ? amountClp : Math.min(amountClp, Math.max(0, totalClp - beforeClp)),
  )
  return counted.reduce((sum, amountClp) => sum + amountClp, 0)
}

export async function readOrder(
  db: Db,
  { organisation_id: organisationId, id }: OrderAt,
): Promise<OrderRow | null> {
  const row = await db
    .selectFrom('payment_refund_order')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function changeOrder(
  trx: Db,
  { organisation_id: organisationId, id }: OrderAt,
  change: Partial<Pick<OrderRow, 'state' | 'refund_ref' | 'reason' | 'ended_at' | 'poll_at'>>,
): Promise<void> {
  await trx
    .updateTable('payment_refund_order')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** Longer than the requests of a look may take: until then nobody else looks. */
const LOOK_MS = 60_000

/** The next one that is due, put off for this look. */
export async function claimOrder(db: Db, clock: Clock): Promise<OrderRow | null> {
  const now = instantText(clock.now())
  const { rows } = await sql<OrderRow>`
    update payment_refund_order set poll_at = ${instantText(clock.now() + LOOK_MS)}::timestamptz
    where (organisation_id, id) = (
      select organisation_id, id from payment_refund_order where poll_at <= ${now}::timestamptz
      order by poll_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}
