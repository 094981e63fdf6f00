import { dayInChile } from '#domain/day.ts'
import { audit } from '../../audit.ts'
import { instantText, msOf, type Clock } from '../../clock.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import { unseenRefundOf } from './questions.ts'
import { changeOrder, readOrder, type OrderRow } from './refund-store.ts'
import { endAsDone } from './refunds.ts'
import { readAttempt, sharesOf, type Db } from './store.ts'

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
