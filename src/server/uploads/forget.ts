import { sql } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import type { Db } from './store.ts'

/**
 * For the nightly sweep: the files that were uploaded by that instant, with what was said of their columns, cells and
 * clients. That they were uploaded, by whom and with how many documents stays. Answers how many.
 */
export async function forgetUploadedFiles(
  { db, clock }: { db: Db; clock: Clock },
  before: string,
): Promise<number> {
  const { numAffectedRows } = await sql`update upload set bytes = null, answer = null,
      forgotten_at = ${instantText(clock.now())}::timestamptz
    where bytes is not null and uploaded_at <= ${before}::timestamptz
      and exists (select from organisation o where o.id = organisation_id and o.blocked_at is null)`.execute(
    db,
  )
  for (const table of ['upload_cell', 'upload_removed_row', 'upload_look_up']) {
    await sql`delete from ${sql.table(table)} said using upload
      where upload.organisation_id = said.organisation_id and upload.id = said.upload_id
        and upload.bytes is null`.execute(db)
  }
  await forgetOrderedContent(db)
  return Number(numAffectedRows ?? 0n)
}

/** What was ordered of a file that is gone, once its document says it: that it was ordered stays. */
async function forgetOrderedContent(db: Db): Promise<void> {
  await sql`update upload_order o set content = null from upload
    where upload.organisation_id = o.organisation_id and upload.id = o.upload_id
      and upload.forgotten_at is not null and o.state <> 'ordering' and o.content is not null`.execute(
    db,
  )
}
