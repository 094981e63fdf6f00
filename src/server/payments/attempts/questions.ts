import { audit } from '../../audit.ts'
import type { Schema } from '../../db/schema.ts'
import { instantText, type Clock } from '../../clock.ts'
import { NotFound } from '../../http/errors.ts'
import { NO_REFS, type PaymentRefs } from '../providers/port.ts'
import { nameOf, sharesOf, type AttemptRow, type Db } from './store.ts'

/** What a person has to look into at the provider. */
export interface Question {
  kind: Schema['payment_question']['kind']
  /** Of the payment that it is about. */
  refs: PaymentRefs
  /** What was seen there, without secrets. */
  seen: object
}

/** Puts a matter before its owner once: asked again by a later reading it changes nothing, answered or not. */
export async function askQuestion(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  question: Question | null,
): Promise<void> {
  if (question === null) return
  const { kind, refs, seen } = question
  const payment = nameOf(attempt, refs)
  await trx
    .insertInto('payment_question')
    .values({
      organisation_id: attempt.organisation_id,
      attempt_id: attempt.id,
      kind,
      payment_ref: payment,
      about: JSON.stringify({ payment, ...seen }),
      asked_at: instantText(clock.now()),
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'attempt_id', 'kind', 'payment_ref']).doNothing(),
    )
    .execute()
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

/** Its owner looked into it at the provider. Twice is once; other questions of the attempt stay. */
export function answerQuestion(
  { db, clock }: { db: Db; clock: Clock },
  by: { organisationId: number; userId: number; documentId: number },
  questionId: number,
): Promise<void> {
  const { organisationId, userId, documentId } = by
  return db.transaction().execute(async (trx) => {
    const question = await trx
      .selectFrom('payment_question')
      .select(['attempt_id', 'kind', 'answered_at'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', questionId)
      .forUpdate()
      .executeTakeFirst()
    if (question === undefined) throw new NotFound()
    const { attempt_id: attemptId, kind } = question
    const shares = await sharesOf(trx, { organisationId, attemptId })
    if (!shares.some(({ document_id: document }) => document === documentId)) throw new NotFound()
    if (question.answered_at !== null) return
    await trx
      .updateTable('payment_question')
      .set({ answered_at: instantText(clock.now()), answered_by: userId })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', questionId)
      .execute()
    const event = { kind: 'attemptAnswered', subject: `document:${documentId}` } as const
    const data = { attempt: attemptId, question: kind }
    await audit(trx, clock, { organisationId, userId }, { ...event, data })
  })
}
