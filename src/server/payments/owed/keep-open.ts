import type { Day } from '#domain/day.ts'
import type { At, Db } from './receivable.ts'

/** Its page takes payments until that day at least. False: it did already. Under the receivable's lock. */
export async function keepOpenUntil(
  trx: Db,
  { organisationId, documentId }: At,
  until: Day,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('receivable')
    .set({ closes_day: until })
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .where('closes_day', '<', until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
