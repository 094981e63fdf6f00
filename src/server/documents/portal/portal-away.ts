import { sql, type Kysely } from 'kysely'
import { lastOpening, type EmissionWindow } from '#domain/window.ts'
import { msOf, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { DocumentRow } from '../trail/trail.ts'

/** Somebody may want to know before the day is over. */
const AWAY_AFTER_MS = 2 * 60 * 60_000

/**
 * Whether the portal has not answered a queued document for two hours of those in which it is asked. Counted by the
 * trail and not by tries, because a person's order or a pause changes how many tries fit in two hours. Once said it
 * stays said until the portal answers something else.
 */
export async function isPortalAway(
  trx: Kysely<Schema>,
  { clock, window }: { clock: Clock; window: EmissionWindow },
  row: DocumentRow,
): Promise<boolean> {
  if (row.state !== 'queued') return false
  if (row.reason !== 'portalUnavailable') return row.reason === 'portalAway'
  const now = clock.now()
  const sinceMs = await silentSinceMs(trx, row)
  if (sinceMs === null) return false
  return now - Math.max(sinceMs, lastOpening(window, now)) >= AWAY_AFTER_MS
}

/** The first try without an answer since the last event that says anything else. */
async function silentSinceMs(
  trx: Kysely<Schema>,
  { organisation_id: organisationId, id }: DocumentRow,
): Promise<number | null> {
  const { rows } = await sql<{ since: string | null }>`select min(silent.at) as since
    from document_event silent
    where silent.organisation_id = ${organisationId} and silent.document_id = ${id}
      and silent.seq > coalesce((select max(other.seq) from document_event other
        where other.organisation_id = ${organisationId} and other.document_id = ${id}
          and (other.kind <> 'held' or other.data ->> 'reason' <> 'portalUnavailable')), 0)
  `.execute(trx)
  const since = rows[0]?.since ?? null
  return since === null ? null : msOf(since)
}
