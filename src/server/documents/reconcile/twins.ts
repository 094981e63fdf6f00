import { sql, type Kysely, type RawBuilder } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import type { SweptRow } from './swept-row.ts'

type At = { organisationId: number; id: number }

/**
 * The issued document of ours that this number repeats: same recipient, day and total, and above the mark of
 * the try that issued it, so that what was there before it explains itself. None of which a person has said that both
 * are right.
 */
export async function repeatedBy(
  db: Kysely<Schema>,
  organisationId: number,
  { companyId, kind, folio, recipient, issueDate, totalClp }: SweptRow,
): Promise<number | null> {
  if (recipient === null) return null
  const row = await db
    .selectFrom('document')
    .innerJoin('attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'document.organisation_id')
        .onRef('attempt.document_id', '=', 'document.id'),
    )
    .select('document.id')
    .where('document.organisation_id', '=', organisationId)
    .where('document.company_id', '=', companyId)
    .where('document.kind', '=', kind)
    .where('document.state', '=', 'issued')
    .where('document.recipient_rut', '=', recipient)
    .where('document.issue_day', '=', issueDate)
    .where('document.total_clp', '=', totalClp)
    .where('attempt.highest_folio', '<', folio)
    .where(
      sql<boolean>`not ${isAccepted(sql.ref('document.organisation_id'), sql.ref('document.id'), sql`${folio}::bigint`)}`,
    )
    .orderBy('document.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function alarm(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  at: At,
  folio: number,
): Promise<void> {
  const row = await lockDocument(trx, at)
  if (row === null) return
  await record(trx, clock, actor, row, { kind: 'twin', folio }, { reason: 'twinFound' })
}

/** The other one is taken back at the SII, or is explained after all: the alarm ends with the last of them. */
export async function endAlarm(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  at: At,
  folio: number,
): Promise<void> {
  const row = await lockDocument(trx, at)
  if (row?.state !== 'issued' || row.reason !== 'twinFound') return
  if ((await openTwins(trx, row)).length > 0) return
  const change = await afterAlarm(trx, clock, row)
  await record(trx, clock, actor, row, { kind: 'twinGone', folio }, change)
}

/** The numbers at the SII that an alarm of this document is about still. */
export async function openTwins(
  db: Kysely<Schema>,
  { organisation_id, id, company_id, kind }: DocumentKey,
): Promise<number[]> {
  const { rows } = await sql<{ folio: number }>`select distinct told.folio from (
      select (data ->> 'folio')::bigint as folio from document_event
      where organisation_id = ${organisation_id} and document_id = ${id} and kind = 'twin') told
    where not ${isAccepted(sql`${organisation_id}`, sql`${id}`, sql`told.folio`)}
      and not exists (select from sii_issued listed
        where listed.organisation_id = ${organisation_id} and listed.company_id = ${company_id}
          and listed.kind = ${kind} and listed.folio = told.folio
          and (listed.is_annulled or listed.annulled_by is not null or listed.document_id is not null))
    order by told.folio`.execute(db)
  return rows.map(({ folio }) => folio)
}

type DocumentKey = Pick<DocumentRow, 'organisation_id' | 'id' | 'company_id' | 'kind'>

/** A person has said of this pair that both are right. */
function isAccepted(organisationId: Sql, documentId: Sql, folio: Sql): RawBuilder<boolean> {
  return sql<boolean>`exists (select from document_event said
    where said.organisation_id = ${organisationId} and said.document_id = ${documentId}
      and said.kind = 'twinAccepted' and said.data -> 'folios' @> to_jsonb(${folio}))`
}

type Sql = RawBuilder<unknown>

/** Once the alarm about another number is over: an annulment that came to nothing before it is told again. */
export async function afterAlarm(trx: Kysely<Schema>, clock: Clock, row: DocumentRow) {
  const reason = await stoppedAnnulment(trx, row)
  return {
    ...goingOn(clock, row),
    ...(reason !== null && { reason, reason_text: row.reason_text }),
  }
}

/** Why its annulment stopped, until a person leaves it valid or asks for it once more. */
async function stoppedAnnulment(trx: Kysely<Schema>, row: DocumentRow): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`select data ->> 'reason' as reason
    from document_event
    where organisation_id = ${row.organisation_id} and document_id = ${row.id}
      and kind in ('annulmentStopped', 'keptValid', 'annulmentAsked')
    order by seq desc limit 1`.execute(trx)
  return rows[0]?.reason ?? null
}

/** Without an alarm: what stood still behind it, as its files, is tried again and says itself why it waits. */
export function goingOn(clock: Clock, row: DocumentRow) {
  const isUnderWay = row.files_state === 'wanted' || row.annulment !== null
  const now = instantText(clock.now())
  return {
    reason: null,
    reason_text: null,
    next_try_at: isUnderWay ? (row.next_try_at ?? now) : row.next_try_at,
  }
}
