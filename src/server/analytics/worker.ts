import type { Answer, PortalSession } from '#sii/sii.ts'
import type { PortalNeeds } from '../facturators/portal.ts'
import { visitPortal, type VisitAnswer } from '../facturators/visit.ts'
import {
  claimMonth,
  keepMonth,
  keepTrouble,
  putOff,
  rest,
  shutOut,
  type ClaimedMonth,
} from './reading-store.ts'
import { readMonth, type MonthRead, type Routes } from './read-month.ts'
import { LEFT, ofRegistersAlone } from './registers-alone.ts'

export interface ReaderNeeds extends PortalNeeds {
  worker: string
  /** From the end of one month to the beginning of the next, of all processes together. */
  registerSpacingMs: number
  onReadingFailure(error: unknown): void
}

/** Reads one month of whoever waits longest; false when nobody does, or none may be read yet. */
export async function readNextMonth(
  needs: ReaderNeeds,
  stopped: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const claimed = await claimMonth(needs, needs.registerSpacingMs)
  if (claimed === null) return false
  const { month, facturatorId, organisationId, person, company } = claimed
  if (month === null) {
    await rest(needs, claimed)
    return true
  }
  const user = { organisationId, facturatorId, person, logsInFor: 'registers' } as const
  // Whoever holds the person's lease issues, or reads at somebody's wish: we give way.
  const patience = { worker: needs.worker, patienceMs: 0 }
  const asked = { ...claimed, month }
  let isShut = false
  const of = { company, month, routes: routesOf(claimed) }
  async function ofRegisters(session: PortalSession): Promise<Answer<MonthRead>> {
    const answer = await unlessStopped(stopped, readMonth(session, of, needs.clock))
    isShut = answer.kind === 'unavailable' && answer.cause === 'waitingRoom'
    return isShut ? LEFT : ofRegistersAlone(session, answer)
  }
  try {
    const answer = await visitPortal(needs, user, patience, ofRegisters)
    if (stopped.aborted && answer.kind !== 'ok') await putOff(needs, claimed, needs.clock.now())
    else if (isShut) await shutOut(needs, claimed)
    else await settle(needs, asked, answer)
  } catch (error) {
    needs.onReadingFailure(error)
    await tryLater(needs, asked)
  }
  return true
}

/** Reading writes nothing: whoever stops leaves it, and gives the person's session free at once. */
async function unlessStopped<T>(
  stopped: AbortSignal,
  work: Promise<Answer<T>>,
): Promise<Answer<T>> {
  const left = new AbortController()
  const stop = new Promise<Answer<T>>((resolve) => {
    if (stopped.aborted) resolve(LEFT)
    stopped.addEventListener('abort', () => resolve(LEFT), { signal: left.signal })
  })
  try {
    return await Promise.race([work, stop])
  } finally {
    left.abort()
  }
}

/** Where single documents can't be had for trouble of the SII's, the sums are better than nothing. */
function routesOf({ tries, routes }: ClaimedMonth): Routes {
  return isForced({ tries }) ? { sales: 'summary', purchases: 'summary' } : routes
}

function isForced({ tries }: Pick<ClaimedMonth, 'tries'>): boolean {
  return tries >= TRIES_FOR_DOCUMENTS
}

const TRIES_FOR_DOCUMENTS = 2

type Claimed = ClaimedMonth & { month: NonNullable<ClaimedMonth['month']> }

const GIVE_WAY_MS = 15_000
const FIRST_WAIT_MS = 2 * 60_000
const GROWTH = 4
/** After 2, 8, 32 and 128 minutes the SII isn't asked again until somebody wants to see it. */
const MOST_TRIES = 5

async function settle(
  needs: ReaderNeeds,
  claimed: Claimed,
  answer: VisitAnswer<MonthRead>,
): Promise<void> {
  const now = needs.clock.now()
  switch (answer.kind) {
    case 'ok':
      return keepMonth(needs, claimed, answer.value, isForced(claimed))
    case 'busy':
      return putOff(needs, claimed, now + GIVE_WAY_MS)
    case 'paused':
      return putOff(needs, claimed, Math.max(answer.untilMs, now) + GIVE_WAY_MS)
    // Nothing that time heals: the clave isn't tried again before its person has looked.
    case 'claveMissing':
    case 'claveRejected':
    case 'invalidCredentials':
    case 'accountBlocked':
      return keepTrouble(needs, claimed, { trouble: 'clave', nextTryMs: null })
    // The clave is good: the SII wants something of the person first (portal 1.2).
    case 'interstitial':
    case 'loginRejected':
      return keepTrouble(needs, claimed, { trouble: 'asks', nextTryMs: null })
    default:
      return tryLater(needs, claimed)
  }
}

function tryLater(needs: ReaderNeeds, claimed: Claimed): Promise<void> {
  const isLast = claimed.tries + 1 >= MOST_TRIES
  const nextTryMs = isLast ? null : needs.clock.now() + FIRST_WAIT_MS * GROWTH ** claimed.tries
  return keepTrouble(needs, claimed, { trouble: 'portal', nextTryMs })
}

const LOOK_MS = 1_000

export function startRegisterReader(needs: ReaderNeeds): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = keepReading(needs, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function keepReading(needs: ReaderNeeds, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isRead = await readNextMonth(needs, signal).catch((error: unknown) => {
      needs.onReadingFailure(error)
      return false
    })
    if (!isRead) await needs.clock.wait(LOOK_MS, signal)
  }
}
