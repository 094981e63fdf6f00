import { dayInChile } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { mailTexts } from '#texts/mails.ts'
import type { ProblemCode } from '#texts/problems.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import { queueForMembers } from '../../mailer/queue-for-members.ts'
import { openConnection } from '../connections/store.ts'
import { lockReceivable } from '../owed/receivable.ts'
import type { Refund, RefundReason } from '../providers/port.ts'
import { refsOfPayment } from './money.ts'
import type { ReadNeeds } from './needs.ts'
import { newOrderId } from './order-id.ts'
import {
  attemptOfPayment,
  changeOrder,
  insertOrder,
  readOrder,
  requireSettled,
  type OrderRow,
} from './refund-store.ts'
import { askQuestion, requireNoChargeBack, unseenQuestion } from './questions.ts'
import { endAsDone, refundsOfPayment, sumOf } from './refunds.ts'
import { atOf, readAttempt, sharesOf, type AttemptRow, type Db } from './store.ts'

export interface RefundBy {
  organisationId: number
  userId: number
  documentId: number
}

/** Before an answer to a refund is expected, nobody else looks for it. */
const ANSWERED_WITHIN_MS = 60_000

/**
 * Has a provider give back money of a payment, at most what came of it for this document. On record before the provider
 * is asked; what it can't do is refused with its reason, and then nothing was given back.
 */
export async function orderRefund(
  needs: ReadNeeds,
  by: RefundBy,
  wanted: { paymentId: number; amountClp: number },
): Promise<void> {
  // What is refused by our own record is refused before the provider's keys are opened.
  const { attempt: paid } = await needs.db
    .transaction()
    .execute((trx) => checkOrder(trx, needs, by, wanted))
  const saidClp = await refundedAtProvider(needs, paid, wanted.paymentId)
  const { order, attempt } = await putOnRecord(needs, by, { ...wanted, saidClp })
  const refund = await askForRefund(needs, attempt, order)
  await keepRefund(needs, attempt, order, refund)
  if (refund.kind === 'notPossible') throw new Refused(409, REASONS[refund.reason])
  if (refund.kind === 'unauthorised') throw new Refused(409, 'providerRefused')
  if (refund.kind === 'unavailable') throw new Refused(503, 'providerAway')
}

/**
 * What the provider says that it gave back so far: our record may have it as noted by a person, or not yet. Null when it
 * doesn't say so. 409 where nobody can ask it, because its connection was removed.
 */
async function refundedAtProvider(
  needs: ReadNeeds,
  attempt: AttemptRow,
  paymentId: number,
): Promise<number | null> {
  const { organisation_id: organisationId, connection_id: connectionId } = attempt
  const opened = await openConnection(needs, { organisationId, connectionId })
  if (opened === null) throw new Refused(409, 'refundDisconnected')
  const refs = await refsOfPayment(needs.db, attempt, paymentId)
  const reading = await needs.providers[attempt.provider].fetchState(opened.connection, refs)
  return reading.kind === 'found' ? reading.refundedClp : null
}

/** Refuses what can't be given back by our own record; the attempt and the receivable are locked. */
async function checkOrder(
  trx: Db,
  { providers }: ReadNeeds,
  by: RefundBy,
  { paymentId, amountClp }: { paymentId: number; amountClp: number },
): Promise<{ attempt: AttemptRow; refunds: Awaited<ReturnType<typeof refundsOfPayment>> }> {
  const { organisationId, documentId } = by
  const attempt = await attemptOfPayment(trx, { organisationId, paymentId })
  if (attempt === null) throw new NotFound()
  const shares = await sharesOf(trx, atOf(attempt))
  const share = shares.find(({ document_id: document }) => document === documentId)
  if (share === undefined) throw new NotFound()
  await lockReceivable(trx, by)
  const refunds = await refundsOfPayment(trx, { organisationId, paymentId })
  await requireSettled(trx, { organisationId, paymentId })
  await requireNoChargeBack(trx, attempt)
  const own = refunds.filter(({ document_id: document }) => document === documentId)
  if (amountClp > share.amount_clp - sumOf(own)) {
    throw new InvalidInput({ amount: ['refundTooLarge'] })
  }
  const { isPartialPossible } = providers[attempt.provider].capabilities.refund
  if (amountClp !== attempt.amount_clp && !isPartialPossible) {
    throw new Refused(409, REASONS.amount)
  }
  return { attempt, refunds }
}

