import type { Transaction, Updateable } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { lockedValidityOf, stopped } from './annulment.ts'
import { holdReminder } from './reminders/mail.ts'
import type { DeliveryRow } from './store.ts'

/**
 * What a mail becomes in place of leaving, where what it says is no longer so; null when it may leave. Under locks that
 * an annulment, a nota's order, money and its undoing wait for, until the transaction ends.
 */
export async function heldBack(
  trx: Transaction<Schema>,
  clock: Clock,
  delivery: DeliveryRow,
): Promise<Updateable<Schema['delivery']> | null> {
  if (delivery.purpose === 'receipt') {
    const isOnRecord = await lockPayment(trx, delivery)
    return isOnRecord ? null : { state: 'failed', reason: 'paymentUndone', next_try_at: null }
  }
  if (delivery.purpose === 'reminder') return holdReminder(trx, clock, delivery)
  if (delivery.despite_annulment) return null
  const validity = await lockedValidityOf(trx, delivery)
  return validity === 'valid' ? null : stopped(validity, clock.now())
}

async function lockPayment(
  trx: Transaction<Schema>,
  { organisation_id, payment_id }: DeliveryRow,
): Promise<boolean> {
  const row = await trx
    .selectFrom('payment')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', payment_id ?? 0)
    .where('undone_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
