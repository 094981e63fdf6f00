import { sql, type Insertable, type Selectable } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { Refused } from '../../http/errors.ts'
import { readAttempt, type AttemptRow, type Db } from './store.ts'

export type OrderRow = Selectable<Schema['payment_refund_order']>
type OrderAt = Pick<OrderRow, 'organisation_id' | 'id'>

type PaymentAt = { organisationId: number; paymentId: number }

/** It may still be done, or may have been. Of a payment one at a time. */
const UNSETTLED = ['asked', 'pending', 'unseen'] as const

/** The attempt that became a payment, locked; null for a payment that no provider confirmed. */
export async function attemptOfPayment(
  trx: Db,
  { organisationId, paymentId }: PaymentAt,
): Promise<AttemptRow | null> {
  const row = await trx
    .selectFrom('provider_payment')
    .select('attempt_id')
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  if (row === undefined) return null
  return readAttempt(trx, { organisationId, attemptId: row.attempt_id }, true)
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

/** The document of the refund of a payment that is under way, or that nobody knows of; null when there is none. */
export async function documentRefunded(trx: Db, at: PaymentAt): Promise<number | null> {
  return (await unsettledOrder(trx, at))?.document_id ?? null
}

/** 409 while a refund of the payment is under way or may have been done: another would give the money back twice. */
export async function requireSettled(trx: Db, at: PaymentAt): Promise<void> {
  const order = await unsettledOrder(trx, at)
  if (order === null) return
  throw new Refused(409, order.state === 'unseen' ? 'refundUnseen' : 'refundUnderWay')
}

async function unsettledOrder(
  trx: Db,
  { organisationId, paymentId }: PaymentAt,
): Promise<Pick<OrderRow, 'document_id' | 'state'> | null> {
  const row = await trx
    .selectFrom('payment_refund_order')
    .select(['document_id', 'state'])
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .where('state', 'in', UNSETTLED)
    .executeTakeFirst()
  return row ?? null
}

/**
 * How much of what a provider gave back in all was ordered here. An order that isn't settled has had an effect only as far
 * as more was given back than before it.
 */
export async function orderedClp(
  trx: Db,
  target: PaymentAt & { totalClp: number },
): Promise<number> {
  const { organisationId, paymentId, totalClp } = target
  const rows = await trx
    .selectFrom('payment_refund_order')
    .select(['amount_clp', 'before_clp', 'state'])
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'refused')
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
  change: Partial<
    Pick<OrderRow, 'state' | 'refund_ref' | 'reason' | 'ended_at' | 'poll_at' | 'silent_since'>
  >,
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

/** The next one that is due, of none of the busy connections, put off for this look. */
export async function claimOrder(
  db: Db,
  clock: Clock,
  busy: readonly number[],
): Promise<{ order: OrderRow; connectionId: number } | null> {
  const now = instantText(clock.now())
  const { rows } = await sql<OrderRow & { connection_id: number }>`
    update payment_refund_order claimed set poll_at = ${instantText(clock.now() + LOOK_MS)}::timestamptz
    from payment_attempt attempt
    where attempt.organisation_id = claimed.organisation_id and attempt.id = claimed.attempt_id
      and (claimed.organisation_id, claimed.id) = (
        select due.organisation_id, due.id from payment_refund_order due
        join payment_attempt paid on paid.organisation_id = due.organisation_id and paid.id = due.attempt_id
        where due.poll_at <= ${now}::timestamptz and paid.connection_id <> all(${[...busy]}::bigint[])
        order by due.poll_at, due.id limit 1 for update of due skip locked)
    returning claimed.*, attempt.connection_id`.execute(db)
  const [row] = rows
  return row === undefined ? null : { order: row, connectionId: row.connection_id }
}
