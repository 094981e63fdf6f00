import { dayInChile, type Day } from '#domain/day.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import { attemptOfPayment, requireSettled } from './attempts/refund-store.ts'
import { noteRefund, refundsOfPayment, sumOf } from './attempts/refunds.ts'
import { closeDeclaration, confirmedBy, noteReopened } from './owed/close-declaration.ts'
import { lockReceivable, type At, type Db } from './owed/receivable.ts'

export type Needs = { db: Db; clock: Clock }
export type By = At & { userId: number }

export interface Movement {
  day: Day
  amountClp: number
  note: string
}
export type Way = 'transfer' | 'card' | 'cash' | 'cheque' | 'other'

/** What a person says of the money beside its amount. */
export interface Said {
  /** The declaration that it is; null: it is another payment. */
  declarationId: number | null
  /** Its payer gets a receipt by mail. */
  sendsReceipt: boolean
}

/**
 * Records money that came, on a person's word. It settles the declaration that it is said to be, in the same step: the
 * money would be counted again by confirming it. Returns the payment's number.
 */
export function recordPayment(
  { db, clock }: Needs,
  by: By,
  movement: Movement & { way: Way },
  { declarationId, sendsReceipt }: Said,
): Promise<number> {
  requirePast(clock, movement.day)
  return db.transaction().execute(async (trx) => {
    const { companyId } = await lockedReceivable(trx, by)
    const payment = { ...movement, companyId, source: 'person', sendsReceipt } as const
    const paymentId = await insertPayment(trx, clock, by, payment)
    if (declarationId !== null) {
      await closeDeclaration(trx, clock, by, declarationId, { outcome: 'confirmed', paymentId })
    }
    return paymentId
  })
}

export interface NewPayment extends Movement {
  way: Way
  companyId: number
  source: 'person' | 'declaration'
  correctsId?: number
  sendsReceipt?: boolean
}

/** Under the receivable's lock, which its caller holds. */
export async function insertPayment(
  trx: Db,
  clock: Clock,
  { organisationId, documentId, userId }: By,
  { day, amountClp, way, note, companyId, source, correctsId, sendsReceipt = false }: NewPayment,
): Promise<number> {
  const { id } = await trx
    .insertInto('payment')
    .values({
      organisation_id: organisationId,
      company_id: companyId,
      day,
      amount_clp: amountClp,
      way,
      source,
      note,
      recorded_by: userId,
      recorded_at: instantText(clock.now()),
      corrects_id: correctsId ?? null,
      wants_receipt: sendsReceipt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payment_share')
    .values({
      organisation_id: organisationId,
      payment_id: id,
      document_id: documentId,
      amount_clp: amountClp,
    })
    .execute()
  const event = { kind: 'paymentRecorded', subject: `document:${documentId}` } as const
  await audit(
    trx,
    clock,
    { organisationId, userId },
    { ...event, data: { payment: id, amount: amountClp } },
  )
  return id
}

/**
 * Undoes a payment and records what is right, so that both stay on record. Whoever got a receipt gets the right one, and
 * what the wrong one confirmed is confirmed by the right one.
 */
export function correctPayment(
  { db, clock }: Needs,
  by: By,
  paymentId: number,
  movement: Movement & { way: Way },
): Promise<number> {
  requirePast(clock, movement.day)
  return db.transaction().execute(async (trx) => {
    const { companyId } = await lockedReceivable(trx, by)
    const confirmed = await confirmedBy(trx, by, paymentId)
    const sendsReceipt = await undo(trx, clock, by, paymentId)
    const right = { source: 'person', correctsId: paymentId, sendsReceipt } as const
    const rightId = await insertPayment(trx, clock, by, { ...movement, companyId, ...right })
    for (const { id } of confirmed) {
      await closeDeclaration(trx, clock, by, id, { outcome: 'confirmed', paymentId: rightId })
    }
    return rightId
  })
}

export function undoPayment({ db, clock }: Needs, by: By, paymentId: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockedReceivable(trx, by)
    const confirmed = await confirmedBy(trx, by, paymentId)
    await undo(trx, clock, by, paymentId)
    await noteReopened(trx, clock, by, confirmed)
  })
}

/**
 * Money that was given back must not be left without the money that it was given back of; a payment of several
 * documents, or one that a provider confirmed, is not undone from one of them. Answers whether its payer gets a receipt by mail.
 */
