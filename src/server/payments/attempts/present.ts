import { sql } from 'kysely'
import { z } from 'zod'
import type { paymentAttempt, sharedAttempt } from '#contract/payment-attempts.ts'
import { instantText, type Clock } from '../../clock.ts'
import { offeredConnections } from '../connections/store.ts'
import type { At, Db } from '../owed/receivable.ts'
import { PROVIDER_METHODS } from '../providers/provider-methods.ts'
import { unseenRefundOf, type Question } from './questions.ts'

/** Everything that was begun for one document, the newest first, as its owner sees it. */
export async function attemptsToWire(
  db: Db,
  { organisationId, documentId }: At,
): Promise<z.input<typeof paymentAttempt>[]> {
  const rows = await db
    .selectFrom('payment_attempt_share as share')
    .innerJoin('payment_attempt as attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'share.organisation_id')
        .onRef('attempt.id', '=', 'share.attempt_id'),
    )
    .innerJoin('payment_connection as connection', (join) =>
      join
        .onRef('connection.organisation_id', '=', 'attempt.organisation_id')
        .onRef('connection.id', '=', 'attempt.connection_id'),
    )
    .selectAll('attempt')
    .select(['share.amount_clp as share_clp', 'connection.secret_id'])
    .where('share.organisation_id', '=', organisationId)
    .where('share.document_id', '=', documentId)
    .orderBy('attempt.id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  const orders = await db
    .selectFrom('payment_refund_order')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute()
  const attemptIds = rows.map(({ id }) => id)
  const [payments, questions] = await Promise.all([
    paymentsOf(db, organisationId, attemptIds),
    questionsOf(db, organisationId, attemptIds),
  ])
  return rows.map((row) => ({
    id: row.id,
    at: row.started_at,
    provider: row.provider,
    amount: row.amount_clp,
    share: row.share_clp,
    state: shownState(row),
    status: row.provider_status,
    method: methodOf(row.method),
    payments: payments
      .filter(({ attempt_id: attempt }) => attempt === row.id)
      .map(({ payment_id: payment }) => payment),
    questions: questions
      .filter(({ attempt_id: attempt }) => attempt === row.id)
      .map(({ id, kind, about }) => ({ id, kind, amount: amountAsked(row, kind, about) })),
    is_disconnected: row.secret_id === null,
    refunds: orders
      .filter(({ attempt_id: attempt }) => attempt === row.id)
      .map((order) => ({
        id: order.id,
        payment: order.payment_id,
        amount: order.amount_clp,
        at: order.ordered_at,
        state: order.state,
      })),
  }))
}

/** A bank takes back the whole payment, of all its documents. */
function amountAsked(
  { amount_clp: amountClp, share_clp: shareClp }: { amount_clp: number; share_clp: number },
  kind: Question['kind'],
  about: unknown,
): number {
  if (kind === 'chargedBack') return amountClp
  return (kind === 'refundUnseen' ? unseenRefundOf(about)?.amount : undefined) ?? shareClp
}

const MAX_SHOWN = 50

function paymentsOf(db: Db, organisationId: number, attemptIds: readonly number[]) {
  return db
    .selectFrom('provider_payment')
    .select(['attempt_id', 'payment_id'])
    .where('organisation_id', '=', organisationId)
    .where((eb) => eb('attempt_id', '=', eb.fn.any(eb.val([...attemptIds]))))
    .orderBy('payment_id')
    .execute()
}

/** Those that wait for their owner. */
function questionsOf(db: Db, organisationId: number, attemptIds: readonly number[]) {
  return db
    .selectFrom('payment_question')
    .select(['id', 'attempt_id', 'kind', 'about'])
    .where('organisation_id', '=', organisationId)
    .where((eb) => eb('attempt_id', '=', eb.fn.any(eb.val([...attemptIds]))))
    .where('answered_at', 'is', null)
    .orderBy('id')
    .execute()
}

const kept = z.object({ kind: z.string().nullable(), cardLast4: z.string().nullable() })

function methodOf(stored: unknown): { kind: string | null; card_ending: string | null } | null {
  const read = kept.safeParse(stored).data
  return read === undefined ? null : { kind: read.kind, card_ending: read.cardLast4 }
}

type Shown = z.input<typeof sharedAttempt>['state']

/** `started`: its payer is at the provider's, as far as we know. */
export function shownState(row: {
  state: string
  is_checking: boolean
  provider_ref: string | null
}): Shown {
  if (row.is_checking) return 'checking'
  if (row.state === 'created' || row.state === 'pending') return 'started'
  // Its checkout was never made: the provider was away, or refused the company's keys.
  if (row.state === 'failed' && row.provider_ref === null) return 'notStarted'
  return shown.parse(row.state)
}

const shown = z.enum(['succeeded', 'failed', 'cancelled', 'expired', 'mismatch', 'notOwed'])

/** Later than that nobody stands before the page and waits. */
export const RECENT_MS = 24 * 60 * 60_000

/**
 * A payment is newer than what was begun until it came, and older than what its payer begins after that; so is one that
 * was not charged because something else paid it.
 */
export const toldSince = sql`coalesce((select payment.recorded_at from payment
  where payment.organisation_id = attempt.organisation_id and payment.id = attempt.payment_id),
  case when attempt.state = 'notOwed' then attempt.ended_at end, attempt.started_at)`

/** What who has a document's link sees: the ways to pay that are offered, and the last payment begun of late. */
export async function onlinePaymentOf(
  { db, clock }: { db: Db; clock: Clock },
  { organisationId, documentId }: At,
  companyId: number,
) {
  const offered = await offeredConnections(db, { organisationId, companyId })
  const since = instantText(clock.now() - RECENT_MS)
  const last = await db
    .selectFrom('payment_attempt_share as share')
    .innerJoin('payment_attempt as attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'share.organisation_id')
        .onRef('attempt.id', '=', 'share.attempt_id'),
    )
    .select([
      'attempt.provider',
      'attempt.state',
      'attempt.is_checking',
      'attempt.provider_ref',
      'share.amount_clp',
    ])
    .where('share.organisation_id', '=', organisationId)
    .where('share.document_id', '=', documentId)
    .where((eb) =>
      eb.or([eb('attempt.is_checking', '=', true), eb('attempt.started_at', '>=', since)]),
    )
    // Before everything else, so that its payer doesn't pay again.
    .orderBy('attempt.is_checking', 'desc')
    .orderBy(toldSince, 'desc')
    .orderBy('attempt.id', 'desc')
    .executeTakeFirst()
  return {
    providers: offered.map(({ id, provider }) => ({
      connection: id,
      provider,
      method: PROVIDER_METHODS[provider],
    })),
    attempt:
      last === undefined
        ? null
        : { provider: last.provider, amount: last.amount_clp, state: shownState(last) },
  }
}
