import { sql, type Kysely } from 'kysely'
import { knownDay, knownMonth } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { quantity } from '#domain/uf.ts'
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
  const issuer = await issuerOf(db, { organisationId, companyId })
  const rows = facts.map((fact) => ({
    folio: fact.folio,
    rut: fact.rut.replaceAll('.', ''),
    name: fact.name,
    amount: fact.amount,
    issue_day: fact.issueDay,
    content: contentOf(fact, issuer),
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (folio integer, rut text, name text,
    amount bigint, issue_day date, content jsonb)`
  const made = await sql<{ id: number; folio: number }>`
    insert into document (organisation_id, key, kind, company_id, person_rut, recipient_rut, recipient_name,
      emission_day, service_month, state, folio, issue_day, issued_at, issued_how, content, content_digest, total_clp,
      created_at, updated_at)
    select company.organisation_id, 'owed:' || row.folio, 'factura', company.id, facturator.person_rut, row.rut,
      row.name, row.issue_day, to_char(row.issue_day, 'YYYY-MM'), 'issued', row.folio, row.issue_day, row.issue_day,
      'answered', row.content, decode(repeat('00', 32), 'hex'), row.amount, row.issue_day, row.issue_day
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

type Issuer = FacturaContent['issuer']

async function issuerOf(
  db: Kysely<Schema>,
  { organisationId, companyId }: { organisationId: number; companyId: number },
): Promise<Issuer> {
  const company = await db
    .selectFrom('company')
    .select(['rut', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    rut: rut(company.rut),
    name: company.name,
    address: { ...PLACE, branchCode: '' },
    activity: { code: '620200', description: 'ASESORIAS' },
    email: '',
  }
}

const PLACE = { street: 'CALLE UNO 1', commune: 'PROVIDENCIA', city: 'SANTIAGO' }

/** One line, and its IVA within the total. */
function contentOf(
  { rut: recipientRut, name, amount, issueDay }: OwedFacts,
  issuer: Issuer,
): FacturaContent {
  const netoClp = clp(Math.round(amount / 1.19))
  return {
    kind: 'factura',
    issueDate: knownDay(issueDay),
    serviceMonth: knownMonth(issueDay.slice(0, 7)),
    issuer,
    recipient: {
      rut: rut(recipientRut.replaceAll('.', '')),
      name,
      giro: 'ASEO',
      address: PLACE,
      contactName: '',
      contactRut: null,
    },
    lines: [
      {
        name: 'Asesoría',
        description: '',
        code: '',
        quantity: quantity('1'),
        price: { currency: 'CLP', unitClp: netoClp },
        amountClp: netoClp,
      },
    ],
    netoClp,
    ivaClp: clp(amount - netoClp),
    totalClp: clp(amount),
    paymentForm: 1,
  }
}