async function undo(trx: Db, clock: Clock, by: By, paymentId: number): Promise<boolean> {
  const { organisationId, documentId, userId } = by
  const payment = await trx
    .selectFrom('payment')
    .innerJoin('payment_share as share', (join) =>
      join
        .onRef('share.organisation_id', '=', 'payment.organisation_id')
        .onRef('share.payment_id', '=', 'payment.id'),
    )
    .select([
      'payment.source',
      'payment.wants_receipt',
      'payment.undone_at',
      'payment.amount_clp',
      'share.amount_clp as share_clp',
    ])
    .where('payment.organisation_id', '=', organisationId)
    .where('payment.id', '=', paymentId)
    .where('share.document_id', '=', documentId)
    .forUpdate('payment')
    .executeTakeFirst()
  if (payment === undefined) throw new NotFound()
  if (payment.source === 'provider') throw new Refused(409, 'paymentOfProvider')
  if (payment.undone_at !== null) throw new Refused(409, 'paymentUndone')
  if (payment.share_clp !== payment.amount_clp) throw new Refused(409, 'paymentOfSeveral')
  const refunds = await refundsOfPayment(trx, { organisationId, paymentId })
  if (refunds.length > 0) throw new Refused(409, 'paymentRefunded')
  await trx
    .updateTable('payment')
    .set({ undone_at: instantText(clock.now()), undone_by: userId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', paymentId)
    .execute()
  const event = { kind: 'paymentUndone', subject: `document:${documentId}` } as const
  await audit(trx, clock, { organisationId, userId }, { ...event, data: { payment: paymentId } })
  return payment.wants_receipt || payment.source === 'declaration'
}

/**
 * Records money given back by hand: at most what came of that payment for this document, and not while its provider is
 * giving back money of it, or may have.
 */
export function recordRefund(
  { db, clock }: Needs,
  by: By,
  refund: Movement & { paymentId: number },
): Promise<void> {
  requirePast(clock, refund.day)
  const { organisationId, documentId } = by
  return db.transaction().execute(async (trx) => {
    // Before the receivable, as everybody who gives back money of an attempt locks them.
    const { paymentId } = refund
    const attempt = await attemptOfPayment(trx, { organisationId, paymentId })
    await lockedReceivable(trx, by)
    if (attempt !== null) await requireSettled(trx, { organisationId, paymentId })
    const share = await trx
      .selectFrom('payment_share as share')
      .innerJoin('payment', (join) =>
        join
          .onRef('payment.organisation_id', '=', 'share.organisation_id')
          .onRef('payment.id', '=', 'share.payment_id'),
      )
      .select('share.amount_clp')
      .where('share.organisation_id', '=', organisationId)
      .where('share.payment_id', '=', refund.paymentId)
      .where('share.document_id', '=', documentId)
      .where('payment.undone_at', 'is', null)
      .executeTakeFirst()
    if (share === undefined) throw new InvalidInput({ payment: ['paymentUnknown'] })
    // Of a payment of several documents, each gives back its own share.
    const refunds = await refundsOfPayment(trx, { organisationId, paymentId })
    const own = refunds.filter(({ document_id: document }) => document === documentId)
    const leftClp = share.amount_clp - sumOf(own)
    if (refund.amountClp > leftClp) throw new InvalidInput({ amount: ['refundTooLarge'] })
    await noteRefund(trx, clock, by, refund)
  })
}

export function undoRefund({ db, clock }: Needs, by: By, refundId: number): Promise<void> {
  const { organisationId, documentId, userId } = by
  return db.transaction().execute(async (trx) => {
    await lockedReceivable(trx, by)
    const refund = await trx
      .selectFrom('payment_refund')
      .select(['source', 'undone_at'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', refundId)
      .where('document_id', '=', documentId)
      .forUpdate()
      .executeTakeFirst()
    if (refund === undefined) throw new NotFound()
    if (refund.source === 'provider') throw new Refused(409, 'paymentOfProvider')
    if (refund.undone_at !== null) throw new Refused(409, 'paymentUndone')
    await trx
      .updateTable('payment_refund')
      .set({ undone_at: instantText(clock.now()), undone_by: userId })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', refundId)
      .execute()
    const event = { kind: 'refundUndone', subject: `document:${documentId}` } as const
    await audit(trx, clock, { organisationId, userId }, { ...event, data: { refund: refundId } })
  })
}

/** Nobody records what is yet to come. */
function requirePast(clock: Clock, day: Day): void {
  if (day > dayInChile(clock.now())) throw new InvalidInput({ day: ['dayInFuture'] })
}

/** 404 for a document that is not the organisation's, 409 for one whose payment is not followed. */
export async function lockedReceivable(trx: Db, at: At) {
  const { hasDocument, receivable } = await lockReceivable(trx, at)
  if (!hasDocument) throw new NotFound()
  if (receivable === null) throw new Refused(409, 'paymentNotFollowed')
  return receivable
}
