import { instantText } from '../../clock.ts'
import { withinOrganisation } from '../../db/reach.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { urlOf } from '../../links/document-links.ts'
import type { AttemptAt, AttemptNeeds } from './needs.ts'
import type { AttemptState } from './progress.ts'
import { readState, type ReadOutcome } from './read.ts'
import { returnedAs, type Arrived } from './returned-as.ts'
import {
  attemptOfOrder,
  changeAttempt,
  closeShares,
  noteReturned,
  readAttempt,
  startedAtMs,
  type AttemptRow,
} from './store.ts'

/** An address of a return leads to its document's page for so long: it stands in the provider's logs for ever. */
const LEADS_BACK_MS = 24 * 60 * 60_000
const LOOK_AGAIN_MS = 250
/** In another process; longer than that its payer sees it on the page. */
const MAX_LOOKS = 40

/**
 * Of one connection in one process, those that wait for their turn included. Whoever comes beyond that is led on to the page
 * at once, and the next poll reads their payment.
 */
const MAX_OF_CONNECTION = 16

/** Payers who come back, each attempt's one after another. */
export interface Returns {
  /** Where the payer's browser goes next. 404 for no order of ours, 400 for what none of its provider's pages send. */
  arrive(orderId: string, arrived: Arrived): Promise<string>
}

export function createReturns(needs: AttemptNeeds): Returns {
  // The second return of an attempt waits for the first one's reading here; one in another process by its claim.
  const reading = new Map<string, Promise<void>>()
  const inHand = new Map<number, number>()

  async function takeInTurn(orderId: string, at: AttemptAt, arrived: Arrived): Promise<void> {
    const before = reading.get(orderId) ?? Promise.resolve()
    const own = before.then(() => take(needs, at, arrived))
    const settled = own.catch(() => undefined)
    reading.set(orderId, settled)
    try {
      await own
    } finally {
      if (reading.get(orderId) === settled) reading.delete(orderId)
    }
  }

  async function takeOrLeave(orderId: string, at: AttemptAt, arrived: Arrived): Promise<void> {
    const { attempt, kind } = await judgeReturn(needs, at, arrived)
    const { connection_id: connection } = attempt
    const count = inHand.get(connection) ?? 0
    if (count >= MAX_OF_CONNECTION) return leaveToPoller(needs, attempt, kind)
    inHand.set(connection, count + 1)
    try {
      await takeInTurn(orderId, at, arrived)
    } finally {
      inHand.set(connection, (inHand.get(connection) ?? 1) - 1)
    }
  }

  return {
    async arrive(orderId, arrived) {
      const at = await attemptOfOrder(needs.db, orderId)
      if (at === null) throw new NotFound()
      return withinOrganisation(at.organisationId, async () => {
        await takeOrLeave(orderId, at, arrived)
        return pageOf(needs, at)
      })
    },
  }
}

type Left = NonNullable<AttemptRow['returned']>

/** What the browser says is how its payer left. */
async function judgeReturn(
  needs: AttemptNeeds,
  at: AttemptAt,
  arrived: Arrived,
): Promise<{ attempt: AttemptRow; kind: Left }> {
  const attempt = await readAttempt(needs.db, at)
  if (attempt === null) throw new NotFound()
  const kind = returnedAs(needs.providers[attempt.provider], attempt, arrived)
  if (kind === null) throw new Refused(400, 'paymentReturnInvalid')
  return { attempt, kind }
}

/** What came of the payment is read. */
async function take(needs: AttemptNeeds, at: AttemptAt, arrived: Arrived): Promise<void> {
  const { attempt, kind } = await judgeReturn(needs, at, arrived)
  if (hasResult(needs, attempt)) return
  await noteReturn(needs, attempt, kind, SETTLED_WITHIN_MS)
  const outcome = await readPatiently(needs, at)
  const end = ENDS[kind]
  if (outcome.kind !== 'busy' && end !== null) await endWith(needs, at, end)
}

/** Nothing that a repeated return could find out. */
function hasResult({ providers }: AttemptNeeds, { provider, state }: AttemptRow): boolean {
  if (state === 'succeeded' || state === 'mismatch' || state === 'notOwed') return true
  return state === 'failed' && providers[provider].capabilities.needsSettling
}

/** Before anything is asked: should this process die, the poller settles what its payer came back from. */
async function noteReturn(
  { db, clock }: AttemptNeeds,
  attempt: AttemptRow,
  kind: Left,
  polledInMs: number,
): Promise<void> {
  if (attempt.returned === 'normal' || attempt.returned === kind) return
  const { organisation_id: organisationId, id: attemptId } = attempt
  const poll_at = instantText(clock.now() + polledInMs)
  await noteReturned(db, { organisationId, attemptId }, { returned: kind, poll_at })
}

/** A return that was noted before is polled already. */
async function leaveToPoller(needs: AttemptNeeds, attempt: AttemptRow, kind: Left): Promise<void> {
  if (!hasResult(needs, attempt)) await noteReturn(needs, attempt, kind, 0)
}

/** Time for the reading that this return begins; then the poller takes it for dead. */
const SETTLED_WITHIN_MS = 20_000

async function readPatiently(needs: AttemptNeeds, at: AttemptAt): Promise<ReadOutcome> {
  for (let looks = 0; ; looks += 1) {
    const outcome = await readState(needs, at)
    if (outcome.kind !== 'busy' || looks === MAX_LOOKS) return outcome
    await needs.clock.wait(LOOK_AGAIN_MS)
  }
}

const ENDS: Readonly<Record<Left, AttemptState | null>> = {
  normal: null,
  annulled: 'cancelled',
  timedOut: 'expired',
  formError: 'failed',
}

/** The payer left without paying, and the provider knows of nothing else. It is still read: a payment may follow. */
async function endWith(
  { db, clock }: AttemptNeeds,
  at: AttemptAt,
  state: AttemptState,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const attempt = await readAttempt(trx, at, true)
    if (attempt === null || attempt.returned === 'normal') return
    if (attempt.state !== 'created' && attempt.state !== 'pending') return
    if (attempt.is_verifying) return
    await changeAttempt(trx, at, { state, redirect: null, ended_at: instantText(clock.now()) })
    await closeShares(trx, at)
  })
}

/**
 * The page from which it was begun; when that is long ago or the link is gone, one that says what became of the payment, and
 * nothing of the document.
 */
async function pageOf(
  { db, clock, links, publicUrl }: AttemptNeeds,
  at: AttemptAt,
): Promise<string> {
  const attempt = await readAttempt(db, at)
  if (attempt === null) return publicUrl()
  const link =
    clock.now() - startedAtMs(attempt) > LEADS_BACK_MS
      ? undefined
      : await db
          .selectFrom('document_link')
          .select('seed')
          .where('organisation_id', '=', at.organisationId)
          .where('id', '=', attempt.link_id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst()
  if (link === undefined) return `${publicUrl()}/paid/${attempt.order_id}`
  return urlOf(links, publicUrl(), link)
}
