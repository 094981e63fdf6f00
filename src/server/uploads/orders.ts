import { sql } from 'kysely'
import type { Db, UploadAt } from './store.ts'

/**
 * The upload, locked until the transaction ends: orders, corrections, cancellations and its deletion wait for each other.
 * Null when it isn't there.
 */
export async function lockUpload(trx: Db, { organisationId, id }: UploadAt) {
  const row = await trx
    .selectFrom('upload')
    .select(['company_id', 'bytes'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { companyId: row.company_id, isGone: row.bytes === null }
}

export interface KnownOrder {
  groupKey: string
  revision: number
  state: 'ordering' | 'made' | 'refused' | 'cancelled'
  documentId: number | null
  /** Its document was stopped before anything of it was sent. */
  isTakenBack: boolean
}

/** What was ordered of an upload, by the keys of its documents. */
export async function ordersOf(
  db: Db,
  { organisationId, id }: UploadAt,
): Promise<Map<string, KnownOrder>> {
  const { rows } = await sql<KnownOrder>`select o.group_key as "groupKey", o.revision, o.state,
      o.document_id as "documentId",
      coalesce(d.state = 'skipped' and d.told_folio is null and not exists (select from attempt a
        where a.organisation_id = d.organisation_id and a.document_id = d.id), false) as "isTakenBack"
    from upload_order o left join document d
      on d.organisation_id = o.organisation_id and d.id = o.document_id
    where o.organisation_id = ${organisationId} and o.upload_id = ${id}`.execute(db)
  return new Map(rows.map((row) => [row.groupKey, row]))
}

/** Whether nothing of it can be at the SII, nor come there: it may be ordered again. */
export function mayBeOrdered(known: KnownOrder | undefined): boolean {
  if (known === undefined) return true
  return known.state === 'refused' || known.state === 'cancelled' || known.isTakenBack
}
