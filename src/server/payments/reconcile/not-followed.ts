import { sql } from 'kysely'
import { knownDay, yearOf, type Day } from '#domain/day.ts'
import { retentionRate } from '#domain/retention.ts'
import { rut, type Rut } from '#domain/rut.ts'
import { isTakenBack } from '../../documents/issued/taken-back.ts'
import type { Db } from '../owed/receivable.ts'
import type { StoredMovement } from '../statement/match/open-document.ts'
import type { OfCompany } from './store.ts'

/** What was issued longer ago is not thought of. */
const MAX_DAYS_SINCE_ISSUE = 400

/** By movement, the clients of whom it may pay a document whose payment is not followed. */
export async function mayPayNotFollowed(
  db: Db,
  at: OfCompany,
  movements: readonly StoredMovement[],
): Promise<Map<number, Rut[]>> {
  const named = movements.filter(({ payerRut }) => payerRut !== null)
  if (named.length === 0) return new Map()
  const { rows } = await notFollowedQuery(at, named).execute(db)
  const byMovement = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byMovement].map(([id, all]) => [id, all.map((one) => rut(one.rut))]))
}

type Came = Pick<StoredMovement, 'id' | 'day' | 'amountClp' | 'payerRut'>

/**
 * Documents of exactly that much, by the movement's payer or a client that lets it pay, issued on the movement's day or
 * before: of a boleta of which the client keeps the retention, its líquido; of a factura also what notas leave of it.
 * Documents that the SII's lists show as issued outside are among them; whether a retention is kept of a boleta they
 * don't say. What its client's owner said is paid is not.
 */
export function notFollowedQuery(at: OfCompany, movements: readonly Came[]) {
  const { organisationId, companyId } = at
  const of = (table: string) =>
    sql`${sql.ref(`${table}.organisation_id`)} = ${organisationId} and ${sql.ref(`${table}.company_id`)} = ${companyId}`
  const isMeant = (table: string) =>
    sql`${sql.ref(`${table}.recipient_rut`)} = meant.rut and ${sql.ref(`${table}.issue_day`)} <= meant.day
      and ${sql.ref(`${table}.issue_day`)} >= meant.day - ${MAX_DAYS_SINCE_ISSUE}::int`
  const isSettled = (table: string, knownAt: ReturnType<typeof sql>) =>
    sql`exists (select from settled_client settled where ${of('settled')}
      and settled.client_rut = ${sql.ref(`${table}.recipient_rut`)}
      and settled.through_day >= ${sql.ref(`${table}.issue_day`)} and settled.said_at >= ${knownAt})`
  const isOpen = sql`${isNotFollowed(at)} and not ${isSettled('document', DOCUMENT_KNOWN_AT)}`
  const isListed = sql`${isOutside(at)} and ${isMeant('listed')} and not ${isSettled('listed', sql`listed.first_seen_at`)}`
  const years = yearsOf(movements)
  // With an offset each is looked up by its index: joined, all documents of the company would be read.
  return sql<{ id: number; rut: string }>`
    with came as (
      select * from unnest(${movements.map(({ id }) => id)}::bigint[],
        ${movements.map(({ payerRut }) => payerRut)}::text[], ${movements.map(({ amountClp }) => amountClp)}::bigint[],
        ${movements.map(({ day }) => day)}::date[]) as came (id, rut, clp, day)),
    meant as (
      select * from came
      union all
      select came.id, allowed.client_rut, came.clp, came.day
      from authorised_payer allowed join came on came.rut = allowed.payer_rut
      where ${of('allowed')}),
    rate as materialized (
      select * from unnest(${years}::int[], ${years.map((year) => retentionRate(knownDay(`${year}-01-01`)))}::int[])
        as rate (year, points)),
    lowering as (
      select nota_of as id, total_clp as clp from document nota where ${of('nota')} and nota.nota_of is not null
        and nota.kind = 'notaCredito' and nota.nota_code = 3 and nota.state = 'issued'
      union all
      select factura.id, nota.total_clp from portal_nota nota
      cross join jsonb_to_recordset(nota.about) as about (folio bigint, day date, code integer)
      join document factura on factura.organisation_id = nota.organisation_id
        and factura.company_id = nota.company_id and factura.recipient_rut = nota.recipient_rut
        and factura.kind = 'factura' and factura.folio = about.folio and factura.issue_day = about.day
      where ${of('nota')} and nota.about is not null and about.code = 3
        and not exists (select from document own where ${of('own')} and own.kind = 'notaCredito'
          and own.folio = nota.folio)),
    lowered as materialized (
      select document.recipient_rut, document.issue_day, document.total_clp - sum(lowering.clp) as clp
      from lowering join document on document.organisation_id = ${organisationId} and document.id = lowering.id
      where ${isOpen} and document.kind = 'factura'
      group by document.organisation_id, document.id)
    select distinct meant.id, meant.rut from meant
    where exists (select from document where ${isOpen} and ${isMeant('document')} and document.total_clp = meant.clp
          and not ${IS_WITHHELD} offset 0)
      or (exists (select from document boleta where ${of('boleta')} and boleta.kind = 'boletaHonorarios'
            and boleta.folio is not null)
        and exists (select from document where ${isOpen} and ${isMeant('document')} and ${IS_WITHHELD}
          and document.total_clp between meant.clp and meant.clp * 2
          and (document.content ->> 'liquidoClp')::bigint = meant.clp offset 0))
      or exists (select from lowered where ${isMeant('lowered')} and lowered.clp = meant.clp)
      or exists (select from sii_issued listed where ${isListed} and listed.total_clp = meant.clp offset 0)
      or exists (select from sii_issued listed where ${isListed} and listed.total_clp > meant.clp
          and listed.lowered_clp > 0 and listed.total_clp - listed.lowered_clp = meant.clp offset 0)
      or exists (select from sii_issued listed where ${isListed} and listed.kind = 'boletaHonorarios'
          and listed.total_clp between meant.clp and meant.clp * 2
          and meant.clp = listed.total_clp - (select (listed.total_clp * rate.points + 5000) / 10000 from rate
            where rate.year = extract(year from listed.issue_day)) offset 0)`
}

