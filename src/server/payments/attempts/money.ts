import type { Day } from '#domain/day.ts'
import { openClp } from '#domain/receivable.ts'
import { instantText, type Clock } from '../../clock.ts'
import { lockReceivable, readReceivable } from '../owed/receivable.ts'
import { PROVIDER_METHODS } from '../providers/provider-methods.ts'
import type { PaymentRefs, PaymentState } from '../providers/port.ts'
import { mailPaymentReceived } from '../receipt/mail-payment-received.ts'
import { doubtMatches } from './doubt-matches.ts'
import type { AttemptAt } from './needs.ts'
import { checkoutNames, closeUnread } from './questions.ts'
import { atOf, nameOf, refsOf, sharesOf, type AttemptRow, type Db, type ShareRow } from './store.ts'

export interface Proved {
  day: Day
  way: 'card' | 'transfer'
  reading: PaymentState
}

/**
 * Records the payment that a reading proves, with its shares, at most once for its name; answers its number. Its owner
 * is asked no more how it ended. Under the attempt's lock and those of its documents, because readings of the same come at
 * once.
 */
export async function recordPayment(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  { day, way, reading }: Proved,
): Promise<number> {
  const at = atOf(attempt)
  const paymentRef = nameOf(attempt, reading.refs)
  const known = await paymentNamed(trx, at, paymentRef)
  if (known !== null) return known
  const shares = await sharesOf(trx, at)
  const paymentId = await insertPayment(trx, clock, attempt, shares, { day, way })
  await trx
    .insertInto('provider_payment')
    .values({
      organisation_id: at.organisationId,
      attempt_id: at.attemptId,
      payment_ref: paymentRef,
      payment_id: paymentId,
      method: JSON.stringify(reading.method),
    })
    .execute()
  await closeUnread(trx, clock, attempt, [paymentRef, ...checkoutNames(attempt)])
  return paymentId
}

/** The money that a payment of this name became; null when it became none. */
export async function paymentNamed(
  trx: Db,
  { organisationId, attemptId }: AttemptAt,
  paymentRef: string,
): Promise<number | null> {
  const row = await trx
    .selectFrom('provider_payment')
    .select('payment_id')
    .where('organisation_id', '=', organisationId)
    .where('attempt_id', '=', attemptId)
    .where('payment_ref', '=', paymentRef)
    .executeTakeFirst()
  return row?.payment_id ?? null
}

/** The names of the payments that became money of this attempt. */
export async function namesOnRecord(
  db: Db,
  { organisationId, attemptId }: AttemptAt,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_payment')
    .select('payment_ref')
    .where('organisation_id', '=', organisationId)
    .where('attempt_id', '=', attemptId)
    .execute()
  return new Set(rows.map(({ payment_ref }) => payment_ref))
}

/** By what the provider finds the payment that became this money. */
export async function refsOfPayment(
  db: Db,
  attempt: AttemptRow,
  paymentId: number,
): Promise<PaymentRefs> {
  if (paymentId === attempt.payment_id) return refsOf(attempt)
  const { payment_ref: paymentRef } = await db
    .selectFrom('provider_payment')
    .select('payment_ref')
    .where('organisation_id', '=', attempt.organisation_id)
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  // Without the checkout's name, because that leads to the first one.
  return { providerRef: null, paymentRef, buyOrder: attempt.order_id }
}

/** Each document before any receivable, and in one order: an annulment takes them so, and another payment of the same. */
export async function lockDocuments(trx: Db, at: AttemptAt): Promise<void> {
  const shares = await sharesOf(trx, at)
  for (const { organisation_id: organisationId, document_id: documentId } of shares) {
    await trx
      .selectFrom('document')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', documentId)
      .forKeyShare()
      .execute()
  }
  for (const { organisation_id: organisationId, document_id: documentId } of shares) {
    await lockReceivable(trx, { organisationId, documentId })
  }
}

/**
 * Whether all that an attempt pays is still owed. Waits by the locks for what is being recorded of its documents; what is
 * recorded after that is overpaid.
 */
export function isStillOwed(db: Db, at: AttemptAt): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockDocuments(trx, at)
    for (const { document_id: documentId, amount_clp: amountClp } of await sharesOf(trx, at)) {
      const receivable = await readReceivable(trx, {
        organisationId: at.organisationId,
        documentId,
      })
      if (receivable === null || openClp(receivable) < amountClp) return false
    }
    return true
  })
}

async function insertPayment(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  shares: readonly ShareRow[],
  { day, way }: Pick<Proved, 'day' | 'way'>,
): Promise<number> {
  const { organisation_id, company_id, amount_clp } = attempt
  const { id } = await trx
    .insertInto('payment')
    .values({
      organisation_id,
      company_id,
      day,
      amount_clp,
      way,
      source: 'provider',
      recorded_by: null,
      recorded_at: instantText(clock.now()),
      corrects_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payment_share')
    .values(
      shares.map(({ document_id, amount_clp: share }) => ({
        organisation_id,
        payment_id: id,
        document_id,
        amount_clp: share,
      })),
    )
    .execute()
  // A transfer to an account at the provider is no movement of the company's bank.
  if (way === 'transfer' && PROVIDER_METHODS[attempt.provider] === 'transfer') {
    const confirmed = { paymentId: id, shares, amountClp: amount_clp, day }
    await doubtMatches(trx, organisation_id, confirmed)
  }
  await mailPaymentReceived(trx, clock, {
    organisationId: organisation_id,
    documentIds: shares.map(({ document_id }) => document_id),
    amountClp: amount_clp,
    day,
    way,
    provider: attempt.provider,
  })
  return id
}
