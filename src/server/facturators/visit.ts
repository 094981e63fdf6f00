import type { Rut } from '#domain/rut.ts'
import type { Answer, PortalSession } from '#sii/sii.ts'
import { instantText } from '../clock.ts'
import { beyondOrganisations } from '../db/reach.ts'
import { withLease, type Lease, type LeaseClaim, type LeaseNeeds } from './lease.ts'
import {
  withPortalSession,
  type PortalAnswer,
  type PortalNeeds,
  type PortalUser,
} from './portal.ts'

export type VisitAnswer<T> = PortalAnswer<T> | { kind: 'busy' }

type PatientClaim = LeaseClaim & { patienceMs: number }

/** How often somebody who waits for the person's lease looks again. */
const LOOK_AGAIN_MS = 500

/**
 * Asks the portal as this person at a user's wish: waits up to `patienceMs` for whoever holds the lease,
 * `busy` after that. `work` as in `withPortalSession`.
 */
export async function visitPortal<T>(
  needs: PortalNeeds,
  user: PortalUser,
  patience: { worker: string; patienceMs: number },
  work: (session: PortalSession) => Promise<Answer<T>>,
): Promise<VisitAnswer<T>> {
  const visited = await withPatientLease(needs, { person: user.person, ...patience }, (lease) =>
    withPortalSession(needs, lease, user, work),
  )
  return visited?.value ?? { kind: 'busy' }
}

/**
 * As `withLease`, but waits for it; null when it didn't come free in time. The person's own work gives way to it, but
 * for a stranger's. A person's portal session is no tenant's, so `work` is not bound to the caller's organisation.
 */
export function withPatientLease<T>(
  needs: LeaseNeeds,
  who: PatientClaim,
  work: (lease: Lease) => Promise<T>,
): Promise<{ value: T } | null> {
  return beyondOrganisations(() => waitForLease(needs, who, work))
}

async function waitForLease<T>(
  needs: LeaseNeeds,
  { patienceMs, ...who }: PatientClaim,
  work: (lease: Lease) => Promise<T>,
): Promise<{ value: T } | null> {
  const untilMs = needs.clock.monotonicMs() + patienceMs
  let asked: string | null = null
  for (;;) {
    const done = await withLease(needs, who, work)
    if (done !== null && asked !== null) await takeBackWish(needs, who.person, asked)
    if (done !== null || needs.clock.monotonicMs() + LOOK_AGAIN_MS > untilMs) return done
    if (!who.isStranger) asked ??= await wish(needs, who.person, patienceMs)
    await needs.clock.wait(LOOK_AGAIN_MS)
  }
}

/** The pipeline is back at once after each of its turns: without it, whoever looks now and then never gets in. */
async function wish({ db, clock }: LeaseNeeds, person: Rut, patienceMs: number): Promise<string> {
  const until = instantText(clock.now() + patienceMs)
  await db
    .updateTable('portal_person')
    .set({ asked_until: until })
    .where('person_rut', '=', person)
    .execute()
  return until
}

/** Only our own: another's is later. */
async function takeBackWish({ db }: LeaseNeeds, person: Rut, until: string): Promise<void> {
  await db
    .updateTable('portal_person')
    .set({ asked_until: null })
    .where('person_rut', '=', person)
    .where('asked_until', '=', until)
    .execute()
    .catch(() => undefined)
}
