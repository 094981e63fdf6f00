import type { Kysely } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import { instantText, msOf } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { PortalNeeds } from '../../facturators/portal.ts'
import { eraseSession } from '../../facturators/stored-session.ts'

/** A session that nobody uses lives about two hours at the SII (portal 1.5); the rest is room for doubt. */
export const IDLE_SESSION_MS = 3 * 60 * 60_000

/**
 * Gives up closing the stored session: no process uses it any more, so that it dies at the SII by itself. Nothing may
 * be concluded from the SII's list until then.
 */
export async function abandonSession(needs: PortalNeeds, person: Rut): Promise<void> {
  const { db, clock, vault } = needs
  await db.transaction().execute(async (trx) => {
    await eraseSession(trx, vault, person, null)
    await trx
      .updateTable('portal_person')
      .set({ session_dies_at: instantText(clock.now() + IDLE_SESSION_MS) })
      .where('person_rut', '=', person)
      .execute()
  })
}

/** When the session that was given up last is dead at the SII; null when none ever was. */
export async function abandonedSessionDiesMs(
  db: Kysely<Schema>,
  person: Rut,
): Promise<number | null> {
  const row = await db
    .selectFrom('portal_person')
    .select('session_dies_at')
    .where('person_rut', '=', person)
    .executeTakeFirst()
  return row?.session_dies_at == null ? null : msOf(row.session_dies_at)
}
