import { sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../db/schema.ts'
import { instantText, type Clock } from '../../clock.ts'
import { Refused } from '../../http/errors.ts'
import { NO_REFS, type PaymentRefs } from '../providers/port.ts'
import type { OrderRow } from './refund-store.ts'
import { nameOf, type AttemptRow, type Db } from './store.ts'

/** What a person has to look into at the provider. */
export interface Question {
  kind: Schema['payment_question']['kind']
  /** Of the payment that it is about. */
  refs: PaymentRefs
  /** What was seen there, without secrets. */
  seen: object
}

/**
 * Puts a matter before its owner, under the attempt's lock. Seen again by a later reading it is asked once, and stays
 * answered; what differs from what was answered is asked anew.
 */
export async function askQuestion(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  question: Question | null,
): Promise<void> {
  if (question === null) return
  const { kind, refs, seen } = question
  const payment = nameOf(attempt, refs)
  const about = JSON.stringify({ payment, ...seen })
  const answered = await answeredOf(trx, attempt, payment)
    .select('id')
    .where('kind', '=', kind)
    .where('about', '=', sql<string>`${about}::jsonb`)
    .executeTakeFirst()
  if (answered !== undefined) return
  await trx
    .insertInto('payment_question')
    .values({
      organisation_id: attempt.organisation_id,
      attempt_id: attempt.id,
      kind,
      payment_ref: payment,
      about,
      asked_at: instantText(clock.now()),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'attempt_id', 'kind', 'payment_ref'])
        .where('answered_at', 'is', null)
        .doUpdateSet({ about })
        .where('payment_question.about', '<>', sql<string>`${about}::jsonb`),
    )
    .execute()
}

function answeredOf(trx: Db, attempt: AttemptRow, payment: string) {
  return trx
    .selectFrom('payment_question')
    .where('organisation_id', '=', attempt.organisation_id)
    .where('attempt_id', '=', attempt.id)
    .where('payment_ref', '=', payment)
    .where('answered_at', 'is not', null)
    .where('over_at', 'is', null)
}

/** What was answered of a payment and a reading doesn't show any more is over: shown again, it is asked again. */
export async function endAnswered(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  refs: PaymentRefs,
  shown: Question | null,
): Promise<void> {
  const over = await answeredOf(trx, attempt, nameOf(attempt, refs))
    .select('id')
    .where('kind', 'in', ['mismatch', 'disputed', 'chargedBack'])
    .$if(shown !== null, (rows) => rows.where('kind', '<>', shown?.kind ?? 'unread'))
    .execute()
  if (over.length === 0) return
  await trx
    .updateTable('payment_question')
    .set({ over_at: instantText(clock.now()) })
    .where('organisation_id', '=', attempt.organisation_id)
    .where(
      'id',
      'in',
      over.map(({ id }) => id),
    )
    .execute()
}

/** 409 while its owner is asked whether the payer's bank kept the money: a refund would give it back twice. */
export async function requireNoChargeBack(
  trx: Db,
  { organisation_id: organisationId, id: attemptId }: AttemptRow,
): Promise<void> {
  const open = await trx
    .selectFrom('payment_question')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'chargedBack')
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (open !== undefined) throw new Refused(409, 'refundChargedBack')
}

/** Nobody could read it until the end. Null: a payment whose name isn't known. */
export function unreadQuestion(paymentRef: string | null): Question {
  return { kind: 'unread', refs: { ...NO_REFS, paymentRef }, seen: {} }
}

/**
 * Asks no more about what was read after all: payments by their names, or the checkout. Its owner would note money that
 * is on record.
 */
export async function closeUnread(
  trx: Db,
  clock: Clock,
  { organisation_id: organisationId, id: attemptId }: AttemptRow,
  names: readonly string[],
): Promise<void> {
  await trx
    .updateTable('payment_question')
    .set({ answered_at: instantText(clock.now()) })
    .where('organisation_id', '=', organisationId)
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'unread')
    .where('payment_ref', 'in', [...names])
    .where('answered_at', 'is', null)
    .execute()
}

/** By which questions name a checkout as a whole: the provider's name may have come later than they. */
export function checkoutNames(attempt: AttemptRow): string[] {
  return [nameOf(attempt, NO_REFS), attempt.order_id]
}

/** Whether the provider made a refund that was ordered. */
export function unseenQuestion(refs: PaymentRefs, { id, amount_clp: amount }: OrderRow): Question {
  return { kind: 'refundUnseen', refs, seen: { refund: id, amount } }
}

const unseen = z.object({ refund: z.int(), amount: z.int() })

/** What `unseenQuestion` put on record; null for another question's. */
export function unseenRefundOf(about: unknown): z.output<typeof unseen> | null {
  return unseen.safeParse(about).data ?? null
}
