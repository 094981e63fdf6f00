import { sql } from 'kysely'
import type { Day } from '#domain/day.ts'
import { heldDocument, type HeldDocument } from './held.ts'
import type { Db, OfCompany, UploadAt } from '../store.ts'

/**
 * The upload, locked until the transaction ends: orders, corrections, cancellations and its deletion wait for each other,
 * and whoever is making a document of it for nobody. Null when it isn't there.
 */
export async function lockUpload(trx: Db, { organisationId, id }: UploadAt) {
  const row = await trx
    .selectFrom('upload')
    .select(['company_id', 'bytes'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { companyId: row.company_id, isGone: row.bytes === null }
}

export interface KnownOrder {
  groupKey: string
  id: number
  revision: number
  state: 'ordering' | 'made' | 'refused' | 'cancelled'
  documentId: number | null
  issueDay: Day
  folio: number | null
  /** Its document was stopped before anything of it was sent, and no other one took its place. */
  isTakenBack: boolean
}

const KNOWN = sql`o.group_key as "groupKey", o.id, o.revision, o.state, o.document_id as "documentId",
    o.issue_day as "issueDay", d.folio,
    coalesce(d.state = 'skipped' and d.reason is distinct from 'replaced' and d.told_folio is null and not exists (select from attempt a
      where a.organisation_id = d.organisation_id and a.document_id = d.id), false) as "isTakenBack"`

const FROM = sql`upload_order o left join document d
    on d.organisation_id = o.organisation_id and d.id = o.document_id`

/** What was ordered of an upload, by the keys of its documents. */
export async function ordersOf(
  db: Db,
  { organisationId, id }: UploadAt,
): Promise<Map<string, KnownOrder>> {
  const { rows } = await sql<KnownOrder>`select ${KNOWN} from ${FROM}
    where o.organisation_id = ${organisationId} and o.upload_id = ${id}`.execute(db)
  return new Map(rows.map((row) => [row.groupKey, row]))
}

export interface NamedOrder extends KnownOrder {
  /** What was ordered; null once the time of its file is over. */
  held: HeldDocument | null
}

/** Those of these ids, from whichever file of the company. */
export async function ordersNamed(
  db: Db,
  { organisationId, companyId }: OfCompany,
  ids: readonly number[],
): Promise<NamedOrder[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<KnownOrder & { content: unknown }>`select ${KNOWN}, o.content
    from ${FROM} where o.organisation_id = ${organisationId} and o.company_id = ${companyId}
      and o.id = any(${ids}::bigint[]) order by o.id`.execute(db)
  return rows.map(({ content, ...row }) => ({
    ...row,
    held: content === null ? null : heldDocument(content),
  }))
}

/** Whether nothing of it can be at the SII, nor come there: it may be ordered again. */
export function mayBeOrdered(known: KnownOrder | undefined): boolean {
  if (known === undefined) return true
  return known.state === 'refused' || known.state === 'cancelled' || known.isTakenBack
}