function putOnRecord(
  needs: ReadNeeds,
  by: RefundBy,
  wanted: { paymentId: number; amountClp: number; saidClp: number | null },
): Promise<{ order: OrderRow; attempt: AttemptRow }> {
  const { db, clock } = needs
  const { organisationId, documentId, userId } = by
  const { paymentId, amountClp, saidClp } = wanted
  return db.transaction().execute(async (trx) => {
    const { attempt, refunds } = await checkOrder(trx, needs, by, wanted)
    const order = await insertOrder(trx, {
      organisation_id: organisationId,
      attempt_id: attempt.id,
      payment_id: paymentId,
      document_id: documentId,
      amount_clp: amountClp,
      refund_id: newOrderId(),
      // Khipu says nothing of a part that it gave back, so it may say less than is on record.
      before_clp: Math.max(
        saidClp ?? 0,
        sumOf(refunds.filter(({ source }) => source === 'provider')),
      ),
      state: 'asked',
      ordered_by: userId,
      ordered_at: instantText(clock.now()),
      poll_at: instantText(clock.now() + ANSWERED_WITHIN_MS),
    })
    const event = { kind: 'refundOrdered', subject: `document:${documentId}` } as const
    const data = { payment: paymentId, amount: amountClp }
    await audit(trx, clock, { organisationId, userId }, { ...event, data })
    return { order, attempt }
  })
}

/** Who ordered it moves the company's money, so every member hears of it: once, when its provider has taken it. */
async function tellMembers(
  trx: Db,
  clock: Clock,
  order: Pick<OrderRow, 'organisation_id' | 'document_id' | 'amount_clp'>,
): Promise<void> {
  const { organisation_id: organisationId, document_id: documentId, amount_clp: amountClp } = order
  const { kind, folio, name } = await trx
    .selectFrom('document')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'document.organisation_id')
        .onRef('company.id', '=', 'document.company_id'),
    )
    .select(['document.kind', 'document.folio', 'company.name'])
    .where('document.organisation_id', '=', organisationId)
    .where('document.id', '=', documentId)
    .executeTakeFirstOrThrow()
  const notice = { template: 'paymentRefund', at: instantText(clock.now()) } as const
  await queueForMembers(trx, organisationId, notice, (language) => {
    const document = `${mailTexts(language).document.fileNames[kind]} ${folio ?? ''}`.trim()
    return { values: { company: name, document, amount: formatClp(clp(amountClp)) } }
  })
}

/** Once; a repetition is the poller's, where the provider does one and the same refund once. */
export async function askForRefund(
  needs: ReadNeeds,
  attempt: AttemptRow,
  order: OrderRow,
): Promise<Refund> {
  const opened = await openConnection(needs, {
    organisationId: attempt.organisation_id,
    connectionId: attempt.connection_id,
  })
  if (opened === null) return { kind: 'notPossible', reason: 'notAllowed', detail: 'no keys' }
  const refs = await refsOfPayment(needs.db, attempt, order.payment_id)
  return needs.providers[attempt.provider].refund(opened.connection, refs, {
    refundId: order.refund_id,
    amountClp: clp(order.amount_clp),
    paidClp: clp(attempt.amount_clp),
  })
}

/** Given up: its provider never says whether it was done. */
export type Unseen = { kind: 'unseen' }

const TAKEN: ReadonlySet<(Refund | Unseen)['kind']> = new Set(['done', 'partly', 'pending'])

/** What came of it. `unknown` stays asked for: it is found out by reading. */
export async function keepRefund(
  { db, clock }: ReadNeeds,
  attempt: AttemptRow,
  order: OrderRow,
  refund: Refund | Unseen,
): Promise<void> {
  const now = instantText(clock.now())
  await db.transaction().execute(async (trx) => {
    const locked = await readAttempt(trx, atOf(attempt), true)
    const current = await readOrder(trx, order)
    if (locked === null || current === null || current.ended_at !== null) return
    if (current.state === 'asked' && TAKEN.has(refund.kind)) await tellMembers(trx, clock, current)
    switch (refund.kind) {
      case 'done':
      case 'partly': {
        const { refundedClp } = refund
        return endAsDone(trx, clock, current, { refundedClp, day: dayInChile(clock.now()) })
      }
      case 'pending':
        return changeOrder(trx, order, {
          state: 'pending',
          refund_ref: refund.refundRef,
          poll_at: now,
        })
      case 'unknown':
        return
      case 'unseen': {
        await changeOrder(trx, order, { state: 'unseen', poll_at: null, ended_at: now })
        const refs = await refsOfPayment(trx, locked, order.payment_id)
        return askQuestion(trx, clock, locked, unseenQuestion(refs, order))
      }
      case 'notPossible':
        return changeOrder(trx, order, { ...ENDED, reason: refund.reason, ended_at: now })
      case 'unauthorised':
      case 'unavailable':
        return changeOrder(trx, order, { ...ENDED, reason: refund.kind, ended_at: now })
    }
  })
}

const ENDED = { state: 'refused', poll_at: null } as const

/** Each as its owner reads it. */
export const REASONS: Readonly<Record<RefundReason, ProblemCode>> = {
  alreadyRefunded: 'refundAlready',
  amount: 'refundAmount',
  balance: 'refundBalance',
  method: 'refundMethod',
  notAllowed: 'refundNotAllowed',
  notPaid: 'refundNotPaid',
  tooLate: 'refundTooLate',
  rejected: 'refundRejected',
  other: 'refundOther',
}
