import type { ReadNeeds } from './needs.ts'
import { claimNotice, processNotice } from './notices/notices.ts'
import { readClaimed } from './read.ts'
import { followRefund } from './follow-refund.ts'
import { claimOrder } from './refund-store.ts'
import { claimDue } from './store.ts'

export type PollNeeds = ReadNeeds & {
  onFailure(
    about: { attemptId?: number; noticeId?: number; refundId?: number },
    error: unknown,
  ): void
}

/** Side by side in one process. Of one connection a single attempt is read at a time. */
const AT_ONCE = 8
/** Of one connection's notices: one that answers slowly, or never, leaves most readers to the others. */
const MAX_OF_ONE = 2
/** Of one reader in a row, before the readers start over with what is due by then. */
const MAX_IN_A_ROW = 50

/**
 * One look at everything that is due: what providers notified, attempts that may have gone on, refunds under way. Answers
 * how much was done; 0 means that all is quiet for now.
 */
export async function pollDue(needs: PollNeeds, signal?: AbortSignal): Promise<number> {
  return readSideBySide({ needs, inHand: new Map(), refunding: new Set(), signal }, AT_ONCE)
}

interface Look {
  needs: PollNeeds
  /** How much of each connection is in hand in this process. */
  inHand: Map<number, number>
  /** Of which connections a refund is in hand. */
  refunding: Set<number>
  signal: AbortSignal | undefined
}

/** A reader begins the next one when it found something, because most looks find nothing. */
async function readSideBySide(look: Look, readers: number): Promise<number> {
  const first = look.signal?.aborted ? null : await claimNext(look)
  if (first === null) return 0
  const others = readers > 1 ? readSideBySide(look, readers - 1) : 0
  const counts = await Promise.all([readOn(look, first), others])
  return counts.reduce((sum, count) => sum + count)
}

async function readOn(look: Look, first: Claimed): Promise<number> {
  let next: Claimed | null = first
  let count = 0
  while (next !== null) {
    try {
      await next.work()
    } catch (error) {
      // It is taken up again when its claim runs out, and stops no other.
      look.needs.onFailure(next.about, error)
    }
    look.inHand.set(next.connection, (look.inHand.get(next.connection) ?? 1) - 1)
    count += 1
    next = count === MAX_IN_A_ROW || look.signal?.aborted ? null : await claimNext(look)
  }
  return count
}

interface Claimed {
  connection: number
  about: Parameters<PollNeeds['onFailure']>[0]
  work(): Promise<unknown>
}

async function claimNext(look: Look): Promise<Claimed | null> {
  const claimed = await claimAny(look)
  if (claimed === null) return null
  const { inHand } = look
  inHand.set(claimed.connection, (inHand.get(claimed.connection) ?? 0) + 1)
  return claimed
}

/** Notices first: somebody has just paid. */
async function claimAny({ needs, inHand, refunding }: Look): Promise<Claimed | null> {
  const { db, clock } = needs
  const busy = [...inHand].flatMap(([id, count]) => (count >= MAX_OF_ONE ? [id] : []))
  const notice = await claimNotice(db, clock, busy)
  if (notice !== null) {
    const { id, connection_id: connection } = notice
    return { connection, about: { noticeId: id }, work: () => processNotice(needs, notice) }
  }
  const attempt = await claimDue(db, clock)
  if (attempt !== null) {
    const { id, connection_id: connection } = attempt
    return { connection, about: { attemptId: id }, work: () => readClaimed(needs, attempt) }
  }
  if (busy.includes(NONE)) return null
  const claimed = await claimOrder(db, clock, [...refunding])
  if (claimed === null) return null
  const { order, connectionId } = claimed
  refunding.add(connectionId)
  return {
    connection: NONE,
    about: { refundId: order.id },
    work: () => followRefund(needs, order).finally(() => refunding.delete(connectionId)),
  }
}

/** Refunds are rare: all of them together count as those of one connection, and of each connection one is in hand. */
const NONE = 0

const LOOK_MS = 1_000

export interface Poller {
  /** Looks at once: something has just come. */
  wake(): void
  stop(): Promise<void>
}

/** Looks every second, and when woken, until stopped. */
export function startPoller(needs: PollNeeds): Poller {
  const stopping = new AbortController()
  let sleeping = new AbortController()
  const running = keepLooking()

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      sleeping = new AbortController()
      const woken = AbortSignal.any([stopping.signal, sleeping.signal])
      const done = await pollDue(needs, stopping.signal).catch((error: unknown) => {
        needs.onFailure({}, error)
        return 0
      })
      if (done === 0) await needs.clock.wait(LOOK_MS, woken)
    }
  }

  return {
    wake: () => sleeping.abort(),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
