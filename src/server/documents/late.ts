import type { Kysely } from 'kysely'
import { compare, dayInChile, knownDay } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { lockDocument, record, type Actor, type DocumentRow } from './trail.ts'

const BATCH = 200

/**
 * Queued documents whose date has gone by without a single try: the SII was away, or the clave was refused
 * until today. They carry a date of the past and ask before they are issued (D-26). Those that a stop holds
 * are left to its end. Answers how many.
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
      eb.or([eb('reason', 'is', null), eb('reason', 'not in', ['issuingStopped', 'stoppedByUs'])]),
    )
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
      if (row?.state === 'queued') await leaveLate(trx, clock, actor, row)
    })
  }
  return late.length
}

/** Whether its date has gone by and no try was ever made. */
export async function isLate(
  trx: Kysely<Schema>,
  clock: Clock,
  row: DocumentRow,
): Promise<boolean> {
  const { issue_day: issueDay } = row
  if (issueDay === null || compare(knownDay(issueDay), dayInChile(clock.now())) >= 0) return false
  const attempt = await trx
    .selectFrom('attempt')
    .select('number')
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .limit(1)
    .executeTakeFirst()
  return attempt === undefined
}

/** It is planned again and asks for a word. */
export async function leaveLate(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  row: DocumentRow,
): Promise<void> {
  const change = {
    issue_day: null,
    reason: 'missed',
    reason_text: null,
    wait_until: null,
    next_try_at: null,
  }
  await record(trx, clock, actor, row, { kind: 'missed' }, change)
}
