import type { Kysely } from 'kysely'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { skip } from '../../documents/actions/actions.ts'
import { waitForIntents } from '../../documents/stops/stops.ts'
import { NotFound } from '../../http/errors.ts'
import { lockUpload } from '../ordered/orders.ts'
import type { Db, UploadAt } from '../store.ts'
import type { By } from '../uploads.ts'
import { cancelOrders, IS_CANCELLABLE } from './store.ts'

interface Needs {
  db: Db
  clock: Clock
}

/**
 * Nothing of the upload gets an intent from the moment this answers, as by a stop of its company and by the same locks;
 * what has one goes on to its end. Harmless when repeated.
 */
export async function pauseUpload({ db, clock }: Needs, by: By, id: number): Promise<void> {
  const at = { organisationId: by.organisationId, id }
  await db.transaction().execute(async (trx) => {
    const { companyId } = await locked(trx, at)
    await waitForIntents(trx, by.organisationId)
    const { numInsertedOrUpdatedRows: paused } = await trx
      .insertInto('issuing_stop')
      .values({
        organisation_id: by.organisationId,
        company_id: companyId,
        upload_id: id,
        stopped_by: by.userId,
        stopped_at: instantText(clock.now()),
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'company_id', 'upload_id']).doNothing(),
      )
      .executeTakeFirstOrThrow()
    if (paused !== 1n) return
    await audit(trx, clock, by, { kind: 'uploadPaused', subject: `upload:${id}` })
  })
}

/** What waited goes on by itself, unless another stop holds it; a date that went by meanwhile is asked about. */
export async function resumeUpload({ db, clock }: Needs, by: By, id: number): Promise<void> {
  const at = { organisationId: by.organisationId, id }
  await db.transaction().execute(async (trx) => {
    await locked(trx, at)
    const { numDeletedRows } = await trx
      .deleteFrom('issuing_stop')
      .where('organisation_id', '=', by.organisationId)
      .where('upload_id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await audit(trx, clock, by, { kind: 'uploadResumed', subject: `upload:${id}` })
  })
}

/**
 * Takes back what has not gone, each document behind its own lock: a worker that commits its intent first keeps it. The
 * orders come before their documents, so that none is made between the two.
 */
export async function cancelUpload({ db, clock }: Needs, by: By, id: number): Promise<void> {
  const at = { organisationId: by.organisationId, id }
  await db.transaction().execute(async (trx) => {
    await locked(trx, at)
    const orders = await cancelOrders(trx, at)
    const documents = await skipDocuments(trx, clock, at, by.userId)
    if (orders + documents === 0) return
    const data = { documents: orders + documents }
    await audit(trx, clock, by, { kind: 'uploadCancelled', subject: `upload:${id}`, data })
  })
}

async function skipDocuments(
  trx: Kysely<Schema>,
  clock: Clock,
  { organisationId, id }: UploadAt,
  userId: number,
): Promise<number> {
  const rows = await trx
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', id)
    .where(IS_CANCELLABLE)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) await skip(trx, clock, { worker: `user:${userId}`, epoch: null }, row)
  return rows.length
}

async function locked(trx: Db, at: UploadAt): Promise<{ companyId: number }> {
  const upload = await lockUpload(trx, at)
  if (upload === null) throw new NotFound()
  return upload
}
