import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { inOneTransaction } from '../db/reach.ts'
import { stopIssuing } from '../documents/stops/stops.ts'
import { lockOrganisation } from './close-store.ts'
import type { Db } from './owner.ts'

interface Needs {
  db: Db
  clock: Clock
}
type Member = { organisationId: number; userId: number }

export async function blockedAt(db: Db, organisationId: number): Promise<string | null> {
  const row = await db
    .selectFrom('organisation')
    .select('blocked_at')
    .where('id', '=', organisationId)
    .executeTakeFirst()
  return row?.blocked_at ?? null
}

/**
 * From its answer on no intent is written, no document is mailed, nothing is read at the SII by itself and nothing is
 * erased because of its age. What has an intent goes on to its end, so that nothing is left in doubt. Harmless when
 * repeated.
 */
export async function blockData({ db, clock }: Needs, member: Member): Promise<void> {
  const { organisationId } = member
  await inOneTransaction(db, async () => {
    await lockOrganisation(db, organisationId)
    if ((await blockedAt(db, organisationId)) !== null) return
    await stopIssuing({ db, clock }, member, null)
    await setBlocked(db, organisationId, instantText(clock.now()))
    await audit(db, clock, member, { kind: 'dataBlocked', subject: subjectOf(member) })
  })
}

/** Issuing stays stopped: what waited must not leave all at once without its owner's word. */
export async function unblockData({ db, clock }: Needs, member: Member): Promise<void> {
  const { organisationId } = member
  await db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId)
    if ((await blockedAt(trx, organisationId)) === null) return
    await setBlocked(trx, organisationId, null)
    await audit(trx, clock, member, { kind: 'dataUnblocked', subject: subjectOf(member) })
  })
}

async function setBlocked(trx: Db, organisationId: number, at: string | null): Promise<void> {
  await trx
    .updateTable('organisation')
    .set({ blocked_at: at })
    .where('id', '=', organisationId)
    .execute()
}

function subjectOf({ organisationId }: Member): string {
  return `organisation:${organisationId}`
}
