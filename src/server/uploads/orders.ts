import { sql } from 'kysely'
import type { Day } from '#domain/day.ts'
import type { UploadJudged } from './read-upload.ts'
import type { Db, OfCompany, UploadAt } from './store.ts'

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

const KNOWN = sql`select o.group_key as "groupKey", o.id, o.revision, o.state, o.document_id as "documentId",
    o.issue_day as "issueDay", d.folio,
    coalesce(d.state = 'skipped' and d.reason is distinct from 'replaced' and d.told_folio is null and not exists (select from attempt a
      where a.organisation_id = d.organisation_id and a.document_id = d.id), false) as "isTakenBack"
  from upload_order o left join document d
    on d.organisation_id = o.organisation_id and d.id = o.document_id`

/** What was ordered of an upload, by the keys of its documents. */
export async function ordersOf(
  db: Db,
  { organisationId, id }: UploadAt,
): Promise<Map<string, KnownOrder>> {
  const { rows } = await sql<KnownOrder>`${KNOWN}
    where o.organisation_id = ${organisationId} and o.upload_id = ${id}`.execute(db)
  return new Map(rows.map((row) => [row.groupKey, row]))
}

/**
 * As `ordersOf`, and what was ordered from another file of the company, by the ids that an annotated file brought back:
 * a document with such a row is not taken for a new one, whatever else its rows say by now.
 */
export async function knownOrders(
  db: Db,
  at: UploadAt & OfCompany,
  { documents, annotated }: Pick<UploadJudged, 'documents' | 'annotated'>,
): Promise<Map<string, KnownOrder>> {
  const orders = await ordersOf(db, at)
  const ids = annotated.ids.map(({ id }) => id)
  if (ids.length === 0) return orders
  const { rows } = await sql<KnownOrder>`${KNOWN}
    where o.organisation_id = ${at.organisationId} and o.company_id = ${at.companyId}
      and o.id = any(${ids}::bigint[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const idOfRow = new Map(annotated.ids.map(({ row, id }) => [row, id]))
  for (const { key, rows: own } of documents) {
    const before = own.flatMap((row) => byId.get(idOfRow.get(row) ?? 0) ?? [])
    const ordered = before.find((order) => !mayBeOrdered(order))
    if (ordered !== undefined && mayBeOrdered(orders.get(key))) orders.set(key, ordered)
  }
  return orders
}

/** Whether nothing of it can be at the SII, nor come there: it may be ordered again. */
export function mayBeOrdered(known: KnownOrder | undefined): boolean {
  if (known === undefined) return true
  return known.state === 'refused' || known.state === 'cancelled' || known.isTakenBack
}
