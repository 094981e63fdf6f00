import { sql } from 'kysely'
import type { Day } from '#domain/day.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Db, UploadAt } from '../store.ts'
import type { HeldDocument } from '../ordered/held.ts'

/** Null for one that isn't there; one whose file is gone has it still. */
export async function companyOfUpload(
  db: Db,
  { organisationId, id }: UploadAt,
): Promise<number | null> {
  const row = await db
    .selectFrom('upload')
    .select('company_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.company_id ?? null
}

export interface NewOrder {
  groupKey: string
  position: number
  held: HeldDocument
}

/** Written in the transaction that locked the upload. */
export async function writeOrders(
  trx: Db,
  clock: Clock,
  of: UploadAt & { companyId: number; userId: number; issueDay: Day },
  orders: readonly NewOrder[],
): Promise<void> {
  const now = instantText(clock.now())
  for (const { groupKey, position, held } of orders) {
    const said = {
      position,
      state: 'ordering' as const,
      content: JSON.stringify(held),
      issue_day: of.issueDay,
      document_id: null,
      fault: null,
      next_try_at: now,
      ordered_by: of.userId,
      ordered_at: now,
    }
    await trx
      .insertInto('upload_order')
      .values({
        organisation_id: of.organisationId,
        upload_id: of.id,
        group_key: groupKey,
        company_id: of.companyId,
        ...said,
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'upload_id', 'group_key']).doUpdateSet({
          ...said,
          revision: sql`upload_order.revision + 1`,
        }),
      )
      .execute()
  }
}

export interface OrderAt {
  organisationId: number
  uploadId: number
  groupKey: string
}

/** Looked at again this much later should making its document fail in a way nobody foresaw. */
const PUSH_FORWARD_MS = 60_000

/** However many tenants wait, each gets at least so many of a look's orders. */
const LEAST_OF_A_TENANT = 10

/** Whether `takeDueOrders` would take any. */
export function anyOrderDue(now: string) {
  return sql<boolean>`exists (select from upload_order
    where state = 'ordering' and next_try_at <= ${now}::timestamptz)`
}

/**
 * Orders whose documents are to be made, of each tenant in turns. Their next try is pushed forward in the same statement,
 * so that two workers take different ones, and one that always fails can't spin.
 */
export async function takeDueOrders(
  { db, clock }: { db: Db; clock: Clock },
  limit: number,
): Promise<OrderAt[]> {
  const now = instantText(clock.now())
  const later = instantText(clock.now() + PUSH_FORWARD_MS)
  const { rows } = await sql<OrderAt & { turn: number; position: number }>`update upload_order
    set next_try_at = ${later}::timestamptz
    from (
      select o.organisation_id, o.upload_id, o.group_key, due.turn
      from (
        select organisation_id, upload_id, group_key,
          row_number() over (partition by organisation_id order by next_try_at, upload_id, position) as turn
        from upload_order where state = 'ordering' and next_try_at <= ${now}::timestamptz
        order by (row_number() over (partition by organisation_id order by next_try_at, upload_id, position)
          + ${LEAST_OF_A_TENANT}::int - 1) / ${LEAST_OF_A_TENANT}::int, next_try_at
        limit ${limit}
      ) due
      join upload_order o using (organisation_id, upload_id, group_key)
      where o.state = 'ordering' and o.next_try_at <= ${now}::timestamptz
      for update of o skip locked
    ) due
    where upload_order.organisation_id = due.organisation_id and upload_order.upload_id = due.upload_id
      and upload_order.group_key = due.group_key
    returning upload_order.organisation_id as "organisationId", upload_order.upload_id as "uploadId",
      upload_order.group_key as "groupKey", due.turn::int, upload_order.position`.execute(db)
  return rows.toSorted((a, b) => a.turn - b.turn || a.position - b.position)
}

/** Locked until the transaction ends. Null when its document is made, or was taken back before. */
export async function lockOrder(trx: Db, { organisationId, uploadId, groupKey }: OrderAt) {
  const row = await trx
    .selectFrom('upload_order')
    .select(['revision', 'company_id', 'content', 'issue_day', 'ordered_by'])
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', uploadId)
    .where('group_key', '=', groupKey)
    .where('state', '=', 'ordering')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

type Ended = { state: 'made'; document_id: number } | { state: 'refused'; fault: OrderFault }

/** Why no document could be made of an order. */
export type OrderFault = 'mailboxGone' | 'clientIncomplete' | 'tooManyClients' | 'invalid'

export async function endOrder(
  trx: Db,
  { organisationId, uploadId, groupKey }: OrderAt,
  ended: Ended,
): Promise<void> {
  await trx
    .updateTable('upload_order')
    .set({ ...ended, next_try_at: null })
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', uploadId)
    .where('group_key', '=', groupKey)
    .execute()
}

/** Those without a document yet are taken back; waits for whoever is making one at this moment. Answers how many. */
export async function cancelOrders(trx: Db, { organisationId, id }: UploadAt): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('upload_order')
    .set({ state: 'cancelled', next_try_at: null })
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', id)
    .where('state', '=', 'ordering')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Of the table `document`: what is taken back with its file. Not one whose number its person told: it is only looked for,
 * and may be that one at the SII.
 */
export const IS_CANCELLABLE = sql<boolean>`coalesce(document.state in ('planned', 'needs_data', 'waiting', 'queued')
  and document.told_folio is null, false)`

/** Orders of the organisation whose documents are still on their way. */
export async function countOpenOrders(db: Db, organisationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from upload_order o
    left join document d on d.organisation_id = o.organisation_id and d.id = o.document_id
    where o.organisation_id = ${organisationId} and (o.state = 'ordering'
      or d.state in ('planned', 'needs_data', 'waiting', 'queued'))`.execute(db)
  return rows[0]?.count ?? 0
}
