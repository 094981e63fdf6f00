import { sql, type Kysely } from 'kysely'
import type { DocumentReason } from '#domain/reason.ts'
import { lastOpening, type EmissionWindow } from '#domain/window.ts'
import { msOf, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { DocumentRow } from '../trail/trail.ts'

/** Somebody may want to know before the day is over. */
export const HELD_AFTER_MS = 2 * 60 * 60_000

interface Needs {
  clock: Clock
  window: EmissionWindow
}

/**
 * Whether the portal has not answered whatever is wanted of a document, its issue, its files or its annulment, for two
 * hours. Once said it stays said until the portal answers something else.
 */
export async function isPortalAway(
  trx: Kysely<Schema>,
  needs: Needs,
  row: DocumentRow,
): Promise<boolean> {
  if (row.reason === 'portalAway') return true
  return isHeldForHours(trx, needs, row, 'portalUnavailable')
}

/**
 * Whether a document has met nothing but this for two hours of those in which the SII is asked about it. Counted by the
 * trail and not by tries, because a person's order or a pause changes how many tries fit in two hours.
 */
export async function isHeldForHours(
  db: Kysely<Schema>,
  { clock, window }: Needs,
  row: DocumentRow,
  reason: DocumentReason,
): Promise<boolean> {
  if (row.reason !== reason) return false
  const now = clock.now()
  const sinceMs = await heldSinceMs(db, row, reason)
  if (sinceMs === null) return false
  // Only what is to be issued waits for the day's hours.
  const fromMs = row.state === 'queued' ? Math.max(sinceMs, lastOpening(window, now)) : sinceMs
  return now - fromMs >= HELD_AFTER_MS
}

/** The first try that met this since the last event that says anything else. */
async function heldSinceMs(
  db: Kysely<Schema>,
  { organisation_id: organisationId, id }: DocumentRow,
  reason: DocumentReason,
): Promise<number | null> {
  const { rows } = await sql<{ since: string | null }>`select min(held.at) as since
    from document_event held
    where held.organisation_id = ${organisationId} and held.document_id = ${id}
      and held.seq > coalesce((select max(other.seq) from document_event other
        where other.organisation_id = ${organisationId} and other.document_id = ${id}
          and (other.kind <> 'held' or other.data ->> 'reason' <> ${reason})), 0)
  `.execute(db)
  const since = rows[0]?.since ?? null
  return since === null ? null : msOf(since)
}
