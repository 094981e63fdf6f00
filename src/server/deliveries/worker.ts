import { revokeRemoved } from '../mailer/accounts/revoke.ts'
import type { KeyNeeds } from '../mailer/accounts/mailbox-keys.ts'
import { lookOnce } from './look.ts'
import type { DeliveryNeeds } from './needs.ts'
import { claimReturnLook, lookForReturn } from './returns.ts'
import { sendOne } from './send.ts'
import { claimDoubt, claimDue, sortOut } from './store.ts'

export type WorkerNeeds = DeliveryNeeds & KeyNeeds

const BATCH = 50
/** Mailboxes served side by side by one process; within one, mails go one after another. */
const AT_ONCE = 4

/** One look at everything that is due. Answers how much was done; 0 means all is quiet for now. */
export async function deliverDue(needs: WorkerNeeds, signal?: AbortSignal): Promise<number> {
  await sortOut(needs)
  const sent = await sendSideBySide(needs, AT_ONCE, signal)
  const revoked = await revokeRemoved(needs)
  return sent + revoked
}

/** A sender begins the next one when it found something, because most looks find nothing. */
async function sendSideBySide(
  needs: WorkerNeeds,
  senders: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const first = signal?.aborted ? null : await claimNext(needs)
  if (first === null) return 0
  const others = senders > 1 ? sendSideBySide(needs, senders - 1, signal) : 0
  const counts = await Promise.all([keepSending(needs, first, signal), others])
  return counts.reduce((sum, count) => sum + count)
}

async function keepSending(
  needs: WorkerNeeds,
  first: ClaimedWork,
  signal: AbortSignal | undefined,
): Promise<number> {
  let next: ClaimedWork | null = first
  let count = 0
  while (next !== null) {
    await guarded(needs, next.id, next.work)
    count += 1
    next = count === BATCH || signal?.aborted ? null : await claimNext(needs)
  }
  return count
}

/** What is due of a mailbox, claimed for this sender: a mail in doubt, one to send, or a look for what came back. */
interface ClaimedWork {
  id: number
  work(): Promise<void>
}

async function claimNext(needs: WorkerNeeds): Promise<ClaimedWork | null> {
  const doubt = await claimDoubt(needs)
  if (doubt !== null) return { id: doubt.id, work: () => lookOnce(needs, doubt) }
  const claimed = await claimDue(needs)
  if (claimed !== null) return { id: claimed.delivery.id, work: () => sendOne(needs, claimed) }
  const sent = await claimReturnLook(needs)
  return sent && { id: sent.id, work: () => lookForReturn(needs, sent) }
}

/** One mail that fails stops no other; its claim runs out and it is taken up again. */
async function guarded(needs: WorkerNeeds, id: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    needs.onFailure({ deliveryId: id }, error)
  }
}

const LOOK_MS = 1_000

export function startDeliveries(needs: WorkerNeeds): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = keepLooking(needs, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function keepLooking(needs: WorkerNeeds, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const done = await deliverDue(needs, signal).catch((error: unknown) => {
      needs.onFailure({ deliveryId: 0 }, error)
      return 0
    })
    if (done === 0) await needs.clock.wait(LOOK_MS, signal)
  }
}
