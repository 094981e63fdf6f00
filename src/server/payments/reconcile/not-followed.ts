import { sql } from 'kysely'
import { isTakenBack } from '../../documents/issued/taken-back.ts'
import type { Db } from '../owed/receivable.ts'
import type { StoredMovement } from '../statement/match/open-document.ts'
import type { OfCompany } from './store.ts'

/** What was issued longer ago is not thought of. */
const MAX_DAYS_SINCE_ISSUE = 400

/**
 * The movements that may pay a document whose payment is not followed: of exactly that much, by its client or whom it
 * lets pay, issued on the movement's day or before. Documents that the SII's lists show as issued outside are among
 * them; of a boleta among those the gross amount is known alone.
 */
export async function mayPayNotFollowed(
  db: Db,
  { organisationId, companyId }: OfCompany,
  movements: readonly StoredMovement[],
): Promise<Set<number>> {
  const named = movements.filter(({ payerRut }) => payerRut !== null)
  if (named.length === 0) return new Set()
  const of = (table: string) =>
    sql`${sql.ref(`${table}.organisation_id`)} = ${organisationId} and ${sql.ref(`${table}.company_id`)} = ${companyId}`
  const isNotFollowed = sql`${of('document')} and document.recipient_rut = meant.rut
    and document.kind <> 'notaCredito' and not ${isTakenBack} and document.issue_day <= meant.day
    and document.issue_day >= meant.day - ${MAX_DAYS_SINCE_ISSUE}::int
    and not exists (select from receivable where receivable.organisation_id = document.organisation_id
      and receivable.document_id = document.id)`
  // With an offset each is looked up by its index: joined, all documents of the company would be read.
  const { rows } = await sql<{ id: number }>`
    with came as (
      select * from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ payerRut }) => payerRut)}::text[],
        ${named.map(({ amountClp }) => amountClp)}::bigint[], ${named.map(({ day }) => day)}::date[])
        as came (id, rut, clp, day)),
    meant as (
      select * from came
      union all
      select came.id, allowed.client_rut, came.clp, came.day
      from authorised_payer allowed join came on came.rut = allowed.payer_rut
      where ${of('allowed')})
    select distinct meant.id from meant
    where exists (select from document where ${isNotFollowed} and document.total_clp = meant.clp
          and not ${IS_WITHHELD} offset 0)
      or (exists (select from document boleta where ${of('boleta')} and boleta.kind = 'boletaHonorarios'
            and boleta.folio is not null)
        and exists (select from document where ${isNotFollowed} and ${IS_WITHHELD}
          and document.total_clp between meant.clp and meant.clp * 2
          and (document.content ->> 'liquidoClp')::bigint = meant.clp offset 0))
      or exists (select from sii_issued listed where ${of('listed')} and listed.recipient_rut = meant.rut
          and listed.total_clp = meant.clp and listed.kind <> 'notaCredito' and listed.document_id is null
          and not listed.is_annulled and listed.annulled_by is null and listed.issue_day <= meant.day
          and listed.issue_day >= meant.day - ${MAX_DAYS_SINCE_ISSUE}::int offset 0)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Of a boleta its client keeps the retention back and pays the rest. */
const IS_WITHHELD = sql`(document.kind = 'boletaHonorarios'
  and coalesce(document.content ->> 'withholder' = 'recipient', false))`
