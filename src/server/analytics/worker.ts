import type { PortalNeeds } from '../facturators/portal.ts'
import { visitPortal, type VisitAnswer } from '../facturators/visit.ts'
import {
  claimMonth,
  keepMonth,
  keepTrouble,
  putOff,
  rest,
  type ClaimedMonth,
} from './reading-store.ts'
import { readMonth, type MonthRead, type Routes } from './read-month.ts'

export interface ReaderNeeds extends PortalNeeds {
  worker: string
  /** Between the beginnings of two months, of all processes together. */
  registerSpacingMs: number
  onReadingFailure(error: unknown): void
}

/** Reads one month of whoever waits longest; false when nobody does, or none may be read yet. */
export async function readNextMonth(needs: ReaderNeeds): Promise<boolean> {
  const claimed = await claimMonth(needs, needs.registerSpacingMs)
  if (claimed === null) return false
  const { month, facturatorId, organisationId, person, company } = claimed
  if (month === null) {
    await rest(needs, claimed)
    return true
  }
  const user = { organisationId, facturatorId, person }
  // Whoever holds the person's lease issues, or reads at somebody's wish: we give way.
  const patience = { worker: needs.worker, patienceMs: 0 }
  const asked = { ...claimed, month }
  try {
    const answer = await visitPortal(needs, user, patience, (session) =>
      readMonth(session, { company, month, routes: routesOf(claimed) }, needs.clock),
    )
    await settle(needs, asked, answer)
  } catch (error) {
    needs.onReadingFailure(error)
    await tryLater(needs, asked)
  }
  return true
}

/** Where single documents can't be had for trouble of the SII's, the sums are better than nothing. */
function routesOf({ tries, routes }: ClaimedMonth): Routes {
  return tries < TRIES_FOR_DOCUMENTS ? routes : { sales: 'summary', purchases: 'summary' }
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
      return keepMonth(needs, claimed, answer.value)
    case 'busy':
      return putOff(needs, claimed, now + GIVE_WAY_MS)
    case 'paused':
      return putOff(needs, claimed, Math.max(answer.untilMs, now) + GIVE_WAY_MS)
    // Nothing that time heals: the clave isn't tried again before its person has looked.
    case 'claveMissing':
    case 'claveRejected':
    case 'invalidCredentials':
    case 'accountBlocked':
    case 'interstitial':
    case 'loginRejected':
      return keepTrouble(needs, claimed, { trouble: 'clave', nextTryMs: null })
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
    const isRead = await readNextMonth(needs).catch((error: unknown) => {
      needs.onReadingFailure(error)
      return false
    })
    if (!isRead) await needs.clock.wait(LOOK_MS, signal)
  }
}
