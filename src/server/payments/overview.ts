import { sql } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import type { DocumentKind } from '#domain/document.ts'
import { formatRut, rut } from '#domain/rut.ts'
import { sumOpen } from './ageing-store.ts'
import type { Db } from './owed/receivable.ts'
import type { Needs } from './record.ts'

const LATEST = 3

/** How much is owed, and the payments that were recorded last. */
export async function paymentsOverview({ db, clock }: Needs, organisationId: number) {
  const owed = await sumOpen(db, { organisationId, today: dayInChile(clock.now()) })
  const latest = await latestPayments(db, organisationId)
  return {
    open: owed.open,
    overdue: owed.open - owed.not_due,
    clients: owed.clients,
    latest: latest.map(paymentToWire),
  }
}

interface LatestPayment {
  id: number
  day: string
  amount_clp: number
  refunded_clp: number
  company_id: number
  company_rut: string
  company_name: string
  document_id: number
  kind: Exclude<DocumentKind, 'notaCredito'>
  folio: number | null
  recipient_name: string
  documents: number
}

async function latestPayments(db: Db, organisationId: number): Promise<LatestPayment[]> {
  const { rows } = await sql<LatestPayment>`
    select payment.id, payment.day, payment.amount_clp, payment.company_id, company.rut as company_rut,
      company.name as company_name, paid.*,
      (select coalesce(sum(refund.amount_clp), 0)::bigint from payment_refund refund
        where refund.organisation_id = payment.organisation_id and refund.payment_id = payment.id
          and refund.undone_at is null) as refunded_clp
    from payment
    join company on company.organisation_id = payment.organisation_id and company.id = payment.company_id
    join lateral (
      select document.id as document_id, document.kind, document.folio, document.recipient_name,
        count(*) over ()::int as documents
      from payment_share share
      join document on document.organisation_id = share.organisation_id and document.id = share.document_id
      where share.organisation_id = payment.organisation_id and share.payment_id = payment.id
      order by document.id limit 1) paid on true
    where payment.organisation_id = ${organisationId} and payment.undone_at is null
    order by payment.id desc limit ${LATEST}`.execute(db)
  return rows
}

function paymentToWire(row: LatestPayment) {
  return {
    id: row.id,
    day: row.day,
    amount: row.amount_clp,
    refunded: row.refunded_clp,
    company: {
      id: row.company_id,
      identifier: formatRut(rut(row.company_rut)),
      name: row.company_name,
    },
    document: {
      id: row.document_id,
      document_type: row.kind === 'boletaHonorarios' ? (39 as const) : (33 as const),
      folio: row.folio,
      recipient: row.recipient_name,
    },
    documents: row.documents,
  }
}
