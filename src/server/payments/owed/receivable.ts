import type { Kysely, RawBuilder } from 'kysely'
import type { Receivable } from '#domain/receivable.ts'
import type { Schema } from '../../db/schema.ts'
import { receivableOf } from '../../standing/receivable-facts.ts'

export type Db = Kysely<Schema>
export type At = { organisationId: number; documentId: number }

/** What is owed of one document; null when its payment is not followed. `lock` keeps others from adding to it. */
export async function readReceivable(
  db: Db,
  { organisationId, documentId }: At,
  lock = false,
): Promise<(Receivable & { companyId: number }) | null> {
  const row = await db
    .selectFrom('receivable')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) return null
  const receivable = receivableOf(row)
  return receivable === null ? null : { ...receivable, companyId: row.company_id }
}

/**
 * The receivable, locked before a row that names its document is added. That row locks the document, too, and an
 * annulment takes the document before the receivable: so it is taken first here as well, or both would wait for each
 * other.
 */
export async function lockReceivable(trx: Db, at: At) {
  const document = await trx
    .selectFrom('document')
    .select('id')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.documentId)
    .forKeyShare()
    .executeTakeFirst()
  return { hasDocument: document !== undefined, receivable: await readReceivable(trx, at, true) }
}

/** Whether a condition on `receivable` holds of a document that has one. */
export async function receivableHas(
  db: Db,
  { organisationId, documentId }: At,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const { holds } = await db
    .selectFrom('receivable')
    .select(condition.as('holds'))
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return holds
}

/** Whether a company takes a document in parts. */
export async function allowsPartial(
  db: Db,
  { organisationId, companyId }: { organisationId: number; companyId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_terms')
    .select('allows_partial')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.allows_partial ?? false
}
