import type { ProviderName } from '../providers/connection.ts'
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
const AT_ONCE = 16
/** Of one provider, so that one that does not answer leaves readers to the payments of the others. */
const MAX_OF_PROVIDER = 6
/** Of one connection's notices: one that answers slowly, or never, leaves readers to its provider's other connections. */
const MAX_OF_ONE = 2
/** Of one reader in a row, before the readers start over with what is due by then. */
const MAX_IN_A_ROW = 50

/**
 * One look at everything that is due: what providers notified, attempts that may have gone on, refunds under way. Answers
 * how much was done; 0 means that all is quiet for now.
 */
export async function pollDue(needs: PollNeeds): Promise<number> {
  const failures: unknown[] = []
  const readers = createReaders(needs, (error) => void failures.push(error))
  readers.begin()
  const count = await readers.finish()
  if (failures.length > 0) throw failures[0]
  return count
}

interface Readers {
  /** Starts a reader of what is due, which starts the next one when it found something, because most find nothing. */
  begin(): void
  /** Resolves when no reader runs any more, with how much was done. */
  finish(): Promise<number>
}

function createReaders(
  needs: PollNeeds,
  onClaimFailure: (error: unknown) => void,
  signal?: AbortSignal,
): Readers {
  const inHand = new Set<Claimed>()
  const running = new Set<Promise<void>>()
  let claiming: Promise<unknown> = Promise.resolve()
  let isWanted = false
  let count = 0

  function begin(): void {
    // A reader that is about to end may have looked before the newest notice came.
    isWanted = running.size === AT_ONCE
    if (isWanted) return
    const reader: Promise<void> = readOn()
      .catch(onClaimFailure)
      .finally(() => {
        running.delete(reader)
        if (isWanted) begin()
      })
    running.add(reader)
  }

  async function readOn(): Promise<void> {
    let next = await claimNext()
    if (next !== null) begin()
    for (let done = 1; next !== null; done += 1) {
      try {
        await next.work()
      } catch (error) {
        // It is taken up again when its claim runs out, and stops no other.
        needs.onFailure(next.about, error)
      }
      inHand.delete(next)
      count += 1
      next = done < MAX_IN_A_ROW ? await claimNext() : null
    }
  }

  /** Claims in turn, because what may be claimed follows from what is in hand. */
  function claimNext(): Promise<Claimed | null> {
    const claimed = claiming.then(async () => {
      const next = signal?.aborted ? null : await claimAny(needs, inHand)
      if (next !== null) inHand.add(next)
      return next
    })
    claiming = claimed.catch(() => null)
    return claimed
  }

  return {
    begin,
    finish: async () => {
      while (running.size > 0) await Promise.all(running)
      return count
    },
  }
}

interface Claimed {
  kind: 'notice' | 'attempt' | 'refund'
  provider: ProviderName
  connection: number
  about: Parameters<PollNeeds['onFailure']>[0]
  work(): Promise<unknown>
}

/** Notices first: somebody has just paid. */
async function claimAny(needs: PollNeeds, inHand: ReadonlySet<Claimed>): Promise<Claimed | null> {
  const { db, clock } = needs
  const own = [...inHand]
  const providers = valuesAtLimit(own, MAX_OF_PROVIDER, ({ provider }) => provider)
  const readings = own.filter(({ kind }) => kind !== 'refund')
  const connections = valuesAtLimit(readings, MAX_OF_ONE, ({ connection }) => connection)
  const notice = await claimNotice(db, clock, { providers, connections })
  if (notice !== null) {
    const { id, provider, connection_id: connection } = notice
    const work = () => processNotice(needs, notice)
    return { kind: 'notice', provider, connection, about: { noticeId: id }, work }
  }
  const attempt = await claimDue(db, clock, providers)
  if (attempt !== null) {
    const { id, provider, connection_id: connection } = attempt
    const work = () => readClaimed(needs, attempt)
    return { kind: 'attempt', provider, connection, about: { attemptId: id }, work }
  }
  const busy = own.flatMap(({ kind, connection }) => (kind === 'refund' ? [connection] : []))
  if (busy.length === MAX_REFUNDS) return null
  const claimed = await claimOrder(db, clock, busy)
  if (claimed === null) return null
  const { order, provider, connectionId: connection } = claimed
  const work = () => followRefund(needs, order)
  return { kind: 'refund', provider, connection, about: { refundId: order.id }, work }
}

function valuesAtLimit<T>(inHand: readonly Claimed[], limit: number, of: (one: Claimed) => T): T[] {
  const values = inHand.map(of)
  return values.filter((value) => values.filter((other) => other === value).length >= limit)
}

/** Refunds are rare: of all together two are in hand, of each connection one. */
const MAX_REFUNDS = 2

const LOOK_MS = 1_000

export interface Poller {
  /** Looks at once: something has just come. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Starts a reader every second, and when woken, until stopped. Readers that still wait for their providers hold up none of
 * the others.
 */
export function startPoller(needs: PollNeeds): Poller {
  const stopping = new AbortController()
  let sleeping = new AbortController()
  const onClaimFailure = (error: unknown): void => needs.onFailure({}, error)
  const readers = createReaders(needs, onClaimFailure, stopping.signal)
  const running = keepLooking()

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      sleeping = new AbortController()
      // Here and not in wake: what a reader may reach is not what the call that woke it may.
      readers.begin()
      await needs.clock.wait(LOOK_MS, AbortSignal.any([stopping.signal, sleeping.signal]))
    }
    await readers.finish()
  }

  return {
    wake: () => sleeping.abort(),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
