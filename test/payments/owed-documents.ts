import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

export interface OwedFacts {
  folio: number
  /** The client's, with dots or without. */
  rut: string
  name: string
  amount: number
  issueDay: string
}

const MANY = 1_000

/** Facturas of a company as if they had been issued and their payment were followed: due in 30 days. Returns their ids in order. */
export async function insertOwed(
  db: Kysely<Schema>,
  { organisationId, companyId }: { organisationId: number; companyId: number },
  facts: readonly OwedFacts[],
): Promise<number[]> {
  const rows = facts.map(({ folio, rut, name, amount, issueDay }) => ({
    folio,
    rut: rut.replaceAll('.', ''),
    name,
    amount,
    issue_day: issueDay,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (folio integer, rut text, name text,
    amount bigint, issue_day date)`
  const made = await sql<{ id: number; folio: number }>`
    insert into document (organisation_id, key, kind, company_id, person_rut, recipient_rut, recipient_name,
      emission_day, service_month, state, folio, issue_day, issued_at, issued_how, content, content_digest, total_clp,
      created_at, updated_at)
    select company.organisation_id, 'owed:' || row.folio, 'factura', company.id, facturator.person_rut, row.rut,
      row.name, row.issue_day, to_char(row.issue_day, 'YYYY-MM'), 'issued', row.folio, row.issue_day, row.issue_day,
      'answered', '{}', decode(repeat('00', 32), 'hex'), row.amount, row.issue_day, row.issue_day
    from ${given}, company join facturator on facturator.organisation_id = company.organisation_id
      and facturator.id = company.facturator_id
    where company.organisation_id = ${organisationId} and company.id = ${companyId}
    returning id, folio`.execute(db)
  // Foreign keys are checked by plans of before, when the table was small.
  if (facts.length > MANY) await sql`analyze document`.execute(db)
  await sql`insert into receivable (organisation_id, document_id, company_id, client_rut, base_clp, due_day, closes_day,
      created_at)
    select organisation_id, id, company_id, recipient_rut, total_clp, issue_day + 30, issue_day + 90, issue_day
    from document where organisation_id = ${organisationId}
      and id = any(${made.rows.map(({ id }) => id)}::bigint[])`.execute(db)
  const byFolio = new Map(made.rows.map(({ folio, id }) => [folio, id]))
  return facts.map(({ folio }) => byFolio.get(folio) ?? 0)
}
