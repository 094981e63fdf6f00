import { clp } from '#domain/money.ts'
import { instantText, msOf } from '../../clock.ts'
import { withinOrganisation } from '../../db/reach.ts'
import { openConnection } from '../connections/store.ts'
import { NO_REFS, type Refund } from '../providers/port.ts'
import { refsOfPayment } from './money.ts'
import type { AttemptAt, ReadNeeds } from './needs.ts'
import { readState } from './read.ts'
import { askForRefund, keepRefund, type Unseen } from './refund.ts'
import { changeOrder, readOrder, type OrderRow } from './refund-store.ts'
import { changeAttempt, readAttempt, type AttemptRow } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A refund that left no trace in its payment by then was not made, where the payment would show it. */
const SEEN_WITHIN_MS = 30 * MINUTE_MS

/** Of a refund of which its provider says nothing for so long, because it is away or takes the keys no more, its owner is asked. */
const SILENT_FOR_MS = 72 * HOUR_MS

/** Finds out what became of a refund that its provider took, or whose answer was lost. */
export function followRefund(needs: ReadNeeds, order: OrderRow): Promise<void> {
  return withinOrganisation(order.organisation_id, async () => {
    const at = { organisationId: order.organisation_id, attemptId: order.attempt_id }
    const attempt = await readAttempt(needs.db, at)
    if (attempt === null) return
    const found = await findOut(needs, attempt, order)
    const end = found ?? (isSilent(needs, order) ? GIVEN_UP : null)
    if (end !== null) await keepRefund(needs, attempt, order, end)
    if (found?.kind === 'done' || found?.kind === 'partly') await readSoon(needs, at)
    await lookLater(needs, order, found !== null)
  })
}

const GIVEN_UP: Unseen = { kind: 'unseen' }

function isSilent({ clock }: ReadNeeds, { silent_since: since }: OrderRow): boolean {
  return since !== null && clock.now() - msOf(since) >= SILENT_FOR_MS
}

/** While it was under way, more may have been given back at the provider's own site: its total says so. */
function readSoon({ db, clock }: ReadNeeds, at: AttemptAt): Promise<void> {
  return changeAttempt(db, at, { poll_at: instantText(clock.now()) })
}

/** Null: nothing can be said yet. */
async function findOut(
  needs: ReadNeeds,
  attempt: AttemptRow,
  order: OrderRow,
): Promise<Refund | Unseen | null> {
  const provider = needs.providers[attempt.provider]
  const { fetchRefund, capabilities } = provider
  if (order.refund_ref !== null && fetchRefund !== null) {
    const opened = await openConnection(needs, {
      organisationId: attempt.organisation_id,
      connectionId: attempt.connection_id,
    })
    if (opened === null) return null
    const refs = await refsOfPayment(needs.db, attempt, order.payment_id)
    return final(await fetchRefund(opened.connection, refs, order.refund_ref))
  }
  if (capabilities.refund.isIdempotent) return final(await askForRefund(needs, attempt, order))
  return seenInPayment(needs, attempt, order)
}

/** What says nothing of the refund itself is no end of it. */
function final(refund: Refund): Refund | null {
  const saysNothing = refund.kind === 'unauthorised' || refund.kind === 'unavailable'
  return saysNothing || refund.kind === 'unknown' ? null : refund
}

/** Never asked again where the provider could do it twice: its payment says what was given back. */
async function seenInPayment(
  needs: ReadNeeds,
  attempt: AttemptRow,
  order: OrderRow,
): Promise<Refund | Unseen | null> {
  const at = { organisationId: attempt.organisation_id, attemptId: attempt.id }
  const { payment_id: paymentId } = order
  const isFirst = paymentId === attempt.payment_id
  const refs = isFirst ? NO_REFS : await refsOfPayment(needs.db, attempt, paymentId)
  const outcome = await readState(needs, at, refs)
  if (outcome.kind !== 'read') return null
  // The provider's own total before and after: our record has what a person noted, too.
  if ((outcome.refundedClp ?? 0) >= order.before_clp + order.amount_clp) {
    return { kind: 'partly', refundedClp: clp(order.amount_clp) }
  }
  if (needs.clock.now() - msOf(order.ordered_at) < SEEN_WITHIN_MS) return null
  const { isPartTold } = needs.providers[attempt.provider].capabilities.refund
  const isWhole = order.amount_clp === attempt.amount_clp
  const wouldShow = outcome.refundedClp !== null && (isWhole || isPartTold)
  return wouldShow ? { kind: 'notPossible', reason: 'other', detail: 'not seen' } : GIVEN_UP
}

/** The older it is, the longer from now. */
async function lookLater(
  { db, clock }: ReadNeeds,
  order: OrderRow,
  isAnswered: boolean,
): Promise<void> {
  const current = await readOrder(db, order)
  if (current === null || current.ended_at !== null) return
  const ageMs = clock.now() - msOf(order.ordered_at)
  const waitMs = Math.min(Math.max(ageMs / 2, MINUTE_MS), 6 * HOUR_MS)
  await changeOrder(db, order, {
    poll_at: instantText(clock.now() + waitMs),
    silent_since: isAnswered ? null : (current.silent_since ?? instantText(clock.now())),
  })
}
