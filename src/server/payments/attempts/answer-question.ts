import type { Selectable } from 'kysely'
import { dayInChile, type Day } from '#domain/day.ts'
import { audit } from '../../audit.ts'
import { instantText, msOf, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import { lockDocuments, paymentNamed } from './money.ts'
import type { AttemptAt } from './needs.ts'
import { unseenRefundOf } from './questions.ts'
import { changeOrder, readOrder, requireSettled } from './refund-store.ts'
import { noteRefund, refundsOfPayment, sumOf } from './refunds.ts'
import { readAttempt, sharesOf, type Db } from './store.ts'

export type Answer = 'lookedInto' | 'refunded' | 'notRefunded' | 'moneyLost'

interface By {
  organisationId: number
  userId: number
  documentId: number
}

/**
 * Its owner looked into it at the provider. Twice is once; other questions of the attempt stay. Of a refund the answer
 * says what became of it, and is true of its order from then on; of a payment that a bank took back, whether the money is
 * lost. What went back by these answers is that person's word, to be undone like every other.
 */
export function answerQuestion(
  { db, clock }: { db: Db; clock: Clock },
  by: By,
  { questionId, answer, note }: { questionId: number; answer: Answer; note: string },
): Promise<void> {
  const { organisationId, userId, documentId } = by
  return db.transaction().execute(async (trx) => {
    const question = await lockQuestion(trx, by, questionId)
    const { attempt_id: attemptId, kind, about, answered_at: answeredAt } = question
    if (!answersTo(kind).includes(answer)) throw new InvalidInput({ answer: ['required'] })
    const refund = kind === 'refundUnseen' ? unseenRefundOf(about) : null
    if (refund !== null) {
      await settleUnseen(trx, clock, by, { refund: refund.refund, answer, note })
    }
    if (answeredAt !== null) return
    if (answer === 'moneyLost') await noteLost(trx, clock, by, question, note)
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

function answersTo(kind: QuestionRow['kind']): readonly Answer[] {
  if (kind === 'refundUnseen') return ['refunded', 'notRefunded']
  return kind === 'chargedBack' ? ['moneyLost', 'lookedInto'] : ['lookedInto']
}

type QuestionRow = Pick<
  Selectable<Schema['payment_question']>,
  'attempt_id' | 'kind' | 'payment_ref' | 'about' | 'asked_at' | 'answered_at'
>

/** With its attempt, because readings ask and end questions under that lock. */
async function lockQuestion(
  trx: Db,
  { organisationId, documentId }: By,
  questionId: number,
): Promise<QuestionRow> {
  const question = () =>
    trx
      .selectFrom('payment_question')
      .select(['attempt_id', 'kind', 'payment_ref', 'about', 'asked_at', 'answered_at'])
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
  by: By,
  { refund: id, answer, note }: { refund: number; answer: Answer; note: string },
): Promise<void> {
  const order = await readOrder(trx, { organisation_id: by.organisationId, id })
  if (order === null) throw new NotFound()
  const state = answer === 'refunded' ? 'done' : 'refused'
  if (order.state === state) return
  if (order.state !== 'unseen') throw new Refused(409, 'refundAnswered')
  if (state === 'refused') return changeOrder(trx, order, { state, reason: 'notGivenBack' })
  const { attempt_id: attemptId, payment_id: paymentId, document_id: documentId } = order
  const { organisationId } = by
  const known = await refundsOfPayment(trx, { organisationId, paymentId })
  const saidClp = sumOf(known.filter(({ source }) => source === 'provider'))
  // What its provider has told of since is on record as its own.
  const upToClp = Math.min(order.amount_clp, order.before_clp + order.amount_clp - saidClp)
  // It left with the order: nobody knows a better day.
  const day = dayInChile(msOf(order.ordered_at))
  await noteGivenBack(trx, clock, by, {
    at: { organisationId, attemptId },
    paymentId,
    upToClp: (document) => (document === documentId ? upToClp : 0),
    day,
    note,
  })
  await changeOrder(trx, order, { state })
}

/** All that is left of a payment, which its payer's bank took back: of each of its documents. */
async function noteLost(
  trx: Db,
  clock: Clock,
  by: By,
  { attempt_id: attemptId, payment_ref: paymentRef, asked_at: askedAt }: QuestionRow,
  note: string,
): Promise<void> {
  const at = { organisationId: by.organisationId, attemptId }
  const paymentId = await paymentNamed(trx, at, paymentRef)
  if (paymentId === null) throw new NotFound()
  await requireSettled(trx, { organisationId: by.organisationId, paymentId })
  // The day on which it was read: the provider says no other.
  const day = dayInChile(msOf(askedAt))
  await noteGivenBack(trx, clock, by, { at, paymentId, upToClp: () => Infinity, day, note })
}

/** By a person's word, which reverses no fee: at most what is left of what each document was paid. */
async function noteGivenBack(
  trx: Db,
  clock: Clock,
  by: By,
  {
    at,
    paymentId,
    upToClp,
    day,
    note,
  }: {
    at: AttemptAt
    paymentId: number
    upToClp: (documentId: number) => number
    day: Day
    note: string
  },
): Promise<void> {
  await lockDocuments(trx, at)
  const known = await refundsOfPayment(trx, { organisationId: at.organisationId, paymentId })
  for (const { document_id: documentId, amount_clp: shareClp } of await sharesOf(trx, at)) {
    const own = known.filter(({ document_id: document }) => document === documentId)
    const amountClp = Math.min(upToClp(documentId), shareClp - sumOf(own))
    if (amountClp <= 0) continue
    await noteRefund(trx, clock, { ...by, documentId }, { paymentId, amountClp, day, note })
  }
}
