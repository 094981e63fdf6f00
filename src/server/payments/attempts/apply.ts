import { dayInChile, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { instantText, msOf, type Clock } from '../../clock.ts'
import { receiverOf, type Connection } from '../providers/connection.ts'
import type { MethodDetails, PaymentProvider, PaymentState } from '../providers/port.ts'
import { judgePayment, mismatchesOf, type ExpectedPayment } from '../providers/proof.ts'
import { lockDocuments, paymentNamed, recordPayment } from './money.ts'
import type { AttemptAt } from './needs.ts'
import {
  nextReadMs,
  stateAfter,
  wasPaid,
  wasUndoneUnsettled,
  type AttemptState,
  type Came,
} from './progress.ts'
import { askQuestion, closeUnread, endAnswered, type Question } from './questions.ts'
import { documentRefunded } from './refund-store.ts'
import { refundUpTo } from './refunds.ts'
import {
  changeAttempt,
  closeShares,
  nameOf,
  notedMsOf,
  readAttempt,
  sharesOf,
  startedAtMs,
  type AttemptChange,
  type AttemptRow,
  type Db,
} from './store.ts'

type Needs = { db: Db; clock: Clock }

/** What the state was read with. */
export interface ReadWith {
  connection: Connection
  provider: PaymentProvider
  /** Whether it was only read, because what it pays was not owed any more. */
  isWithheld?: boolean
}

/** One reading, and what it says of money. */
interface Read {
  came: Came
  reading: PaymentState
  provider: PaymentProvider
  isWithheld: boolean
  day: Day
}

/**
 * What a state, as we read it from the provider ourselves, makes of its attempt. The only place that records payments:
 * in one transaction, each that the provider names once, for any number and order of calls. Null when there is no attempt.
 */
export function applyState(
  { db, clock }: Needs,
  at: AttemptAt,
  { connection, provider, isWithheld = false }: ReadWith,
  found: PaymentState,
): Promise<AttemptRow | null> {
  return db.transaction().execute(async (trx) => {
    const attempt = await readAttempt(trx, at, true)
    if (attempt === null) return null
    const reading = withoutUnsettled(attempt, provider, found)
    const came = cameOf(attempt, connection, reading)
    if (attempt.state === 'succeeded' || came.kind === 'proved') await lockDocuments(trx, at)
    const read = { came, reading, provider, isWithheld, day: dayOf(clock, reading.atMs) }
    if (reading.status !== 'pending') {
      await closeUnread(trx, clock, attempt, [nameOf(attempt, reading.refs)])
    }
    const paymentId = isAnotherPayment(attempt, reading)
      ? await keepAnother(trx, clock, attempt, read)
      : await keepState(trx, clock, attempt, read)
    if (paymentId !== null && came.kind === 'proved') {
      await keepGivenBack(trx, clock, at, paymentId, read)
    }
    return readAttempt(trx, at)
  })
}

function withoutUnsettled(
  attempt: AttemptRow,
  provider: PaymentProvider,
  reading: PaymentState,
): PaymentState {
  const { needsSettling } = provider.capabilities
  const isSettled = attempt.payment_id !== null
  if (!wasUndoneUnsettled(reading.status, { needsSettling, isSettled })) return reading
  return { ...reading, status: 'failed', refundedClp: null }
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

function expectedOf(attempt: AttemptRow, connection: Connection): ExpectedPayment {
  return {
    amountClp: clp(attempt.amount_clp),
    buyOrder: attempt.order_id,
    attemptId: attempt.order_id,
    receiver: receiverOf(connection),
    mode: attempt.mode,
  }
}

/** Of a checkout that is paid already: the attempt's own state is that of the first one. */
function isAnotherPayment(attempt: AttemptRow, { refs }: PaymentState): boolean {
  const { payment_ref: known, state } = attempt
  return (
    state === 'succeeded' && known !== null && refs.paymentRef !== null && refs.paymentRef !== known
  )
}

/** Money beside the first payment. What it brings beyond the owed stands on the receivable, and its owner is asked. */
async function keepAnother(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  read: Read,
): Promise<number | null> {
  const { came, reading } = read
  await askAbout(trx, clock, attempt, reading, questionIn(came, reading))
  if (came.kind === 'proved') return recordPayment(trx, clock, attempt, provedBy(read))
  const { organisation_id: organisationId, id: attemptId } = attempt
  return paymentNamed(trx, { organisationId, attemptId }, nameOf(attempt, reading.refs))
}

async function keepState(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  read: Read,
): Promise<number | null> {
  const { came, reading, provider, isWithheld } = read
  const at = { organisationId: attempt.organisation_id, attemptId: attempt.id }
  const progress = {
    state: attempt.state,
    startedAtMs: startedAtMs(attempt),
    expiresAtMs: msOf(attempt.expires_at),
    needsSettling: provider.capabilities.needsSettling,
    isWithheld,
  }
  const state = stateAfter(progress, reading.status, came, clock.now())
  const paymentId =
    state === 'succeeded'
      ? (attempt.payment_id ?? (await recordPayment(trx, clock, attempt, provedBy(read))))
      : null
  if (state !== 'created' && state !== 'pending') await closeShares(trx, at)
  await changeAttempt(trx, at, {
    ...changeOf(clock, attempt, state, reading),
    payment_id: paymentId,
  })
  const question = questionIn(came, reading) ?? undecided(attempt, state, reading)
  await askAbout(trx, clock, attempt, reading, question)
  return paymentId
}

async function askAbout(
  trx: Db,
  clock: Clock,
  attempt: AttemptRow,
  { refs, isIncomplete }: PaymentState,
  question: Question | null,
): Promise<void> {
  if (!isIncomplete) await endAnswered(trx, clock, attempt, refs, question)
  await askQuestion(trx, clock, attempt, question)
}

function provedBy({ day, provider, reading }: Read) {
  return { day, way: wayOf(reading.method, provider.capabilities.method), reading }
}

/** As it was paid, because the fee follows it; as it was offered where the provider doesn't say. */
function wayOf({ kind }: MethodDetails, offered: 'card' | 'transfer'): 'card' | 'transfer' {
  switch (kind) {
    case 'transfer':
      return 'transfer'
    case 'creditCard':
    case 'debitCard':
    case 'prepaidCard':
      return 'card'
    default:
      return offered
  }
}

async function keepGivenBack(
  trx: Db,
  clock: Clock,
  at: AttemptAt,
  paymentId: number,
  { reading: { refundedClp: totalClp, refundedAtMs } }: Read,
): Promise<void> {
  if (totalClp === null) return
  const day = dayOf(clock, refundedAtMs)
  const { organisationId } = at
  const shares = await sharesOf(trx, at)
  const first = await documentRefunded(trx, { organisationId, paymentId })
  await refundUpTo(trx, clock, { organisationId, paymentId, shares, totalClp, day, first })
}

/** The day as the provider says it, else that on which it was read; none that is yet to come. */
function dayOf(clock: Clock, atMs: number | null): Day {
  return dayInChile(Math.min(atMs ?? clock.now(), clock.now()))
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
  const progress = {
    state,
    provider,
    startedAtMs: startedAtMs(attempt),
    notedMs: notedMsOf(attempt),
  }
  const nextMs = nextReadMs(progress, now)
  return {
    state,
    is_verifying: reading.isVerifying,
    provider_status: reading.providerStatus,
    provider_ref: attempt.provider_ref ?? reading.refs.providerRef,
    payment_ref: reading.refs.paymentRef ?? attempt.payment_ref,
    ...(wasPaid(reading.status) ? { method: JSON.stringify(reading.method) } : {}),
    ...(isOver ? { redirect: null } : {}),
    ended_at: isOver ? (attempt.ended_at ?? instantText(now)) : null,
    poll_at: nextMs === null ? null : instantText(nextMs),
  }
}

/** The provider is still at it when we stop reading. */
function undecided(
  attempt: AttemptRow,
  state: AttemptState,
  { status, refs }: PaymentState,
): Question | null {
  if (status !== 'pending' || state !== 'expired' || attempt.state === 'expired') return null
  // Nothing was settled, so nothing can come of it.
  if (attempt.provider === 'transbank') return null
  return { kind: 'unread', refs, seen: {} }
}

function questionIn(
  came: Came,
  { status, refs, amountClp, currency, receiver, mode, disputeRef }: PaymentState,
): Question | null {
  if (came.kind === 'mismatch') {
    const { buyOrder: order } = refs
    const seen = { amount: amountClp, currency, order, receiver, mode }
    return { kind: 'mismatch', refs, seen: { differs: came.mismatches, ...seen } }
  }
  if (status === 'disputed' || status === 'chargedBack') {
    return { kind: status, refs, seen: { dispute: disputeRef } }
  }
  return status === 'markedPaid' ? { kind: status, refs, seen: {} } : null
}
