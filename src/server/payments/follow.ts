import { sql } from 'kysely'
import type { Day } from '#domain/day.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { By, Needs } from './record.ts'
import { readReceivable, type At, type Db } from './owed/receivable.ts'

/** Issued documents of before payment was switched on, at their owner's word. Returns how many were not followed before. */
export function followDocuments(
  { db, clock }: Needs,
  { organisationId, userId }: Pick<By, 'organisationId' | 'userId'>,
  ids: readonly number[],
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const which = sql`document.id = any(${[...ids]}::bigint[])`
    const followed = await openReceivables(trx, clock, organisationId, which)
    const author = { organisationId, userId }
    for (const id of followed) {
      await audit(trx, clock, author, { kind: 'paymentFollowed', subject: `document:${id}` })
    }
    return followed.length
  })
}

/** Everything that a company issued on that day or later, when its payments are switched on. */
export async function followCompany(
  trx: Db,
  clock: Clock,
  { organisationId, companyId, from }: { organisationId: number; companyId: number; from: Day },
): Promise<number> {
  const which = sql`document.company_id = ${companyId} and document.issue_day >= ${from}::date`
  return (await openReceivables(trx, clock, organisationId, which)).length
}

async function openReceivables(
  trx: Db,
  clock: Clock,
  organisationId: number,
  which: ReturnType<typeof sql>,
): Promise<number[]> {
  const { rows } = await sql<{ opened: number[] }>`
    select open_receivables(${organisationId}, array(
        select document.id from document
        where document.organisation_id = ${organisationId} and ${which}
          and document.state = 'issued' and document.kind <> 'notaCredito'
          and not exists (select from receivable where receivable.organisation_id = document.organisation_id
            and receivable.document_id = document.id)),
      ${instantText(clock.now())}::timestamptz) as opened`.execute(trx)
  return rows[0]?.opened ?? []
}

/** Its payment is "none" again. Refused while money or a declaration is on record, because that would be lost. */
export function unfollow({ db, clock }: Needs, by: By): Promise<void> {
  const { organisationId, documentId, userId } = by
  return db.transaction().execute(async (trx) => {
    // As a reading of their state does: attempts before receivables.
    await sql`select id from payment_attempt attempt where organisation_id = ${organisationId}
      and ${isFailedFor(by)} order by id for update`.execute(trx)
    if ((await readReceivable(trx, by, true)) === null) throw new NotFound()
    if (!(await canUnfollow(trx, by))) throw new Refused(409, 'paymentOnRecord')
    await sql`delete from payment_attempt attempt where organisation_id = ${organisationId}
      and ${isFailedFor(by)}`.execute(trx)
    await trx
      .deleteFrom('receivable')
      .where('organisation_id', '=', organisationId)
      .where('document_id', '=', documentId)
      .execute()
    const event = { kind: 'paymentUnfollowed', subject: `document:${documentId}` } as const
    await audit(trx, clock, { organisationId, userId }, event)
  })
}

/** Whether nothing is on record that would be lost: money, a payer's word, or an attempt of which money may come. */
export async function canUnfollow(db: Db, at: At): Promise<boolean> {
  const of = sql`organisation_id = ${at.organisationId} and document_id = ${at.documentId}`
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from payment_share where ${of})
      or exists (select from payment_declaration where ${of})
      or exists (select from payment_attempt_share share
        join payment_attempt attempt using (organisation_id)
        where share.organisation_id = ${at.organisationId} and share.document_id = ${at.documentId}
          and attempt.id = share.attempt_id and not ${isFailedFor(at)}) as found`.execute(db)
  return !(rows[0]?.found ?? false)
}

/**
 * Of an attempt for this document alone from which no money can come: its provider never took it, or it was refused where
 * only our word charges. Elsewhere what was refused may still be paid.
 */
function isFailedFor({ organisationId, documentId }: At) {
  return sql`(attempt.state = 'failed' and (attempt.provider_ref is null or attempt.provider = 'transbank')
    and not exists (select from payment_question question
      where question.organisation_id = attempt.organisation_id and question.attempt_id = attempt.id)
    and (select array_agg(own.document_id) from payment_attempt_share own
      where own.organisation_id = ${organisationId} and own.attempt_id = attempt.id)
      = array[${documentId}]::bigint[])`
}
