import { dayInChile, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { instantText, msOf, type Clock } from '../../clock.ts'
import { lockReceivable } from '../owed/receivable.ts'
import { tellPayment } from '../receipt/tell-payment.ts'
import { receiverOf, type Connection } from '../providers/connection.ts'
import type { PaymentProvider, PaymentState } from '../providers/port.ts'
import { judgePayment, mismatchesOf, type ExpectedPayment } from '../providers/proof.ts'
import { doubtMatches } from './doubt-matches.ts'
import type { AttemptAt } from './needs.ts'
import { nextReadMs, stateAfter, wasPaid, type AttemptState, type Came } from './progress.ts'
import { documentRefunded } from './refund-store.ts'
import { refundUpTo } from './refunds.ts'
import {
  changeAttempt,
  closeShares,
  readAttempt,
  sharesOf,
  startedAtMs,
  type AttemptChange,
  type AttemptRow,
  type Db,
  type ShareRow,
} from './store.ts'

type Needs = { db: Db; clock: Clock }

/** What the state was read with. */
export interface ReadWith {
  connection: Connection
  provider: PaymentProvider
}

/**
 * What a state, as we read it from the provider ourselves, makes of its attempt. The only place that
 * records a payment: in one transaction, at most once for any number and order of calls. Null when there is no attempt.
 */
export function applyState(
  { db, clock }: Needs,
  at: AttemptAt,
  { connection, provider }: ReadWith,
  reading: PaymentState,
): Promise<AttemptRow | null> {
  return db.transaction().execute(async (trx) => {
    const attempt = await readAttempt(trx, at, true)
    if (attempt === null) return null
    const came = cameOf(attempt, connection, reading)
    if (isAnotherPayment(attempt, reading)) {
      await changeAttempt(trx, at, anotherCame(attempt, came, reading))
      return readAttempt(trx, at)
    }
    const progress = {
      state: attempt.state,
      startedAtMs: startedAtMs(attempt),
      expiresAtMs: msOf(attempt.expires_at),
      needsSettling: provider.capabilities.needsSettling,
    }
    const state = stateAfter(progress, reading.status, came, clock.now())
    const shares = await sharesOf(trx, at)
    const isMoney = state === 'succeeded'
    if (isMoney) await lockDocuments(trx, shares)
    const day = dayOf(clock, reading.atMs)
    const paymentId = isMoney
      ? (attempt.payment_id ??
        (await insertPayment(trx, clock, attempt, shares, {
          day,
          way: provider.capabilities.method,
        })))
      : null
    if (state !== 'created' && state !== 'pending') await closeShares(trx, at)
    await changeAttempt(trx, at, {
      ...changeOf(clock, attempt, state, reading),
      payment_id: paymentId,
      ...questionOf(attempt, state, came, reading),
    })
    if (paymentId !== null && came.kind === 'proved' && reading.refundedClp !== null) {
      const { organisationId } = at
      const totalClp = reading.refundedClp
      const first = await documentRefunded(trx, at)
      await refundUpTo(trx, clock, { organisationId, paymentId, shares, totalClp, day, first })
    }
    return readAttempt(trx, at)
  })
}

/** Money that was given back since has come all the same. */
function cameOf(attempt: AttemptRow, connection: Connection, reading: PaymentState): Came {
  if (!wasPaid(reading.status)) return { kind: 'no' }
  const expected = expectedOf(attempt, connection)
  const judged = judgePayment(expected, reading)
  if (judged.kind === 'proved' || judged.kind === 'mismatch') return judged
  const mismatches = mismatchesOf(expected, reading)
  return mismatches.length === 0 ? { kind: 'proved' } : { kind: 'mismatch', mismatches }
}

/** Of a checkout that is paid already: it is no second payment on record, and a person gives it back. */
function isAnotherPayment(attempt: AttemptRow, { refs }: PaymentState): boolean {
  const { payment_ref: known, state } = attempt
  return (
    state === 'succeeded' && known !== null && refs.paymentRef !== null && refs.paymentRef !== known
  )
}

function anotherCame(attempt: AttemptRow, came: Came, { refs }: PaymentState): AttemptChange {
  if (came.kind === 'no' || attempt.question === 'paidTwice') return {}
  const about = JSON.stringify({ payment: attempt.payment_ref, also: [refs.paymentRef] })
  return { question: 'paidTwice', question_about: about, answered_at: null, answered_by: null }
}

function expectedOf(attempt: AttemptRow, connection: Connection): ExpectedPayment {
  return {
    amountClp: clp(attempt.amount_clp),
    buyOrder: attempt.order_id,
    attemptId: attempt.order_id,
    receiver: receiverOf(connection),
    mode: attempt.mode,
  }
}

/** Each document before any receivable, and in one order: an annulment takes them so, and another payment of the same. */
async function lockDocuments(trx: Db, shares: readonly ShareRow[]): Promise<void> {
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

/** The day of the payment as the provider says it; none that is yet to come. */
function dayOf(clock: Clock, atMs: number | null): Day {
  return dayInChile(Math.min(atMs ?? clock.now(), clock.now()))
}

async function insertPayment(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  shares: readonly ShareRow[],
  { day, way }: { day: Day; way: 'card' | 'transfer' },
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
  if (way === 'transfer') {
    const confirmed = { paymentId: id, shares, amountClp: amount_clp, day }
    await doubtMatches(trx, organisation_id, confirmed)
  }
  await tellPayment(trx, clock, {
    organisationId: organisation_id,
    documentIds: shares.map(({ document_id }) => document_id),
    amountClp: amount_clp,
    day,
    way,
    provider: attempt.provider,
  })
  return id
}

function changeOf(
  clock: Clock,
  attempt: AttemptRow,
  state: AttemptState,
  reading: PaymentState,
): AttemptChange {
  const now = clock.now()
  const isOver = state !== 'created' && state !== 'pending'
  const { provider } = attempt
  const nextMs = nextReadMs({ state, provider, startedAtMs: startedAtMs(attempt) }, now)
  return {
    state,
    provider_status: reading.providerStatus,
    provider_ref: attempt.provider_ref ?? reading.refs.providerRef,
    payment_ref: reading.refs.paymentRef ?? attempt.payment_ref,
    ...(wasPaid(reading.status) ? { method: JSON.stringify(reading.method) } : {}),
    ...(isOver ? { redirect: null } : {}),
    ended_at: isOver ? (attempt.ended_at ?? instantText(now)) : null,
    poll_at: nextMs === null ? null : instantText(nextMs),
  }
}

/** What a person has to look into. It stays until answered; another matter asks again. */
function questionOf(
  attempt: AttemptRow,
  state: AttemptState,
  came: Came,
  reading: PaymentState,
): AttemptChange {
  const question = questionIn(came, reading) ?? undecided(attempt, state, reading)
  if (question === null || attempt.question === question.question) return {}
  return { ...question, answered_at: null, answered_by: null }
}

interface Question {
  question: NonNullable<AttemptRow['question']>
  question_about: string
}

/** The provider is still at it when we stop reading. */
function undecided(
  attempt: AttemptRow,
  state: AttemptState,
  { status, refs }: PaymentState,
): Question | null {
  if (status !== 'pending' || state !== 'expired' || attempt.state === 'expired') return null
  const payment = refs.paymentRef ?? refs.providerRef
  // Nothing was settled, so nothing can come of it.
  if (attempt.provider === 'transbank') return null
  return { question: 'unread', question_about: JSON.stringify({ payment }) }
}

function questionIn(
  came: Came,
  { status, refs, amountClp, currency, receiver, mode, alsoPaid }: PaymentState,
): Question | null {
  const about = (more: object) => {
    return JSON.stringify({ payment: refs.paymentRef ?? refs.providerRef, ...more })
  }
  if (came.kind === 'mismatch') {
    const { buyOrder: order } = refs
    const seen = { amount: amountClp, currency, order, receiver, mode }
    return { question: 'mismatch', question_about: about({ differs: came.mismatches, ...seen }) }
  }
  if (alsoPaid.length > 0)
    return { question: 'paidTwice', question_about: about({ also: alsoPaid }) }
  return status === 'disputed' ? { question: 'disputed', question_about: about({}) } : null
}
