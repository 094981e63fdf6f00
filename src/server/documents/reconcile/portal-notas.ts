import { sql, type Transaction } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { PortalNota } from './notas-of-owed.ts'

/** Keeps the notas that a sweep listed, with what it read of them; what was read before stays. */
export async function keepPortalNotas(
  trx: Transaction<Schema>,
  clock: Clock,
  { organisationId }: { organisationId: number },
  notas: readonly PortalNota[],
): Promise<void> {
  if (notas.length === 0) return
  const rows = notas.map(
    ({ companyId, folio, recipient, issueDate, totalClp, isTried, about }) => ({
      company: companyId,
      folio,
      recipient,
      issue_day: issueDate,
      total: totalClp,
      tried_at: isTried ? instantText(clock.now()) : null,
      about,
    }),
  )
  await sql`insert into portal_nota (organisation_id, company_id, folio, recipient_rut, issue_day, total_clp, tried_at, about)
    select ${organisationId}, company, folio, recipient, issue_day, total, tried_at, about
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as nota (company bigint, folio bigint, recipient text,
      issue_day date, total bigint, tried_at timestamptz, about jsonb)
    on conflict (organisation_id, company_id, folio) do update
      set tried_at = coalesce(excluded.tried_at, portal_nota.tried_at),
        about = coalesce(portal_nota.about, excluded.about)`.execute(trx)
}
