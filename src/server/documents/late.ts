import type { Kysely } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { lockDocument, record, type Actor } from './trail.ts'

const BATCH = 200

/**
 * Queued documents whose date has gone by without a single try: the SII was away, or the clave was refused
 * until today. They carry a date of the past and ask before they are issued (D-26). Answers how many.
 */
export async function markLateDocuments(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  actor: Actor,
): Promise<number> {
  const late = await db
    .selectFrom('document')
    .select(['organisation_id', 'id'])
    .where('state', '=', 'queued')
    .where('issue_day', '<', dayInChile(clock.now()))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attempt')
            .select('attempt.number')
            .whereRef('attempt.organisation_id', '=', 'document.organisation_id')
            .whereRef('attempt.document_id', '=', 'document.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const { organisation_id, id } of late) {
    await db.transaction().execute(async (trx) => {
      const row = await lockDocument(trx, { organisationId: organisation_id, id })
      if (row?.state !== 'queued') return
      const change = { issue_day: null, reason: 'missed', reason_text: null, next_try_at: null }
      await record(trx, clock, actor, row, { kind: 'missed' }, change)
    })
  }
  return late.length
}
