import { withinOrganisation } from '../../../db/reach.ts'
import { findConnectionByPublicId, openConnection } from '../../connections/store.ts'
import type { Connection } from '../../providers/connection.ts'
import type { ReadNeeds } from '../needs.ts'

export interface KnownConnection {
  organisationId: number
  connectionId: number
  connection: Connection
}

/** Keys are opened, and put on record as opened, once in that time, however much is notified. */
const KEPT_MS = 60_000
const MAX_KEPT = 1_000

/** The connection at an address; null when there is none, which is not cached. */
export function connectionCache(
  needs: ReadNeeds,
): (publicId: string) => Promise<KnownConnection | null> {
  const kept = new Map<string, { known: KnownConnection; untilMs: number }>()
  return async (publicId) => {
    const nowMs = needs.clock.monotonicMs()
    const found = kept.get(publicId)
    if (found !== undefined && nowMs < found.untilMs) return found.known
    kept.delete(publicId)
    const known = await open(needs, publicId)
    if (known === null) return null
    const [oldest] = kept.keys()
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(publicId, { known, untilMs: nowMs + KEPT_MS })
    return known
  }
}

async function open(needs: ReadNeeds, publicId: string): Promise<KnownConnection | null> {
  const at = await findConnectionByPublicId(needs.db, publicId)
  if (at === null) return null
  const opened = await withinOrganisation(at.organisationId, () => openConnection(needs, at))
  return opened && { ...at, connection: opened.connection }
}
