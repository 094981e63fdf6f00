import { sql } from 'kysely'
import { z } from 'zod'
import { dayInChile } from '#domain/day.ts'
import { audit } from '../../audit.ts'
import type { Schema } from '../../db/schema.ts'
import { instantText, msOf, type Clock } from '../../clock.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import { NO_REFS, type PaymentRefs } from '../providers/port.ts'
import { changeOrder, readOrder, type OrderRow } from './refund-store.ts'
import { endAsDone } from './refunds.ts'
import { nameOf, readAttempt, sharesOf, type AttemptRow, type Db } from './store.ts'

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
    .where('kind', 'in', ['mismatch', 'disputed'])
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

/** Nobody could read it until the end. Null: a payment whose name isn't known. */
export function unreadQuestion(paymentRef: string | null): Question {
  return { kind: 'unread', refs: { ...NO_REFS, paymentRef }, seen: {} }
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

export type Answer = 'lookedInto' | 'refunded' | 'notRefunded'

/**
 * Its owner looked into it at the provider. Twice is once; other questions of the attempt stay. Of a refund the answer
 * says what became of it, and is true of its order from then on.
 */
export function answerQuestion(
  { db, clock }: { db: Db; clock: Clock },
  by: { organisationId: number; userId: number; documentId: number },
  { questionId, answer }: { questionId: number; answer: Answer },
): Promise<void> {
  const { organisationId, userId, documentId } = by
  return db.transaction().execute(async (trx) => {
    const question = await lockQuestion(trx, by, questionId)
    const { attempt_id: attemptId, kind, about, answered_at: answeredAt } = question
    if ((kind === 'refundUnseen') === (answer === 'lookedInto')) {
      throw new InvalidInput({ answer: ['required'] })
    }
    const refund = kind === 'refundUnseen' ? unseenRefundOf(about) : null
    if (refund !== null) {
      await settleUnseen(trx, clock, { organisation_id: organisationId, id: refund.refund }, answer)
    }
    if (answeredAt !== null) return
    await trx
      .updateTable('payment_question')
      .set({ answered_at: instantText(clock.now()), answered_by: userId })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', questionId)
      .execute()
    const event = { kind: 'attemptAnswered', subject: `document:${documentId}` } as const
    const data = { attempt: attemptId, question: kind, answer }
    await audit(trx, clock, { organisationId, userId }, { ...event, data })
  })
}

/** With its attempt, because readings ask and end questions under that lock. */
async function lockQuestion(
  trx: Db,
  { organisationId, documentId }: { organisationId: number; documentId: number },
  questionId: number,
) {
  const question = () =>
    trx
      .selectFrom('payment_question')
      .select(['attempt_id', 'kind', 'about', 'answered_at'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', questionId)
      .executeTakeFirst()
  const found = await question()
  if (found === undefined) throw new NotFound()
  const at = { organisationId, attemptId: found.attempt_id }
  await readAttempt(trx, at, true)
  const shares = await sharesOf(trx, at)
  if (!shares.some(({ document_id: document }) => document === documentId)) throw new NotFound()
  const locked = await question()
  if (locked === undefined) throw new NotFound()
  return locked
}

/** Once: the same answer again changes nothing, and another one is refused, because money follows from the first. */
async function settleUnseen(
  trx: Db,
  clock: Clock,
  at: Pick<OrderRow, 'organisation_id' | 'id'>,
  answer: Answer,
): Promise<void> {
  const order = await readOrder(trx, at)
  if (order === null) throw new NotFound()
  const state = answer === 'refunded' ? 'done' : 'refused'
  if (order.state === state) return
  if (order.state !== 'unseen') throw new Refused(409, 'refundAnswered')
  if (state === 'refused') return changeOrder(trx, order, { state, reason: 'notGivenBack' })
  // It left with the order: nobody knows a better day.
  const day = dayInChile(msOf(order.ordered_at))
  await endAsDone(trx, clock, order, { refundedClp: order.amount_clp, day })
}
