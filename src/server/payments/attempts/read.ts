import type { Clp } from '#domain/money.ts'
import { instantText, msOf } from '../../clock.ts'
import { withinOrganisation } from '../../db/reach.ts'
import { openConnection } from '../connections/store.ts'
import { NO_REFS, type PaymentRefs, type StateReading } from '../providers/port.ts'
import { applyState } from './apply.ts'
import { readFurther } from './further.ts'
import { isStillOwed } from './money.ts'
import type { AttemptAt, ReadNeeds } from './needs.ts'
import { isSettled, nextReadMs, READ_FOR_MS } from './progress.ts'
import { askQuestion, unreadQuestion } from './questions.ts'
import {
  atOf,
  changeAttempt,
  claimAttempt,
  closeShares,
  notedMsOf,
  readAttempt,
  releaseAttempt,
  startedAtMs,
  type AttemptChange,
  type AttemptRow,
} from './store.ts'

export type ReadOutcome =
  /** Somebody else reads it right now. */
  | { kind: 'busy' }
  /** With what the provider gave back of the payment in all, as far as it says so. */
  | { kind: 'read'; attempt: AttemptRow; refundedClp: Clp | null }
  /** The provider said nothing that can be used, or not all of it: it is tried again. */
  | { kind: 'unread'; attempt: AttemptRow }

/** Reads the state of an attempt at its provider and applies it, unless somebody else does at this moment. */
export async function readState(
  needs: ReadNeeds,
  at: AttemptAt,
  named: NamedRefs = NO_REFS,
): Promise<ReadOutcome> {
  const claimed = await claimAttempt(needs.db, needs.clock, at)
  return claimed === null ? { kind: 'busy' } : readClaimed(needs, claimed, named)
}

/** What a notification named: the answer to the making of a checkout may come after it, and a payment is known by it. */
export type NamedRefs = Pick<PaymentRefs, 'providerRef' | 'paymentRef'>

/** The same of one that is claimed already; gives the claim back. */
export function readClaimed(
  needs: ReadNeeds,
  claimed: AttemptRow,
  named: NamedRefs = NO_REFS,
): Promise<ReadOutcome> {
  return withinOrganisation(claimed.organisation_id, async () => {
    try {
      return await readAndApply(needs, claimed, named)
    } finally {
      await releaseAttempt(needs.db, claimed)
    }
  })
}

async function readAndApply(
  needs: ReadNeeds,
  claimed: AttemptRow,
  named: NamedRefs,
): Promise<ReadOutcome> {
  const at = atOf(claimed)
  const opened = await openConnection(needs, {
    organisationId: at.organisationId,
    connectionId: claimed.connection_id,
  })
  if (opened === null) return unread(needs, claimed, 'no keys')
  const { connection } = opened
  const provider = needs.providers[claimed.provider]
  const refs = namedOrKnown(claimed, named)
  // Only a payer who came back in the usual way has something to settle: to commit what another end left open could
  // take money that its payer believes was not taken.
  const mustSettle = claimed.returned === 'normal' && !isSettled(claimed.state)
  // Where our word alone moves the money, none is moved that is known not to be owed any more.
  const isWithheld =
    mustSettle && provider.capabilities.needsSettling && !(await isStillOwed(needs.db, at))
  const reading =
    mustSettle && !isWithheld
      ? await provider.settle(connection, refs)
      : await provider.fetchState(connection, refs)
  if (reading.kind !== 'found') return missing(needs, claimed, reading)
  const applied = await applyState(needs, at, { connection, provider, isWithheld }, reading)
  if (applied === null) return { kind: 'busy' }
  // A notice is about the payment that it names, and each has its own.
  if (named.paymentRef === null) {
    const until = claimed.claimed_until ?? instantText(needs.clock.now())
    await readFurther(needs, applied, until, { connection, provider, refs, reading })
  }
  const attempt = (await readAttempt(needs.db, at)) ?? applied
  if (reading.isIncomplete) return { kind: 'unread', attempt }
  return { kind: 'read', attempt, refundedClp: reading.refundedClp }
}

/** By its payment only once that is the one that was paid: before, another of the same checkout may be. */
function namedOrKnown(attempt: AttemptRow, named: NamedRefs): PaymentRefs {
  return {
    providerRef: attempt.provider_ref ?? named.providerRef,
    paymentRef: named.paymentRef ?? (attempt.state === 'succeeded' ? attempt.payment_ref : null),
    buyOrder: attempt.order_id,
  }
}

/** A checkout that isn't there ends with its time: before that its making may still be under way. */
function missing(
  needs: ReadNeeds,
  claimed: AttemptRow,
  reading: Exclude<StateReading, { kind: 'found' }>,
): Promise<ReadOutcome> {
  if (reading.kind !== 'notFound') {
    return unread(needs, claimed, reading.kind === 'unavailable' ? reading.cause : reading.kind)
  }
  const isOver = needs.clock.now() > msOf(claimed.expires_at)
  const isWaiting = claimed.state === 'created' || claimed.state === 'pending'
  return changeLocked(needs, claimed, isOver ? 'read' : 'unread', (now) => ({
    provider_status: `not found: ${reading.reason}`,
    ...(isOver && isWaiting && isUnchanged(now, claimed)
      ? { state: 'expired', redirect: null, ended_at: instantText(needs.clock.now()) }
      : {}),
    ...pollOf(needs, now),
  }))
}

/** What nobody could read until the end is a person's to look into, because money may have come. */
function unread(needs: ReadNeeds, claimed: AttemptRow, cause: string): Promise<ReadOutcome> {
  const isOver = needs.clock.now() - startedAtMs(claimed) >= READ_FOR_MS
  const isWaiting = claimed.state === 'created' || claimed.state === 'pending'
  return changeLocked(needs, claimed, 'unread', (now) => ({
    provider_status: cause,
    ...(isOver && isWaiting && isUnchanged(now, claimed)
      ? {
          state: 'expired',
          redirect: null,
          ended_at: instantText(needs.clock.now()),
        }
      : {}),
    ...pollOf(needs, now),
  }))
}

function isUnchanged(now: AttemptRow, claimed: AttemptRow): boolean {
  return now.state === claimed.state
}

function pollOf({ clock }: ReadNeeds, attempt: AttemptRow): Pick<AttemptChange, 'poll_at'> {
  const { state, provider } = attempt
  const progress = {
    state,
    provider,
    startedAtMs: startedAtMs(attempt),
    notedMs: notedMsOf(attempt),
  }
  const nextMs = nextReadMs(progress, clock.now())
  return { poll_at: nextMs === null ? null : instantText(nextMs) }
}

function changeLocked(
  { db, clock }: ReadNeeds,
  claimed: AttemptRow,
  kind: 'read' | 'unread',
  change: (now: AttemptRow) => AttemptChange,
): Promise<ReadOutcome> {
  const at = atOf(claimed)
  return db.transaction().execute(async (trx) => {
    const now = await readAttempt(trx, at, true)
    if (now === null) return { kind: 'busy' }
    const changes = change(now)
    await changeAttempt(trx, at, changes)
    if (changes.state === 'expired') {
      await closeShares(trx, at)
      if (kind === 'unread') await askQuestion(trx, clock, now, unreadQuestion(null))
    }
    const attempt = (await readAttempt(trx, at)) ?? now
    return kind === 'read' ? { kind, attempt, refundedClp: null } : { kind, attempt }
  })
}
