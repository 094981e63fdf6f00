import type { PortalNeeds } from '../../facturators/portal.ts'
import { isLookedUp, lookUpAtSii, type LookedUp } from '../../parties/look-up.ts'
import { claimLookUp, putOffLookUp, settleLookUp, type ClaimedLookUp } from './store.ts'

export interface LookUpNeeds extends PortalNeeds {
  worker: string
  onLookUpFailure(about: { upload: number }, error: unknown): void
}

/** Asks the SII for one client that an uploaded file names and whose data we lack; false when none is due. */
export async function lookUpNext(needs: LookUpNeeds): Promise<boolean> {
  const claimed = await claimLookUp(needs)
  if (claimed === null) return false
  try {
    await settle(needs, claimed, await lookUp(needs, claimed))
  } catch (error) {
    needs.onLookUpFailure({ upload: claimed.uploadId }, error)
    await tryLater(needs, claimed)
  }
  return true
}

/** One that was asked for meanwhile, of another file or on a page, isn't asked for again. */
async function lookUp(
  needs: LookUpNeeds,
  { organisationId, companyId, rut, askedBy }: ClaimedLookUp,
): Promise<LookedUp | { kind: 'known' }> {
  const company = { organisationId, companyId }
  if (await isLookedUp(needs.db, company, rut)) return { kind: 'known' }
  const author = { organisationId, userId: askedBy }
  return lookUpAtSii(needs, { author, companyId, rut, worker: needs.worker })
}

const GIVE_WAY_MS = 5_000
/** So long a page shows that it waits; of a longer pause its person is told. */
const MAX_WAIT_MS = 5 * 60_000
const FIRST_WAIT_MS = 15_000
const GROWTH = 4
/** After 15 and 60 seconds the SII isn't asked again until somebody wants it. */
const MAX_TRIES = 3

async function settle(
  needs: LookUpNeeds,
  claimed: ClaimedLookUp,
  answer: LookedUp | { kind: 'known' },
): Promise<void> {
  const { db, clock } = needs
  const { tries } = claimed
  const now = clock.now()
  switch (answer.kind) {
    case 'kept':
    case 'known':
      return settleLookUp(needs, claimed, null)
    case 'unknown':
      return settleLookUp(needs, claimed, 'unknown')
    case 'busy':
      return putOffLookUp(db, claimed, { untilMs: now + GIVE_WAY_MS, tries })
    case 'paused':
      if (answer.untilMs > now + MAX_WAIT_MS) return settleLookUp(needs, claimed, 'paused')
      return putOffLookUp(db, claimed, { untilMs: Math.max(answer.untilMs, now) + 1, tries })
    // Nothing that time heals: the clave isn't tried again before its person has looked.
    case 'claveMissing':
    case 'claveRejected':
    case 'invalidCredentials':
    case 'accountBlocked':
      return settleLookUp(needs, claimed, 'clave')
    case 'interstitial':
    case 'loginRejected':
      return settleLookUp(needs, claimed, 'asks')
    default:
      return tryLater(needs, claimed)
  }
}

async function tryLater(needs: LookUpNeeds, claimed: ClaimedLookUp): Promise<void> {
  const tries = claimed.tries + 1
  if (tries >= MAX_TRIES) return settleLookUp(needs, claimed, 'portal')
  const untilMs = needs.clock.now() + FIRST_WAIT_MS * GROWTH ** claimed.tries
  return putOffLookUp(needs.db, claimed, { untilMs, tries })
}

const LOOK_MS = 1_000

/** One client after the other, at the pace of the portal's client: each process holds one person's session for it. */
export function startLookUps(needs: LookUpNeeds): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = keepLookingUp(needs, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function keepLookingUp(needs: LookUpNeeds, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isDone = await lookUpNext(needs).catch((error: unknown) => {
      needs.onLookUpFailure({ upload: 0 }, error)
      return false
    })
    if (!isDone) await needs.clock.wait(LOOK_MS, signal)
  }
}
