import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Clock } from '../../clock.ts'
import { lockDocument, record, type Actor } from '../trail/trail.ts'
import type { Prepared } from './adapter.ts'
import type { PortalDocument } from './portal-step.ts'

type Pair = readonly [name: string, ours: string | number, theirs: string | number]

/** What the SII understood differently from what was frozen, for the user to read; null when all agrees. */
export function differenceOf(pairs: readonly Pair[]): string | null {
  const differing = pairs.filter(([, ours, theirs]) => ours !== theirs)
  return differing.length === 0
    ? null
    : differing.map(([name, ours, theirs]) => `${name}: ${ours} ≠ ${theirs}`).join('; ')
}

/** Nothing is issued with other figures than those the user saw: it stops, and the user is asked. */
export async function recordDifference(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  actor: Actor,
  { row: { organisation_id, id } }: PortalDocument,
  { reason, text, siiRetentionClp }: Extract<Prepared, { kind: 'differs' }>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, { organisationId: organisation_id, id })
    if (row?.state !== 'queued') return
    const change = {
      reason,
      reason_text: text,
      sii_retention_clp: siiRetentionClp,
      tries: row.tries + 1,
      next_try_at: null,
    }
    await record(trx, clock, actor, row, { kind: 'failed', reason }, change)
  })
}
