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
  const done = await Promise.all(Array.from({ length: AT_ONCE }, () => keepSending(needs, signal)))
  const revoked = await revokeRemoved(needs)
  return done.reduce((sum, count) => sum + count, revoked)
}

async function keepSending(needs: WorkerNeeds, signal: AbortSignal | undefined): Promise<number> {
  for (let count = 0; count < BATCH; count += 1) {
    if (signal?.aborted) return count
    const doubt = await claimDoubt(needs)
    if (doubt !== null) {
      await guarded(needs, doubt.id, () => lookOnce(needs, doubt))
      continue
    }
    const claimed = await claimDue(needs)
    if (claimed === null) {
      const sent = await claimReturnLook(needs)
      if (sent === null) return count
      await guarded(needs, sent.id, () => lookForReturn(needs, sent))
      continue
    }
    await guarded(needs, claimed.delivery.id, () => sendOne(needs, claimed))
  }
  return BATCH
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