/** Those in which documents of these movements may have been issued. */
function yearsOf(movements: readonly Came[]): number[] {
  const years = movements.map(({ day }) => yearOf(day))
  const [first, last] = [Math.min(...years) - 2, Math.max(...years)]
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}

/** In a query with `document`. */
function isNotFollowed({ organisationId, companyId }: OfCompany) {
  return sql`document.organisation_id = ${organisationId} and document.company_id = ${companyId}
    and document.kind <> 'notaCredito' and not ${isTakenBack}
    and not exists (select from receivable where receivable.organisation_id = document.organisation_id
      and receivable.document_id = document.id)`
}

/** In a query with `listed`, of the SII's lists: issued outside, and valid. */
function isOutside({ organisationId, companyId }: OfCompany) {
  return sql`listed.organisation_id = ${organisationId} and listed.company_id = ${companyId}
    and listed.kind <> 'notaCredito' and listed.document_id is null and not listed.is_annulled
    and listed.annulled_by is null`
}

const DOCUMENT_KNOWN_AT = sql`coalesce(document.issued_at, document.created_at)`

/** Of a boleta its client keeps the retention back and pays the rest. */
const IS_WITHHELD = sql`(document.kind = 'boletaHonorarios'
  and coalesce(document.content ->> 'withholder' = 'recipient', false))`

/** When the newest document of the client was issued whose payment is not followed; null: there is none. */
export async function newestNotFollowed(
  db: Db,
  at: OfCompany,
  clientRut: Rut,
): Promise<Day | null> {
  const { rows } = await sql<{ day: string | null }>`select max(issue_day) as day from (
      select document.issue_day from document where ${isNotFollowed(at)} and document.recipient_rut = ${clientRut}
      union all
      select listed.issue_day from sii_issued listed where ${isOutside(at)} and listed.recipient_rut = ${clientRut}
    ) as unfollowed`.execute(db)
  const day = rows[0]?.day ?? null
  return day === null ? null : knownDay(day)
}
