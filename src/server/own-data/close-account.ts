import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { Workers } from '../worker-calls/worker-call.ts'
import { beyondOrganisations } from '../db/reach.ts'
import { DISCONNECT } from '../facturators/worker-calls.ts'
import { releaseIssuing, stopIssuing, readStops } from '../documents/stops/stops.ts'
import type { RecentSessions } from '../users/sessions/recent-sessions.ts'
import {
  facturatorsOf,
  hasInFlight,
  hasOtherMembers,
  lockOrganisation,
  removeUser,
} from './close-store.ts'
import { eraseOrganisation } from './erase-organisation.ts'
import type { Owner } from './owner.ts'

export type CloseNeeds = {
  db: Kysely<Schema>
  clock: Clock
  workers: Workers
  recent: RecentSessions
}

/** `inFlight`: a document or a mail is on its way. `busy`: somebody is at the SII with the user's clave. */
export type Closing = 'closed' | 'inFlight' | 'busy'

/**
 * Closes the account of whoever asks, and with the last member everything of the organisation: first nothing new is
 * issued, then the claves go, then the rows. What was refused on the way changes nothing; once the claves are going,
 * issuing stays stopped, and asking again goes on from there.
 */
export async function closeAccount(
  needs: CloseNeeds,
  owner: Owner,
  worker: string,
): Promise<Closing> {
  const done = (await leave(needs, owner)) ?? (await closeOrganisation(needs, owner, worker))
  if (done === 'closed') needs.recent.forgetUser(owner.userId)
  return done
}

/** Null, and nobody left, for the last member: of several who leave at once, one stays the last. */
function leave({ db, clock }: CloseNeeds, owner: Owner): Promise<'closed' | null> {
  return beyondOrganisations(() =>
    db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, owner.organisationId)
      if (!(await hasOtherMembers(trx, owner))) return null
      await removeUser(trx, clock, owner)
      return 'closed'
    }),
  )
}

async function closeOrganisation(
  needs: CloseNeeds,
  owner: Owner,
  worker: string,
): Promise<Closing> {
  const { db } = needs
  const { organisationId } = owner
  const before = await readStops(db, { organisationId })
  await stopIssuing(needs, owner, null)
  const giveUp = async (why: 'inFlight' | 'busy'): Promise<Closing> => {
    if (before.everything === null) await releaseIssuing(needs, owner, null)
    return why
  }
  // From here on no intent is written: what isn't on its way now never will be.
  if (await hasInFlight(needs, organisationId)) return giveUp('inFlight')
  let isFirst = true
  for (const facturatorId of await facturatorsOf(db, organisationId)) {
    const gone = await forgetClave(needs, owner, facturatorId, worker)
    if (!gone) return isFirst ? giveUp('busy') : 'busy'
    isFirst = false
  }
  return beyondOrganisations(() => eraseOrganisation(needs, owner))
}

async function forgetClave(
  needs: CloseNeeds,
  { organisationId, userId }: Owner,
  facturatorId: number,
  worker: string,
): Promise<boolean> {
  const author = { organisationId, userId }
  const asked = { author, at: { organisationId, facturatorId }, worker }
  const { kind } = await needs.workers.ask(DISCONNECT, organisationId, asked)
  return kind === 'removed' || kind === 'kept' || kind === 'noFacturator'
}
